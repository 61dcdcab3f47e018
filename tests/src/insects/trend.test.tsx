import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TrendDialog } from '#src/insects/TrendDialog.tsx'
import { queryClient, show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

interface Drawn {
  readonly xAxis: { readonly data: readonly string[] }
  readonly series: readonly { readonly type: string; readonly name: string; readonly data: readonly number[] }[]
}
const chart = vi.hoisted(() => ({ options: [] as unknown[], acts: [] as Record<string, unknown>[], disposed: 0 }))
vi.mock('#src/charts/echarts.ts', () => ({
  init: () => ({
    setOption: (option: unknown) => chart.options.push(option),
    dispatchAction: (action: Record<string, unknown>) => chart.acts.push(action),
    resize: () => undefined,
    dispose: () => chart.disposed++,
  }),
}))

const kinds = Array.from({ length: 7 }, (_, at) => ({ id: at + 1, code: `k${at}`, name: `Kind ${at + 1}` }))
/** The first kind was found most, on two days of the range. */
const lines = kinds.flatMap(({ id, name }) =>
  ['2026-03-02', '2026-03-30'].map((creationDate) => ({
    creationDate,
    insectTypeId: id,
    name,
    insectQuantity: 10 - id,
    concentratorId: 3,
    tenantId: 1,
  })),
)

let asked: { startTime: string | null; endTime: string | null; concentratorId: string | null }[]
let answer: unknown
beforeEach(async () => {
  Object.assign(chart, { options: [], acts: [], disposed: 0 })
  asked = []
  answer = lines
  await signedIn(({ pathname, searchParams }) => {
    if (pathname.endsWith('/organization')) return { content: kinds, number: 1, size: 0, totalElements: kinds.length }
    if (!pathname.endsWith('/insect-statistics/trend')) return
    const of = (name: string) => searchParams.get(name)
    asked.push({ startTime: of('startTime'), endTime: of('endTime'), concentratorId: of('concentratorId') })
    return answer
  })
  // The last day of a month that is longer than the one before it; time is moved by the tests alone.
  vi.useFakeTimers({ now: new Date(2026, 2, 31, 10), toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const open = () => show(<TrendDialog lamp={{ id: 3, name: 'Lamp' }} onClose={() => undefined} />)
const figure = () => screen.findByRole('figure')
const drawn = () => chart.options.at(-1) as Drawn
const legend = () => within(screen.getByRole('group', { name: 'Kinds shown' })).getAllByRole('button')

describe('the trend of a lamp', () => {
  test('asks for the last month up to today, from 00:00:00 to 23:59:59 (PEST-01)', async () => {
    open()
    await figure()
    expect(asked).toEqual([{ startTime: '2026-02-28 00:00:00', endTime: '2026-03-31 23:59:59', concentratorId: '3' }])
    expect(drawn().xAxis.data).toHaveLength(32)
  })

  test('has days that cannot be cleared (PEST-01)', async () => {
    const user = userEvent.setup()
    open()
    await figure()
    expect(screen.queryByRole('button', { name: /clear/i })).toBeNull()
    for (const part of screen.getAllByRole('spinbutton')) {
      await user.click(part)
      await user.keyboard('{Control>}a{/Control}{Delete}{Backspace}')
    }
    expect(asked).toHaveLength(1)
    expect(await figure()).toBeDefined()
  })

  test('is a line a kind, in a dialog of 80rem; the five with the most insects are shown until others are chosen (PEST-02)', async () => {
    const user = userEvent.setup()
    open()
    await figure()
    expect(getComputedStyle(screen.getByRole('dialog')).width).toBe(`${80 * 16}px`)
    expect(drawn().series.map(({ type, name }) => `${type} ${name}`)).toEqual([1, 2, 3, 4, 5].map((nth) => `line Kind ${nth}`))
    expect(drawn().series[0]!.data.filter((value) => value > 0)).toEqual([9, 9])
    expect(legend().map((one) => one.getAttribute('aria-pressed'))).toEqual(['true', 'true', 'true', 'true', 'true', 'false', 'false'])
    await user.click(legend()[6]!)
    await user.click(legend()[0]!)
    await waitFor(() => expect(drawn().series.map(({ name }) => name)).toEqual(['Kind 2', 'Kind 3', 'Kind 4', 'Kind 5', 'Kind 7']))
  })

  test('shows one day after another for 1500 ms each, until it is paused (PEST-02)', async () => {
    const user = userEvent.setup()
    open()
    await figure()
    const shown = () => chart.acts.filter(({ type }) => type === 'showTip').map(({ dataIndex }) => dataIndex)
    act(() => void vi.advanceTimersByTime(1499))
    expect(shown()).toEqual([])
    act(() => void vi.advanceTimersByTime(1))
    expect(shown()).toEqual([0])
    act(() => void vi.advanceTimersByTime(32 * 1500))
    expect(shown().slice(-2)).toEqual([31, 0])
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    const before = shown().length
    act(() => void vi.advanceTimersByTime(6000))
    expect(shown()).toHaveLength(before)
  })

  test.each([
    ['nothing was found', () => [], /Nothing was found in these days/],
    ['it is answered by a failed flag', () => ({ failed: true, code: 'error.unavailable', message: 'Away' }), /Away/],
    ['it is refused', () => Response.json({ failed: true, code: 'error.range.empty', message: 'Closed' }, { status: 422 }), /Closed/],
  ])('is cleared, and a placeholder is shown, where %s (PEST-03, -05)', async (_, next, words) => {
    open()
    await figure()
    answer = next()
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText(words)).toBeDefined()
    expect(screen.queryByRole('figure')).toBeNull()
    expect(chart.disposed).toBe(1)
  })

  test('is read as a table too, of the days on which anything was found', async () => {
    const user = userEvent.setup()
    open()
    await figure()
    await user.click(screen.getByRole('button', { name: /table/i }))
    const rows = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows).toEqual([
      ['Day', 'Kind 1', 'Kind 2', 'Kind 3', 'Kind 4', 'Kind 5'],
      ['2026-03-30', '9', '8', '7', '6', '5'],
      ['2026-03-02', '9', '8', '7', '6', '5'],
    ])
  })
})
