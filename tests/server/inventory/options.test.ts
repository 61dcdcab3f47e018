import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditCalls } from '#contract/organization/audit'
import { aplionform } from '#contract/inventory/aplionform'
import { type InventoryOption, inventoryOption, inventoryOptionCalls } from '#contract/inventory/inventoryOption'
import { stockCalls } from '#contract/inventory/stock'
import type { Client } from '../harness.ts'
import { aStockFarm, type StockFarm } from './stockFarm.ts'

const DAY = 86_400_000
/** 2026-03-10 16:00 in Shanghai. */
const NOW = Date.UTC(2026, 2, 10, 8)
let farm: StockFarm
beforeAll(async () => {
  farm = await aStockFarm(() => NOW)
})
afterAll(() => farm?.server.close())
// Whatever a test did, the balances are what the ledger comes to.
afterEach(async () => {
  await obey({})
  const faults = await farm.faults()
  if (faults.length > 0) throw new Error(`the ledger does not hold: ${JSON.stringify(faults)}`)
})

const read = async (who: Client = farm.client) => (await who.call(inventoryOptionCalls.get, { params: { t: farm.t } })).body
const save = (body: object, who: Client = farm.client) =>
  who.call(inventoryOptionCalls.save, { params: { t: farm.t }, body: body as { objectVersionNumber: number } })
/** Obeys this, and of all else what a tenant begins with. */
async function obey(given: Partial<InventoryOption>) {
  const { objectVersionNumber } = await read()
  const answer = await save({ ...given, objectVersionNumber })
  expect(answer.status).toBe(200)
  return answer.body
}
const beside = ({ status, body }: { status: number; body: { code?: string; fields?: object } }) => [
  status,
  body.code,
  Object.keys(body.fields ?? {}),
]

