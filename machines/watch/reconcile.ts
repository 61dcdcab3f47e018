import type { Action, Episode } from './action.ts'
import { type Cause, CAUSES } from '#contract/watch/condition'
import type { Turn } from './fold.ts'
import type { Course, State } from './state.ts'

/** The episodes of one cause in a stretch of time, oldest first: what went on at its beginning, and what began and ended in it. */
function episodesBy(cause: Cause, turns: readonly Turn[], atFirst: Course['active']): Episode[] {
  const episodes: Episode[] = atFirst === null ? [] : [{ cause, ...atFirst, cleared: null }]
  for (const turn of turns) {
    if (turn.cause !== cause) continue
    if (turn.cleared === null) episodes.push(turn)
    else episodes[episodes.length - 1] = turn
  }
  return episodes
}

const meet = (one: Episode, other: Episode) =>
  one.raisedAt <= (other.cleared?.at ?? Infinity) && other.raisedAt <= (one.cleared?.at ?? Infinity)

/** All that began and ended in a stretch of time at whose beginning nothing went on, oldest first. */
export const episodesOf = (turns: readonly Turn[]): Episode[] =>
  CAUSES.flatMap((cause) => episodesBy(cause, turns, null)).toSorted((one, other) => one.raisedAt - other.raisedAt)

/**
 * What is to be told, where `told` was told and the turns since `base` are what is so; and what will have been told then. An episode that was
 * told keeps its `raisedAt`. One that was told and is found never to have been is cleared. Causes know nothing of each other.
 */
export function reconcile(
  told: readonly Episode[],
  turns: readonly Turn[],
  base: Pick<State, 'condition' | 'noData'>,
  now: number,
): { actions: Action[]; after: Episode[] } {
  if (base.noData === null && told.every(({ cause }) => cause === 'condition'))
    return reconcileCause('condition', told, turns, base.condition.active, now)
  const of = (cause: Cause) =>
    reconcileCause(
      cause,
      told.filter((one) => one.cause === cause),
      turns.filter((one) => one.cause === cause),
      base[cause]?.active ?? null,
      now,
    )
  const [noData, condition] = [of('noData'), of('condition')]
  return {
    actions: [...noData.actions, ...condition.actions],
    after: [...noData.after, ...condition.after].toSorted((one, other) => one.raisedAt - other.raisedAt),
  }
}

function reconcileCause(
  cause: Cause,
  told: readonly Episode[],
  turns: readonly Turn[],
  atFirst: Course['active'],
  now: number,
): { actions: Action[]; after: Episode[] } {
  const found = episodesBy(cause, turns, atFirst)
  const actions: Action[] = []
  const after = told.filter(({ cleared }) => cleared !== null)
  const open = told.find(({ cleared }) => cleared === null)
  const last = found.at(-1)
  const goesOn = last?.cleared === null ? last : undefined

  // What is open was told of the first one that it meets; where that is over, or there is none, so is what was told.
  const same = open && found.find((one) => meet(open, one))
  if (open !== undefined && same?.cleared === null) after.push(open)
  else if (open !== undefined) {
    const cleared = same?.cleared ?? { at: Math.max(open.raisedAt, Math.min(now, turns.at(-1)?.raisedAt ?? now)), seen: [] }
    const at = Math.max(open.raisedAt, cleared.at)
    actions.push({ what: 'clear', cause, raisedAt: open.raisedAt, at, seen: cleared.seen })
    after.push({ ...open, cleared: { at, seen: cleared.seen } })
  }
  for (const one of found) {
    if (one.cleared === null || after.some((before) => meet(before, one))) continue
    actions.push({ what: 'record', episode: one })
    after.push(one)
  }
  if (goesOn !== undefined && same !== goesOn) {
    // It was told as over, and is not: it begins anew after that.
    const before = Math.max(-Infinity, ...after.map(({ cleared }) => cleared?.at ?? -Infinity))
    const raisedAt = before >= goesOn.raisedAt ? before + 1 : goesOn.raisedAt
    const episode = { ...goesOn, raisedAt }
    actions.push({ what: 'raise', episode })
    after.push(episode)
  }
  return { actions, after: after.toSorted((one, other) => one.raisedAt - other.raisedAt) }
}
