import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failure } from '#contract/core/failure'
import { type Activity, activity } from '#contract/farm/activity'
import { batchCalls, type BatchVerb } from '#contract/farm/batch'
import { landCalls } from '#contract/farm/land'
import { landSafetyCalls } from '#contract/inventory/landSafety'
import { aStockFarm, type StockFarm } from '../inventory/stockFarm.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
// Noon of the 10th of March in Shanghai, where the tenant is.
const NOON = Date.UTC(2026, 2, 10, 4)
// What is told happened before.
const NOW = NOON + 12 * DAY
let farm: StockFarm
let store: number
let variety: number
let worker: number

beforeAll(async () => {
  farm = await aStockFarm(() => NOW)
  store = await farm.aStore()
  variety = (await farm.build.insert('variety', { tenant_id: farm.t, name: 'Feizixiao' })).id
  worker = (await farm.build.insert('worker', { tenant_id: farm.t, area_id: farm.areaId, name: 'Li', worker_type: 'regular' })).id
})
afterAll(() => farm?.server.close())

const failed = (answer: { body: unknown }) => answer.body as Failure
const besides = (answer: { body: unknown }) => Object.keys(failed(answer).fields ?? {})
const aPlot = async (given: object = {}) =>
  (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId, land_measure: '10', ...given })).id
const aPesticide = (days: number | null, given: object = {}) =>
  farm.aProduct({ product_type: 'agricultural', category: 'pesticide', registration_no: 'PD1', safety_interval_days: days, ...given })
const write = (landId: number, given: object = {}) =>
  farm.client.call(activity.calls.create, {
    params: { t: farm.t },
    body: { activityName: 'Spray', activityKind: 'spray', areaId: farm.areaId, landId, doneAt: NOON, ...given } as never,
  })