describe('the options of a tenant', () => {
  test('begin with what was obeyed before there were any, are versioned, and stand in the trail', async () => {
    const initially = inventoryOption.create.parse({})
    const other = await farm.build.aTenant()
    const stranger = await farm.server.signIn((await farm.build.aUser({ tenantId: other.id, codes: ['*'], areaIds: null })).login_name)
    expect((await stranger.call(inventoryOptionCalls.get, { params: { t: other.id } })).body).toEqual({
      ...initially,
      objectVersionNumber: 0,
    })
    const before = await read()
    const saved = await obey({ overReceiptPercent: 5, receiptValue: 'average' })
    expect(saved).toEqual({
      ...initially,
      overReceiptPercent: 5,
      receiptValue: 'average',
      objectVersionNumber: before.objectVersionNumber + 1,
    })
    const stale = await save({ ...before, overReceiptPercent: 6 })
    expect(beside(stale)).toEqual([409, 'error.version.stale', []])
    expect((await read()).overReceiptPercent).toBe(5)
    const trail = await farm.client.call(auditCalls.page, { params: { t: farm.t }, query: { kind: 'inventoryOption' } })
    expect(trail.body.content[0]!.changes.map(({ before: was, after }) => [was, after])).toEqual([
      [['0'], ['5']],
      [[expect.any(String)], [expect.any(String)]],
    ])
    // What somebody else obeys is none of it.
    expect((await stranger.call(inventoryOptionCalls.get, { params: { t: other.id } })).body.overReceiptPercent).toBe(0)
  })

  test('are read by who opens the page, and changed by who may', async () => {
    const reader = await farm.server.signIn(
      (await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.inventory.config.option'], areaIds: null })).login_name,
    )
    const option = await read(reader)
    expect((await save(option, reader)).status).toBe(403)
    const nobody = await farm.server.signIn((await farm.build.aUser({ tenantId: farm.t, codes: [], areaIds: null })).login_name)
    expect((await nobody.call(inventoryOptionCalls.get, { params: { t: farm.t } })).status).toBe(403)
  })

  test.each([
    ['overReceiptPercent', -1],
    ['overReceiptPercent', 101],
    ['overReceiptPercent', 1.5],
    ['expiringDays', 0],
    ['expiringDays', 366],
    ['receiptValue', 'fifo'],
    ['negativeFlag', 2],
    ['closedThrough', '2026-02-30'],
    ['closedThrough', '2026-03-11'],
  ])('refuse %s %j beside it', async (name, value) => {
    expect(beside(await save({ ...(await read()), [name]: value }))).toEqual([400, 'error.input.invalid', [name]])
  })

  test('two who save at once: one does, the other is told', async () => {
    const option = await read()
    const answers = await Promise.all([1, 2, 3].map((percent) => save({ ...option, overReceiptPercent: percent })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
  })
})

test('a store goes below nothing where it says so and the tenant allows it', async () => {
  const [product, store] = [await farm.aProduct(), await farm.aStore({ negative_flag: 1 })]
  expect((await farm.moved('shipment', store, [{ product, quantity: '3' }])).status).toBe(200)
  expect(await farm.balance(product, store)).toEqual([-3, 0, 0])
  const promised = (await farm.approved('shipment', store, [{ product, quantity: '1' }])).body
  await obey({ negativeFlag: 0 })
  // Neither promised nor posted any more; what comes is.
  expect((await farm.approved('shipment', store, [{ product, quantity: '1' }])).body).toMatchObject({ code: 'error.stock.short' })
  expect((await farm.post('shipment', promised.id, promised.objectVersionNumber)).body).toMatchObject({ code: 'error.stock.short' })
  expect((await farm.moved('warehousing', store, [{ product, quantity: '5', price: '1' }])).status).toBe(200)
  expect(await farm.balance(product, store)).toEqual([2, 1, 2])
})

describe('more than was asked for', () => {
  async function anApplication(quantity: string) {
    const { call } = farm.client
    const at = { params: { t: farm.t } }
    const made = await call(aplionform.calls.create, {
      ...at,
      body: { areaId: farm.areaId, title: 'Seeds', lines: [{ productName: 'Seed', unit: 'kg', quantity, price: '1' }] },
    })
    const { id, objectVersionNumber } = made.body
    return (await call(aplionform.calls.submit, { params: { ...at.params, id }, body: { objectVersionNumber } })).body
  }
  const application = async (id: number) => (await farm.client.call(aplionform.calls.get, { params: { t: farm.t, id } })).body
  const receive = async ({ id, lines }: Awaited<ReturnType<typeof anApplication>>, store: number, product: number, quantity: string) =>
    farm.approved('warehousing', store, [{ product, quantity, price: '1', sourceLineId: lines[0]!.id }], { sourceId: id })

  test('is received up to the allowance, at once or bit by bit, and no millionth beyond it', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    const asked = await anApplication('100')
    const refused = async (quantity: string) =>
      expect(beside(await receive(asked, store, product, quantity))).toEqual([409, 'error.document.tooMuch', ['lines.0.quantity']])
    await refused('100.01')
    await obey({ overReceiptPercent: 10 })
    await refused('110.01')
    const [first, second] = [(await receive(asked, store, product, '60')).body, (await receive(asked, store, product, '50')).body]
    await farm.post('warehousing', first.id, first.objectVersionNumber)
    expect(await application(asked.id)).toMatchObject({ progress: 'partial', lines: [{ done: '60.000000' }] })
    await refused('50.01')
    await farm.post('warehousing', second.id, second.objectVersionNumber)
    expect(await application(asked.id)).toMatchObject({ progress: 'full', lines: [{ done: '110.000000', planned: '100.000000' }] })
    expect(await farm.balance(product, store)).toEqual([110, 0, 110])
  })

  test('two receipts at once share one allowance; one that is taken back later is refused at posting', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    await obey({ overReceiptPercent: 10 })
    const asked = await anApplication('100')
    const receipts = await Promise.all([55, 56].map((quantity) => receive(asked, store, product, String(quantity))))
    const posted = await Promise.all(receipts.map(({ body }) => farm.post('warehousing', body.id, body.objectVersionNumber)))
    expect(posted.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const late = await anApplication('100')
    const more = (await receive(late, store, product, '105')).body
    await obey({})
    expect(beside(await farm.post('warehousing', more.id, more.objectVersionNumber))).toEqual([
      409,
      'error.document.tooMuch',
      ['lines.0.quantity'],
    ])
  })

  test('a receipt itself is not posted above what it says', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    await obey({ overReceiptPercent: 100 })
    const asked = await anApplication('10')
    const { id, objectVersionNumber, lines } = (await receive(asked, store, product, '10')).body
    const answer = await farm.post('warehousing', id, objectVersionNumber, { lines: [{ id: lines[0]!.id, quantity: '11' }] })
    expect(beside(answer)).toEqual([409, 'error.document.tooMuch', ['lines.0.quantity']])
  })
})

describe('what comes without a price', () => {
  test.each([
    ['zero', 8],
    ['average', 14],
    ['costPrice', 26],
  ] as const)('is worth %s', async (receiptValue, value) => {
    const [product, store] = [await farm.aProduct({ cost_price: '6' }), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '4', price: '2' }])
    await obey({ receiptValue })
    await farm.moved('warehousing', store, [{ product, quantity: '3' }])
    expect(await farm.balance(product, store)).toEqual([7, 0, value])
    // A price is a price.
    await farm.moved('warehousing', store, [{ product, quantity: '1', price: '5' }])
    expect(await farm.balance(product, store)).toEqual([8, 0, value + 5])
  })

  test('is worth nothing where there is nothing to go by', async () => {
    const store = await farm.aStore()
    for (const receiptValue of ['average', 'costPrice'] as const) {
      const product = await farm.aProduct()
      await obey({ receiptValue })
      await farm.moved('warehousing', store, [{ product, quantity: '3' }])
      expect(await farm.balance(product, store)).toEqual([3, 0, 0])
    }
  })
})

