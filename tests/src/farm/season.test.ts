import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BATCH_STATES, batchCalls, type SeasonBatch } from '#contract/farm/batch'
import { TASK_STATES, type TaskBar } from '#contract/farm/task'
import { moved } from '#machines/farm/moveBar'
import { barAt, layRows, neighbour, rowAt } from '#src/screens/farm/season/layRows.ts'
import {
  batchBar,
  dayAt,
  dayName,
  dayNumber,
  drawnTo,
  FIRST_YEAR,
  LAST_YEAR,
  type SeasonBar,
  seasonDays,
  taskBar,
} from '#src/screens/farm/season/seasonBars.ts'

const TODAY = dayNumber('2026-06-15')
const END = dayNumber('2027-03-01')
const PLOTS = [1, 2, 3].map((landId) => ({ landId, landName: `Plot ${landId}` }))
const lay = (bars: readonly SeasonBar[]) => layRows(bars, { plots: PLOTS, nowhere: 'No plot', today: TODAY, end: END })

const aDay = fc.integer({ min: dayNumber('2025-11-01'), max: END - 1 })
const aBatch = fc
  .record({
    from: aDay,
    long: fc.option(fc.integer({ min: 0, max: 200 })),
    landId: fc.integer({ min: 1, max: 4 }),
    batchState: fc.constantFrom(...BATCH_STATES),
  })
  .map(({ from, long, ...more }) => {
    const [startsOn, harvestOn] = [dayName(from), long === null ? null : dayName(from + long)]
    return { objectVersionNumber: 1, batchName: 'B', varietyName: 'V', startsOn, harvestOn, from: startsOn, to: harvestOn, ...more }
  })
const aTask = fc
  .record({
    at: fc.integer({ min: Date.UTC(2025, 10, 1), max: Date.UTC(2027, 1, 1) }),
    long: fc.integer({ min: 1, max: 9 * 86_400_000 }),
    landId: fc.constantFrom(null, 1, 2, 3),
    taskState: fc.constantFrom(...TASK_STATES),
  })
  .map(({ at, long, ...more }) => ({
    objectVersionNumber: 1,
    taskName: 'T',
    lateness: 'inTime',
    priority: 'low',
    startsAt: at,
    dueAt: at + long,
    batchId: null,
    leaderName: null,
    ...more,
  }))
const someBars = fc
  .tuple(fc.array(aBatch, { maxLength: 25 }), fc.array(aTask, { maxLength: 25 }))
  .map(([batches, tasks]): SeasonBar[] => [
    ...batches.map((one, batchId) => batchBar({ ...one, batchId } as SeasonBatch, true)),
    ...tasks.map((one, taskId) => taskBar({ ...one, taskId } as TaskBar, true)),
  ])

describe('the rows of a season', () => {
  test('have each bar once, on its plot or below the last, none over another, and each within its row', () => {
    fc.assert(
      fc.property(someBars, (bars) => {
        const rows = lay(bars)
        const all = rows.flatMap((row) => row.bars.map((placed) => ({ ...placed, row })))
        expect(all.map(({ bar }) => bar.key).toSorted()).toEqual(bars.map(({ key }) => key).toSorted())
        for (const { bar, row, top, height } of all) {
          expect(row.landId).toBe(PLOTS.some(({ landId }) => landId === bar.landId) ? bar.landId : null)
          expect(top).toBeGreaterThanOrEqual(row.top)
          expect(top + height).toBeLessThanOrEqual(row.top + row.height)
        }
        for (const one of all)
          for (const other of all)
            if (one !== other && one.top < other.top + other.height && other.top < one.top + one.height)
              expect(one.to <= other.bar.from || other.to <= one.bar.from).toBe(true)
        for (const [at, row] of rows.entries()) if (at > 0) expect(row.top).toBe(rows[at - 1]!.top + rows[at - 1]!.height)
      }),
    )
  })

  test('are found by their height, and their bars by a day and a height', () => {
    fc.assert(
      fc.property(someBars, (bars) => {
        const rows = lay(bars)
        for (const row of rows) {
          expect(rowAt(rows, row.top)).toBe(row)
          expect(rowAt(rows, row.top + row.height - 0.1)).toBe(row)
          for (const placed of row.bars)
            expect(barAt(rows, placed.bar.from, placed.top + placed.height / 2, 0)?.bar.key).toBe(placed.bar.key)
        }
        expect(rowAt(rows, -1)).toBeNull()
        expect(rowAt(rows, rows.at(-1)!.top + rows.at(-1)!.height)).toBeNull()
      }),
    )
  })

  test('are walked by keys: after leads through all bars of a plot, before leads back, below and above to the next plot that has one', () => {
    fc.assert(
      fc.property(someBars, (bars) => {
        const rows = lay(bars)
        const filled = rows.filter((row) => row.bars.length > 0)
        for (const [at, row] of filled.entries()) {
          const walked = [row.bars[0]!.bar.key]
          for (let next = neighbour(rows, walked[0]!, 'after'); next; next = neighbour(rows, next.key, 'after')) walked.push(next.key)
          expect(walked).toEqual(row.bars.map(({ bar }) => bar.key))
          for (const [nth, key] of walked.entries()) expect(neighbour(rows, key, 'before')?.key).toBe(walked[nth - 1])
          const keysOf = (there: (typeof filled)[number] | undefined) => there?.bars.map(({ bar }) => bar.key) ?? [undefined]
          expect(keysOf(filled[at + 1])).toContain(neighbour(rows, walked[0]!, 'below')?.key)
          expect(keysOf(filled[at - 1])).toContain(neighbour(rows, walked[0]!, 'above')?.key)
        }
      }),
    )
  })
})

