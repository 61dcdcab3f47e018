import { folded } from '#contract/core/alike'
import type { Land } from '#contract/farm/land'
import type { MapDevice } from './mapDevice.ts'

/** The most rows that a list draws: beyond it a person types on. */
export const MATCH_LIMIT = 200

/**
 * Devices (by place in their list) and plots whose name, serial number or EUI holds every word of `wanted`, in any form (`folded`); `more` counts
 * those that did not fit.
 */
export function findMatches(
  devices: readonly MapDevice[],
  lands: readonly Land[],
  wanted: string,
  limit = MATCH_LIMIT,
): { devices: number[]; lands: Land[]; more: number } {
  const words = folded(wanted).split(' ').filter(Boolean)
  const holds = (...texts: readonly (string | null | undefined)[]) => {
    const text = folded(texts.filter((part) => part != null).join('\n'))
    return words.every((word) => text.includes(word))
  }
  const plots = lands.filter((land) => holds(land.landName, land.variety?.name))
  const matches: number[] = []
  devices.forEach((device, at) => {
    if (words.length === 0 || holds(device.name, device.eui, device.deviceSerial, device.landName)) matches.push(at)
  })
  const shownPlots = plots.slice(0, limit)
  const shown = matches.slice(0, limit - shownPlots.length)
  return { devices: shown, lands: shownPlots, more: plots.length - shownPlots.length + matches.length - shown.length }
}
