import type { Presence } from './device.ts'
import { deviceTypes, type DeviceType } from './deviceType.ts'

/**
 * Whether devices of a type count where it is said how many are online: those whose presence is shown at all (MAP-07). A camera or a LoRa
 * gateway says nothing of itself, so it is neither online nor offline.
 */
export const isCounted = (type: DeviceType): boolean => deviceTypes[type].showsPresence

/** One device, or `devices` of them that stand alike. */
export interface Stand {
  readonly deviceType: DeviceType
  readonly presence: Presence
  readonly devices?: number
}

/** How many devices stand how; `online`, `offline` and `unknown` together are `total`. */
export interface Standing {
  readonly total: number
  readonly online: number
  readonly offline: number
  readonly unknown: number
}

/**
 * The one count of home, map, wall and summary. Whether a device is online is decided by the server alone (anything came from it within
 * three reporting periods, and its last word is not `online 0`); the age of a single reading says nothing about it.
 */
export function countStanding(devices: Iterable<Stand>): Standing {
  const counted = { online: 0, offline: 0, unknown: 0 }
  let total = 0
  for (const { deviceType, presence, devices: alike = 1 } of devices) {
    if (!isCounted(deviceType)) continue
    total += alike
    counted[presence] += alike
  }
  return { total, ...counted }
}
