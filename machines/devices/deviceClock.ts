/** A device's clock agrees with the server's within this, ms: what a network takes, and a clock that nobody sets drifts in a month. */
export const CLOCK_TOLERANCE_MS = 60_000
/** What is moved may come from the future by so much, ms: the first word of a clock that is wrong may have taken longer than others. */
const AHEAD_MS = 5000
/** What a lag has to be to be that of a clock: the same but for this part of the time in which it is looked at, and at least these ms. */
interface Steadiness {
  readonly part: number
  readonly least: number
  readonly most: number
  readonly messages: number
  readonly forMs: number
}
/** Of a device that was heard just before, what is late is no backlog: that would have made it silent for as long. */
const AFTER_WORD: Steadiness = { part: 0.25, least: 200, most: 10_000, messages: 3, forMs: 1000 }
/** Behind a silence as long as the lag it may be one that comes about as fast as it was measured. */
const AFTER_SILENCE: Steadiness = { part: 0.02, least: 200, most: 10_000, messages: 5, forMs: 10_000 }

/** What is known of a device's clock. Plain JSON. */
export interface DeviceClock {
  /** What it shows less the server's clock, ms; 0 where the two agree, null where nobody can tell. */
  offset: number | null
  /** When anything came from it last, ms UTC of the server; null where nothing did. */
  heardAt: number | null
  /** Messages that are late by what is known: since when (ms UTC of the server), by which lag, how many, and whether a silence as long went before. */
  late: { since: number; lag: number; count: number; afterSilence: boolean } | null
}
export const unheardClock = (offset: number | null = null, heardAt: number | null = null): DeviceClock => ({ offset, heardAt, late: null })

/**
 * Takes a message that came at `at` and whose newest reading the device dated `sent` (ms UTC), and answers by how much its times are to be moved
 * (subtracted), ms. Nothing can come from the future: a time ahead shows at once that the clock is ahead. A time behind may be backlog, or a
 * clock behind: what comes in order and as fast as it was measured, at one lag, is in time by a clock that is behind; backlog comes
 * faster, and behind a silence. `reach` is how old a backlog may be at most, `period` the device's reporting period.
 */
export function hearClock(clock: DeviceClock, at: number, sent: number, { period, reach }: { period: number; reach: number }): number {
  const lag = sent - at
  const { offset } = clock
  const dev = lag - (offset ?? 0)
  if (dev > CLOCK_TOLERANCE_MS || dev < -reach) set(clock, lag)
  else if (dev >= -CLOCK_TOLERANCE_MS) {
    clock.late = null
    // Seldom: each time readings may be moved onto others.
    if (offset === null || (offset !== 0 && dev > AHEAD_MS)) set(clock, lag)
  } else if (offset !== null && clock.late === null && Math.abs(lag) <= CLOCK_TOLERANCE_MS) set(clock, lag)
  else hearLate(clock, at, lag, period)
  clock.heardAt = at
  return clock.offset ?? 0
}

/** It is late by what is known. */
function hearLate(clock: DeviceClock, at: number, lag: number, period: number): void {
  const { late, heardAt } = clock
  const { part, least, most, messages, forMs } = late?.afterSilence === false ? AFTER_WORD : AFTER_SILENCE
  const span = late === null ? 0 : at - late.since
  if (late === null || Math.abs(lag - late.lag) > Math.min(most, Math.max(least, span * part))) {
    // Of one silence all that comes behind it is.
    const afterSilence = late?.afterSilence ?? (heardAt === null || at - heardAt >= -(lag - (clock.offset ?? 0)) / 2)
    clock.late = { since: at, lag, count: 1, afterSilence }
    return
  }
  late.count++
  if ((late.count >= messages && span >= forMs) || span >= (late.afterSilence ? period : period / 2)) set(clock, lag)
}

/** The clock stands so; near to the server's it is right, with a little room for one that trembles about the bound. */
function set(clock: DeviceClock, lag: number): void {
  const isWrong = clock.offset !== null && clock.offset !== 0
  clock.offset = Math.abs(lag) <= (isWrong ? CLOCK_TOLERANCE_MS / 2 : CLOCK_TOLERANCE_MS) ? 0 : lag
  clock.late = null
}
