const ZONE_MS = 8 * 3_600_000
const DAY_MINUTES = 1440

/**
 * What the pumps of an aerator are to do by the settings that it holds: 1 all run, 0 all rest, null as they are. The schedule comes
 * first, then little oxygen, then enough of it; in between nothing changes, so that no pump starts and stops every minute.
 */
export function pumpsWanted(held: Readonly<Record<string, unknown>>, oxygen: number | undefined, ts: number): 0 | 1 | null {
  const { oxygenLow, oxygenHigh, schedule } = held
  if (isScheduled(schedule, ts)) return 1
  if (oxygen === undefined || typeof oxygenLow !== 'number' || typeof oxygenHigh !== 'number') return null
  return oxygen < oxygenLow ? 1 : oxygen > oxygenHigh ? 0 : null
}

/** What a lamp is to do by the schedule that it holds: 1 shine, 0 rest, null as it is, where it holds none. */
export const lampWanted = ({ schedule }: Readonly<Record<string, unknown>>, ts: number): 0 | 1 | null =>
  typeof schedule === 'string' ? (isScheduled(schedule, ts) ? 1 : 0) : null

function isScheduled(schedule: unknown, ts: number): boolean {
  if (typeof schedule !== 'string') return false
  const minute = Math.floor((ts + ZONE_MS) / 60_000) % DAY_MINUTES
  return spansOf(schedule).some(([from, to]) => (from < to ? minute >= from && minute < to : minute >= from || minute < to))
}

/** `22:00-06:00,12:30-14:00` as minutes of the day. */
const spansOf = (schedule: string): [number, number][] =>
  schedule
    .split(',')
    .map((span) => span.split('-').map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) as [number, number])