describe('what has expired', () => {
  async function lots() {
    const [product, store] = [await farm.aProduct({ lot_flag: 1, expiry_flag: 1 }), await farm.aStore()]
    const line = (lotNo: string, expiresOn: string) => ({ product, quantity: '5', price: '1', lotNo, expiresOn })
    await farm.moved('warehousing', store, [line('OLD', '2026-03-09'), line('LAST', '2026-03-10'), line('NEW', '2026-09-01')], {
      effectiveAt: NOW - 3 * DAY,
    })
    return { product, store }
  }
  const issued = async ({ product, store }: { product: number; store: number }, quantity: string, more: object = {}) => {
    const out = await farm.moved('shipment', store, [{ product, quantity, ...more }])
    if (out.status !== 200) return out.body as { code?: string; message?: string }
    const [posting] = await farm.postings('shipment', (out.body as { id: number }).id)
    return posting!.entries.map((entry) => [entry.lotNo, Number(entry.quantity)])
  }

  test('is issued first, or passed over; on its day it is still good', async () => {
    const place = await lots()
    expect(await issued(place, '1')).toEqual([['OLD', -1]])
    await obey({ expiredFlag: 0 })
    expect(await issued(place, '6')).toEqual([
      ['LAST', -5],
      ['NEW', -1],
    ])
    const short = await issued(place, '5')
    expect(short).toMatchObject({ code: 'error.stock.expired' })
    expect((short as { message: string }).message).toContain('4')
    await obey({})
    expect(await issued(place, '3')).toEqual([['OLD', -3]])
  })

  test('is refused beside its line where it is named, and at posting where it expired meanwhile', async () => {
    const { product, store } = await lots()
    const draft = (lotNo: string) => farm.create('shipment', store, [{ product, quantity: '1', lotNo }])
    expect((await draft('OLD')).status).toBe(200)
    const promised = (await farm.approved('shipment', store, [{ product, quantity: '1', lotNo: 'LAST' }])).body
    await obey({ expiredFlag: 0 })
    expect(beside(await draft('OLD'))).toEqual([400, 'error.input.invalid', ['lines.0.lotNo']])
    expect((await draft('LAST')).status).toBe(200)
    await farm.server.owner.query(`update furrow.stock_lot set expires_on = '2026-03-09' where product_id = $1 and lot_no = 'LAST'`, [
      product,
    ])
    const late = await farm.post('shipment', promised.id, promised.objectVersionNumber)
    expect([late.status, late.body.code]).toEqual([409, 'error.stock.lotExpired'])
    // What left while it was good is written all the same; and a receipt of what has expired can be taken back.
    const past = await farm.post('shipment', promised.id, promised.objectVersionNumber, { effectiveAt: NOW - DAY })
    expect(past.status).toBe(200)
    const wrong = (
      await farm.moved('warehousing', store, [{ product, quantity: '2', price: '1', lotNo: 'OLDER', expiresOn: '2026-01-01' }])
    ).body as { id: number; objectVersionNumber: number }
    const [posting] = await farm.postings('warehousing', wrong.id)
    expect((await farm.reverse('warehousing', wrong.id, wrong.objectVersionNumber, posting!.id)).status).toBe(200)
  })

  test('and what soon will: within as many days as the tenant says', async () => {
    const { product, store } = await lots()
    const list = async (only?: 'expiring') =>
      (await farm.client.call(stockCalls.page, { params: { t: farm.t }, query: { storeId: store, ...(only ? { only } : {}) } })).body
    await obey({ expiredFlag: 0 })
    await farm.moved('warehousing', store, [
      { product: await farm.aProduct({ lot_flag: 1, expiry_flag: 1 }), quantity: '1', price: '1', lotNo: 'A', expiresOn: '2026-04-20' },
    ])
    expect(await list()).toMatchObject({ expiringDays: 30, totalElements: 2 })
    expect((await list('expiring')).content.map((row) => row.productId)).toEqual([product])
    await obey({ expiringDays: 41 })
    expect(await list('expiring')).toMatchObject({ expiringDays: 41, totalElements: 2 })
    await obey({ expiringDays: 40 })
    expect((await list('expiring')).totalElements).toBe(1)
  })
})

