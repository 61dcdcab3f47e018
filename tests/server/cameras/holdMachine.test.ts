import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DIRECTIONS, HELD_MS } from '#contract/cameras/control'
import { createPresses, type Held, judgeWord } from '#server/cameras/hold/judge'

interface Holder {
  readonly by: number
  readonly hold: string | null
  readonly at: number
}
const word = fc.record({
  by: fc.constantFrom(1, 2),
  hold: fc.constantFrom('a', 'b', 'c', null),
  direction: fc.constantFrom(DIRECTIONS.left, DIRECTIONS.up, DIRECTIONS.stop),
  /** Since the word before, ms. */
  after: fc.integer({ min: 0, max: HELD_MS + 500 }),
})

test('however the words of two people come, it moves no longer than one of who holds it says, and for nobody else', () => {
  let refused = 0
  let late = 0
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
      const presses = createPresses()
      const over = new Set<string>()
      let held: Held | null = null
      let now = 1_000_000
      /** Who spoke last of it moving, by the words alone. */
      let holder: Holder | null = null
      for (const { after, ...said } of words) {
        now += after
        if (holder && now >= holder.at + HELD_MS) {
          if (holder.hold !== null) over.add(`${holder.by} ${holder.hold}`)
          holder = null
        }
        const before = holder as Holder | null
        const verdict = judgeWord(held, { ...said, name: `person ${said.by}` }, presses, now)
        if (before && before.by !== said.by) {
          refused++
          expect(verdict).toEqual({ kind: 'held', name: `person ${before.by}` })
          continue
        }
        const isOver = said.hold !== null && over.has(`${said.by} ${said.hold}`)
        if (said.direction === DIRECTIONS.stop) {
          const isOther = before !== null && said.hold !== null && said.hold !== before.hold
          expect(verdict.kind).toBe(isOther ? 'late' : 'stop')
          if (said.hold !== null) over.add(`${said.by} ${said.hold}`)
          if (isOther) late++
          else {
            if (before?.hold != null) over.add(`${before.by} ${before.hold}`)
            held = null
            holder = null
          }
          continue
        }
        if (isOver) {
          late++
          expect(verdict.kind).toBe('late')
          continue
        }
        expect(verdict).toEqual({
          kind: 'move',
          next: { ...said, name: `person ${said.by}`, until: now + HELD_MS },
        })
        if (before && before.hold !== null && before.hold !== said.hold) over.add(`${before.by} ${before.hold}`)
        held = verdict.kind === 'move' ? verdict.next : held
        holder = { by: said.by, hold: said.hold, at: now }
      }
    }),
    { numRuns: 3000 },
  )
  expect(Math.min(refused, late)).toBeGreaterThan(100)
})
