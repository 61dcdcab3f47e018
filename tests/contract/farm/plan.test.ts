import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { progressOf } from '#contract/farm/plan'
import { planPackage, subplan } from '#contract/farm/planPackage'

const task = (given: object = {}) => ({ taskName: 'Sow', taskTypeId: 1, offsetDays: 0, days: 1, ...given })
const subplans = (given: readonly object[]) => planPackage.create.safeParse({ packageName: 'Rice', subplans: given })

describe('a subplan', () => {
  test('begins with a task of weight 1 that asks for nothing', () => {
    expect(subplan.parse({ name: 'Seedlings', offsetDays: 0, days: 10, tasks: [task()] }).tasks[0]).toEqual({
      ...task(),
      priority: 'medium',
      weight: 1,
      proofFlag: 0,
      harvestFlag: 0,
      closesBatch: 0,
      description: null,
      steps: [],
      materials: [],
    })
  })
  test('holds the tasks that begin within its days, and no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3, max: 40 }), fc.integer({ min: -1, max: 30 }), (offsetDays, days) => {
        const { success } = subplan.safeParse({ name: 'A', offsetDays: 0, days, tasks: [task({ offsetDays })] })
        expect(success).toBe(days >= 1 && offsetDays >= 0 && offsetDays < days)
      }),
    )
  })
})

test('a package has names that differ, at most 200 tasks in all, and one task that closes the batch', () => {
  const phase = (name: string, tasks: readonly object[] = []) => ({ name, offsetDays: 0, days: 10, tasks })
  const many = (count: number) => Array.from({ length: count }, () => task())
  expect(subplans([phase('A', many(100)), phase('B', many(100))]).success).toBe(true)
  expect(subplans([phase('A', many(100)), phase('B', many(101))]).success).toBe(false)
  expect(subplans([phase('A'), phase(' A ')]).success).toBe(false)
  expect(subplans([phase('A', [task({ closesBatch: 1 })]), phase('B', [task({ closesBatch: 1 })])]).success).toBe(false)
})

test('only what is done as a whole is 100 percent', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(20_000), (one, other) => {
      const [accepted, total] = [Math.min(one, other), Math.max(one, other)]
      const { percent } = progressOf(accepted, total)
      if (total === 0) expect(percent).toBeNull()
      else {
        expect(percent === 100).toBe(accepted === total)
        expect(percent).toBeGreaterThanOrEqual(0)
      }
    }),
    { examples: [[0, 0]] },
  )
})
