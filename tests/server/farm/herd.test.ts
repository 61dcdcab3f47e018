import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Failure } from '#contract/core/failure'
import { activity } from '#contract/farm/activity'
import { harvestCalls } from '#contract/farm/harvest'
import { batchCostCalls } from '#contract/farm/batchCost'
import { herdCalls } from '#contract/farm/herd'
import { workerRateCalls } from '#contract/farm/workerRate'
import { MOST_OF_BOOK } from '#contract/farm/batchBook'
import { atOnce } from '../atOnce.ts'
import { aStockFarm, type StockFarm } from '../inventory/stockFarm.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 4)
let farm: StockFarm
let pond: number
let varietyId: number
let batchId: number

beforeAll(async () => {
  farm = await aStockFarm(() => NOW)
  varietyId = (await farm.build.insert('variety', { tenant_id: farm.t, name: 'Carp' })).id
  pond = (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId, land_type: 'nurture', nurture_kind: 'pond' })).id
})
afterAll(() => farm?.server.close())
beforeEach(async () => {
  batchId = await aBatch()
})

const failed = (answer: { body: unknown }) => (answer.body as Failure).code
const besides = (answer: { body: unknown }) => Object.keys((answer.body as Failure).fields ?? {})
const aBatch = async (given: object = {}) =>
  (
    await farm.build.insert('batch', {
      tenant_id: farm.t,
      area_id: farm.areaId,
      land_id: pond,
      variety_id: varietyId,
      variety_name: 'Carp',
      batch_name: 'Carp of autumn',
      batch_state: 'growing',
      starts_on: '2026-10-01',
      started_at: NOW - 50 * DAY,
      ...given,
    })
  ).id
const params = () => ({ t: farm.t })
const save = (event: string, head: number, given: object = {}) =>
  farm.client.call(herdCalls.save, { params: params(), body: { batchId, happenedOn: '2026-11-01', event, head, ...given } as never })
const read = async () => (await farm.client.call(herdCalls.page, { params: params(), query: { batchId } })).body
const drop = ({ id, objectVersionNumber }: { id: number; objectVersionNumber: number }) =>
  farm.client.call(herdCalls.remove, { params: params(), body: { id, objectVersionNumber } })
const harvest = (given: object) =>
  farm.client.call(harvestCalls.save, {
    params: params(),
    body: { batchId, harvestedOn: '2026-11-10', quantity: '10', ...given } as never,
  })

test('as many live as came and have not gone, harvests with it, and no day has fewer than none', async () => {
  expect(besides(await save('died', 1))).toEqual(['head'])
  expect((await save('stocked', 100, { meanWeight: '50' })).status).toBe(200)
  expect((await save('died', 30, { reason: 'heat' })).status).toBe(200)
  expect(besides(await save('died', 71))).toEqual(['head'])
  // On the day before they came there were none.
  expect(besides(await save('removed', 1, { happenedOn: '2026-10-31' }))).toEqual(['head'])
  expect(besides(await harvest({ headCount: 71 }))).toEqual(['headCount'])
  expect((await harvest({ headCount: 20 })).status).toBe(200)
  expect((await read()).sum).toMatchObject({ stocked: 100, died: 30, harvested: 20, living: 50, survival: '70.0', uncounted: 0 })
  const [died, came] = (await read()).content
  expect(died).toMatchObject({ event: 'died', head: 30, reason: 'heat', meanWeight: null })
  expect(besides(await save('stocked', 49, { id: came!.id, objectVersionNumber: 1 }))).toEqual(['head'])
  expect(failed(await drop(came!))).toBe('error.herd.negative')
  expect((await drop(died!)).status).toBe(200)
  expect((await read()).sum).toMatchObject({ living: 80, survival: '100.0' })
  await harvest({})
  expect((await read()).sum).toMatchObject({ living: 80, uncounted: 1, noRatio: 'noWeight' })
})