describe('a bar', () => {
  const batch = (given: Partial<SeasonBatch>) =>
    ({
      batchId: 1,
      batchState: 'planned',
      startsOn: '2026-05-01',
      harvestOn: '2026-05-31',
      from: '2026-05-01',
      to: '2026-05-31',
      landId: 1,
      ...given,
    }) as SeasonBatch
  const task = (given: Partial<TaskBar>) =>
    ({ taskId: 1, taskState: 'notStarted', lateness: 'inTime', startsAt: 0, dueAt: 1, landId: 1, ...given }) as TaskBar

  test('of a batch lasts through its last day; what stands goes on until today, what has no end until the picture has', () => {
    const planned = batchBar(batch({}), true)
    expect([dayName(planned.from), dayName(planned.to!)]).toEqual(['2026-05-01', '2026-06-01'])
    expect(drawnTo(planned, TODAY, END)).toBe(planned.to)
    expect(drawnTo(batchBar(batch({ batchState: 'growing' }), true), TODAY, END)).toBe(TODAY + 1)
    expect(drawnTo(batchBar(batch({ batchState: 'closed' }), true), TODAY, END)).toBe(planned.to)
    expect(drawnTo(batchBar(batch({ to: null }), true), TODAY, END)).toBe(END)
  })

  test('moves as its state allows: planned as a whole, standing at its end, ended or not allowed not at all', () => {
    const reach = (given: Partial<SeasonBatch>, may = true) => batchBar(batch(given), may).reach
    expect(reach({})).toEqual({ whole: true, end: true, plot: true })
    expect(reach({ to: null })).toEqual({ whole: true, end: false, plot: true })
    expect(reach({ batchState: 'growing' })).toEqual({ whole: false, end: true, plot: false })
    for (const batchState of ['closed', 'failed'] as const) expect(reach({ batchState })).toEqual({ whole: false, end: false, plot: false })
    expect(reach({}, false)).toEqual({ whole: false, end: false, plot: false })
    expect(taskBar(task({}), true).reach).toEqual({ whole: true, end: true, plot: false })
    expect(taskBar(task({ taskState: 'ongoing' }), true).reach).toEqual({ whole: false, end: true, plot: false })
    for (const taskState of ['finished', 'accepted', 'ended'] as const) expect(taskBar(task({ taskState }), true).reach.end).toBe(false)
  })

  test('stands on the day of the calendar on which its moment lies, with the part of the day, and is moved by whole days', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) }), (moment) => {
        const at = dayAt(moment)
        const there = new Date(moment)
        const two = (value: number) => String(value).padStart(2, '0')
        expect(dayName(at)).toBe(`${there.getFullYear()}-${two(there.getMonth() + 1)}-${two(there.getDate())}`)
        expect(at - Math.floor(at)).toBeLessThan(1)
        expect(moved(taskBar(task({ startsAt: moment, dueAt: moment + 1 }), true), { by: 3, longer: 0, landId: null }).from).toBe(at + 3)
      }),
    )
  })
})

test('the season of every year that can be chosen is one that the server answers', () => {
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, at) => FIRST_YEAR + at)
  expect(years.filter((year) => !batchCalls.season.query.safeParse({ areaId: 1, ...seasonDays(year) }).success)).toEqual([])
  expect(seasonDays(2026)).toEqual({ from: '2025-11-01', to: '2027-02-28' })
})
