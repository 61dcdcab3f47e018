import { type AnyMachineSnapshot, type AnyStateMachine, type EventObject, transition } from 'xstate'
import { isDeepStrictEqual } from 'node:util'

/** Where a machine stands, as one word: `live.running.lost`; parallel states joined by ` + `. */
export function atOf(value: unknown): string {
  if (typeof value === 'string') return value
  return Object.entries(value as object)
    .map(([name, inner]) => `${name}.${atOf(inner)}`)
    .join(' + ')
}

interface StateNode {
  readonly states: Readonly<Record<string, StateNode>>
  readonly type: string
  readonly path: readonly string[]
}

/** Every state of a machine that has no states inside, in its order. */
export function leavesOf(machine: AnyStateMachine): string[] {
  const walk = (node: StateNode): string[] => {
    const inner = Object.values(node.states)
    return inner.length === 0 ? [node.path.join('.')] : inner.flatMap(walk)
  }
  return walk(machine.root)
}

/** What an event does to a machine that stands somewhere: where it stands then, or null where it is refused, that is where nothing at all is done. */
export function led(machine: AnyStateMachine, from: AnyMachineSnapshot, event: EventObject): string | null {
  const [next, actions] = transition(machine, from, event as never) as [AnyMachineSnapshot, readonly { readonly type: string }[]]
  const isRefused = actions.length === 0 && isDeepStrictEqual(next.value, from.value) && isDeepStrictEqual(next.context, from.context)
  return isRefused ? null : atOf(next.value)
}

/** Where each of these events leads from a state; what is refused is not named. */
export function rowOf(
  machine: AnyStateMachine,
  from: AnyMachineSnapshot,
  events: Readonly<Record<string, EventObject>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(events).flatMap(([name, event]) => {
      const to = led(machine, from, event)
      return to === null ? [] : [[name, to]]
    }),
  )
}

/** Every state without states inside that some sequence of these events leads to from the start. `about`: what of a context tells two places apart. */
export function reachedBy(
  machine: AnyStateMachine,
  start: AnyMachineSnapshot,
  events: readonly EventObject[],
  about: (snapshot: AnyMachineSnapshot) => string = () => '',
): Set<string> {
  const seen = new Set<string>()
  const reached = new Set<string>()
  const waiting = [start]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const key = `${atOf(one.value)} ${about(one)}`
    if (seen.has(key)) continue
    seen.add(key)
    for (const part of partsOf(one.value)) reached.add(part)
    if (one.status === 'active')
      for (const event of events) waiting.push((transition(machine, one, event as never) as [AnyMachineSnapshot, unknown])[0])
  }
  return reached
}

function partsOf(value: unknown, before = ''): string[] {
  if (typeof value === 'string') return [`${before}${value}`]
  return Object.entries(value as object).flatMap(([name, inner]) => partsOf(inner, `${before}${name}.`))
}
