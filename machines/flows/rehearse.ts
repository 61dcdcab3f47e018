import type { Checks, FlowDefinition, StepPath } from '#contract/flows/definition'
import type { RunReason } from '#contract/flows/run'
import type { Verdict } from '#contract/watch/condition'
import { advance, type Facts } from './advance.ts'
import { beginning, type Cursor } from './cursor.ts'

/** So long after it was asked a device is taken to have done it, ms. */
const OBEYS_AFTER_MS = 1000

/** What a run would have told a circuit. */
export interface Told {
  readonly at: number
  readonly switchId: number
  readonly status: number
  readonly runSeconds: number | null
}
export interface Rehearsed {
  readonly commands: readonly Told[]
  readonly endedAt: number
  /** Null: it would have come to its end. */
  readonly reason: RunReason | null
  /** The step at which it would have failed. */
  readonly path: StepPath | null
}

/**
 * A run in virtual time, by the same steps as a real one: every device obeys, and checks say what they would have said. `stopAt`: when another takes its
 * place. The same arguments answer the same.
 */
export function rehearse(
  definition: FlowDefinition,
  given: {
    readonly at: number
    readonly groups: Cursor['groups']
    readonly rest: (switchId: number) => 0 | 1 | null
    readonly verdict: (checks: Checks, at: number) => Verdict
    readonly stopAt?: number
  },
): Rehearsed {
  let cursor = beginning(given.groups, given.at, definition.maxSeconds)
  const asked = new Map<string, number>()
  const commands: Told[] = []
  let failedAt: StepPath | null = null
  let ids = 0
  for (let now = given.at; ;) {
    const facts: Facts = {
      now,
      // The join is made of what they say together already.
      look: (checks) => [{ deviceId: null, deviceName: null, verdict: given.verdict(checks, now), ordinal: null, seen: [] }],
      command: (id) => {
        const at = asked.get(id)
        return at === undefined ? null : { state: now - at >= OBEYS_AFTER_MS ? 'observed' : 'sent', message: null }
      },
      rest: given.rest,
      undone: () => null,
      isOutranked: () => false,
      newId: () => String(++ids),
    }
    const moved = advance(cursor, definition, facts, given.stopAt !== undefined && now >= given.stopAt ? 'replaced' : null)
    for (const effect of moved.effects) {
      if (effect.type === 'ask' && !asked.has(effect.id)) {
        asked.set(effect.id, now)
        commands.push({ at: now, switchId: effect.switchId, status: effect.status, runSeconds: effect.runSeconds })
      }
      if (effect.type === 'trace' && effect.what === 'ended') failedAt = effect.path
    }
    if (moved.ended !== null) return { commands, endedAt: now, reason: moved.ended.reason, path: failedAt }
    cursor = moved.cursor
    const next = Math.max(now + 1, moved.lookAt!)
    now = given.stopAt !== undefined && now < given.stopAt ? Math.min(next, given.stopAt) : next
  }
}
