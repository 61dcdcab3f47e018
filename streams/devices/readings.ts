import type { TopicPayload } from '#contract/core/topic'
import type { liveReadings } from '#contract/devices/live'
import { foldLive, type LiveNeeds } from '../foldLive.ts'
import type { LiveTable } from '../live.ts'

/** An item's newest reading, in its unit; `ts` ms UTC. Null is a sensor's own "no value". */
export interface LiveReading {
  readonly value: number | null
  readonly ts: number
}
export type ReadingsFrame = TopicPayload<typeof liveReadings>
export type ReadingChange = ReadingsFrame['v'][number]

const counts = (value: unknown): value is number => Number.isSafeInteger(value)

/**
 * A readings frame, or null where it is none. The same judgement as the declaration's schema (a test holds the two together), by
 * hand, since the schema costs more than all the rest of the way to the screen.
 */
export function readReadingsFrame(raw: unknown): ReadingsFrame | null {
  if (typeof raw !== 'object' || raw === null) return null
  const frame = raw as Record<string, unknown>
  if (!counts(frame.at) || !counts(frame.seq) || !counts(frame.start) || !Array.isArray(frame.v)) return null
  for (const one of frame.v as unknown[]) {
    if (!Array.isArray(one) || one.length !== 3 || !counts(one[0]) || !counts(one[1])) return null
    if (one[2] !== null && !Number.isFinite(one[2])) return null
  }
  return raw as ReadingsFrame
}

export function foldReading(held: LiveReading | undefined, [, ts, value]: ReadingChange, tieWins: boolean): LiveReading {
  if (held !== undefined && (ts < held.ts || (ts === held.ts && (!tieWins || value === held.value)))) return held
  return { value, ts }
}

/** Of what was stored (`ts` null: nothing yet) and what was heard, the newer: its value and its age stand and fall together. */
export function newerReading(
  stored: { readonly value: number | null; readonly ts: number | null },
  heard: LiveReading | undefined,
): LiveReading | undefined {
  if (stored.ts === null || (heard && heard.ts >= stored.ts)) return heard
  return { value: stored.value, ts: stored.ts }
}

/** The readings of a base by item id: the newest of each. */
export const readings = (
  given: Omit<LiveNeeds<ReadingsFrame, ReadingChange, LiveReading>, 'changesOf' | 'keyOf' | 'fold' | 'timeOf' | 'asOf'>,
): LiveTable<LiveReading> =>
  foldLive({
    ...given,
    changesOf: (frame) => frame.v,
    keyOf: (change) => change[0],
    fold: foldReading,
    timeOf: (held) => held.ts,
    asOf: (held, ts) => ({ ...held, ts }),
  })
