import type { Presence } from '#contract/devices/device'
import type { KnownDevice } from '../broker/knownDevice.ts'
import { SILENT_PERIODS } from './presenceRows.ts'

/** What is known of whether a device is there. */
export interface Stand {
  device: KnownDevice
  presence: Presence
  /** As the database has it. */
  written: Presence
  changedAt: number
  /** By the clock, for people. */
  heardAt: number
  /** By the monotonic clock: silence is measured with it. */
  heardTick: number
  heardWritten: number
  /** Its last word was `online 0`, and no open connection has said nothing of the kind. */
  saidOffline: boolean
  /** The gateway by whose connection it was last heard, by its id; null where by its own. */
  through: number | null
  /** For how long it was heard on connections that did not break, ms: a gateway tells of others in this time alone. */
  talked: number
  /** Those that were heard through it: some may be heard otherwise by now. */
  readonly tellsOf: Set<Stand>
  /** What its gateway had talked when it was last heard through it. */
  talkedBefore: number
  /** Open connections by client id, each with its own last word. */
  readonly open: Map<string, { word: 0 | 1 | null; count: number }>
}

/** Of a device of which nothing was heard. */
export const standing = (device: KnownDevice): Stand => ({
  device,
  presence: 'unknown',
  written: 'unknown',
  changedAt: 0,
  heardAt: 0,
  heardTick: 0,
  heardWritten: 0,
  saidOffline: false,
  through: null,
  talked: 0,
  tellsOf: new Set(),
  talkedBefore: 0,
  open: new Map(),
})

/** What the silence of a device says of it at `tick`. `gateway` is the one through which it was last heard, where there is one. */
export function judgeSilence(stand: Stand, gateway: Pick<Stand, 'talked'> | undefined, tick: number): Presence {
  const limit = SILENT_PERIODS * stand.device.period
  const quiet = tick - stand.heardTick
  if (!gateway) return stand.presence === 'online' && quiet > limit ? 'offline' : stand.presence
  if (stand.presence === 'offline') return 'offline'
  // Where it no longer stands behind that gateway nothing will be told of it.
  const untold = stand.device.parentId === stand.through ? gateway.talked - stand.talkedBefore : quiet
  if (untold > limit) return 'offline'
  return quiet > limit ? 'unknown' : stand.presence
}