test('the books of a batch and the rates of a worker say what day it is in the zone of the tenant', async () => {
  const worker = (await farm.build.insert('worker', { tenant_id: farm.t, area_id: farm.areaId, worker_type: 'regular', name: 'Li' })).id
  const said = async (day: string) => {
    const query = { batchId }
    // The server hears of another zone a moment after it was written.
    await vi.waitFor(async () => expect((await farm.client.call(herdCalls.page, { params: params(), query })).body.today).toBe(day))
    const answers = [
      await farm.client.call(herdCalls.page, { params: params(), query }),
      await farm.client.call(harvestCalls.page, { params: params(), query }),
      await farm.client.call(batchCostCalls.page, { params: params(), query }),
      await farm.client.call(workerRateCalls.page, { params: params(), query: { workerId: worker } }),
    ]
    return answers.map(({ body }) => body.today)
  }
  const zone = async (name: string) => farm.server.owner.query('update furrow.tenant set time_zone = $2 where id = $1', [farm.t, name])
  const { rows } = await farm.server.owner.query<{ time_zone: string }>('select time_zone from furrow.tenant where id = $1', [farm.t])
  await zone('Pacific/Kiritimati')
  const east = await said('2026-11-20')
  await zone('Pacific/Pago_Pago')
  const west = await said('2026-11-19')
  await zone(rows[0]!.time_zone)
  expect(east).toEqual(Array(4).fill('2026-11-20'))
  expect(west).toEqual(Array(4).fill('2026-11-19'))
})

test('of two that take the last at once, one is refused', async () => {
  await save('stocked', 10)
  const both = await atOnce<{ status: number }>(farm.server.owner, { table: 'batch', id: batchId }, [
    () => save('died', 6),
    () => harvest({ headCount: 6 }),
  ])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  expect((await read()).sum.living).toBe(4)
  const again = await atOnce(farm.server.owner, { table: 'batch', id: batchId }, [() => save('died', 3), () => save('removed', 3)])
  expect(again.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  expect((await read()).sum.living).toBe(1)
})

test('is refused beside the input, of plants, of what has ended and of what has not begun', async () => {
  expect(besides(await save('weighed', 5))).toEqual(['meanWeight'])
  expect(besides(await save('stocked', 5, { meanWeight: '0' }))).toEqual(['meanWeight'])
  for (const head of [0, -1, 1.5]) expect(besides(await save('stocked', head))).toEqual(['head'])
  expect(besides(await save('stocked', 5, { happenedOn: '2026-11-21' }))).toEqual(['happenedOn'])
  expect(besides(await save('stocked', 5, { happenedOn: '2026-09-30' }))).toEqual(['happenedOn'])
  batchId = await aBatch({ batch_state: 'closed', ended_at: NOW })
  expect(failed(await save('stocked', 5))).toBe('error.batch.ended')
  batchId = await aBatch({ batch_state: 'planned', started_at: null })
  expect(failed(await save('stocked', 5))).toBe('error.batch.notBegun')
  const field = (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId })).id
  batchId = await aBatch({ land_id: field })
  expect(failed(await save('stocked', 5))).toBe('error.herd.plants')
  expect(besides(await harvest({ headCount: 1 }))).toEqual(['headCount'])
})

