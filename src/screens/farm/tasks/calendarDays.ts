import type { TaskBar } from '#contract/farm/task'
import { dayAfter, dayText, startOfDay } from '#src/time/moment.ts'

const WEEK = 7
/** 1 January 2001 was a Monday. */
const MONDAY = Date.UTC(2001, 0, 1)
const DAY_MS = 86_400_000

/** The month that an address names, as its first day; this month where it names none. */
export const monthOf = (text: string | null, now: number): string =>
  `${/^2[01]\d\d-(0[1-9]|1[0-2])$/.test(text ?? '') ? text : dayText(now).slice(0, 7)}-01`

/** `YYYY-MM` of the month so many (-1 to 1) after the one that begins on a day. */
export const monthText = (first: string, by = 0): string => dayAfter(first, by < 0 ? -1 : by > 0 ? 31 : 0).slice(0, 7)

/** The days of the weeks, Monday first, that a month lies in, and the one after the last. */
export function daysOf(first: string): string[] {
  const before = ((((Date.parse(first) - MONDAY) / DAY_MS) % WEEK) + WEEK) % WEEK
  const length = (Date.parse(`${monthText(first, 1)}-01`) - Date.parse(first)) / DAY_MS
  return Array.from({ length: Math.ceil((before + length) / WEEK) * WEEK + 1 }, (_, at) => dayAfter(first, at - before))
}

/** The tasks of each day but the one after the last: on every day that they lie in. */
export function tasksByDay(days: readonly string[], tasks: readonly TaskBar[]): TaskBar[][] {
  const midnights = days.map((day) => startOfDay(day))
  const found: TaskBar[][] = days.slice(1).map(() => [])
  for (const task of tasks)
    for (let at = 0; at < found.length; at++) if (task.startsAt < midnights[at + 1]! && task.dueAt > midnights[at]!) found[at]!.push(task)
  return found
}
