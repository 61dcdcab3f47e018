import type { AlarmEvent, Quiet } from '#contract/alarms/alarm'
import type { Seen } from '#contract/watch/condition'
import type { Action, Episode } from '#machines/watch/action'

/** So many times within so long, and it flaps: what comes again is the same alarm. */
export const FLAPS = 3
export const FLAP_MS = 30 * 60_000
/** One that flaps is over once it has been calm for so long. */
export const CALM_MS = 10 * 60_000
/** What was so that long ago is news to nobody. */
export const LATE_MS = 15 * 60_000

/** An alarm of one rule, device and layer while acts are followed. Times in ms UTC. */
export interface Followed {
  /** null of one that is made now. */
  readonly id: number | null
  readonly raisedAt: number
  readonly episode: Episode | null
  episodeAt: number
  recent: readonly number[]
  times: number
  clearedAt: number | null
  clearedBy: string | null
  clearedSeen: readonly Seen[] | null
  calmAt: number | null
  calmSeen: readonly Seen[] | null
  quiet: Quiet | null
  byLoss: boolean
  dueAt: number | null
  readonly heardAt: number | null
  readonly shelvedUntil: number | null
  readonly events: { readonly at: number; readonly what: AlarmEvent['what']; readonly text: string | null }[]
  /** It is to be written; `shown`: and is another one to who looks at it. */
  touched: boolean
  shown: boolean
}

/** What else decides, of the rule and the device of an act. */
export interface Circumstances {
  readonly now: number
  /** Rule and device are there, and the rule is switched on. */
  readonly watches: boolean
  readonly byLoss: (seen: readonly Seen[]) => boolean
  /** Why one that is raised now is told to nobody, beside its age. */
  readonly quietNow: (byLoss: boolean) => Quiet | null
}

/**
 * What an act makes of the last alarm of its origin (null: there was none): answers the alarm that is then the last one, which is the same
 * object, changed, or a new one. What was followed before changes nothing.
 */
export function follow(last: Followed | null, action: Action, about: Circumstances): Followed | null {
  if (action.what === 'clear') return clear(last, action, about)
  if (!about.watches) return last
  const { episode } = action
  if (action.what === 'record') return record(last, episode, about)
  return raise(last, episode, about)
}

const recentAt = (last: Followed | null, at: number) => (last?.recent ?? []).filter((one) => one > at - FLAP_MS && one < at)

function raise(last: Followed | null, episode: Episode, about: Circumstances): Followed {
  const at = episode.raisedAt
  if (last !== null && at <= last.episodeAt) return last
  if (last !== null && last.clearedAt === null && last.calmAt === null) {
    // Found anew by another version of the rule, and still so.
    last.episodeAt = at
    last.touched = true
    return last
  }
  const before = recentAt(last, at)
  const recent = [...before, at].slice(-FLAPS)
  const comesAgain = last !== null && (last.clearedAt === null || (last.clearedBy === 'condition' && before.length >= FLAPS))
  const byLoss = about.byLoss(episode.seen)
  const quiet = about.now - at > LATE_MS ? 'late' : about.quietNow(byLoss)
  if (!comesAgain) return aNew(episode, { recent, byLoss, quiet, dueAt: quiet === null ? about.now : null })
  Object.assign(last, { episodeAt: at, recent, clearedAt: null, clearedBy: null, clearedSeen: null, calmAt: null, calmSeen: null })
  last.times++
  last.events.push({ at, what: 'again', text: null })
  // People were told of it; what was kept from them is judged anew.
  if (last.heardAt === null && last.dueAt === null) {
    Object.assign(last, { byLoss, quiet })
    if (quiet === null && last.shelvedUntil === null) last.dueAt = about.now
  }
  last.touched = true
  last.shown = true
  return last
}

function clear(last: Followed | null, action: Action & { what: 'clear' }, { now }: Circumstances): Followed | null {
  if (last === null || last.clearedAt !== null || last.calmAt !== null || action.raisedAt < last.episodeAt) return last
  last.touched = true
  if (last.times > 1 && action.at > now - CALM_MS) {
    last.calmAt = action.at
    last.calmSeen = action.seen
    return last
  }
  end(last, action.at, action.seen)
  return last
}

/** One that is over already, since it was short or its readings came late: told like any other, unless that is news to nobody. */
function record(last: Followed | null, episode: Episode, about: Circumstances): Followed | null {
  const at = episode.raisedAt
  if (episode.cleared === null || (last !== null && at <= last.episodeAt && last.id === null)) return last
  const recent = [...recentAt(last, at), at].slice(-FLAPS)
  const byLoss = about.byLoss(episode.seen)
  const quiet = about.now - at > LATE_MS ? 'late' : about.quietNow(byLoss)
  const made = aNew(episode, { recent, byLoss, quiet, dueAt: quiet === null ? about.now : null })
  end(made, episode.cleared.at, episode.cleared.seen)
  return made
}

function end(one: Followed, at: number, seen: readonly Seen[]): void {
  one.clearedAt = Math.max(at, one.raisedAt)
  one.clearedBy = 'condition'
  one.clearedSeen = seen
  one.events.push({ at: one.clearedAt, what: 'cleared', text: 'condition' })
  one.shown = true
}

const aNew = (episode: Episode, more: Pick<Followed, 'recent' | 'byLoss' | 'quiet' | 'dueAt'>): Followed => ({
  id: null,
  raisedAt: episode.raisedAt,
  episode,
  episodeAt: episode.raisedAt,
  times: 1,
  clearedAt: null,
  clearedBy: null,
  clearedSeen: null,
  calmAt: null,
  calmSeen: null,
  heardAt: null,
  shelvedUntil: null,
  events: [{ at: episode.raisedAt, what: 'raised', text: null }],
  touched: true,
  shown: true,
  ...more,
})
