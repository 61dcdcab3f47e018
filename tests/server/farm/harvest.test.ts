import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/core/idempotencyKey'
import { exactText, millionths } from '#contract/core/exact'
import type { Failure } from '#contract/core/failure'
import { batchCalls, type BatchVerb } from '#contract/farm/batch'
import { harvestCalls } from '#contract/farm/harvest'
import { harvestReceiptCalls } from '#contract/inventory/harvestReceipt'
import { inTenant } from '#server/ground/database/scope'
import { recordHarvest } from '#server/farm/harvest'
import type { Client } from '../harness.ts'
import { aStockFarm, type StockFarm } from '../inventory/stockFarm.ts'

const DAY = 86_400_000
const TODAY = '2026-11-20'
const now = Date.UTC(2026, 10, 20, 4)
let farm: StockFarm
let landId: number
let varietyId: number
let store: number
let rice: number
let batchId: number

beforeAll(async () => {
  farm = await aStockFarm(() => now)
  const { build, t, areaId } = farm
  landId = (await build.aLand({ tenant_id: t, area_id: areaId })).id
  varietyId = (await build.insert('variety', { tenant_id: t, name: 'Rice' })).id
  store = await farm.aStore()
  rice = await farm.aProduct()
})
afterAll(() => farm?.server.close())
beforeEach(async () => {
  batchId = await aBatch()
})

const failed = (answer: { body: unknown }) => (answer.body as Failure).code
const besides = (answer: { body: unknown }) => Object.keys((answer.body as Failure).fields ?? {})
async function aBatch(given: object = {}) {
  const { id } = await farm.build.insert('batch', {
    tenant_id: farm.t,
    area_id: farm.areaId,
    land_id: landId,
    variety_id: varietyId,
    variety_name: 'Rice',
    batch_name: 'Rice of spring',
    batch_state: 'growing',
    starts_on: '2026-10-01',
    started_at: now - 40 * DAY,
    expected_yield: '1000',
    ...given,
  })
  return id
}
const save = (given: object = {}, who: Client = farm.client) =>
  who.call(harvestCalls.save, {
    params: { t: farm.t },
    body: { batchId, harvestedOn: TODAY, quantity: '10', ...given } as never,
  })
const list = async (who: Client = farm.client) =>
  (await who.call(harvestCalls.page, { params: { t: farm.t }, query: { batchId, size: 0 } })).body
const one = async () => (await list()).content[0]!
const drop = (id: number, objectVersionNumber: number) =>
  farm.client.call(harvestCalls.remove, { params: { t: farm.t }, body: { id, objectVersionNumber } })
const draft = (harvestId: number, who: Client = farm.client) =>
  who.call(harvestReceiptCalls.draft, { params: { t: farm.t }, body: { harvestId } })
const batch = async () => (await farm.client.call(batchCalls.get, { params: { t: farm.t, id: batchId } })).body
const act = async (verb: BatchVerb) => {
  const { objectVersionNumber } = await batch()
  return farm.client.call(batchCalls.act, { params: { t: farm.t }, body: { batchId, objectVersionNumber, verb } })
}
const changed = async (given: object) => {
  const { id, objectVersionNumber, harvestedOn, quantity, unitKind, productId, storeId, remark } = await one()
  return save({ id, objectVersionNumber, harvestedOn, quantity, unitKind, productId, storeId, remark, ...given })
}

test('the first harvest of a batch that grows begins its harvest; harvests add up to its yield, in kg and by other units', async () => {
  const crate = await farm.aProduct({ stock_unit_id: farm.bag })
  const jin = (
    await farm.build.insert('measure_unit', {
      tenant_id: farm.t,
      name: `jin ${batchId}`,
      symbol: 'jin',
      dimension: 'mass',
      numerator: 1,
      denominator: 2,
    })
  ).id
  const byJin = await farm.aProduct({ stock_unit_id: jin })
  const before = await batch()
  expect((await save({ quantity: '120.5' })).status).toBe(200)
  expect(await batch()).toMatchObject({ batchState: 'harvesting', objectVersionNumber: before.objectVersionNumber + 1 })
  await save({ quantity: '3', unitKind: 'stock', productId: byJin, harvestedOn: '2026-11-01' })
  await save({ quantity: '7', unitKind: 'stock', productId: crate })
  await save({ quantity: '2', unitKind: 'stock', productId: crate })
  const listed = await list()
  expect(listed).toMatchObject({
    kg: '122.000000',
    expectedYield: '1000.00',
    others: [{ unitName: 'bag', quantity: '9.00' }],
    totalElements: 4,
  })
  expect(listed.content.map(({ kg }) => kg)).toEqual([null, null, '120.500000', '1.500000'])
})

