import type { TopicPayload } from '#contract/core/topic'
import type { Presence } from '#contract/devices/device'
import { livePresence } from '#contract/devices/live'
import { foldLive, type LiveNeeds } from '../foldLive.ts'
import type { LiveTable } from '../live.ts'

/** Whether a device is there; `heardAt` (ms UTC) when it was last heard, 0 where never. */
export interface LivePresence {
  readonly presence: Presence
  readonly heardAt: number
}
export type PresenceFrame = TopicPayload<typeof livePresence>
export type PresenceChange = PresenceFrame['v'][number]

/** Devices come and go seldom: their frames are judged by the declaration itself. */
export function readPresenceFrame(raw: unknown): PresenceFrame | null {
  const judged = livePresence.payload.safeParse(raw)
  return judged.success ? judged.data : null
}

/** By the time it was heard; a device that falls silent was heard at the same time as before, so the later word of a tie counts. */
export function foldPresence(held: LivePresence | undefined, [, heardAt, presence]: PresenceChange, tieWins: boolean): LivePresence {
  if (held !== undefined) {
    if (heardAt < held.heardAt) return held
    if (heardAt === held.heardAt && (presence === held.presence || !tieWins)) return held
  }
  return { presence, heardAt }
}

/**
 * What is known of a device: its record's word until the live table has a newer one. A record that was read after the table last heard of
 * the device is the newer one. `heardAt` is null where it was never heard.
 */
export function newerPresence(
  record: { readonly presence: Presence; readonly heardAt: number | null },
  live: LivePresence | undefined,
): { readonly presence: Presence; readonly heardAt: number | null } {
  const isNewer = live !== undefined && live.heardAt >= (record.heardAt ?? 0)
  // 0 is never: the age of 1970 would be shown.
  return { presence: isNewer ? live.presence : record.presence, heardAt: Math.max(live?.heardAt ?? 0, record.heardAt ?? 0) || null }
}

/** The devices of a base by device id. */
export const presences = (
  given: Omit<LiveNeeds<PresenceFrame, PresenceChange, LivePresence>, 'changesOf' | 'keyOf' | 'fold' | 'timeOf' | 'asOf'>,
): LiveTable<LivePresence> =>
  foldLive({
    ...given,
    changesOf: (frame) => frame.v,
    keyOf: (change) => change[0],
    fold: foldPresence,
    timeOf: (held) => held.heardAt,
    asOf: (held, heardAt) => ({ ...held, heardAt }),
  })
