import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RotationBatch } from '#contract/farm/land'
import { batch } from '#contract/farm/batch'
import type { CostSum } from '#contract/farm/batchCost'
import { COSTS } from '#contract/farm/costCodes'
import BatchPage from '#src/screens/farm/BatchPage.tsx'
import { CostFigures } from '#src/screens/farm/CostFigures.tsx'
import { HerdFigures } from '#src/screens/farm/HerdFigures.tsx'
import { mostTelling } from '#src/screens/farm/mostTelling.ts'
import { stageSpans } from '#src/screens/farm/stageSpans.ts'
import { yearsOf } from '#src/screens/farm/yearsOf.ts'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import documents from '#locales/en-US/documents' with { type: 'json' }
import farm from '#locales/en-US/farm' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import { show } from '../crud/showing.tsx'

const held = new Set<string>()
const MINE = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
const none = { amount: '0.000000', lines: [] }
const sum: CostSum = {
  materials: none,
  labour: { ...none, hours: '0', unrated: '0' },
  others: { amount: '0.000000' },
  total: '0.000000',
  complete: true,
  harvestedKg: '0.000000',
  measure: null,
  perKg: null,
  perMu: null,
}
const record = (given: object) => ({
  ...batch.create.parse({ batchName: 'Rice', areaId: 1, landId: 2, varietyId: 3, startsOn: '2026-03-01' }),
  batchId: 1,
  objectVersionNumber: 4,
  batchState: 'growing',
  startedAt: Date.UTC(2026, 2, 1),
  endedAt: null,
  endReason: null,
  growth: null,
  safeFrom: null,
  nurtureKind: null,
  ...given,
})
let shown: object
let herd: object
let asked: string[]

