import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type Bar, followed, type Move, moveBarMachine, moved, type Saved, UNMOVED } from '#machines/farm/moveBar'

const bar: Bar = { key: 'batch 1', from: 100, to: 110, landId: 1, reach: { whole: true, end: true, plot: true } }
const standing: Bar = { ...bar, reach: { whole: false, end: true, plot: false } }
const to = (given: Partial<Move>): Move => ({ ...UNMOVED, ...given })

/** An actor whose saving is answered by hand. */
function start() {
  const asked: { bar: Bar; move: Move; answer: (saved: Saved) => void; fail: () => void }[] = []
  const actor = createActor(
    moveBarMachine.provide({
      actors: {
        save: fromPromise<Saved, { bar: Bar; move: Move }>(
          ({ input }) => new Promise((answer, reject) => asked.push({ ...input, answer, fail: () => reject(new Error('broken')) })),
        ),
      },
    }),
  ).start()
  const at = () => actor.getSnapshot()
  return { actor, at, asked }
}

test('a bar is chosen, moved, put back, and left', () => {
  const { actor, at } = start()
  actor.send({ type: 'move', to: to({ by: 3 }) })
  expect(at().value).toBe('none')
  actor.send({ type: 'choose', bar })
  actor.send({ type: 'save' })
  expect(at().value).toEqual({ held: 'chosen' })
  actor.send({ type: 'move', to: to({ by: 3, longer: -2, landId: 2 }) })
  expect(at()).toMatchObject({ value: { held: 'moved' }, context: { move: { by: 3, longer: -2, landId: 2 } } })
  actor.send({ type: 'undo' })
  expect(at()).toMatchObject({ value: { held: 'chosen' }, context: { bar, move: UNMOVED } })
  actor.send({ type: 'move', to: to({ by: 1 }) })
  actor.send({ type: 'move', to: to({ landId: 1 }) })
  expect(at()).toMatchObject({ value: { held: 'chosen' }, context: { move: UNMOVED } })
  actor.send({ type: 'leave' })
  expect(at()).toMatchObject({ value: 'none', context: { bar: null, move: UNMOVED } })
})

test('what is saved is where it was moved to; while it is saved nothing else begins', async () => {
  const { actor, at, asked } = start()
  actor.send({ type: 'choose', bar })
  actor.send({ type: 'move', to: to({ by: 3, longer: 1, landId: 2 }) })
  actor.send({ type: 'save' })
  for (const event of [
    { type: 'choose', bar: standing },
    { type: 'move', to: to({ by: 9 }) },
    { type: 'leave' },
    { type: 'renew', bar: null },
  ] as const)
    actor.send(event)
  expect(at().value).toBe('saving')
  expect(asked).toMatchObject([{ bar, move: { by: 3, longer: 1, landId: 2 } }])
  asked[0]!.answer({ failed: false })
  await expect.poll(() => at().value).toEqual({ held: 'chosen' })
  expect(at().context).toEqual({ bar: { ...bar, from: 103, to: 114, landId: 2 }, move: UNMOVED, message: null })
})

test('what was refused stays moved beside its reason, until it is moved on, saved again or given up', async () => {
  const { actor, at, asked } = start()
  actor.send({ type: 'choose', bar })
  actor.send({ type: 'move', to: to({ by: 3 }) })
  actor.send({ type: 'save' })
  asked[0]!.answer({ failed: true, message: 'sprayed' })
  await expect.poll(() => at().value).toEqual({ held: 'moved' })
  expect(at().context).toMatchObject({ message: 'sprayed', move: { by: 3 } })
  actor.send({ type: 'save' })
  asked[1]!.fail()
  await expect.poll(() => at().value).toEqual({ held: 'moved' })
  expect(at().context.message).toBe('')
  actor.send({ type: 'move', to: to({ by: 4 }) })
  expect(at().context).toMatchObject({ message: null, move: { by: 4 } })
})

test('a bar that stands otherwise now keeps its move as far as it follows, and what it was refused for; one that is gone is left', async () => {
  const { actor, at, asked } = start()
  actor.send({ type: 'choose', bar })
  actor.send({ type: 'renew', bar: { ...bar, from: 90 } })
  expect(at()).toMatchObject({ value: { held: 'chosen' }, context: { bar: { from: 90 } } })
  actor.send({ type: 'move', to: to({ by: 3, longer: 2 }) })
  actor.send({ type: 'renew', bar: standing })
  expect(at()).toMatchObject({ value: { held: 'moved' }, context: { move: { by: 0, longer: 2 } } })
  actor.send({ type: 'save' })
  asked[0]!.answer({ failed: true, message: 'changed' })
  await expect.poll(() => at().value).toEqual({ held: 'moved' })
  actor.send({ type: 'renew', bar: { ...bar, reach: { whole: false, end: false, plot: false } } })
  expect(at()).toMatchObject({ value: { held: 'chosen' }, context: { move: UNMOVED, message: 'changed' } })
  actor.send({ type: 'renew', bar: null })
  expect(at()).toMatchObject({ value: 'none', context: { bar: null } })
})

test('wherever a bar is drawn to, it moves only what it may, is a day long at least, and is no further than three years away', () => {
  const days = fc.integer({ min: -5000, max: 5000 })
  const aBar = fc.record({
    from: fc.integer({ min: 0, max: 40_000 }),
    long: fc.option(fc.double({ min: 0.1, max: 900, noNaN: true })),
    reach: fc.record({ whole: fc.boolean(), end: fc.boolean(), plot: fc.boolean() }),
  })
  const aMove = fc.record({ by: days, longer: days, landId: fc.constantFrom(null, 1, 2) })
  fc.assert(
    fc.property(aBar, aMove, ({ from, long, reach }, move) => {
      const of: Bar = { key: 'x', from, to: long === null ? null : from + long, landId: 1, reach }
      const done = followed(of, move)
      const there = moved(of, done)
      expect(Math.abs(done.by)).toBeLessThanOrEqual(1100)
      expect(Number.isInteger(done.by) && Number.isInteger(done.longer)).toBe(true)
      if (!reach.whole) expect(there.from).toBe(of.from)
      if (!reach.plot) expect(there.landId).toBe(1)
      if (!reach.end && of.to !== null) expect(there.to! - there.from).toBeCloseTo(of.to - of.from)
      if (of.to !== null) expect(there.to! - there.from).toBeGreaterThanOrEqual(Math.min(1, of.to - of.from) - 1e-9)
      // What follows once follows again as it is.
      expect(followed(of, done)).toEqual(done)
    }),
  )
})
