import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { HELD_MS, KEEP_ALIVE_MS } from '#contract/cameras/control'
import { type PtzEvent, ptzMachine, type PtzOutcome, type PtzTrouble, type PtzWord, STOP_AGAIN_MS } from '#machines/cameras/ptz'

function open() {
  const said: PtzWord[] = []
  const complaints: PtzTrouble[] = []
  const clock = new SimulatedClock()
  const machine = ptzMachine.provide({
    actions: { say: (_, word) => void said.push(word), complain: (_, trouble) => void complaints.push(trouble) },
  })
  const actor = createActor(machine, { clock }).start()
  const answer = (word: PtzWord, outcome: PtzOutcome = 'done', message: string | null = null) =>
    actor.send({ type: 'answered', word, outcome, message })
  return {
    actor,
    clock,
    said,
    complaints,
    answer,
    words: () => said.map(({ direction, hold }) => `${direction} ${hold}`),
    at: () => {
      const { value } = actor.getSnapshot()
      return typeof value === 'string' ? value : `${Object.keys(value)[0]}.${Object.values(value)[0]}`
    },
    press: (direction: 'left' | 'up' | 'zoomIn' = 'left', hold = 'a') => actor.send({ type: 'press', direction, hold }),
    letGo: () => actor.send({ type: 'letGo' }),
  }
}

describe('a camera that is held', () => {
  test('is told its direction at once and again every half second, and stop when it is let go', () => {
    const one = open()
    one.press('zoomIn')
    expect([one.at(), one.words()]).toEqual(['moving', ['zoomIn a']])
    one.clock.increment(KEEP_ALIVE_MS - 1)
    expect(one.words()).toHaveLength(1)
    one.clock.increment(1)
    expect(one.words()).toEqual(['zoomIn a', 'zoomIn a'])
    for (const word of one.said) one.answer(word)
    one.letGo()
    expect([one.at(), one.words().at(-1)]).toEqual(['stopping.said', 'stop a'])
    one.clock.increment(10 * KEEP_ALIVE_MS)
    expect(one.words()).toHaveLength(3)
    one.answer(one.said[2]!)
    expect(one.at()).toBe('idle')
  })

  test('is not pressed twice by a key that repeats, and turns by another press without a stop between', () => {
    const one = open()
    one.press('left', 'a')
    one.press('left', 'b')
    expect(one.words()).toEqual(['left a'])
    one.press('up', 'c')
    expect(one.words()).toEqual(['left a', 'up c'])
    one.answer({ direction: 'left', hold: 'a' }, 'refused')
    expect([one.at(), one.complaints]).toEqual(['moving', []])
  })

  test.each(['refused', 'failed', 'held', 'disabled'] as const)('says once that it was %s, and stops', (outcome) => {
    const one = open()
    one.press()
    one.clock.increment(KEEP_ALIVE_MS)
    one.answer(one.said[0]!, outcome, 'why')
    expect([one.at(), one.complaints]).toEqual(['stopping.said', [{ kind: outcome, message: 'why' }]])
    one.answer(one.said[1]!, outcome, 'why')
    expect(one.complaints).toHaveLength(1)
  })

  test('that does not take its stop is said to turn still, once its words are all answered', () => {
    const one = open()
    one.press()
    one.letGo()
    one.answer(one.said[1]!, 'turning')
    expect([one.at(), one.complaints]).toEqual(['stopping.said', []])
    one.answer(one.said[0]!)
    one.answer(one.said.at(-1)!, 'turning')
    expect([one.at(), one.complaints]).toEqual(['idle', [{ kind: 'turning', message: null }]])
  })

  test('is stopped once more where a word of it was answered after the stop', () => {
    const one = open()
    one.press()
    one.letGo()
    const [move, stop] = one.said
    one.answer(stop!)
    expect(one.at()).toBe('stopping.said')
    one.answer(move!)
    expect(one.words()).toEqual(['left a', 'stop a', 'stop a'])
    one.answer(one.said[2]!)
    expect(one.at()).toBe('idle')
  })

  test('is told stop again while nobody hears it, for as long as the server may still move it', () => {
    const one = open()
    one.press()
    one.answer(one.said[0]!)
    one.letGo()
    for (let vain = 1; vain * STOP_AGAIN_MS < HELD_MS; vain++) {
      one.answer(one.said.at(-1)!, 'failed')
      expect(one.at()).toBe('stopping.unheard')
      one.clock.increment(STOP_AGAIN_MS)
      expect(one.at()).toBe('stopping.said')
    }
    one.answer(one.said.at(-1)!, 'failed')
    expect(one.at()).toBe('idle')
    // A stop that failed is no complaint.
    expect(one.complaints).toEqual([])
  })

  test('is stopped at once where a word of it is answered while the stop waits to be said again', () => {
    const one = open()
    one.press()
    one.letGo()
    const [move, stop] = one.said
    one.answer(stop!, 'failed')
    one.answer(move!)
    expect([one.at(), one.words()]).toEqual(['stopping.said', ['left a', 'stop a', 'stop a']])
  })

  test('is moved by a new press while it stops: the answer of the earlier stop is of no account', () => {
    const one = open()
    one.press('left', 'a')
    one.letGo()
    one.press('up', 'b')
    expect([one.at(), one.words().at(-1)]).toEqual(['moving', 'up b'])
    one.answer({ direction: 'stop', hold: 'a' })
    one.answer({ direction: 'left', hold: 'a' }, 'failed')
    expect([one.at(), one.complaints]).toEqual(['moving', []])
    one.letGo()
    expect(one.words().at(-1)).toBe('stop b')
  })

  test('is stopped and left alone where it is barred, until it is not', () => {
    const one = open()
    one.press()
    one.answer(one.said[0]!)
    one.actor.send({ type: 'bar' })
    expect(one.words().at(-1)).toBe('stop a')
    one.press('up', 'b')
    expect(one.at()).toBe('stopping.said')
    one.answer(one.said.at(-1)!)
    expect(one.at()).toBe('barred')
    one.press('up', 'c')
    one.letGo()
    expect(one.words()).toEqual(['left a', 'stop a'])
    one.actor.send({ type: 'unbar' })
    expect(one.at()).toBe('idle')
    one.actor.send({ type: 'bar' })
    expect(one.at()).toBe('barred')
  })

  test('hears no release while nothing is held, and no answer that nobody asked for', () => {
    const one = open()
    one.letGo()
    one.answer({ direction: 'left', hold: 'z' }, 'refused')
    expect([one.at(), one.said, one.complaints]).toEqual(['idle', [], []])
    one.press()
    one.letGo()
    one.letGo()
    expect(one.words()).toEqual(['left a', 'stop a'])
  })
})

