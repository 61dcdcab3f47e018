import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaskBar } from '#contract/farm/task'
import { daysOf, monthOf, monthText, tasksByDay } from '#src/screens/farm/tasks/calendarDays.ts'
import { startOfDay } from '#src/time/moment.ts'

/** The month after it is one that can be shown, too. */
const month = fc.record({ year: fc.integer({ min: 2000, max: 2198 }), month: fc.integer({ min: 0, max: 11 }) })
const bar = (taskId: number, startsAt: number, dueAt: number) => ({ taskId, startsAt, dueAt }) as TaskBar
const dayOf = (year: number, at: number, date: number) => new Date(Date.UTC(year, at, date)).toISOString().slice(0, 10)

test('a month has whole weeks from Monday on, in which each of its days lies, each day once', () => {
  fc.assert(
    fc.property(month, ({ year, month: at }) => {
      const first = dayOf(year, at, 1)
      const days = daysOf(first)
      expect(new Date(days[0]!).getUTCDay()).toBe(1)
      expect((days.length - 1) % 7).toBe(0)
      days.forEach((day, place) => expect(Date.parse(day) - Date.parse(days[0]!)).toBe(place * 86_400_000))
      expect(days[0]! <= first).toBe(true)
      expect(days.at(-1)! > dayOf(year, at + 1, 0)).toBe(true)
      expect(days.length).toBeLessThanOrEqual(6 * 7 + 1)
      expect(monthOf(monthText(first), 0)).toEqual(first)
      expect(monthOf(monthText(first, 1), 0)).toEqual(dayOf(year, at + 1, 1))
      if (year > 2000) expect(monthOf(monthText(first, -1), 0)).toEqual(dayOf(year, at - 1, 1))
    }),
  )
})

test('a task stands on each day that it lies in, and on none beside', () => {
  const days = daysOf('2026-03-01')
  const midnights = days.map((day) => startOfDay(day))
  const [from, to] = [midnights[0]!, midnights.at(-1)!]
  fc.assert(
    fc.property(fc.integer({ min: from - 9e8, max: to + 9e8 }), fc.integer({ min: 1, max: 2e9 }), (startsAt, lasts) => {
      const dueAt = startsAt + lasts
      const on = tasksByDay(days, [bar(1, startsAt, dueAt)]).map((tasks) => tasks.length)
      on.forEach((count, at) => expect(count).toBe(startsAt < midnights[at + 1]! && dueAt > midnights[at]! ? 1 : 0))
    }),
  )
  // One that is due at midnight is not of the day that begins then.
  expect(
    tasksByDay(days, [bar(1, midnights[3]!, midnights[4]!)])
      .map((tasks) => tasks.length)
      .slice(2, 6),
  ).toEqual([0, 1, 0, 0])
})

test('an address that names no month shows this one', () => {
  const now = Date.UTC(2026, 10, 26, 12)
  for (const text of [null, '', '2026-13', '2026-1', '1999-12', 'now', `${'2'.repeat(100_000)}-01`])
    expect(monthOf(text, now)).toEqual('2026-11-01')
})
