/** A reading is `live` while its next one is not overdue, `late` when it is, `lost` when several are missing. */
export type AgeClass = 'live' | 'late' | 'lost'

export const LATE_PERIODS = 1.5
export const LOST_PERIODS = 3

/** The age class of a reading taken at `ts` (ms UTC, null for none) of a device that reports every `reportingPeriod` ms. */
export function ageOf(ts: number | null | undefined, reportingPeriod: number, now: number): AgeClass {
  if (ts == null) return 'lost'
  const age = now - ts
  if (age < reportingPeriod * LATE_PERIODS) return 'live'
  return age < reportingPeriod * LOST_PERIODS ? 'late' : 'lost'
}
