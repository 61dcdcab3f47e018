import { FIRST_DAY, LAST_DAY } from '#contract/core/values'
import type { SeasonBatch } from '#contract/farm/batch'
import type { TaskBar } from '#contract/farm/task'
import { isEnded, isStanding } from '#machines/farm/batch'
import type { Bar } from '#machines/farm/moveBar'
import { isOpen } from '#machines/farm/task'
import { dayText, rangeOfDay } from '#src/time/moment.ts'

const DAY_MS = 86_400_000

/** Days of the calendar as whole numbers since 1970, and back. */
export const dayNumber = (day: string): number => Math.round(Date.parse(day) / DAY_MS)
export const dayName = (day: number): string => new Date(Math.floor(day) * DAY_MS).toISOString().slice(0, 10)

/** A moment (ms UTC) on the calendar of the farm, as a day with its part; a day is a day, also where it has 23 hours. */
export function dayAt(moment: number): number {
  const day = dayText(moment)
  const { from, to } = rangeOfDay(day)
  return dayNumber(day) + (moment - from) / (to - from)
}

/** The years in which a farm plans. */
export const [FIRST_YEAR, LAST_YEAR] = [Number(FIRST_DAY.slice(0, 4)), Number(LAST_DAY.slice(0, 4))]
/** The days of a year's season: with the two months before and after it, in which what is sown in autumn begins and ends, as far as a farm plans. */
export function seasonDays(year: number): { from: string; to: string } {
  const [from, to] = [`${year - 1}-11-01`, `${year + 1}-02-28`]
  return { from: from < FIRST_DAY ? FIRST_DAY : from, to: to > LAST_DAY ? LAST_DAY : to }
}

/** What a bar looks like. */
export type Tone = 'planned' | 'growing' | 'harvesting' | 'ended' | 'failed' | 'waiting' | 'ongoing' | 'done' | 'overdue'

interface Drawn extends Bar {
  readonly name: string
  readonly tone: Tone
}
export type SeasonBar = Drawn & ({ readonly kind: 'batch'; readonly of: SeasonBatch } | { readonly kind: 'task'; readonly of: TaskBar })

/** A batch as a bar: what is planned moves as a whole, what stands at its end alone, and what ended does not. */
export function batchBar(of: SeasonBatch, may: boolean): SeasonBar {
  const { batchId, batchState, batchName, landId } = of
  const to = of.to === null ? null : dayNumber(of.to) + 1
  const isPlanned = batchState === 'planned'
  return {
    kind: 'batch',
    of,
    key: `batch-${batchId}`,
    name: batchName,
    tone: batchState === 'closed' ? 'ended' : batchState,
    from: dayNumber(of.from),
    to,
    landId,
    reach: { whole: may && isPlanned, plot: may && isPlanned, end: may && to !== null && !isEnded(batchState) },
  }
}

/** A task as a bar: until it is finished it moves, with its time of the day; what was begun keeps its beginning. */
export function taskBar(of: TaskBar, may: boolean): SeasonBar {
  const { taskId, taskName, taskState, lateness, landId } = of
  const open = isOpen(taskState)
  return {
    kind: 'task',
    of,
    key: `task-${taskId}`,
    name: taskName,
    tone: lateness === 'overdue' ? 'overdue' : taskState === 'ongoing' ? 'ongoing' : open ? 'waiting' : 'done',
    from: dayAt(of.startsAt),
    to: dayAt(of.dueAt),
    landId,
    reach: { whole: may && open && taskState !== 'ongoing', plot: false, end: may && open },
  }
}

/** Where a bar is drawn until: what stands goes on until today, and what has no end until that of the picture. */
export function drawnTo(bar: SeasonBar, today: number, end: number): number {
  if (bar.to === null) return Math.max(end, bar.from + 1)
  return bar.kind === 'batch' && isStanding(bar.of.batchState) ? Math.max(bar.to, today + 1) : bar.to
}