describe('a closed period', () => {
  /** The end of 2026-03-09 in Shanghai. */
  const EDGE = Date.UTC(2026, 2, 9, 16)

  test('takes nothing any more up to the end of its last day in the zone of the tenant; after it everything', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    const receipt = async () => (await farm.approved('warehousing', store, [{ product, quantity: '1', price: '1' }])).body
    const [early, late, today] = [await receipt(), await receipt(), await receipt()]
    await obey({ closedThrough: '2026-03-09' })
    const refused = await farm.post('warehousing', early.id, early.objectVersionNumber, { effectiveAt: EDGE - 1 })
    expect([refused.status, refused.body.code]).toEqual([409, 'error.stock.closed'])
    expect((refused.body as { message?: string }).message).toContain('2026-03-09')
    expect((await farm.post('warehousing', late.id, late.objectVersionNumber, { effectiveAt: EDGE })).status).toBe(200)
    expect((await farm.post('warehousing', today.id, today.objectVersionNumber)).status).toBe(200)
    // Opened again, by who may save.
    await obey({ closedThrough: '2026-03-08' })
    expect((await farm.post('warehousing', early.id, early.objectVersionNumber, { effectiveAt: EDGE - 1 })).status).toBe(200)
    expect(await farm.balance(product, store)).toEqual([3, 0, 3])
  })

  test('of today takes no reversal either', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    const { body } = await farm.moved('warehousing', store, [{ product, quantity: '1', price: '1' }])
    const { id, objectVersionNumber } = body as { id: number; objectVersionNumber: number }
    const [posting] = await farm.postings('warehousing', id)
    await obey({ closedThrough: '2026-03-10' })
    expect((await farm.reverse('warehousing', id, objectVersionNumber, posting!.id)).body.code).toBe('error.stock.closed')
    expect(await farm.balance(product, store)).toEqual([1, 0, 1])
  })

  /** Waits until somebody waits for a lock of this table. */
  const waiting = (table: string) =>
    expect
      .poll(async () => {
        const { rows } = await farm.server.owner.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~* $1`,
          [table],
        )
        return rows[0]!.n
      })
      .toBeGreaterThan(0)

  test('is not closed while something is posted into it, and nothing is posted into it while it is closed', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    const receipt = async () => (await farm.approved('warehousing', store, [{ product, quantity: '1', price: '1' }])).body
    const [before, after] = [await receipt(), await receipt()]
    await farm.moved('warehousing', store, [{ product, quantity: '1', price: '1' }])
    const post = ({ id, objectVersionNumber }: typeof before) =>
      farm.post('warehousing', id, objectVersionNumber, { effectiveAt: EDGE - DAY })
    const option = await read()
    const other = await farm.server.owner.connect()
    try {
      // A posting is held up in the middle: who closes waits for it, and comes after it.
      await other.query('begin')
      await other.query('select from furrow.stock_balance where product_id = $1 for update', [product])
      const posting = post(before)
      await waiting('stock_balance')
      const closing = save({ ...option, closedThrough: '2026-03-09' })
      await waiting('inventory_option')
      await other.query('commit')
      expect([(await posting).status, (await closing).status]).toEqual([200, 200])
      await obey({})
      // Somebody has closed it and not committed yet: a posting waits, and is refused.
      await other.query('begin')
      await other.query(`update furrow.inventory_option set closed_through = '2026-03-09' where tenant_id = $1`, [farm.t])
      const late = post(after)
      await waiting('inventory_option')
      await other.query('commit')
      expect((await late).body.code).toBe('error.stock.closed')
    } finally {
      other.release(true)
    }
    expect(await farm.balance(product, store)).toEqual([2, 0, 2])
  })
})

describe('the default stores', () => {
  const defaults = async (who: Client = farm.client) =>
    (await who.call(inventoryOptionCalls.defaultStores, { params: { t: farm.t } })).body.map(({ areaId, storeId }) => [areaId, storeId])

  test('are one a base, stand in it and are in use; who sees one base leaves those of others alone', async () => {
    const south = (await farm.build.anArea({ tenant_id: farm.t })).id
    const [north, spare] = [await farm.aStore(), await farm.aStore({ enabled_flag: 0 })]
    const other = await farm.aStore({ area_id: south })
    const stores = async (...defaultStores: { areaId: number; storeId: number }[]) => save({ ...(await read()), defaultStores })
    const { areaId } = farm
    expect(beside(await stores({ areaId, storeId: north }, { areaId, storeId: other }))[2]).toEqual(['defaultStores'])
    expect(beside(await stores({ areaId, storeId: other }))[2]).toEqual(['defaultStores.0.storeId'])
    expect(beside(await stores({ areaId: south, storeId: other }, { areaId, storeId: spare }))[2]).toEqual(['defaultStores.1.storeId'])
    expect((await stores({ areaId, storeId: north }, { areaId: south, storeId: other })).status).toBe(200)
    expect(await defaults()).toEqual([
      [areaId, north],
      [south, other],
    ])
    const codes = ['wfpf.inventory.config.option.ps.edit', 'wfpf.inventory.prment.shipment']
    const southerner = await farm.server.signIn((await farm.build.aUser({ tenantId: farm.t, codes, areaIds: [south] })).login_name)
    const seen = await read(southerner)
    expect(seen.defaultStores.map((one) => one.areaId)).toEqual([south])
    expect((await save({ ...seen, defaultStores: [] }, southerner)).status).toBe(200)
    expect([await defaults(), await defaults(southerner)]).toEqual([[[areaId, north]], []])
    expect(beside(await save({ ...(await read(southerner)), defaultStores: [{ areaId, storeId: north }] }, southerner))[2]).toEqual([
      'defaultStores.0.storeId',
    ])
    // One that is switched off is offered to nobody.
    await farm.server.owner.query('update furrow.store set enabled_flag = 0 where id = $1', [north])
    expect(await defaults()).toEqual([])
    const trail = await farm.client.call(auditCalls.page, { params: { t: farm.t }, query: { kind: 'inventoryOption' } })
    expect(JSON.stringify(trail.body.content)).toContain('North')
  })
})
