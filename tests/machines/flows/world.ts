import type { CommandState } from '#contract/devices/command'
import type { FlowDefinition, Step } from '#contract/flows/definition'
import type { RunReason } from '#contract/flows/run'
import type { Condition, Verdict } from '#contract/watch/condition'
import { advance, type Advanced, type Effect, type Facts } from '#machines/flows/advance'
import { beginning, type Cursor, type GroupThen } from '#machines/flows/cursor'

const when: Condition = { kind: 'sun', is: 'up', shift: 0 }
/** A check whose answer the world gives by the number of its device. */
export const checkOf = (deviceId: number) => ({ join: 'all' as const, of: [{ deviceId, ordinal: null, when }] })
export const open = (switchId: number, runSeconds: number | null = 60, onFail: 'stop' | 'goOn' = 'stop'): Step => ({
  kind: 'command',
  target: { kind: 'switch', switchId },
  status: 1,
  runSeconds,
  onFail,
})
export const flowOf = (steps: Step[], more: Partial<FlowDefinition> = {}): FlowDefinition => ({
  triggers: [],
  only: null,
  steps,
  whileRunning: 'skip',
  maxSeconds: 3600,
  ...more,
})

type Asked = Extract<Effect, { type: 'ask' }>
export interface World {
  readonly verdicts?: (deviceId: number, now: number) => Verdict
  /** How a command stands so long after it was recorded. */
  readonly stands?: (ask: Asked, age: number) => CommandState
  readonly rest?: (switchId: number) => 0 | 1 | null
  readonly outranked?: (switchId: number, now: number) => boolean
  /** What was asked at this moment is never recorded: the server died. */
  readonly isLost?: (now: number) => boolean
  /** When something else brought a circuit to rest. */
  readonly undoneAt?: (switchId: number) => number
  readonly groups?: Record<number, GroupThen>
}

export interface Walked {
  readonly asks: readonly (Asked & { readonly at: number })[]
  readonly traces: readonly (Extract<Effect, { type: 'trace' }> & { readonly at: number })[]
  readonly notices: number
  readonly ended: NonNullable<Advanced['ended']>
  readonly endedAt: number
}

/** Walks a run to its end as the server does: half a second at a time, its cursor through JSON, what was recorded not again. */
export function walk(definition: FlowDefinition, world: World = {}, stop: { at: number; reason: RunReason } | null = null): Walked {
  const { verdicts = () => 'yes', stands = (_ask, age) => (age >= 1000 ? 'observed' : 'sent') } = world
  let cursor: Cursor = beginning(world.groups ?? {}, 0, definition.maxSeconds)
  const recorded = new Map<string, Asked & { at: number }>()
  const asks: (Asked & { at: number })[] = []
  const traces: (Extract<Effect, { type: 'trace' }> & { at: number })[] = []
  let notices = 0
  let ids = 0
  for (let now = 0; now < 200_000_000;) {
    const looked = new Set<string>()
    const facts: Facts = {
      now,
      look: ({ of }, path) =>
        looked.delete(path.join('.'))
          ? of.map(({ deviceId }) => ({ deviceId, deviceName: null, verdict: verdicts(deviceId!, now), ordinal: null, seen: [] }))
          : null,
      command(id) {
        const found = recorded.get(id)
        return found ? { state: stands(found, now - found.at), message: null } : null
      },
      rest: world.rest ?? (() => 0),
      undone(switchId, since) {
        const at = world.undoneAt?.(switchId) ?? Infinity
        return at > since && at <= now ? { at, by: { cause: 'interlock', name: 'Dry run' } } : null
      },
      isOutranked: (switchId) => world.outranked?.(switchId, now) ?? false,
      newId: () => String(++ids),
    }
    let moved = advance(cursor, definition, facts, stop !== null && now >= stop.at ? stop.reason : null)
    const effects = [...moved.effects]
    for (let looks = 0; moved.wants.length > 0 && looks < 20; looks++) {
      for (const { path } of moved.wants) looked.add(path.join('.'))
      moved = advance(moved.cursor, definition, facts)
      effects.push(...moved.effects)
    }
    for (const effect of effects) {
      if (effect.type === 'trace') traces.push({ ...effect, at: now })
      if (effect.type === 'notify') notices++
      if (effect.type !== 'ask' || recorded.has(effect.id) || world.isLost?.(now)) continue
      recorded.set(effect.id, { ...effect, at: now })
      asks.push({ ...effect, at: now })
    }
    if (moved.ended) return { asks, traces, notices, ended: moved.ended, endedAt: now }
    cursor = JSON.parse(JSON.stringify(moved.cursor)) as Cursor
    const next = moved.wants.length > 0 ? now : moved.lookAt!
    now = Math.max(now + 500, Math.ceil(next / 500) * 500)
  }
  throw new Error('it never ends')
}
