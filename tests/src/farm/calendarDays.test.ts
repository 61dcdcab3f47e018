import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaskBar } from '#contract/farm/task'
import { midnightsOf, monthOf, monthText, tasksByDay } from '#src/screens/farm/tasks/calendarDays.ts'

/** The month after it is one that can be shown, too. */
const month = fc.record({ year: fc.integer({ min: 2000, max: 2198 }), month: fc.integer({ min: 0, max: 11 }) })
const bar = (taskId: number, startsAt: number, dueAt: number) => ({ taskId, startsAt, dueAt }) as TaskBar

test('a month has whole weeks from Monday on, in which each of its days lies, each day once', () => {
  fc.assert(
    fc.property(month, ({ year, month: at }) => {
      const first = new Date(year, at, 1)
      const midnights = midnightsOf(first)
      const days = midnights.map((midnight) => new Date(midnight))
      expect(days[0]!.getDay()).toBe(1)
      expect((midnights.length - 1) % 7).toBe(0)
      expect(days.every((day) => day.getHours() === 0 && day.getMinutes() === 0)).toBe(true)
      expect(new Set(days.map((day) => day.toDateString())).size).toBe(days.length)
      const last = new Date(year, at + 1, 0)
      expect(midnights[0]).toBeLessThanOrEqual(first.getTime())
      expect(midnights.at(-1)).toBeGreaterThan(last.getTime())
      expect(monthOf(monthText(first), 0)).toEqual(first)
      expect(monthOf(monthText(first, 1), 0)).toEqual(new Date(year, at + 1, 1))
    }),
  )
})

test('a task stands on each day that it lies in, and on none beside', () => {
  const midnights = midnightsOf(new Date(2026, 2, 1))
  const [from, to] = [midnights[0]!, midnights.at(-1)!]
  fc.assert(
    fc.property(fc.integer({ min: from - 9e8, max: to + 9e8 }), fc.integer({ min: 1, max: 2e9 }), (startsAt, lasts) => {
      const dueAt = startsAt + lasts
      const on = tasksByDay(midnights, [bar(1, startsAt, dueAt)]).map((tasks) => tasks.length)
      on.forEach((count, at) => expect(count).toBe(startsAt < midnights[at + 1]! && dueAt > midnights[at]! ? 1 : 0))
    }),
  )
  // One that is due at midnight is not of the day that begins then.
  expect(
    tasksByDay(midnights, [bar(1, midnights[3]!, midnights[4]!)])
      .map((tasks) => tasks.length)
      .slice(2, 6),
  ).toEqual([0, 1, 0, 0])
})

test('an address that names no month shows this one', () => {
  const now = new Date(2026, 10, 26).getTime()
  for (const text of [null, '', '2026-13', '2026-1', '1999-12', 'now', `${'2'.repeat(100_000)}-01`])
    expect(monthOf(text, now)).toEqual(new Date(2026, 10, 1))
})