test('is refused beside the input: before the batch began, to come, of a product nobody said, in a store of another base', async () => {
  expect(besides(await save({ harvestedOn: '2026-11-21' }))).toEqual(['harvestedOn'])
  expect(besides(await save({ harvestedOn: '2026-10-10' }))).toEqual(['harvestedOn'])
  expect((await save({ harvestedOn: '2026-10-11' })).status).toBe(200)
  expect(besides(await save({ unitKind: 'stock' }))).toEqual(['productId'])
  expect(besides(await save({ productId: 999_999 }))).toEqual(['productId'])
  const elsewhere = await farm.aStore({ area_id: (await farm.build.anArea({ tenant_id: farm.t })).id })
  expect(besides(await save({ storeId: elsewhere }))).toEqual(['storeId'])
  for (const quantity of ['0', '-1', '1.001', 'ten']) expect(besides(await save({ quantity }))).toEqual(['quantity'])
  batchId = await aBatch({ batch_state: 'planned', started_at: null })
  expect(failed(await save())).toBe('error.batch.notBegun')
  batchId = await aBatch({ batch_state: 'closed', ended_at: now })
  expect(failed(await save())).toBe('error.batch.ended')
})

test('is changed and deleted at the version that was seen, and not when its batch has ended', async () => {
  await save()
  expect((await changed({ quantity: '11' })).status).toBe(200)
  const { id, objectVersionNumber } = await one()
  expect(objectVersionNumber).toBe(2)
  expect(failed(await changed({ objectVersionNumber: 1 }))).toBe('error.version.stale')
  expect(failed(await drop(id, 1))).toBe('error.version.stale')
  await act('close')
  expect(failed(await drop(id, 2))).toBe('error.batch.ended')
  await act('reopen')
  expect((await drop(id, 2)).body).toBe(1)
  expect((await list()).kg).toBe('0.000000')
  expect((await drop(id, 2)).status).toBe(404)
})

