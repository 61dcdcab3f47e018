import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditCalls } from '#contract/organization/audit'
import type { Failure } from '#contract/core/failure'
import { activity } from '#contract/farm/activity'
import { batch } from '#contract/farm/batch'
import { MOST_OF_BOOK } from '#contract/farm/batchBook'
import { batchCostCalls } from '#contract/farm/batchCost'
import { COSTS } from '#contract/farm/costCodes'
import { land } from '#contract/farm/land'
import { worker } from '#contract/farm/worker'
import { workerRateCalls } from '#contract/farm/workerRate'
import { atOnce } from '../atOnce.ts'
import { store as stores } from '#contract/inventory/store'
import type { Client } from '../harness.ts'
import { aStockFarm, type StockFarm } from '../inventory/stockFarm.ts'

const DAY = 86_400_000
// Noon of the 20th of November in Shanghai, where the tenant is.
const NOON = Date.UTC(2026, 10, 20, 4)
let farm: StockFarm
let store: number
let varietyId: number
let landId: number
let batchId: number
let workerId: number

beforeAll(async () => {
  farm = await aStockFarm(() => NOON)
  store = await farm.aStore()
  varietyId = (await farm.build.insert('variety', { tenant_id: farm.t, name: 'Rice' })).id
})
afterAll(() => farm?.server.close())
beforeEach(async () => {
  landId = await aPlot()
  batchId = await aBatch()
  workerId = (await farm.build.insert('worker', { tenant_id: farm.t, area_id: farm.areaId, name: 'Li', worker_type: 'regular' })).id
})

const failed = (answer: { body: unknown }) => (answer.body as Failure).code
const besides = (answer: { body: unknown }) => Object.keys((answer.body as Failure).fields ?? {})
const aPlot = async () => (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId, land_measure: 10 })).id
const aBatch = async (given: object = {}) =>
  (
    await farm.build.insert('batch', {
      tenant_id: farm.t,
      area_id: farm.areaId,
      land_id: landId,
      variety_id: varietyId,
      variety_name: 'Rice',
      batch_name: 'Rice of autumn',
      batch_state: 'growing',
      starts_on: '2026-10-01',
      started_at: NOON - 50 * DAY,
      ...given,
    })
  ).id
const aMaterial = (given: object = {}) => farm.aProduct({ product_type: 'agricultural', category: 'fertilizer', ...given })
const cost = async (id = batchId, who: Client = farm.client) =>
  (await who.call(batchCostCalls.page, { params: { t: farm.t }, query: { batchId: id } })).body
const sum = async (id = batchId) => (await cost(id)).sum
const spend = (given: object = {}, who: Client = farm.client) =>
  who.call(batchCostCalls.save, {
    params: { t: farm.t },
    body: { batchId, spentOn: '2026-11-01', what: 'Diesel', amount: '100', ...given } as never,
  })
