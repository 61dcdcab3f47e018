import { DIRECTIONS } from '#contract/cameras/control'
import type { AddressPolicy } from '../address.ts'
import type { CameraSource, Driver } from '../driver.ts'
import { learnDevice, SCHEMA } from './device.ts'
import { ask, Declined, type Speaker } from './soap.ts'
import { escaped, textAt } from './xml.ts'

const PTZ = 'http://www.onvif.org/ver20/ptz/wsdl'

/** Of its greatest speed: half. */
const SPEED = 0.5
/** It stops by itself so long after the last word, whatever became of us. */
const BY_ITSELF = 'PT5S'
/** What was learned of a device is asked for anew after so long. */
const KNOWN_MS = 10 * 60_000
const MOST_KNOWN = 1000

const ways: Readonly<Record<number, readonly [pan: number, tilt: number, zoom: number]>> = {
  [DIRECTIONS.up]: [0, 1, 0],
  [DIRECTIONS.down]: [0, -1, 0],
  [DIRECTIONS.left]: [-1, 0, 0],
  [DIRECTIONS.right]: [1, 0, 0],
  [DIRECTIONS.leftUp]: [-1, 1, 0],
  [DIRECTIONS.leftDown]: [-1, -1, 0],
  [DIRECTIONS.rightUp]: [1, 1, 0],
  [DIRECTIONS.rightDown]: [1, -1, 0],
  [DIRECTIONS.zoomIn]: [0, 0, 1],
  [DIRECTIONS.zoomOut]: [0, 0, -1],
}

interface Turned {
  readonly speaker: Speaker
  /** Of its service that turns it; null where it cannot be turned. */
  readonly path: string | null
  readonly profile: string
}

type Turner = Pick<Driver, 'turns' | 'move' | 'stop' | 'setPreset' | 'goToPreset' | 'removePreset'>

/** Turns cameras by ONVIF. Every exchange ends within seconds. */
export function onvifTurner(policy: AddressPolicy): Turner {
  const known = new Map<string, { readonly turned: Turned; readonly until: number }>()

  async function learn(source: CameraSource): Promise<Turned> {
    const { speaker, wayTo, profiles } = await learnDevice(source, policy)
    const profile = profiles.find((one) => textAt(one, 'PTZConfiguration') !== null)
    return { speaker, path: profile ? wayTo('PTZ') : null, profile: profile?.attributes['token'] ?? '' }
  }

  async function turnedOf(source: CameraSource): Promise<Turned> {
    const key = JSON.stringify([source.onvifUrl, source.userName, source.password, source.channelNo])
    const kept = known.get(key)
    if (kept && performance.now() < kept.until) return kept.turned
    const turned = await learn(source)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(key, { turned, until: performance.now() + KNOWN_MS })
    return turned
  }

  /** Asks what turns it; null where it cannot be turned, or does not do this. */
  async function tell(source: CameraSource, name: string, rest: string) {
    if (source.onvifUrl === '') return null
    const { speaker, path, profile } = await turnedOf(source)
    if (path === null) return null
    const body = `<${name} xmlns="${PTZ}"><ProfileToken>${escaped(profile)}</ProfileToken>${rest}</${name}>`
    try {
      return await ask(speaker, path, body)
    } catch (cause) {
      if (cause instanceof Declined) return null
      throw cause
    }
  }

  return {
    turns: async (source) => source.onvifUrl !== '' && (await turnedOf(source)).path !== null,
    async move(source, direction) {
      const way = ways[direction]
      if (!way) return false
      const [pan, tilt, zoom] = way
      const velocity =
        zoom === 0 ? `<PanTilt xmlns="${SCHEMA}" x="${pan * SPEED}" y="${tilt * SPEED}"/>` : `<Zoom xmlns="${SCHEMA}" x="${zoom * SPEED}"/>`
      return (await tell(source, 'ContinuousMove', `<Velocity>${velocity}</Velocity><Timeout>${BY_ITSELF}</Timeout>`)) !== null
    },
    stop: async (source) => (await tell(source, 'Stop', '<PanTilt>true</PanTilt><Zoom>true</Zoom>')) !== null,
    async setPreset(source, name) {
      const answer = await tell(source, 'SetPreset', `<PresetName>${escaped(name)}</PresetName>`)
      const token = answer && textAt(answer, 'PresetToken')
      return token ? { token, pose: null } : null
    },
    goToPreset: async (source, { token }) => (await tell(source, 'GotoPreset', `<PresetToken>${escaped(token)}</PresetToken>`)) !== null,
    async removePreset(source, { token }) {
      await tell(source, 'RemovePreset', `<PresetToken>${escaped(token)}</PresetToken>`)
    },
  }
}