test('drafts one receipt, whoever asks and however often, which brings the goods in; then it stays as it is', async () => {
  await save({ quantity: '30', productId: rice, storeId: store })
  const { id } = await one()
  const answers = await Promise.all([draft(id), draft(id), draft(id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const { rows } = await farm.server.owner.query(
    `select count(*)::int as count from document where title like 'Rice of spring%' and store_id = $1`,
    [store],
  )
  expect(rows).toEqual([{ count: 1 }])
  const made = (await farm.get('warehousing', answers[0]!.body.id)).body
  expect(made.lines).toMatchObject([{ productId: rice, quantity: '30.00', unitKind: 'stock' }])
  expect((await one()).receipt).toMatchObject({ id: made.id, code: made.code, auditStatus: 'draft', progress: 'none', readable: true })
  expect(failed(await changed({ quantity: '31' }))).toBe('error.harvest.received')
  // A draft that is deleted gives the harvest free, and another is drafted of what it is then.
  await farm.client.call(farm.kinds.warehousing.calls.remove, {
    params: { t: farm.t, id: made.id },
    query: { objectVersionNumber: made.objectVersionNumber },
  })
  expect((await one()).receipt).toBeNull()
  expect((await changed({ quantity: '31' })).status).toBe(200)
  const again = (await draft(id)).body
  expect(again.id).not.toBe(made.id)
  const submitted = (await farm.submit('warehousing', (await farm.get('warehousing', again.id)).body)).body
  expect((await farm.post('warehousing', again.id, submitted.objectVersionNumber)).status).toBe(200)
  expect((await farm.balance(rice, store))[0]).toBe(31)
  expect((await one()).receipt).toMatchObject({ progress: 'full' })
  const { objectVersionNumber } = await one()
  expect(failed(await changed({ quantity: '32' }))).toBe('error.harvest.received')
  expect(failed(await drop(id, objectVersionNumber))).toBe('error.harvest.received')
})

test('drafts a receipt under a key, as the console asks, and answers the same to who sends it again', async () => {
  await save({ quantity: '30', productId: rice, storeId: store })
  const { id } = await one()
  const send = () =>
    farm.client.raw('POST', harvestReceiptCalls.draft.path.replace('{t}', String(farm.t)), {
      body: JSON.stringify({ harvestId: id }),
      headers: { 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: `harvest-${id}` },
    })
  const answers = [await send(), await send()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await answers[0]!.json()).toEqual(await answers[1]!.json())
})

test('without goods, or in a unit that is no exact part of the stock unit, it drafts nothing', async () => {
  await save()
  expect(failed(await draft((await one()).id))).toBe('error.harvest.noGoods')
  const crate = await farm.aProduct({ stock_unit_id: farm.bag })
  await save({ productId: crate, storeId: store })
  expect(failed(await draft((await one()).id))).toBe('error.harvest.unit')
  expect((await one()).receipt).toBeNull()
})

test('is seen and written by who sees its base alone, and its receipt is drafted by who may draft receipts there', async () => {
  await save({ productId: rice, storeId: store })
  const { id, objectVersionNumber } = await one()
  const elsewhere = (await farm.build.anArea({ tenant_id: farm.t })).id
  const signIn = async (codes: string[], areaIds: number[] | null) =>
    farm.server.signIn((await farm.build.aUser({ tenantId: farm.t, codes, areaIds })).login_name)
  const far = await signIn(['*'], [elsewhere])
  expect((await list(far)).totalElements).toBe(0)
  expect((await save({}, far)).status).toBe(404)
  expect((await save({ id, objectVersionNumber }, far)).status).toBe(404)
  expect((await draft(id, far)).status).toBe(404)
  const reader = await signIn(['wfpf.farm.farm.batch'], null)
  expect((await list(reader)).content[0]).toMatchObject({ id, receipt: null })
  expect((await save({}, reader)).status).toBe(403)
  expect((await draft(id, reader)).status).toBe(403)
  const receipt = (await draft(id)).body
  expect((await list(reader)).content[0]!.receipt).toMatchObject({ code: receipt.code, title: null, readable: false })
  const { id: rivalTenant } = await farm.build.aTenant()
  const rival = await farm.server.signIn((await farm.build.aUser({ tenantId: rivalTenant, codes: ['*'] })).login_name)
  const asked = { params: { t: rivalTenant }, body: { batchId, id, objectVersionNumber, harvestedOn: TODAY, quantity: '1' } as never }
  expect((await rival.call(harvestCalls.save, asked)).status).toBe(404)
  expect((await rival.call(harvestReceiptCalls.draft, { params: { t: rivalTenant }, body: { harvestId: id } })).status).toBe(404)
})

test('a task records a harvest within its own transaction: what fails after it leaves nothing', async () => {
  const { server, t } = farm
  const said = {
    harvestedOn: TODAY,
    quantity: '5',
    unitKind: 'kg' as const,
    productId: null,
    storeId: null,
    headCount: null,
    remark: ' by task ',
  }
  const asking = { language: 'en-US' as const, grant: { timeZone: 'UTC' } as never }
  const within = (after: () => void) =>
    inTenant(server.services.requestDb, { tenantId: t, userId: 0, areas: null }, async (scope) => {
      await recordHarvest({ scope, asking, now }, batchId, said)
      after()
    })
  await expect(
    within(() => {
      throw new Error('the task failed')
    }),
  ).rejects.toThrow('the task failed')
  expect(await batch()).toMatchObject({ batchState: 'growing' })
  await within(() => undefined)
  expect((await list()).content).toMatchObject([{ kg: '5.000000', remark: 'by task' }])
  expect(await batch()).toMatchObject({ batchState: 'harvesting' })
})

test('whatever is recorded, changed and deleted by several at once, the yield is the sum of the harvests that are there', async () => {
  const step = fc.record({ what: fc.constantFrom('add', 'change', 'drop'), cents: fc.integer({ min: 1, max: 9_999_900 }), at: fc.nat(20) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      batchId = await aBatch()
      const hands = [0, 1].map((hand) => steps.filter((_step, nth) => nth % 2 === hand))
      await Promise.all(
        hands.map(async (own) => {
          for (const { what, cents, at } of own) {
            const quantity = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
            const { content } = await list()
            const row = content[at % Math.max(1, content.length)]
            const seen = row && { id: row.id, objectVersionNumber: row.objectVersionNumber }
            const answer =
              what === 'add' || !seen
                ? await save({ quantity })
                : what === 'drop'
                  ? await drop(seen.id, seen.objectVersionNumber)
                  : await save({ ...seen, quantity })
            expect([200, 404, 409]).toContain(answer.status)
          }
        }),
      )
      const { content, kg } = await list()
      const sum = content.reduce((all, row) => all + millionths(row.quantity)!, 0n)
      expect(kg).toBe(exactText(sum))
    }),
    { numRuns: 12 },
  )
})

test('a harvest of more than a million tons is refused beside its quantity, so that no book grows beyond what can be summed', async () => {
  const unit = { tenant_id: farm.t, name: 'Shipload', symbol: 'SL', dimension: 'mass', numerator: 1_000_000_000, denominator: 4 }
  const stock_unit_id = (await farm.build.insert('measure_unit', unit)).id
  const productId = await farm.aProduct({ stock_unit_id })
  const refused = await save({ quantity: '5', unitKind: 'stock', productId })
  expect([refused.status, besides(refused)]).toEqual([400, ['quantity']])
  expect(JSON.stringify(refused.body)).toContain('4')
  expect((await save({ quantity: '4', unitKind: 'stock', productId })).status).toBe(200)
  expect((await list()).kg).toBe('1000000000.000000')
})
