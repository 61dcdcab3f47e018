import type { TaskBar } from '#contract/farm/task'

const WEEK = 7

/** Midnight of a day of the browser's clock, so many days after another; also where a day is 23 hours long. */
const dayFrom = (first: Date, days: number) => new Date(first.getFullYear(), first.getMonth(), first.getDate() + days)

/** The month that an address names, as its first day; this month where it names none. */
export function monthOf(text: string | null, now: number): Date {
  const [, year, month] = /^(2[01]\d\d)-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? []
  const today = new Date(now)
  return year === undefined ? new Date(today.getFullYear(), today.getMonth(), 1) : new Date(Number(year), Number(month) - 1, 1)
}
export const monthText = (first: Date, by = 0): string => {
  const at = new Date(first.getFullYear(), first.getMonth() + by, 1)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`
}

/** The midnights of the weeks, Monday first, that a month lies in, and the one after the last. */
export function midnightsOf(first: Date): number[] {
  const before = (first.getDay() + WEEK - 1) % WEEK
  const last = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate()
  const days = Math.ceil((before + last) / WEEK) * WEEK
  return Array.from({ length: days + 1 }, (_, at) => dayFrom(first, at - before).getTime())
}

/** The tasks of each day between these midnights: on every day that they lie in. */
export function tasksByDay(midnights: readonly number[], tasks: readonly TaskBar[]): TaskBar[][] {
  const days: TaskBar[][] = midnights.slice(1).map(() => [])
  for (const task of tasks)
    for (let at = 0; at < days.length; at++) if (task.startsAt < midnights[at + 1]! && task.dueAt > midnights[at]!) days[at]!.push(task)
  return days
}
