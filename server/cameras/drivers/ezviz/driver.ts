import { DIRECTIONS } from '#contract/cameras/control'
import type { AddressPolicy } from '../address.ts'
import { type CameraSource, CameraTrouble, type Driver } from '../driver.ts'
import { openFlv } from '../flv/input.ts'
import type { EzvizClient } from './client.ts'
import { DONE, faultOfCode, isDeclined } from './codes.ts'
import { createRoster } from './roster.ts'

// Written from the public reference of the Ezviz open platform: live/address/get (version 2), device/info, device/capacity, device/ptz/start and
// /stop, device/preset/add, /move and /clear. Of a camera of the national standard it names `gbchannel` for addresses alone; for turning it
// says nothing, so the channel of the device is told there. Of a preset it keeps a number and no name.

const FLV = '4'
const LIVE = '1'
const QUALITIES = { hd: '1', sd: '2' } as const
/** An address lives for so long, seconds; a stream that ends with it is opened again. */
const ADDRESS_LIFE = '86400'
/** 0 slow, 1 middle, 2 fast; cameras of one maker do not take 0. */
const SPEED = '1'
const ONLINE = '1'
/** What a camera can do is asked for anew after so long. */
const KNOWN_MS = 10 * 60_000
const MOST_KNOWN = 1000
const ABILITIES = ['support_ptz', 'ptz_top_bottom', 'ptz_left_right', 'ptz_zoom'] as const

const formOf = ({ deviceSerial, channelNo }: CameraSource) => ({ deviceSerial: deviceSerial.toUpperCase(), channelNo: String(channelNo) })
const keyOf = ({ tenantId, deviceSerial, channelNo }: CameraSource) => JSON.stringify([tenantId, deviceSerial, channelNo])

/** Cameras of the Ezviz cloud, also those that stand there by the national standard. */
export function ezvizDriver(client: EzvizClient, policy: AddressPolicy): Driver {
  const roster = createRoster(client)
  const known = new Map<string, { readonly turns: boolean; readonly until: number }>()
  /** What each was told and not stopped from; whether it said that it does. */
  const moving = new Map<string, { readonly direction: number; readonly isSure: boolean }>()

  const ask = (source: CameraSource, path: string, more: Readonly<Record<string, string>> = {}) =>
    client.ask(source.tenantId, `/api/lapp/${path}`, { ...formOf(source), ...more })
  /** What was asked for. Throws CameraTrouble where it was not done. */
  async function must(source: CameraSource, path: string, more: Readonly<Record<string, string>> = {}) {
    const { code, data } = await ask(source, path, more)
    if (code !== DONE) throw new CameraTrouble(faultOfCode(code))
    return data
  }
  /** The same; null where the camera does not do it. */
  async function tell(source: CameraSource, path: string, more: Readonly<Record<string, string>> = {}) {
    const { code, data } = await ask(source, path, more)
    if (code === DONE) return data
    if (isDeclined(code)) return null
    throw new CameraTrouble(faultOfCode(code))
  }
  /** Where the direction is known it is named, as the reference advises. */
  async function stop(source: CameraSource): Promise<boolean> {
    const key = keyOf(source)
    const told = moving.get(key)
    if (told) moving.set(key, { ...told, isSure: false })
    const done = (await tell(source, 'device/ptz/stop', told ? { direction: String(told.direction) } : {})) !== null
    moving.delete(key)
    return done
  }

  return {
    async open(source, quality) {
      const { nationalChannel } = source
      const { url } = await must(source, 'v2/live/address/get', {
        protocol: FLV,
        type: LIVE,
        quality: QUALITIES[quality],
        expireTime: ADDRESS_LIFE,
        supportH265: '0',
        // A picture that says an error in words is no picture of the farm.
        diserr: '1',
        ...(nationalChannel === '' ? {} : { gbchannel: nationalChannel }),
      })
      if (typeof url !== 'string') throw new CameraTrouble('noStream')
      return openFlv(url, policy)
    },
    async look(source) {
      // Whether one that is not saved yet is there is asked of it alone.
      const isOnline = source.id === 0 ? null : await roster.isOnline(source.tenantId, source.deviceSerial)
      if (isOnline === true) return
      if (isOnline === false) throw new CameraTrouble('offline')
      const { status } = await must(source, 'device/info')
      if (String(status) !== ONLINE) throw new CameraTrouble('offline')
    },
    async turns(source) {
      const key = keyOf(source)
      const kept = known.get(key)
      if (kept && performance.now() < kept.until) return kept.turns
      const abilities = await must(source, 'device/capacity')
      const turns = ABILITIES.some((name) => String(abilities[name]) === '1')
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(key, { turns, until: performance.now() + KNOWN_MS })
      return turns
    },
    async move(source, direction) {
      if (direction < DIRECTIONS.up || direction > DIRECTIONS.zoomOut) return false
      const key = keyOf(source)
      const before = moving.get(key)
      if (before?.direction === direction && before.isSure) return true
      // It takes nothing else until it was told to stop.
      if (before) await stop(source)
      moving.set(key, { direction, isSure: false })
      const done = (await tell(source, 'device/ptz/start', { direction: String(direction), speed: SPEED })) !== null
      if (done) moving.set(key, { direction, isSure: true })
      else moving.delete(key)
      return done
    },
    stop,
    async setPreset(source) {
      const kept = await tell(source, 'device/preset/add')
      const index = Number(kept?.['index'] ?? Number.NaN)
      return Number.isInteger(index) ? { token: String(index), pose: null } : null
    },
    goToPreset: async (source, { token }) => (await tell(source, 'device/preset/move', { index: token })) !== null,
    async removePreset(source, { token }) {
      await tell(source, 'device/preset/clear', { index: token })
    },
  }
}