const act = async (given: object = {}) => {
  const answer = await farm.client.call(activity.calls.create, {
    params: { t: farm.t },
    body: { activityName: 'Work', activityKind: 'fertilise', areaId: farm.areaId, landId, batchId, doneAt: NOON, ...given } as never,
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const used = (productId: number, quantity: string, issueId: number | null = null) => ({ materials: [{ productId, quantity, issueId }] })
const received = (product: number, quantity: string, price: string | null) =>
  farm.moved('materialWarehousing', store, [{ product, quantity, ...(price === null ? {} : { price }) }], { effectiveAt: NOON - 40 * DAY })
async function issued(product: number, quantity: string, given: object = {}) {
  const { body } = await farm.approved('materialShipment', store, [{ product, quantity }], { landId, ...given })
  const posted = await farm.post('materialShipment', body.id, body.objectVersionNumber)
  if (posted.status !== 200) throw new Error(JSON.stringify(posted.body))
  return posted.body
}
async function takeBack({ id, objectVersionNumber }: { id: number; objectVersionNumber: number }) {
  const [posting] = await farm.postings('materialShipment', id)
  return farm.reverse('materialShipment', id, objectVersionNumber, posting!.id)
}
const rate = (given: object = {}, who: Client = farm.client) =>
  who.call(workerRateCalls.save, { params: { t: farm.t }, body: { workerId, validFrom: '2026-11-01', hourly: '20', ...given } as never })
const rates = async (who: Client = farm.client) => who.call(workerRateCalls.page, { params: { t: farm.t }, query: { workerId } })
const enter = async (codes: string[], areaIds: number[] | null = null) =>
  farm.server.signIn((await farm.build.aUser({ tenantId: farm.t, codes, areaIds })).login_name)

describe('what a batch cost', () => {
  test('is what was issued for it, at what that was worth, once; an activity that names some of the issue adds nothing', async () => {
    const urea = await aMaterial()
    await received(urea, '100', '2.5')
    const issue = await issued(urea, '40')
    expect(await sum()).toMatchObject({ materials: { amount: '100.000000' }, total: '100.000000', complete: true, perMu: '10.000000' })
    await act(used(urea, '15', issue.id))
    expect(await sum()).toMatchObject({ materials: { amount: '100.000000', lines: [{ quantity: '40', unpriced: '0' }] } })
  })

  test('is nothing more of an issue that was taken back, but what an activity says it used of it', async () => {
    const urea = await aMaterial()
    await received(urea, '100', '2')
    const issue = await issued(urea, '40')
    await act(used(urea, '10', issue.id))
    await takeBack(issue)
    expect(await sum()).toMatchObject({ materials: { amount: '20.000000', lines: [{ quantity: '10' }] } })
  })

  test('is what was used without an issue at what lies in the stores of its base, else at what it is said to cost, else unknown', async () => {
    const [lying, said, unknown] = [await aMaterial(), await aMaterial({ cost_price: '3' }), await aMaterial()]
    await received(lying, '10', '4')
    await act(used(lying, '2'))
    await act(used(said, '2'))
    await act(used(unknown, '2'))
    const { materials, complete, total } = await sum()
    expect([total, complete]).toEqual(['14.000000', false])
    expect(materials.lines.map(({ amount, unpriced }) => [amount, unpriced])).toEqual([
      ['8.000000', '0'],
      ['6.000000', '0'],
      [null, '2'],
    ])
    // What came later than it was used does not say what it was worth then.
    await received(unknown, '10', '4')
    await act({ ...used(unknown, '1'), doneAt: NOON - 45 * DAY })
    expect((await sum()).materials.lines.at(-1)).toMatchObject({ amount: '8.000000', unpriced: '1' })
  })

  test('per mu stays that of the plot as it was when the batch ended; of one that goes on it is that of today', async () => {
    await spend()
    const product = await aMaterial()
    const { activityId } = await act(used(product, '5'))
    const doses = async () =>
      (await farm.client.call(activity.calls.get, { params: { t: farm.t, id: activityId } })).body.materials.map(({ dose }) => dose)
    const measured = async (mu: number) => {
      const { body } = await farm.client.call(land.calls.get, { params: { t: farm.t, id: landId } })
      const { status } = await farm.client.call(land.calls.update, { params: { t: farm.t }, body: { ...body, landMeasure: mu } as never })
      expect(status).toBe(200)
    }
    const acted = async (verb: 'close' | 'reopen') => {
      const { objectVersionNumber } = (await farm.client.call(batch.calls.get, { params: { t: farm.t, id: batchId } })).body
      const body = { batchId, objectVersionNumber, verb }
      expect((await farm.client.call(batch.actions.act, { params: { t: farm.t }, body })).status).toBe(200)
    }
    const told = async () => [(await sum()).perMu, await doses()]
    expect(await told()).toEqual(['10.000000', ['0.5']])
    await measured(20)
    expect(await told()).toEqual(['5.000000', ['0.25']])
    await acted('close')
    await measured(40)
    await measured(50)
    expect(await told()).toEqual(['5.000000', ['0.25']])
    await acted('reopen')
    expect(await told()).toEqual(['2.000000', ['0.1']])
  })

  test('goes by what lay in its base then, wherever the store of it stands today', async () => {
    const urea = await aMaterial()
    const other = await farm.aStore()
    await farm.moved('materialWarehousing', other, [{ product: urea, quantity: '10', price: '4' }], { effectiveAt: NOON - 40 * DAY })
    await act({ ...used(urea, '2'), doneAt: NOON - DAY })
    const costs = async () => (await sum()).materials.amount
    expect(await costs()).toBe('8.000000')
    const { body } = await farm.client.call(stores.calls.get, { params: { t: farm.t, id: other } })
    const south = (await farm.build.anArea({ tenant_id: farm.t, area_name: 'South' })).id
    const moved = await farm.client.call(stores.calls.update, { params: { t: farm.t }, body: { ...body, areaId: south } as never })
    expect([moved.status, await costs()]).toEqual([200, '8.000000'])
  })

  test('is unknown of goods that came without a price', async () => {
    const gift = await aMaterial()
    await received(gift, '10', null)
    await issued(gift, '4')
    expect(await sum()).toMatchObject({ complete: false, materials: { lines: [{ quantity: '4', amount: null, unpriced: '4' }] } })
  })

  test('counts hours at the rate of the day in the zone of the farm, and says those that have none', async () => {
    const workers = (hours: string) => ({ workers: [{ workerId, hours }] })
    await rate({ validFrom: '2026-11-02' })
    await rate({ validFrom: '2026-11-10', hourly: '30.50' })
    // Half past midnight of the 2nd is still the 1st in Greenwich.
    await act({ ...workers('2'), doneAt: Date.UTC(2026, 10, 1, 16, 30) })
    await act({ ...workers('1'), doneAt: Date.UTC(2026, 10, 1, 15, 30) })
    await act({ ...workers('1.5'), doneAt: Date.UTC(2026, 10, 10, 4) })
    expect(await sum()).toMatchObject({
      complete: false,
      labour: { amount: '85.750000', hours: '4.5', unrated: '1', lines: [{ workerName: 'Li', hours: '4.5', unrated: '1' }] },
    })
    await rate({ validFrom: '2026-01-01', hourly: '10' })
    expect(await sum()).toMatchObject({ complete: true, total: '95.750000' })
  })

  test('is what was typed beside; a kilogram and a mu cost their share', async () => {
    await spend({ amount: '120.50', costKind: 'energy' })
    await spend({ amount: '79.50', spentOn: '2026-09-01' })
    expect(await sum()).toMatchObject({ others: { amount: '200.000000' }, perKg: null, perMu: '20.000000' })
    const harvested = { tenant_id: farm.t, batch_id: batchId, harvested_on: '2026-11-19', unit_kind: 'kg', unit_name: 'kg' }
    await farm.build.insert('batch_harvest', { ...harvested, quantity: '50', kg: '50' })
    expect(await sum()).toMatchObject({ harvestedKg: '50.000000', perKg: '4.000000' })
    await farm.server.owner.query('update furrow.batch set part = 4 where id = $1', [batchId])
    expect(await sum()).toMatchObject({ measure: '4', perMu: '50.000000' })
    const [late, early] = (await cost()).content
    expect([late!.spentOn, early!.spentOn]).toEqual(['2026-11-01', '2026-09-01'])
    expect((await spend({ ...late, amount: '20.50' })).status).toBe(200)
    expect(failed(await spend({ ...late, amount: '1' }))).toBe('error.version.stale')
    const gone = { params: { t: farm.t }, body: { id: early!.id, objectVersionNumber: 1 } }
    expect((await farm.client.call(batchCostCalls.remove, gone)).status).toBe(200)
    expect((await sum()).total).toBe('20.500000')
  })

  test('is refused beside the input, and of what has ended', async () => {
    expect(besides(await spend({ spentOn: '2026-11-21' }))).toEqual(['spentOn'])
    for (const amount of ['0', '-1', '1.001', 'ten']) expect(besides(await spend({ amount }))).toEqual(['amount'])
    expect(besides(await spend({ what: ' ' }))).toEqual(['what'])
    batchId = await aBatch({ batch_state: 'closed', ended_at: NOON })
    expect(failed(await spend())).toBe('error.batch.ended')
  })

  test('counts each quantity once, in whatever order goods are issued, taken back and named: by an independent model', async () => {
    const step = fc.oneof(
      fc.record({ what: fc.constant('issue' as const), of: fc.nat(1), size: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ what: fc.constant('use' as const), of: fc.nat(1), size: fc.integer({ min: 1, max: 3 }), named: fc.boolean() }),
      fc.record({ what: fc.constant('back' as const), of: fc.nat(5) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        landId = await aPlot()
        const batches = [await aBatch(), await aBatch()]
        const product = await aMaterial()
        await received(product, '100', '2')
        const issues: {
          id: number
          objectVersionNumber: number
          of: number
          size: number
          uses: { of: number; size: number }[]
          back: boolean
        }[] = []
        const outside = [0, 0]
        for (const one of steps) {
          if (one.what === 'issue') {
            const made = await issued(product, String(one.size), { batchId: batches[one.of]! })
            issues.push({ ...made, of: one.of, size: one.size, uses: [], back: false })
          } else if (one.what === 'use') {
            const from = one.named
              ? issues.find(({ size, uses, back }) => !back && size - uses.reduce((all, use) => all + use.size, 0) >= one.size)
              : undefined
            batchId = batches[one.of]!
            await act(used(product, String(one.size), from?.id ?? null))
            if (from) from.uses.push({ of: one.of, size: one.size })
            else outside[one.of]! += one.size
          } else {
            const at = issues.filter(({ back }) => !back)[one.of]
            if (!at) continue
            expect((await takeBack(at)).status).toBe(200)
            at.back = true
          }
        }
        const model = [0, 1].map((of) => {
          const named = issues.flatMap(({ uses }) => uses).filter((use) => use.of === of)
          const rest = issues.flatMap((one) =>
            one.of === of && !one.back ? [one.size - one.uses.reduce((all, use) => all + use.size, 0)] : [],
          )
          return [...named.map(({ size }) => size), ...rest, outside[of]!].reduce((all, size) => all + size, 0)
        })
        for (const [at, id] of batches.entries()) {
          const { materials } = await sum(id)
          expect(Number(materials.lines[0]?.quantity ?? 0)).toBe(model[at])
          expect(Number(materials.amount)).toBe(2 * model[at]!)
        }
      }),
      { numRuns: 12 },
    )
  })
})

describe('a rate', () => {
  test('is one of its day, is changed at its version and goes; the trail says so and not what it was', async () => {
    expect((await rate()).status).toBe(200)
    expect(besides(await rate())).toEqual(['validFrom'])
    expect(besides(await rate({ validFrom: '2026-11-02', hourly: '0' }))).toEqual(['hourly'])
    const [one] = (await rates()).body.content
    expect(one).toMatchObject({ validFrom: '2026-11-01', hourly: '20.00' })
    expect((await rate({ ...one, hourly: '31.25' })).status).toBe(200)
    expect(failed(await rate({ ...one, hourly: '22' }))).toBe('error.version.stale')
    const gone = { params: { t: farm.t }, body: { id: one!.id, objectVersionNumber: 2 } }
    expect((await farm.client.call(workerRateCalls.remove, gone)).status).toBe(200)
    expect((await rates()).body.content).toEqual([])
    const trail = await farm.client.call(auditCalls.page, { params: { t: farm.t }, query: { kind: 'workerRate' } })
    expect(trail.body.content.slice(0, 3).map(({ verb }) => verb)).toEqual(['deleted', 'changed', 'made'])
    expect(JSON.stringify(trail.body)).not.toMatch(/31\.25|20\.00/)
    expect(trail.body.content[1]!.changes).toMatchObject([{ secret: true }])
  })

  test('is refused where a worker has as many as a book holds', async () => {
    await farm.server.owner.query(
      `insert into furrow.worker_rate (tenant_id, worker_id, valid_from, hourly)
       select $1, $2, date '2000-01-01' + day, 1 from generate_series(1, $3) as day`,
      [farm.t, workerId, MOST_OF_BOOK],
    )
    expect(failed(await rate({ validFrom: '2020-01-01' }))).toBe('error.book.full')
    const [last] = (await rates()).body.content
    expect((await rate({ ...last, hourly: '2' })).status).toBe(200)
  })

  test('two of one day at once: one is there', async () => {
    const held = { table: 'worker', id: workerId }
    const both = await atOnce(farm.server.owner, held, [() => rate({ hourly: '1' }), () => rate({ hourly: '2' })])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
    expect((await rates()).body.content).toHaveLength(1)
  })

  test('and what a batch cost are told to who may see it, and in no answer to anybody else', async () => {
    await rate({ hourly: '31.25' })
    await act({ workers: [{ workerId, hours: '1' }] })
    await spend({ amount: '777.25' })
    const everything = [
      batch.code,
      batch.codes.edit,
      worker.code,
      worker.codes.edit,
      activity.code,
      activity.codes.edit,
      'wfpf.farm.farm.land',
    ]
    const other = await enter(everything)
    for (const answer of [await rates(other), await rate({}, other), await spend({}, other)]) expect(answer.status).toBe(403)
    const params = { t: farm.t }
    const answers = [
      await other.call(batchCostCalls.page, { params, query: { batchId } }),
      await other.call(batch.calls.page, { params, query: { size: 0 } }),
      await other.call(batch.calls.get, { params: { ...params, id: batchId } }),
      await other.call(worker.calls.page, { params, query: { size: 0 } }),
      await other.call(worker.calls.get, { params: { ...params, id: workerId } }),
      await other.call(activity.calls.page, { params, query: { size: 0 } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 200, 200, 200, 200, 200])
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/31\.25|777\.25|808\.5/)
    const reader = await enter([COSTS])
    expect((await cost(batchId, reader)).sum.total).toBe('808.500000')
    expect([failed(await spend({}, reader)), failed(await rate({}, reader))]).toEqual([
      'error.permission.denied',
      'error.permission.denied',
    ])
    const elsewhere = await enter([COSTS, ...everything], [(await farm.build.anArea({ tenant_id: farm.t })).id])
    for (const answer of [await rates(elsewhere), await rate({ validFrom: '2026-11-05' }, elsewhere), await spend({}, elsewhere)])
      expect(answer.status).toBe(404)
    expect((await elsewhere.call(batchCostCalls.page, { params, query: { batchId } })).status).toBe(404)
  })
})

test('a batch that is only planned can have costs, and is not deleted with them', async () => {
  batchId = await aBatch({ batch_state: 'planned', started_at: null })
  expect((await spend()).status).toBe(200)
  const gone = { params: { t: farm.t }, body: { batchId, objectVersionNumber: 1 } }
  const answer = await farm.client.call(batch.calls.remove, gone)
  expect([answer.status, failed(answer)]).toEqual([409, 'error.record.used'])
  expect((await sum()).total).toBe('100.000000')
})

describe('the batch that is named', () => {
  test('stands on the day on which goods are given out for it; before and after that is refused beside the moment', async () => {
    const urea = await aMaterial()
    await received(urea, '100', '2')
    await farm.server.owner.query('update furrow.batch set started_at = $2 where id = $1', [batchId, NOON - 10 * DAY])
    const { body } = await farm.approved('materialShipment', store, [{ product: urea, quantity: '5' }], { landId })
    const post = (effectiveAt: number) => farm.post('materialShipment', body.id, body.objectVersionNumber, { effectiveAt })
    expect(besides(await post(NOON - 11 * DAY))).toEqual(['effectiveAt'])
    await farm.server.owner.query(`update furrow.batch set batch_state = 'closed', ended_at = $2 where id = $1`, [batchId, NOON - 2 * DAY])
    expect(besides(await post(NOON - DAY))).toEqual(['effectiveAt'])
    // Earlier on the day on which it began is that day.
    expect((await post(NOON - 10 * DAY - 3_600_000)).status).toBe(200)
    expect(await sum()).toMatchObject({ materials: { amount: '10.000000' } })
  })

  test('has not ended when an activity names it; what was written of it before can still be corrected, within its time', async () => {
    const before = await act({ doneAt: NOON - 3 * DAY })
    await farm.server.owner.query(`update furrow.batch set batch_state = 'closed', ended_at = $2 where id = $1`, [batchId, NOON - 2 * DAY])
    const change = (given: object) =>
      farm.client.call(activity.calls.update, { params: { t: farm.t }, body: { ...before, ...given } as never })
    expect(besides(await change({ doneAt: NOON - DAY }))).toEqual(['doneAt'])
    expect((await change({ remark: 'late' })).status).toBe(200)
    const made = farm.client.call(activity.calls.create, {
      params: { t: farm.t },
      body: { activityName: 'Work', activityKind: 'other', areaId: farm.areaId, landId, batchId, doneAt: NOON - 3 * DAY } as never,
    })
    expect(besides(await made)).toEqual(['batchId'])
  })
})
