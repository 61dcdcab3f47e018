import { type CommandState, isEnd } from '#contract/devices/command'

/** One rung of the ladder as it is drawn: `at` is when it was reached (ms UTC), null where that is not known or not yet so. */
export interface Rung {
  readonly state: CommandState
  readonly phase: 'done' | 'now' | 'ahead' | 'failed'
  readonly at: number | null
}
interface Climb {
  readonly state: CommandState
  readonly at: number
}

const way = ['queued', 'sent', 'acknowledged', 'observed'] as const satisfies readonly CommandState[]
const place = (state: CommandState) => (way as readonly CommandState[]).indexOf(state)

/**
 * The rungs of a command from what is known of its past (`climbs`, any order) and where it stands now. `queued` shows only where the
 * command waited. An end without success takes the place of the rungs that will not be reached.
 */
export function describeCommand(current: CommandState, climbs: readonly Climb[]): Rung[] {
  const reached = new Map<CommandState, number>()
  for (const { state, at } of climbs) reached.set(state, Math.min(at, reached.get(state) ?? at))
  const failed = isEnd(current) && current !== 'observed'
  const furthest = failed ? Math.max(-1, ...climbs.map(({ state }) => place(state))) : place(current)
  const rungs = way
    .filter((state, at) => (state !== 'queued' || reached.has('queued') || current === 'queued') && (!failed || at <= furthest))
    .map((state): Rung => {
      const at = place(state)
      // What was reached is done; the next rung is the one that is waited for.
      const phase = failed || at <= furthest || current === 'observed' ? 'done' : at === furthest + 1 ? 'now' : 'ahead'
      return { state, phase, at: reached.get(state) ?? null }
    })
  return failed ? [...rungs, { state: current, phase: 'failed', at: reached.get(current) ?? null }] : rungs
}
