import type { Correction } from '#contract/devices/calibration'
import type { Mapping } from '#contract/devices/mapping'
import { type DeviceClock, unheardClock } from '#machines/devices/deviceClock'

/** A device's name on the wire. */
export interface Eui {
  readonly tenantId: number
  readonly eui: string
}

export const keyOf = (name: Eui): string => `${name.tenantId}/${name.eui}`

/** A calibration of an item: readings from `since` (ms UTC) on are stored as raw * factor + offset, under its id. */
export interface KnownCalibration extends Correction {
  readonly id: number
  readonly since: number
}
/** An item that is calculated, and the rows of the items that it is calculated from. */
export interface KnownCalculation {
  readonly target: KnownItem
  readonly sourceIds: readonly number[]
}

/** A collect item as the ingest knows it; `id` 0 until its row is committed. */
export interface KnownItem {
  id: number
  readonly device: KnownDevice
  readonly code: string
  /** What is done with its readings: its calibrations, later ones last; no device brings those of a calculated one. Null for nothing, as of most. */
  treatment: readonly KnownCalibration[] | 'calculated' | null
  /** What it is called from its making on; null where its code says it, or a row has it. */
  readonly name: string | null
  /** The newest reading that was committed, ms UTC, and its place within that millisecond; -1 where there is none. */
  lastTs: number
  lastPlace: number
  /** The newest reading that consoles were told, which may be on its way into the database yet; -1 where there is none. */
  shownTs: number
  shownPlace: number
  /** The last time that the server's clock gave to a reading without one, and how many readings have it. */
  stampedTs: number
  stampedPlace: number
}

/** An item that has said nothing yet. */
export const unheardItem = (device: KnownDevice, code: string, name: string | null = null): KnownItem => ({
  id: 0,
  device,
  code,
  treatment: null,
  name,
  lastTs: -1,
  lastPlace: 0,
  shownTs: -1,
  shownPlace: 0,
  stampedTs: 0,
  stampedPlace: 0,
})

/** A device's clock, with what its row says of it; that is undefined where there is none, since it was never found wrong. */
export interface KnownClock extends DeviceClock {
  kept: number | null | undefined
}
export const knownClock = (kept?: number | null): KnownClock => ({ ...unheardClock(kept ?? null), kept })

/** A device as broker, ingest, presence and commands share it: one object a device, refreshed in place. */
export interface KnownDevice {
  readonly id: number
  readonly tenantId: number
  readonly eui: string
  /** The row behind which it stands. */
  parentId: number | null
  areaId: number
  type: string
  name: string
  secretHash: string
  /** Of the access token, null where it has none. */
  tokenHash: string | null
  /** What its words mean, where it speaks a protocol that is not ours. */
  mapping: Mapping
  enabled: boolean
  demo: boolean
  /** How often it reports, ms. */
  period: number
  readonly clock: KnownClock
  loadedAt: number
  /** By code. */
  readonly items: Map<string, KnownItem>
  /** Its items that are calculated. */
  calculations: readonly KnownCalculation[]
  /** The devices that stand behind it, by eui: those for which its connection may speak. */
  readonly children: Map<string, KnownDevice>
}

/** The enabled device of this name that stands behind the gateway. */
export function childOf(gateway: KnownDevice, eui: string): KnownDevice | undefined {
  const child = gateway.children.get(eui)
  return child?.enabled ? child : undefined
}

/** The device that a gateway names by its EUI: itself, or one behind it. */
export const childOrSelf = (gateway: KnownDevice, eui: string): KnownDevice | undefined =>
  eui === gateway.eui ? gateway : childOf(gateway, eui)
