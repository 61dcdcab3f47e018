import { type KnownCalibration, type KnownDevice, type KnownItem, unheardItem } from './knownDevice.ts'

export interface CalibrationRow extends KnownCalibration {
  readonly device_id: number
  readonly code: string
}
export interface CalculationRow {
  readonly device_id: number
  readonly code: string
  readonly id: number
  readonly last_ts: number | null
  readonly last_place: number
  readonly first_id: number
  readonly second_id: number | null
}

/** Gives a device's items their calibrations (in the order in which they were made), and the device its calculated items. */
export function treat(device: KnownDevice, calibrations: readonly CalibrationRow[], calculations: readonly CalculationRow[]): void {
  const calibrationsOf = Map.groupBy(calibrations, ({ code }) => code)
  const targets = new Map(calculations.map((row) => [row, targetOf(device, row)]))
  const kept = new Set(targets.values())
  for (const [code, item] of device.items) {
    // One that is calculated no more is gone: what the device says under its code is another item.
    if (item.treatment === 'calculated' && !kept.has(item)) device.items.delete(code)
    else if (kept.has(item)) item.treatment = 'calculated'
    else item.treatment = standing(calibrationsOf.get(code) ?? [])
  }
  device.calculations = [...targets].map(([{ first_id, second_id }, target]) => ({
    target,
    sourceIds: second_id === null ? [first_id] : [first_id, second_id],
  }))
}

function targetOf(device: KnownDevice, { code, id, last_ts, last_place }: CalculationRow): KnownItem {
  const known = device.items.get(code)
  if (known !== undefined && known.id === id) return known
  const made = Object.assign(unheardItem(device, code), { id, lastTs: last_ts ?? -1, lastPlace: last_place })
  device.items.set(code, made)
  return made
}

/** Those that hold for any reading: one that was made later takes the place of all that begin after it. Null where there is none. */
function standing(rows: readonly CalibrationRow[]): readonly KnownCalibration[] | null {
  const held: KnownCalibration[] = []
  for (const { id, since, factor, offset } of rows) {
    while (held.length > 0 && held.at(-1)!.since >= since) held.pop()
    held.push({ id, since, factor, offset })
  }
  return held.length === 0 ? null : held
}

/** The calibration that holds for a reading of `ts` (ms UTC); undefined before the first one. */
export const holding = (calibrations: readonly KnownCalibration[], ts: number): KnownCalibration | undefined =>
  calibrations.findLast(({ since }) => since <= ts)