test('feed is what was issued or used, once; with the weights it says how feed became weight', async () => {
  const feed = await farm.aProduct({ product_type: 'agricultural', category: 'feed' })
  const lime = await farm.aProduct({ product_type: 'agricultural', category: 'other' })
  const byBag = await farm.aProduct({ product_type: 'agricultural', category: 'feed', stock_unit_id: farm.bag })
  const fed = (productId: number, quantity: string) =>
    farm.client.call(activity.calls.create, {
      params: params(),
      body: {
        activityName: 'Feed',
        activityKind: 'feed',
        areaId: farm.areaId,
        landId: pond,
        batchId,
        doneAt: NOW - 5 * DAY,
        materials: [{ productId, quantity, issueId: null }],
      } as never,
    })
  for (const [product, quantity] of [
    [feed, '12'],
    [feed, '3'],
    [lime, '7'],
    [byBag, '2'],
  ] as const)
    expect((await fed(product, quantity)).status).toBe(200)
  await save('stocked', 100, { meanWeight: '50' })
  await save('weighed', 10, { meanWeight: '150', happenedOn: '2026-11-18' })
  // 100 of 150 g less 100 of 50 g: 10 kg of 15 kg of feed.
  const { sum } = await read()
  expect(sum).toMatchObject({ feedKg: '15.000000', ratio: '1.500000', ratioOn: '2026-11-18', noRatio: null })
  expect(sum.feeds).toMatchObject([
    { quantity: '15', kg: '15.000000' },
    { quantity: '2', kg: null },
  ])
  expect(sum.weights.map(({ meanWeight }) => Number(meanWeight))).toEqual([50, 150])
})

test('feed in a unit of which a part has no exact weight counts nevertheless, to the milligram', async () => {
  const pound = await farm.build.insert('measure_unit', {
    tenant_id: farm.t,
    name: 'Pound',
    symbol: 'lb',
    dimension: 'mass',
    numerator: 45_359_237,
    denominator: 100_000_000,
  })
  const feed = await farm.aProduct({ product_type: 'agricultural', category: 'feed', stock_unit_id: pound.id })
  await farm.client.call(activity.calls.create, {
    params: params(),
    body: {
      activityName: 'Feed',
      activityKind: 'feed',
      areaId: farm.areaId,
      landId: pond,
      batchId,
      doneAt: NOW - 5 * DAY,
      materials: [{ productId: feed, quantity: '1.5', issueId: null }],
    } as never,
  })
  expect((await read()).sum).toMatchObject({ feedKg: '0.680389', feeds: [{ quantity: '1.5', unit: 'lb', kg: '0.680389' }] })
})

test('a book that is full takes no more rows, and those in it are still changed', async () => {
  await farm.server.owner.query(
    `insert into furrow.batch_herd (tenant_id, batch_id, happened_on, event, head)
     select $1, $2, '2026-11-01', 'stocked', 1 from generate_series(1, $3)`,
    [farm.t, batchId, MOST_OF_BOOK - 1],
  )
  expect((await save('died', 1)).status).toBe(200)
  expect(failed(await save('died', 1))).toBe('error.book.full')
  expect((await save('died', 2, { id: (await read()).content[0]!.id, objectVersionNumber: 1 })).status).toBe(200)
  expect((await harvest({})).status).toBe(200)
})

test('never fewer than none, whatever is written in whatever order', async () => {
  const step = fc.record({
    event: fc.constantFrom('stocked', 'died', 'removed', 'drop'),
    head: fc.integer({ min: 1, max: 20 }),
    day: fc.integer({ min: 1, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      batchId = await aBatch()
      let rows: { id: number; day: number; change: number }[] = []
      const lawful = (all: typeof rows) =>
        [1, 2, 3, 4, 5, 6, 7, 8, 9].every((day) => all.reduce((sum, row) => (row.day <= day ? sum + row.change : sum), 0) >= 0)
      for (const { event, head, day } of steps) {
        if (event === 'drop') {
          const row = rows[head % Math.max(1, rows.length)]
          if (!row) continue
          const without = rows.filter((one) => one !== row)
          expect((await drop({ id: row.id, objectVersionNumber: 1 })).status).toBe(lawful(without) ? 200 : 409)
          if (lawful(without)) rows = without
          continue
        }
        const more = { id: 0, day, change: event === 'stocked' ? head : -head }
        const answer = await save(event, head, { happenedOn: `2026-11-0${day}` })
        expect(answer.status).toBe(lawful([...rows, more]) ? 200 : 400)
        if (answer.status === 200) rows.push({ ...more, id: answer.body.id })
      }
      expect((await read()).sum.living).toBe(rows.reduce((sum, { change }) => sum + change, 0))
    }),
    { numRuns: 20 },
  )
})
