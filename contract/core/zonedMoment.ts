const PATTERN = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/

const DAY = 24 * 3_600_000
/** No clock is set back by more. */
const SET_BACK_WITHIN = 3 * 3_600_000

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

/** Clocks are changed at full quarters of an hour UTC. */
const QUARTER = 15 * 60_000
/** Quarters of an hour whose offset is kept for a zone: a page writes the same few hundred moments again and again. */
const MOST_KEPT = 2000
const offsets = new Map<string, Map<number, number>>()
function offsetAt(moment: number, zone: string): number {
  let kept = offsets.get(zone)
  if (!kept || kept.size > MOST_KEPT) offsets.set(zone, (kept = new Map()))
  const quarter = Math.floor(moment / QUARTER)
  let offset = kept.get(quarter)
  if (offset === undefined) {
    const part = Object.fromEntries(
      formatOf(zone)
        .formatToParts(quarter * QUARTER)
        .map(({ type, value }) => [type, Number(value)]),
    ) as Record<string, number>
    offset = Date.UTC(part['year']!, part['month']! - 1, part['day']!, part['hour']!, part['minute']!, part['second']!) - quarter * QUARTER
    kept.set(quarter, offset)
  }
  return offset
}

/** What a zone's clock shows at a moment, as if it were UTC, ms; to the second. Throws RangeError of a zone that is not known here. */
export const wallClock = (moment: number, zone: string): number => Math.floor(moment / 1000) * 1000 + offsetAt(moment, zone)

/**
 * A query's moment as ms UTC: a number is one already; `YYYY-MM-DD HH:mm:ss` (or the day alone) is read in the zone. As the `end` of a
 * range it answers the first ms after what was named: after that second, or that day. Null where the text is no such moment.
 */
export function zonedMoment(given: number | string, zone: string, edge: 'start' | 'end'): number | null {
  if (typeof given === 'number') return edge === 'end' ? given + 1 : given
  const match = PATTERN.exec(given.trim())
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const wanted = Date.UTC(year, month - 1, day, hour, minute, second)
  const read = new Date(wanted)
  if (read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59) return null
  if (edge === 'end' && match[4] == null) return momentOf(wanted + DAY, zone)
  return momentOf(wanted, zone) + (edge === 'end' ? 1000 : 0)
}

/**
 * The moment at which a zone's clock shows this, the first of two where it is set back; of what it skips the moment at which it would have been by
 * the clock before the change: a day without a midnight begins at the change. A day is 23 or 25 hours where clocks are changed on it: ask for
 * the next midnight.
 */
export function momentOf(shown: number, zone: string): number {
  // The zone's offset at a first guess may be that of the other side of a change of clocks: look again from there.
  const guess = shown - (wallClock(shown, zone) - shown)
  const found = shown - (wallClock(guess, zone) - guess)
  // By the offset of a few hours before it is shown an hour earlier, too, where the clock was set back in between.
  const before = found - SET_BACK_WITHIN
  const first = shown - (wallClock(before, zone) - before)
  return wallClock(found, zone) !== shown || (first < found && wallClock(first, zone) === shown) ? first : found
}

/** The day that a moment (ms UTC) falls on in a zone, YYYY-MM-DD. */
export const dayOf = (moment: number, zone: string): string => new Date(wallClock(moment, zone)).toISOString().slice(0, 10)
