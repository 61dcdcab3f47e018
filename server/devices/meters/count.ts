import { MAX_AHEAD_MS } from '#contract/devices/protocol'

/** What a meter says: a flow, or a counter that only rises. `m3` of one of it; of a flow, and ms. */
export interface MeterKind {
  readonly kind: 'flow' | 'counter'
  readonly m3: number
}
export interface MeterReading {
  /** ms UTC */
  readonly ts: number
  readonly value: number | null
}
/** How far a start for a volume is. `reached` in m³, times in ms UTC. */
export interface Counted {
  readonly startedAt: number
  /** The newest reading that is counted; null before any. */
  readonly last: MeterReading | null
  /** When the meter last had a value, before or since the start; null: never. */
  readonly spokeAt: number | null
  readonly reached: number
}

/**
 * The same where the server's clock was set back to `now` since: what would lie ahead of it is as of now, else nothing that comes would
 * count, and no silence would be noticed, before it has caught up.
 */
export function backWithClock(of: Counted, now: number): Counted {
  const { startedAt, last, spokeAt } = of
  if (startedAt <= now && Math.max(last?.ts ?? 0, spokeAt ?? 0) <= now + MAX_AHEAD_MS) return of
  const byNow = (ts: number) => Math.min(ts, now)
  return {
    ...of,
    startedAt: byNow(startedAt),
    last: last && { ...last, ts: byNow(last.ts) },
    spokeAt: spokeAt === null ? null : byNow(spokeAt),
  }
}

/**
 * Counts readings, which are in order and later than the last one. A flow holds until the next reading, for `graceMs` at most; one that runs
 * backwards gives nothing. A counter that falls begins anew. A reading without a value gives nothing, and a counter goes on from the value before it.
 */
export function count(of: Counted, readings: readonly MeterReading[], { kind, m3 }: MeterKind, graceMs: number): Counted {
  let { last, spokeAt, reached } = of
  for (const reading of readings) {
    if (kind === 'flow') reached += heldFlow(last, of.startedAt, reading.ts, graceMs) * m3
    else if (reading.value !== null && last !== null && last.value !== null && reading.ts > of.startedAt)
      reached += Math.max(0, reading.value - last.value) * m3
    if (reading.value !== null) spokeAt = reading.ts
    // A counter stands where it stood while it says nothing.
    last = kind === 'counter' && reading.value === null ? { ts: reading.ts, value: last?.value ?? null } : reading
  }
  return { ...of, last, spokeAt, reached }
}

function heldFlow(last: MeterReading | null, startedAt: number, until: number, graceMs: number): number {
  if (last === null || last.value === null) return 0
  const end = Math.min(until, last.ts + graceMs)
  return Math.max(0, last.value) * Math.max(0, end - Math.max(startedAt, last.ts))
}

/** m³ by now: what is counted, and of a flow what its last reading has given since. */
export const reachedBy = (of: Counted, { kind, m3 }: MeterKind, graceMs: number, now: number): number =>
  of.reached + (kind === 'flow' ? heldFlow(of.last, of.startedAt, now, graceMs) * m3 : 0)

/** Whether it must end: the volume is there, or the meter has said nothing for its grace, from the start on. Else null. */
export function mustEnd(of: Counted, asked: number, meter: MeterKind, graceMs: number, now: number): 'reached' | 'silent' | null {
  if (reachedBy(of, meter, graceMs, now) >= asked) return 'reached'
  return now - Math.max(of.startedAt, of.spokeAt ?? 0) > graceMs ? 'silent' : null
}