beforeAll(() => {
  for (const [name, words] of Object.entries({ farm, documents, inventory })) i18next.addResourceBundle('en-US', name, words)
})
beforeEach(() => {
  held.clear()
  asked = []
  shown = record({})
  herd = { content: [], sum: {} }
  startAnew('')
  session.set({ ...session.get(), status: 'signedIn', self: MINE, tenantId: 7 })
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    const { pathname } = new URL(address, 'http://furrow.test')
    asked.push(pathname)
    if (pathname.endsWith('/check-resources'))
      return Response.json((JSON.parse(body ?? '[]') as string[]).map((code) => ({ code, approve: held.has(code) })))
    if (pathname.endsWith('/batch/1')) return Response.json(shown)
    if (pathname.endsWith('/batch/cost')) return Response.json({ content: [], sum, today: '2031-02-03' })
    if (pathname.endsWith('/batch/herd')) return Response.json(herd)
    if (pathname.endsWith('/area/default')) return Response.json({ areaId: 1, areaName: 'North' })
    return Response.json({ content: [], number: 1, size: 10, totalElements: 0, kg: '0', expectedYield: null, others: [] })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const opened = async () => {
  show(<BatchPage />, { at: '/?open=1' })
  const panel = await screen.findByRole('dialog')
  await within(panel).findByText('Its life')
  return within(panel)
}

describe('the record of a batch', () => {
  test('offers editing while it stands and deleting while it is planned; what has ended offers neither', async () => {
    for (const code of [batch.codes.edit, batch.codes.delete]) held.add(code)
    const offered = async (batchState: string, given: object = {}) => {
      shown = record({ batchState, ...given })
      const panel = await opened()
      await waitFor(() => expect(asked.some((path) => path.endsWith('/check-resources'))).toBe(true))
      await waitFor(() =>
        panel.getByRole('button', { name: batchState === 'closed' ? 'Reopen' : batchState === 'planned' ? 'Begin' : 'Record failure' }),
      )
      const names = ['Edit', 'Delete'].filter((name) => panel.queryByRole('button', { name }) !== null)
      cleanup()
      return names
    }
    expect(await offered('planned', { startedAt: null })).toEqual(['Edit', 'Delete'])
    expect(await offered('growing')).toEqual(['Edit'])
    expect(await offered('closed', { endedAt: Date.UTC(2026, 5, 1) })).toEqual([])
  })

  test('shows what it cost to who may see that, and does not ask for it otherwise', async () => {
    const others = await opened()
    await others.findByText('Harvests and yield')
    await waitFor(() => expect(asked.some((path) => path.endsWith('/check-resources'))).toBe(true))
    expect(others.queryByText('Costs')).toBeNull()
    expect(asked.some((path) => path.endsWith('/batch/cost'))).toBe(false)
    cleanup()
    startAnew('')
    held.add(COSTS)
    expect(await (await opened()).findByText('Costs')).toBeTruthy()
  })

  test('begins a new row of its books with the day of the tenant, wherever the browser is', async () => {
    for (const code of [COSTS, batch.codes.edit]) held.add(code)
    const panel = await opened()
    await userEvent.click(await panel.findByRole('button', { name: i18next.t('farm:batchCost.add') }))
    expect(await screen.findByDisplayValue('2031-02-03')).toBeTruthy()
  })

  test('flags a harvest that was begun within a safety interval', async () => {
    shown = record({ batchState: 'harvesting', safeFrom: '2026-03-17' })
    expect(await (await opened()).findByText('from 2026-03-17')).toBeTruthy()
  })

  test('has a book of animals where its plot keeps some; a long book is shown whole when asked', async () => {
    const row = (id: number) => ({
      id,
      batchId: 1,
      objectVersionNumber: 1,
      happenedOn: '2026-03-02',
      event: 'died',
      head: id,
      meanWeight: null,
      reason: null,
    })
    const counts = { stocked: 500, died: 78, removed: 0, harvested: 0, uncounted: 2, living: 422, survival: '84.4' }
    const fed = { feedKg: '0.000000', feeds: [], weights: [], ratio: null, ratioOn: null, noRatio: 'noWeight' }
    herd = { content: Array.from({ length: 12 }, (_, at) => row(at + 1)), sum: { ...counts, ...fed } }
    expect((await opened()).queryByText('Fish and animals')).toBeNull()
    cleanup()
    shown = record({ nurtureKind: 'pond' })
    const panel = await opened()
    expect(await panel.findByText('422')).toBeTruthy()
    expect(panel.getByText('unknown: none were weighed yet')).toBeTruthy()
    expect(panel.getByText('2 harvests do not say how many they were')).toBeTruthy()
    expect(panel.queryByText(/^Left out of the feed ratio/)).toBeNull()
    expect(panel.queryByText('2026-03-02 · 12 died')).toBeNull()
    await userEvent.click(panel.getByRole('button', { name: 'Show all 12' }))
    expect(panel.getByText('2026-03-02 · 12 died')).toBeTruthy()
  })
})

test('feed of which nobody knows the weight is left out of the ratio, and the book says so and why', () => {
  const counts = { stocked: 500, died: 1, removed: 0, harvested: 0, uncounted: 0, living: 499, survival: '99.8' }
  const bags = { productName: 'Floating pellets', unit: 'bag', quantity: '12', kg: null }
  const meal = { productName: 'Fish meal', unit: 'kg', quantity: '30', kg: '30.000000' }
  const ratio = { feedKg: '30.000000', weights: [], ratio: '1.500000', ratioOn: '2026-03-02', noRatio: null }
  show(<HerdFigures of={{ ...counts, ...ratio, feeds: [bags, meal] }} name="Carp" />)
  expect(screen.getAllByText(/^Left out of the feed ratio/).map(({ textContent }) => textContent)).toEqual([
    'Left out of the feed ratio: Floating pellets, 12 bag. It is not kept by weight, so its kg are not known',
  ])
  cleanup()
  show(<HerdFigures of={{ ...counts, ...ratio, feeds: [meal] }} name="Carp" />)
  expect(screen.queryByText(/^Left out of the feed ratio/)).toBeNull()
})

test('figures of a cost say what is unknown in words, and never as nothing', () => {
  const material = { productId: 1, productName: 'Urea', unit: 'kg', quantity: '5', amount: null, unpriced: '5' }
  const known = { ...material, productId: 2, productName: 'Lime', amount: '12.500000', unpriced: '2' }
  const labour = { workerId: 1, workerName: 'Li', hours: '3', amount: '40.000000', unrated: '1' }
  show(
    <CostFigures
      of={{
        ...sum,
        materials: { amount: '12.500000', lines: [material, known] },
        labour: { amount: '40.000000', hours: '3', unrated: '1', lines: [labour] },
        total: '52.500000',
        complete: false,
        perMu: '5.250000',
      }}
    />,
  )
  expect(screen.getByText('no price known')).toBeTruthy()
  expect(screen.getByText('no price known of 2 kg')).toBeTruthy()
  expect(screen.getByText('no rate for 1 h')).toBeTruthy()
  expect(screen.getAllByText('at least ¥52.50')).toHaveLength(1)
  expect(screen.getByText('at least ¥5.25')).toBeTruthy()
  expect(screen.getByText('no harvest by weight')).toBeTruthy()
  cleanup()
  // Of what nobody knows at all there is no number.
  const unrated = { ...labour, amount: null, unrated: '3' }
  show(<CostFigures of={{ ...sum, labour: { amount: '0.000000', hours: '3', unrated: '3', lines: [unrated] }, complete: false }} />)
  expect(screen.getByText('no rate')).toBeTruthy()
  expect(screen.getAllByText('unknown')).toHaveLength(2)
  expect(screen.queryByText(/¥0/)).toBeNull()
})

test('what stood over New Year is in both years, the newest first', () => {
  const stood = (batchId: number, from: string, to: string | null) => ({ batchId, from, to }) as RotationBatch
  const years = yearsOf([stood(1, '2024-03-01', '2024-09-01'), stood(2, '2024-10-01', '2026-02-01'), stood(3, '2026-03-01', null)])
  expect(years.map(({ year, batches }) => [year, batches.map(({ batchId }) => batchId)])).toEqual([
    [2026, [2, 3]],
    [2025, [2]],
    [2024, [1, 2]],
  ])
})

test('stages lie on the axis of the curve as far as they are seen', () => {
  const at = (day: string) => new Date(`${day}T00:00:00`).getTime()
  const stages = [
    { name: 'Seedling', days: 10, from: '2026-03-01', to: '2026-03-10' },
    { name: 'Growth', days: 10, from: '2026-03-11', to: '2026-03-20' },
    { name: 'Ripe', days: 10, from: '2026-03-21', to: '2026-03-30' },
  ]
  expect(stageSpans(stages, [at('2026-03-06'), at('2026-03-16')])).toMatchObject([
    { name: 'Seedling', left: 0, width: 50 },
    { name: 'Growth', left: 50, width: 50 },
  ])
  expect(stageSpans(stages, [at('2026-04-06'), at('2026-04-16')])).toEqual([])
})

test('of a device the soil is looked at first, then water, then air; else what it has', () => {
  const items = (...codes: string[]) => codes.map((code) => ({ code }))
  expect(mostTelling(items('temperature', 'soilMoisture2'))).toEqual({ code: 'soilMoisture2' })
  expect(mostTelling(items('temperature', 'dissolvedOxygen'))).toEqual({ code: 'dissolvedOxygen' })
  expect(mostTelling(items('light'))).toEqual({ code: 'light' })
  expect(mostTelling([])).toBeUndefined()
})
