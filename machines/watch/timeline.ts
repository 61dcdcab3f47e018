import type { Verdict } from '#contract/watch/condition'
import { takeAll, wakeOf } from './fold.ts'
import { judge } from './judge.ts'
import type { State } from './state.ts'
import type { Happening, Watch } from './watch.ts'

/** What a condition said from which moment on (ms UTC), in order; one says it until the next. */
export type Timeline = (readonly [at: number, verdict: Verdict])[]

/**
 * Goes through what happened, in order, up to `to`, and notes in `line` whenever the condition of a watch says something else. Each moment is judged
 * by itself, as somebody who looks at it then would: a comparison knows no margin.
 */
export function draw(watch: Watch, state: State, happenings: readonly Happening[], to: number, line: Timeline): void {
  const look = (at: number) => {
    state.latches.fill(false)
    const { when } = judge(watch, state, at)
    state.at = at
    if (line.at(-1)?.[1] !== when) line.push([at, when])
  }
  const pass = (until: number) => {
    for (let wake = wakeOf(watch, state); wake !== null && wake <= until; wake = wakeOf(watch, state)) look(wake)
  }
  for (let next = 0; next < happenings.length;) {
    const { at } = happenings[next]!
    pass(at - 1)
    const first = next
    while (next < happenings.length && happenings[next]!.at === at) next++
    takeAll(watch, state, happenings, first, next)
    look(at)
  }
  pass(to)
}

/** What a timeline says at a moment; unknown before it begins. */
export function saidAt(line: Timeline, at: number): Verdict {
  let low = 0
  let high = line.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (line[middle]![0] <= at) low = middle + 1
    else high = middle
  }
  return low === 0 ? 'unknown' : line[low - 1]![1]
}
