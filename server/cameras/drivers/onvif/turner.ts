import { DIRECTIONS } from '#contract/cameras/control'
import type { AddressPolicy } from '../address.ts'
import type { CameraFault } from '#contract/cameras/camera'
import { type CameraSource, CameraTrouble, type Driver } from '../driver.ts'
import { learnDevice, PTZ, type Service } from './device.ts'
import { Declined } from './soap.ts'
import { type Course, stopBy, vectorOf } from './stopping.ts'
import { escaped, textAt } from './xml.ts'

/** Of its greatest speed: half. */
const SPEED = 0.5
/** It stops by itself so long after the last word, whatever became of us; some take less, and some no time at all. Longer than the pause between words. */
const BY_ITSELF = ['<Timeout>PT5S</Timeout>', '<Timeout>PT3S</Timeout>', '']
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
  /** What turns it; null where it cannot be turned. */
  readonly service: Service | null
  readonly profile: string
  /** Of `BY_ITSELF`: the first that it took. */
  time: number
  /** The way in which it was stopped last. */
  stopping: number | null
  course: Course
}
/** What one that was learned earlier may say because something else is so by now: its clock, its password, its port. */
const CHANGED: readonly CameraFault[] = ['signIn', 'signInOrClock', 'clock', 'notOnvif', 'unreachable']
const STILL: Course = { axis: 'PanTilt', x: 0, y: 0 }

type Turner = Pick<Driver, 'turns' | 'move' | 'stop' | 'setPreset' | 'goToPreset' | 'removePreset'>

/** Turns cameras by ONVIF. Every exchange ends within seconds. */
export function onvifTurner(policy: AddressPolicy): Turner {
  const known = new Map<string, { readonly turned: Turned; readonly until: number }>()

  async function learn(source: CameraSource): Promise<Turned> {
    const { serviceOf, profiles } = await learnDevice(source, policy)
    const profile = profiles.find((one) => textAt(one, 'PTZConfiguration') !== null)
    return {
      service: profile ? serviceOf('PTZ') : null,
      profile: profile?.attributes['token'] ?? '',
      time: 0,
      stopping: null,
      course: STILL,
    }
  }

  async function turnedOf(source: CameraSource): Promise<{ turned: Turned; isOld: boolean; forget: () => void }> {
    const key = JSON.stringify([source.onvifUrl, source.userName, source.password, source.channelNo])
    const forget = () => void known.delete(key)
    const kept = known.get(key)
    if (kept && performance.now() < kept.until) return { turned: kept.turned, isOld: true, forget }
    const turned = {
      ...(await learn(source)),
      ...(kept ? { time: kept.turned.time, stopping: kept.turned.stopping, course: kept.turned.course } : {}),
    }
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(key, { turned, until: performance.now() + KNOWN_MS })
    return { turned, isOld: false, forget }
  }

  /** Does something with a camera, once more where it is not any more what it was learned to be. */
  async function withTurned<T>(source: CameraSource, work: (turned: Turned) => Promise<T>): Promise<T> {
    const { turned, isOld, forget } = await turnedOf(source)
    try {
      return await work(turned)
    } catch (cause) {
      if (!isOld || !(cause instanceof CameraTrouble) || !CHANGED.includes(cause.fault)) throw cause
      forget()
      return work((await turnedOf(source)).turned)
    }
  }

  /** Asks what turns it; null where it does not do this. */
  async function tell({ service, profile }: Turned, name: string, rest: string) {
    const body = `<${name} xmlns="${PTZ}"><ProfileToken>${escaped(profile)}</ProfileToken>${rest}</${name}>`
    try {
      return await service!(body)
    } catch (cause) {
      if (cause instanceof Declined) return null
      throw cause
    }
  }
  /** Asks it once; null where it cannot be turned, or does not do this. */
  const tellOnce = (source: CameraSource, name: string, rest: string) =>
    source.onvifUrl === ''
      ? Promise.resolve(null)
      : withTurned(source, (turned) => (turned.service === null ? Promise.resolve(null) : tell(turned, name, rest)))

  return {
    turns: async (source) => source.onvifUrl !== '' && (await withTurned(source, ({ service }) => Promise.resolve(service !== null))),
    async move(source, direction) {
      const way = ways[direction]
      if (!way || source.onvifUrl === '') return false
      const [pan, tilt, zoom] = way
      const course: Course = zoom === 0 ? { axis: 'PanTilt', x: pan * SPEED, y: tilt * SPEED } : { axis: 'Zoom', x: zoom * SPEED, y: 0 }
      return withTurned(source, async (turned) => {
        if (turned.service === null) return false
        for (let time = turned.time; time < BY_ITSELF.length; time++) {
          if ((await tell(turned, 'ContinuousMove', `<Velocity>${vectorOf(course)}</Velocity>${BY_ITSELF[time]}`)) === null) continue
          turned.time = time
          turned.course = course
          return true
        }
        return false
      })
    },
    async stop(source) {
      if (source.onvifUrl === '') return false
      return withTurned(source, async (turned) => {
        if (turned.service === null) return false
        // What this user may not say, or the camera does not take, is no reason to leave it turning.
        const say = (name: string, rest: string) =>
          tell(turned, name, rest).catch((cause: unknown) => {
            if (cause instanceof CameraTrouble && cause.fault === 'notAllowed') return null
            throw cause
          })
        const stopping = await stopBy(say, turned.course, turned.stopping)
        turned.stopping = stopping ?? turned.stopping
        return stopping !== null
      })
    },
    async setPreset(source, name) {
      const answer = await tellOnce(source, 'SetPreset', `<PresetName>${escaped(name)}</PresetName>`)
      const token = answer && textAt(answer, 'PresetToken')
      return token ? { token, pose: null } : null
    },
    goToPreset: async (source, { token }) =>
      (await tellOnce(source, 'GotoPreset', `<PresetToken>${escaped(token)}</PresetToken>`)) !== null,
    async removePreset(source, { token }) {
      await tellOnce(source, 'RemovePreset', `<PresetToken>${escaped(token)}</PresetToken>`)
    },
  }
}
