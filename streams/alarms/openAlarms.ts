import type { AlarmFace } from '#contract/alarms/alarm'
import { liveAlarms } from '#contract/alarms/live'
import type { TopicPayload } from '#contract/core/topic'
import { foldLive, type LiveNeeds } from '../foldLive.ts'
import type { LiveTable } from '../live.ts'

/** How an alarm stood at `at` (ms UTC), null where it was no longer open: cleared and acknowledged. */
export interface LiveAlarm {
  readonly at: number
  readonly face: AlarmFace | null
}
export type AlarmsFrame = TopicPayload<typeof liveAlarms>
export type AlarmChange = AlarmsFrame['v'][number]

/** Alarms come and go seldom: their frames are judged by the declaration itself. */
export function readAlarmsFrame(raw: unknown): AlarmsFrame | null {
  const judged = liveAlarms.payload.safeParse(raw)
  return judged.success ? judged.data : null
}

function sameFace(a: AlarmFace | null, b: AlarmFace | null): boolean {
  if (a === null || b === null) return a === b
  for (const name in a) if (a[name as keyof AlarmFace] !== b[name as keyof AlarmFace]) return false
  return true
}

/** By when it changed; of two changes of one moment the later word counts. */
export function foldAlarm(held: LiveAlarm | undefined, [, at, face]: AlarmChange, tieWins: boolean): LiveAlarm {
  if (held === undefined) return { at, face }
  if (at < held.at || (at === held.at && (!tieWins || sameFace(held.face, face)))) return held
  return { at, face }
}

/** The alarms of a base by id. One that is no longer open is kept as null until the next snapshot, so that an older word does not bring it back. */
export const openAlarms = (
  given: Omit<LiveNeeds<AlarmsFrame, AlarmChange, LiveAlarm>, 'changesOf' | 'keyOf' | 'fold' | 'timeOf' | 'asOf' | 'whole'>,
): LiveTable<LiveAlarm> =>
  foldLive({
    ...given,
    changesOf: (frame) => frame.v,
    keyOf: (change) => change[0],
    fold: foldAlarm,
    timeOf: (held) => held.at,
    asOf: (held, at) => ({ ...held, at }),
    whole: true,
  })
