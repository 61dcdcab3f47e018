/** A device's clock agrees with the server's within this, ms: what a network takes, and a clock that nobody sets drifts in a month. */
export const CLOCK_TOLERANCE_MS = 60_000
/** What is moved may come from the future by so much, ms: the first word of a clock that is wrong may have taken longer than others. */
const AHEAD_MS = 5000
/** No device keeps a backlog for longer, ms: what is further behind comes from a clock that was never set. */
export const LONGEST_BACKLOG_MS = 5 * 365 * 86_400_000
/** For so long after a clock was set, what it said before may still come again, ms. */
const SAID_AGAIN_MS = 3_600_000
/** What networks take one time more than another, ms: within the first a lag is the same, beyond the second it is another. */
const STEADY_MS = 200
const TREMBLING_MS = 1000
/**
 * What a lag has to be to be that of a clock: the same but for this part of the time in which it is looked at; looked at for so long that the part
 * is as much as networks take, and by so many messages or this part of a period.
 */
interface Steadiness {
  readonly part: number
  readonly messages: number
  readonly periods: number
}
/** Of a device that was heard just before, what is late is no backlog: that would have made it silent for as long. */
const AFTER_WORD: Steadiness = { part: 0.25, messages: 3, periods: 0.5 }
/** Behind a silence as long as the lag it may be one that comes about as fast as it was measured. */
const AFTER_SILENCE: Steadiness = { part: 0.02, messages: 5, periods: 1 }
/** However long it is looked at, a lag that moved by more is another, ms. */
const MOST_TREMBLING_MS = 10_000

/** What is known of a device's clock. Plain JSON. */
export interface DeviceClock {
  /** What it shows less the server's clock, ms; 0 where the two agree, null where nobody can tell. */
  offset: number | null
  /** When anything came from it last, ms UTC of the server; null where nothing did. */
  heardAt: number | null
  /** Messages that are late by what is known: since when (ms UTC of the server), by which lag, by how much that moved (ms), how many, and whether a silence as long went before. */
  late: { since: number; lag: number; moved: number; count: number; afterSilence: boolean } | null
  /** How it stood before it was set back by more than the tolerance, and until when (ms UTC of the server) that is looked at. */
  before: { offset: number; until: number } | null
}
export const unheardClock = (offset: number | null = null, heardAt: number | null = null): DeviceClock => ({
  offset,
  heardAt,
  late: null,
  before: null,
})

/**
 * Takes a message that came at `at` and whose newest reading the device dated `sent` (ms UTC), and answers by how much its times are to be moved
 * (subtracted), ms. Nothing can come from the future: a time ahead shows at once that the clock is ahead. A time behind may be backlog, or a
 * clock behind: what comes in order and as fast as it was measured, at one lag, is in time by a clock that is behind; backlog comes
 * faster, and behind a silence. What comes again after the clock was set is moved as it was before. `reach` is how old a backlog may be at most,
 * `period` the device's reporting period.
 */
export function hearClock(clock: DeviceClock, at: number, sent: number, { period, reach }: { period: number; reach: number }): number {
  const lag = sent - at
  const { offset, before } = clock
  const dev = lag - (offset ?? 0)
  if (before !== null && dev > CLOCK_TOLERANCE_MS && at < before.until && isOfBefore(lag, before.offset)) {
    clock.heardAt = at
    return before.offset
  }
  if (dev > CLOCK_TOLERANCE_MS || dev < -reach) set(clock, lag)
  else if (dev >= -CLOCK_TOLERANCE_MS) {
    clock.late = null
    // Seldom: each time readings may be moved onto others.
    if (offset === null || (offset !== 0 && dev > AHEAD_MS)) set(clock, lag)
  } else if (offset !== null && clock.late === null && isRight(lag) && !isBehindSilence(clock, at, lag)) {
    clock.before = { offset, until: at + SAID_AGAIN_MS }
    set(clock, lag)
  } else hearLate(clock, at, lag, period)
  clock.heardAt = at
  return clock.offset ?? 0
}

/**
 * The newest time of a message by which its clock is to be judged, ms UTC: of `times` the newest that is not odd. Where some of them are in time,
 * what is ahead is odd if it is few (at most a half, or one) and stands apart from the rest: by more than twice the distance
 * that the rest have from each other. A backlog that passes by the present has no such gap.
 */
export function newestSent(clock: DeviceClock, at: number, times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => other - one)
  const [newest] = sorted as [number]
  const devOf = (sent: number) => sent - at - (clock.offset ?? 0)
  if (devOf(newest) <= CLOCK_TOLERANCE_MS) return newest
  const ahead = sorted.findIndex((sent) => devOf(sent) <= CLOCK_TOLERANCE_MS)
  if (ahead < 0 || (ahead > 1 && ahead * 2 > sorted.length) || devOf(sorted[ahead]!) < -CLOCK_TOLERANCE_MS) return newest
  const rest = [...new Set(sorted.slice(ahead))]
  const gaps = rest.slice(1).map((sent, nth) => rest[nth]! - sent)
  const usual = gaps.toSorted((one, other) => one - other)[gaps.length >> 1] ?? 0
  return sorted[ahead - 1]! - rest[0]! > Math.max(CLOCK_TOLERANCE_MS, 2 * usual) ? rest[0]! : newest
}

/** Said again it is late by what was known before, and by no more than the time in which that is looked at. */
const isOfBefore = (lag: number, offset: number) => lag <= offset + AHEAD_MS && lag >= offset - SAID_AGAIN_MS

/** It is late by what is known. */
function hearLate(clock: DeviceClock, at: number, lag: number, period: number): void {
  const { late } = clock
  const { part, messages, periods } = late?.afterSilence === false ? AFTER_WORD : AFTER_SILENCE
  const span = late === null ? 0 : at - late.since
  const moved = late === null ? 0 : Math.max(late.moved, Math.abs(lag - late.lag))
  if (late === null || moved > Math.min(MOST_TREMBLING_MS, Math.max(TREMBLING_MS, span * part))) {
    // Of one silence all that comes behind it is.
    const afterSilence = late?.afterSilence ?? isBehindSilence(clock, at, lag)
    clock.late = { since: at, lag, moved: 0, count: 1, afterSilence }
    return
  }
  late.count++
  late.moved = moved
  if (moved <= Math.max(STEADY_MS, span * part) && span * part >= STEADY_MS && (late.count >= messages || span >= period * periods))
    set(clock, lag)
}

/** Whether the device was silent for about as long as this is late by what is known: it may be backlog. */
const isBehindSilence = ({ heardAt, offset }: DeviceClock, at: number, lag: number) =>
  heardAt === null || at - heardAt >= ((offset ?? 0) - lag) / 2

/** Of a clock that was wrong, with room for one that trembles about the bound. */
const isRight = (lag: number) => Math.abs(lag) <= CLOCK_TOLERANCE_MS / 2

/** The clock stands so; near to the server's it is right. */
function set(clock: DeviceClock, lag: number): void {
  const isWrong = clock.offset !== null && clock.offset !== 0
  clock.offset = (isWrong ? isRight(lag) : Math.abs(lag) <= CLOCK_TOLERANCE_MS) ? 0 : lag
  clock.late = null
}