const written = async (landId: number, given: object = {}): Promise<Activity> => {
  const answer = await write(landId, given)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const change = (of: Activity, given: object) =>
  farm.client.call(activity.calls.update, { params: { t: farm.t }, body: { ...of, ...given } as never })
const remove = ({ activityId, objectVersionNumber }: Activity) =>
  farm.client.call(activity.calls.remove, { params: { t: farm.t }, body: { activityId, objectVersionNumber } })
const safeFrom = async (id: number) => (await farm.client.call(landCalls.get, { params: { t: farm.t, id } })).body.safeFrom
const safety = async (landId: number) =>
  (await farm.client.call(landSafetyCalls.page, { params: { t: farm.t }, query: { landId } })).body.content
const plan = (landId: number, harvestOn: string | null, more: object = {}) =>
  farm.client.call(batchCalls.create, {
    params: { t: farm.t },
    body: { batchName: 'Batch', areaId: farm.areaId, landId, varietyId: variety, startsOn: '2026-03-01', harvestOn, ...more } as never,
  })
const used = (productId: number, quantity = '5', issueId: number | null = null) => ({ materials: [{ productId, quantity, issueId }] })
/** An issue of 10 of a product to a plot, at noon of the 10th. */
async function issued(product: number, plot: number): Promise<number> {
  await farm.moved('materialWarehousing', store, [{ product, quantity: '100', price: '2' }], { effectiveAt: NOON - 5 * DAY })
  const { body } = await farm.approved('materialShipment', store, [{ product, quantity: '10' }], { landId: plot })
  expect((await farm.post('materialShipment', body.id, body.objectVersionNumber, { effectiveAt: NOON })).status).toBe(200)
  return body.id
}

describe('an activity', () => {
  test('says who worked how long, what was used, and how much of it a mu: of the plot, or of the part that its batch takes', async () => {
    const landId = await aPlot()
    const product = await aPesticide(null)
    const workers = [{ workerId: worker, hours: '7.5' }]
    const whole = await written(landId, { ...used(product, '5'), workers, machine: 'Drone' })
    expect(whole).toMatchObject({
      machine: 'Drone',
      workers: [{ workerId: worker, workerName: 'Li', hours: '7.5' }],
      materials: [{ productId: product, quantity: '5', dose: '0.5', issueId: null }],
      safeFrom: null,
    })
    const { batchId } = (await plan(landId, null, { part: '4' })).body
    expect((await written(landId, { ...used(product, '5'), batchId })).materials[0]!.dose).toBe('1.25')
    expect((await written(await aPlot({ land_measure: null }), used(product))).materials[0]!.dose).toBeNull()
    const less = (await change(whole, { workers: [], materials: [] })).body
    expect(less).toMatchObject({ workers: [], materials: [], objectVersionNumber: 2 })
    expect((await remove(less)).body).toBe(1)
  })

  test('is refused beside the input: to come, before 2000, of another base, a worker of elsewhere or twice, more than a day, nothing used', async () => {
    const landId = await aPlot()
    const elsewhere = (await farm.build.anArea({ tenant_id: farm.t })).id
    const product = await aPesticide(null)
    expect(besides(await write(landId, { doneAt: NOW + 1 }))).toEqual(['doneAt'])
    expect(besides(await write(landId, { doneAt: 0 }))).toEqual(['doneAt'])
    expect(besides(await write(await aPlot({ area_id: elsewhere })))).toEqual(['landId'])
    const { batchId } = (await plan(await aPlot(), null)).body
    expect(besides(await write(landId, { batchId }))).toEqual(['batchId'])
    const stranger = await farm.build.insert('worker', { tenant_id: farm.t, area_id: elsewhere, name: 'Wu', worker_type: 'regular' })
    for (const workers of [
      [{ workerId: stranger.id, hours: '1' }],
      [{ workerId: worker, hours: '24.5' }],
      [{ workerId: worker, hours: '0' }],
      [
        { workerId: worker, hours: '1' },
        { workerId: worker, hours: '2' },
      ],
    ])
      expect(besides(await write(landId, { workers }))).toEqual(['workers'])
    const over = { workers: [{ workerId: worker, hours: '24.5' }], ...used(product, '1000000.5') }
    expect((await write(landId, over)).body).toMatchObject({
      fields: {
        workers: '工时须大于 0 且不超过 24 小时，最多 6 位小数',
        materials: '用量须大于 0 且不超过 1,000,000，最多 6 位小数',
      },
    })
    for (const quantity of ['0', '-1', '1e3', '']) expect(besides(await write(landId, used(product, quantity)))).toEqual(['materials'])
    expect(besides(await write(landId, used(999_999)))).toEqual(['materials'])
    expect(besides(await write(landId, { harvested: '5' }))).toEqual(['harvested'])
  })

  test('has the weather of its moment from the station of its base, once; what is not there is said', async () => {
    const area = await farm.build.anArea({ tenant_id: farm.t })
    const place = { tenant_id: farm.t, area_id: area.id }
    const plot = await aPlot({ area_id: area.id })
    const weatherOf = async (doneAt: number) => {
      const { weather, noWeather } = await written(plot, { areaId: area.id, doneAt })
      return [weather?.values ?? null, noWeather]
    }
    expect(await weatherOf(NOON)).toEqual([null, 'none'])
    const station = await farm.build.aDevice({ ...place, device_type: 'gateway_weather', name: 'Mast' })
    const item = await farm.build.anItem({ ...place, device_id: station.id, code: 'temperature', unit: '°C' })
    expect(await weatherOf(NOON)).toEqual([null, 'silent'])
    await farm.server.owner.query('select furrow.ensure_reading_partitions($1, $2)', [NOON - DAY, NOON])
    for (const [ts, value] of [
      [NOON - 2 * HOUR, 11],
      [NOON - 10 * 60_000, 21.5],
      [NOON + 1, 99],
    ])
      await farm.server.owner.query('insert into furrow.reading (item_id, ts, value, tenant_id) values ($1, $2, $3, $4)', [
        item.id,
        ts,
        value,
        farm.t,
      ])
    expect(await weatherOf(NOON)).toEqual([[{ code: 'temperature', value: 21.5, unit: '°C' }], null])
    expect(await weatherOf(NOON - 90 * 60_000)).toEqual([[{ code: 'temperature', value: 11, unit: '°C' }], null])
    expect(await weatherOf(NOON - 12 * HOUR)).toEqual([null, 'silent'])
    const kept = await written(plot, { areaId: area.id })
    await farm.server.owner.query('delete from furrow.reading where item_id = $1', [item.id])
    expect((await change(kept, { remark: 'Calm' })).body).toMatchObject({ weather: { station: 'Mast', at: NOON - 10 * 60_000 } })
  })

  test('counts what was issued once: no more of an issue is named than it gave, to this plot, of this product', async () => {
    const [landId, product] = [await aPlot(), await aPesticide(null)]
    const issueId = await issued(product, landId)
    const left = async () =>
      (await farm.client.call(activity.actions.issues, { params: { t: farm.t }, query: { landId } })).body.map((one) => one.left)
    expect(await left()).toEqual(['10'])
    const first = await written(landId, used(product, '6', issueId))
    expect(first.materials[0]!.issueCode).toMatch(/^MO/)
    expect(await left()).toEqual(['4'])
    expect(besides(await write(landId, used(product, '4.000001', issueId)))).toEqual(['materials'])
    expect((await change(first, used(product, '10', issueId))).status).toBe(200)
    expect(await left()).toEqual([])
    expect(besides(await write(await aPlot(), used(product, '1', issueId)))).toEqual(['materials'])
    expect(besides(await write(landId, used(await aPesticide(null), '1', issueId)))).toEqual(['materials'])
    expect((await remove({ ...first, objectVersionNumber: 2 })).body).toBe(1)
    // Two at once take no more than there is.
    const both = await Promise.all([write(landId, used(product, '6', issueId)), write(landId, used(product, '6', issueId))])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  })
})

describe('the safety interval of a spray', () => {
  test('moves the day of harvest of its plot, with that of issues: the later holds; it goes with the spray', async () => {
    const [landId, product] = [await aPlot(), await aPesticide(7)]
    const issueId = await issued(product, landId)
    expect(await safeFrom(landId)).toBe('2026-03-17')
    const spray = await written(landId, { ...used(product, '5', issueId), doneAt: NOON + 3 * DAY })
    expect(await safeFrom(landId)).toBe('2026-03-20')
    expect(await safety(landId)).toMatchObject([
      { safeFrom: '2026-03-20', document: null, activity: { id: spray.activityId, name: 'Spray' } },
      { safeFrom: '2026-03-17', document: { id: issueId }, activity: null },
    ])
    // Fertiliser, and a spray without an interval, move nothing.
    await written(landId, { ...used(product), activityKind: 'fertilise', doneAt: NOON + 3 * DAY })
    await written(landId, { ...used(await aPesticide(null)), doneAt: NOON + 3 * DAY })
    expect(await safeFrom(landId)).toBe('2026-03-20')
    const moved = (await change(spray, { doneAt: NOON })).body
    expect(await safeFrom(landId)).toBe('2026-03-17')
    await remove(moved)
    expect(await safety(landId)).toHaveLength(1)
  })

  test('refuses a harvest that is planned within it, with the day; what was planned before stays until it is changed', async () => {
    const [landId, product] = [await aPlot(), await aPesticide(7)]
    const before = (await plan(landId, '2026-03-12')).body
    await written(landId, used(product))
    const refused = await plan(landId, '2026-03-16')
    expect(besides(refused)).toEqual(['harvestOn'])
    expect(failed(refused).fields!['harvestOn']).toContain('2026-03-17')
    expect((await plan(landId, '2026-03-17')).status).toBe(200)
    // Before anybody sprayed.
    expect((await plan(landId, '2026-03-09')).status).toBe(200)
    expect(besides(await plan(landId, '2026-03-10'))).toEqual(['harvestOn'])
    const edit = (given: object) => farm.client.call(batchCalls.update, { params: { t: farm.t }, body: { ...before, ...given } as never })
    expect(besides(await edit({ harvestOn: '2026-03-13' }))).toEqual(['harvestOn'])
    expect((await edit({ remark: 'Sprayed meanwhile' })).status).toBe(200)
  })

  test('flags a harvest that happened within it, and no other', async () => {
    const [landId, product] = [await aPlot(), await aPesticide(7)]
    const spray = await written(landId, { ...used(product), doneAt: NOON - 3 * DAY })
    const harvest = (doneAt: number) => written(landId, { activityName: 'Harvest', activityKind: 'harvest', harvested: '120', doneAt })
    expect(await harvest(NOON)).toMatchObject({ safeFrom: '2026-03-14', harvested: '120.00' })
    expect((await harvest(NOON - 4 * DAY)).safeFrom).toBeNull()
    expect((await harvest(NOON + 10 * DAY)).safeFrom).toBeNull()
    const early = await harvest(NOON)
    await remove(spray)
    const read = await farm.client.call(activity.calls.get, { params: { t: farm.t, id: early.activityId } })
    expect(read.body.safeFrom).toBeNull()
  })

  test('flags a batch whose harvest was begun within it, also by a spray that was written down late; a reopened one no more', async () => {
    const plot = await aPlot()
    const { batchId } = (await plan(plot, null)).body
    const read = async () => (await farm.client.call(batchCalls.get, { params: { t: farm.t, id: batchId } })).body
    const act = async (verb: BatchVerb, at?: number) => {
      const { objectVersionNumber } = await read()
      const body = { batchId, objectVersionNumber, verb, ...(at === undefined ? {} : { at }) }
      expect((await farm.client.call(batchCalls.act, { params: { t: farm.t }, body })).status).toBe(200)
    }
    await act('begin', NOON - DAY)
    await act('harvest', NOON + 2 * DAY)
    expect((await read()).safeFrom).toBeNull()
    await written(plot, used(await aPesticide(7)))
    expect((await read()).safeFrom).toBe('2026-03-17')
    await act('close')
    expect((await read()).safeFrom).toBe('2026-03-17')
    await act('reopen')
    expect((await read()).safeFrom).toBeNull()
    // From the day on which it is safe nothing is flagged.
    await act('harvest', NOON + 7 * DAY)
    expect((await read()).safeFrom).toBeNull()
  })

  test('is that of the latest of all, in whatever order sprays come, move and go', async () => {
    const products = await Promise.all([3, 7, 14].map((days) => aPesticide(days)))
    const act = fc.record({ verb: fc.constantFrom('add', 'move', 'remove'), which: fc.nat(2), days: fc.nat(20), at: fc.nat(9) })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 8 }), async (acts) => {
        const landId = await aPlot()
        const standing: { of: Activity; days: number; interval: number }[] = []
        for (const { verb, which, days, at } of acts) {
          const doneAt = NOON - days * DAY
          const one = standing[at % Math.max(1, standing.length)]
          if (verb === 'add' || one === undefined) {
            const of = await written(landId, { ...used(products[which]!), doneAt })
            standing.push({ of, days, interval: [3, 7, 14][which]! })
          } else if (verb === 'move') {
            one.of = (await change(one.of, { doneAt })).body
            one.days = days
          } else {
            await remove(one.of)
            standing.splice(standing.indexOf(one), 1)
          }
        }
        const ends = standing.map(({ days, interval }) => new Date(NOON + (interval - days) * DAY).toISOString().slice(0, 10))
        expect(await safeFrom(landId)).toBe(ends.toSorted().at(-1) ?? null)
      }),
      { numRuns: 12 },
    )
  })
})
