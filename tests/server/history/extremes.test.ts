import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '#server/ground/history/resolution'
import { settleHours } from '#server/ground/history/rollup'
import { type History, LATER, START, startHistory } from './farmHistory.ts'

let history: History
beforeAll(async () => {
  history = await startHistory()
})
afterAll(() => history?.close())

const marked = async (items: readonly number[]) =>
  (await history.owner.query('select 1 from furrow.rollup_dirty where item_id = any($1)', [items])).rowCount

test('readings at the end of what a double holds stop neither the roll-ups nor the curves, of nobody', async () => {
  const [theirs, mine] = [await history.anItem(), await history.anItem()]
  for (const hours of [0, 1])
    await history.write(
      theirs,
      [0, 1, 2].map((n) => ({ ts: START + hours * HOUR + n, value: Number.MAX_VALUE })),
    )
  await history.write(mine, [{ ts: START + 5 * HOUR, value: 7 }])
  const days = { from: START, to: START + 8 * HOUR, points: 2, period: 1000 }
  const raw = { from: START, to: START + 1000, points: 2, period: 1000 }
  expect((await history.curve(theirs, days)).max).toEqual([Number.MAX_VALUE])
  expect((await history.curve(theirs, raw)).max).toEqual([Number.MAX_VALUE])
  await settleHours(history.store.servicePool, { before: LATER })
  expect(await marked([theirs, mine])).toBe(0)
  expect((await history.curve(theirs, days)).max).toEqual([Number.MAX_VALUE])
  expect((await history.curve(mine, { ...days, points: 8 })).collectionData).toEqual([7])
})

test('whatever doubles an hour holds, it is settled, and its curve lies between its least and its greatest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 6 }), async (values) => {
      const item = await history.anItem()
      await history.write(
        item,
        values.map((value, n) => ({ ts: START + n, value })),
      )
      await settleHours(history.store.servicePool, { before: LATER })
      expect(await marked([item])).toBe(0)
      const { min, max, collectionData: mean } = await history.curve(item, { from: START, to: START + 8 * HOUR, points: 2, period: 1000 })
      expect([min.length, max.length]).toEqual([1, 1])
      if (Math.max(...values.map(Math.abs)) < 1e200) {
        expect(mean[0]!).toBeGreaterThanOrEqual(min[0]! - Math.abs(min[0]!) * 1e-9 - 1e-4)
        expect(mean[0]!).toBeLessThanOrEqual(max[0]! + Math.abs(max[0]!) * 1e-9 + 1e-4)
      }
    }),
    { numRuns: 60 },
  )
})