type Move =
  | { readonly kind: 'send'; readonly event: PtzEvent }
  | { readonly kind: 'wait'; readonly ms: number }
  /** Answers one of the words that were said, whichever. */
  | { readonly kind: 'answer'; readonly which: number; readonly outcome: PtzOutcome }

const direction = fc.constantFrom('up' as const, 'left' as const, 'rightDown' as const, 'zoomIn' as const)
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({ direction, hold: fc.constantFrom('a', 'b', 'c') })
      .map((given): Move => ({ kind: 'send', event: { type: 'press', ...given } })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('letGo' as const, 'bar' as const, 'unbar' as const).map((type): Move => ({ kind: 'send', event: { type } })),
  },
  fc.integer({ min: 1, max: 4 * KEEP_ALIVE_MS }).map((ms): Move => ({ kind: 'wait', ms })),
  {
    weight: 3,
    arbitrary: fc
      .record({ which: fc.nat(40), outcome: fc.constantFrom<PtzOutcome>('done', 'refused', 'failed', 'held', 'disabled', 'turning') })
      .map((given): Move => ({ kind: 'answer', ...given })),
  },
)

test('after whatever happened, the last word of a press that has ended is stop', () => {
  fc.assert(
    fc.property(
      fc.array(move, { maxLength: 40 }),
      fc.constantFrom('letGo' as const, 'bar' as const),
      fc.array(move, { maxLength: 10 }),
      (moves, end, after) => {
        const one = open()
        let presses = 0
        const take = (step: Move) => {
          if (step.kind === 'wait') one.clock.increment(step.ms)
          else if (step.kind === 'answer') {
            const word = one.said[step.which % Math.max(1, one.said.length)]
            if (word) one.answer(word, step.outcome)
          } else if (step.event.type === 'press') one.actor.send({ ...step.event, hold: `${step.event.hold}${presses++}` })
          else one.actor.send(step.event)
        }
        moves.forEach(take)
        one.actor.send({ type: end })
        // Time goes by and answers come; nobody presses.
        for (const step of after) if (step.kind !== 'send') take(step)
        expect(one.said.at(-1)?.direction ?? 'stop').toBe('stop')
        expect(one.at()).not.toBe('moving')
        // Every press that was ever said has a stop, or was followed by another press of this hand.
        const last = one.said.findLast(({ direction: to }) => to !== 'stop')
        if (last) expect(one.said.at(-1)!.hold).toBe(last.hold)
      },
    ),
    { numRuns: 500 },
  )
})
