import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import type { StreamWord } from '#contract/cameras/stream'
import { playerMachine } from '#machines/cameras/player'
import type { PlayerEvent, Ticket, Wanted } from '#machines/cameras/playerParts'
import { PATIENCE } from '#tests/patience'

export const good: Ticket = { failed: false, url: '/camera/stream?ticket=1' }
export const refused = (kind: 'disabled' | 'mayPass' | 'nothing' | 'other', message = 'no'): Ticket => ({ failed: true, kind, message })
export const word = (state: StreamWord['state'], given: Partial<StreamWord> = {}): PlayerEvent => ({
  type: 'word',
  word: { state, why: null, lastAt: null, dropped: 0, ...given },
})

/** A player whose tickets and streams a test answers for. */
export function make() {
  const asked: (Wanted & { answer: (given: Ticket | Error) => void })[] = []
  const streams: { url: string; open: boolean; tell: (event: PlayerEvent) => void }[] = []
  const warned: string[] = []
  const clock = new SimulatedClock()
  const machine = playerMachine.provide({
    actors: {
      ask: fromPromise<Ticket, Wanted>(
        ({ input }) =>
          new Promise((resolve, reject) => {
            asked.push({ ...input, answer: (given) => (given instanceof Error ? reject(given) : resolve(given)) })
          }),
      ),
      stream: fromCallback<PlayerEvent, { url: string }, PlayerEvent>(({ input, sendBack }) => {
        const made = { url: input.url, open: true, tell: sendBack }
        streams.push(made)
        return () => {
          made.open = false
        }
      }),
    },
    actions: { warn: (_, message) => void warned.push(message) },
  })
  const actor = createActor(machine, { clock, input: { clarity: 'sd' } }).start()
  const at = () => {
    const walk = (value: unknown): string =>
      typeof value === 'string' ? value : Object.entries(value as object).map(([name, inner]) => `${name}.${walk(inner)}`)[0]!
    return walk(actor.getSnapshot().value)
  }
  const reach = (state: string) => waitFor(actor, () => at() === state, { timeout: PATIENCE })
  const one = {
    actor,
    clock,
    asked,
    streams,
    warned,
    at,
    reach,
    send: (event: PlayerEvent) => actor.send(event),
    context: () => actor.getSnapshot().context,
    has: (tag: 'open' | 'playing' | 'lost') => actor.getSnapshot().hasTag(tag),
    answer: async (given: Ticket | Error, state: string) => {
      asked.at(-1)!.answer(given)
      await reach(state)
    },
    tell: (event: PlayerEvent) => streams.at(-1)!.tell(event),
  }
  return one
}
export async function starting() {
  const one = make()
  one.send({ type: 'open' })
  await one.answer(good, 'live.running.starting')
  return one
}
export async function playing() {
  const one = await starting()
  one.tell({ type: 'picture', at: 5 })
  return one
}

export const keptGood: Ticket = { failed: false, url: '/camera/stream?ticket=k', at: 1000 }
/** A player that shows a recording from the moment 1000 on. */
export async function keptPlaying() {
  const one = await playing()
  one.send({ type: 'watchKept', at: 900 })
  await one.answer(keptGood, 'kept.running.starting')
  one.tell({ type: 'picture', at: 7 })
  return one
}
