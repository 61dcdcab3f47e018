import type { Action, Episode } from './action.ts'
import { fold, inOrder, type Turn, wakeOf } from './fold.ts'
import { reconcile } from './reconcile.ts'
import { beginning, copyOf, type State } from './state.ts'
import type { Happening, Watch } from './watch.ts'

/** Readings may come out of order by so much of their own time, and so many of them: what was judged meanwhile is judged again. */
export const REORDER_MS = 600_000
const MOST_KEPT = 2000

/** What outlives a process: what was known at the end of what can no longer change, and what was told since. Plain JSON. */
export interface Kept {
  readonly base: State
  readonly told: readonly Episode[]
}

export interface Evaluator {
  /** What happened, in any order, and the clock: nothing is judged beyond it, and without anything happening nothing beyond `passed`. Answers what follows. */
  take(happenings: readonly Happening[], now: number, passed?: number): Action[]
  /** That time passed. */
  pass(now: number): Action[]
  /** When to call `pass` next, though nothing happens; null where never. */
  wake(): number | null
  /** Whether it cannot be judged now. */
  isUnknown(): boolean
  /** What was told of the condition, from `raisedAt` on; null where nothing goes on. */
  activeSince(): number | null
  kept(): Kept
  /** What it reads is to be read again from here on (excluded), ms UTC, after `kept` was taken up by another. */
  readonly base: number
}

/**
 * Watches one device for one rule, by the time of what happens and not by that of its arrival: readings that come late, doubled or out of order
 * lead to the same episodes as if they had come in time, and what was told of them is set right. What is not after
 * `base`, which follows the newest reading at a distance of REORDER_MS or a little more, changes nothing.
 */
export function createEvaluator(watch: Watch, from: Kept | { startedAt: number }): Evaluator {
  const base = 'base' in from ? copyOf(from.base) : beginning(watch, from.startedAt)
  let told: Episode[] = 'base' in from ? [...from.told] : []
  let head = copyOf(base)
  let headWake = wakeOf(watch, head)
  /** What head came through since base. */
  let turns: Turn[] = []
  /** In order; those before `next` are in head, the rest lies ahead of the clock. */
  const window: Happening[] = []
  let next = 0
  let newest = base.at
  /** What was told before a kill is held against what is so, once: nothing may be found of it. */
  let isChecked = !('base' in from)

  /** Puts it where it belongs; answers whether head has passed that place. Said again, a reading stays, and a state gives way. */
  function insert(one: Happening): boolean {
    let at = window.length
    while (at > 0 && inOrder(window[at - 1]!, one) > 0) at--
    if (at > 0 && inOrder(window[at - 1]!, one) === 0) {
      if (one.kind === 'reading' && one.revises === undefined) return false
      window[at - 1] = one
      return at - 1 < next
    }
    window.splice(at, 0, one)
    if (at >= next) return one.at <= head.at
    next++
    return true
  }

  /** Judges on to `now`; from base on where the past is not what it was. */
  function judgeOn(now: number, passed: number, again: boolean): Action[] {
    if (again) {
      head = copyOf(base)
      turns = []
      next = 0
    }
    const before = turns.length
    let end = next
    while (end < window.length && window[end]!.at <= now) end++
    headWake = fold(watch, head, window, passed, (turn) => void turns.push(turn), next, end)
    next = end
    if (!again && turns.length === before && isChecked) {
      settle()
      return []
    }
    isChecked = true
    const { actions, after } = reconcile(told, turns, base, now)
    told = after
    settle()
    return actions
  }

  /** What is too old to change is folded into the base. */
  function settle(): void {
    const horizon = Math.min(newest - REORDER_MS, head.at)
    let gone = 0
    while (gone < next && (window[gone]!.at <= horizon || window.length - gone > MOST_KEPT)) gone++
    // Not one by one: head is far ahead of what each of them would move.
    if (gone === 0 || (gone < 64 && gone < next && window.length < MOST_KEPT)) return
    const to = window[gone - 1]!.at
    while (gone < next && window[gone]!.at === to) gone++
    fold(watch, base, window.splice(0, gone), to, () => undefined)
    next -= gone
    turns = turns.filter(({ raisedAt, cleared }) => (cleared?.at ?? raisedAt) > base.at)
    told = told.filter(({ cleared }) => cleared === null || cleared.at > base.at)
  }

  return {
    take(happenings, now, passed = now) {
      let again = false
      for (const one of happenings) {
        if (one.at <= base.at) continue
        if (one.kind === 'reading' || watch.slots.length === 0) newest = Math.max(newest, Math.min(one.at, now))
        again = insert(one) || again
      }
      return judgeOn(now, passed, again)
    },
    pass: (now) => judgeOn(now, now, false),
    wake() {
      const ahead = window[next]?.at ?? null
      return ahead === null ? headWake : headWake === null ? ahead : Math.min(ahead, headWake)
    },
    isUnknown: () => head.unknown,
    activeSince: () => told.find(({ cause, cleared }) => cause === 'condition' && cleared === null)?.raisedAt ?? null,
    kept: () => ({ base: copyOf(base), told: [...told] }),
    get base() {
      return base.at
    },
  }
}
