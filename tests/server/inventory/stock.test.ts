import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exactText, millionths } from '#contract/core/exact'
import { stockCalls } from '#contract/inventory/stock'
import { documents } from '#contract/inventory/documents'
import type { Client } from '../harness.ts'
import { aStockFarm, type StockFarm } from './stockFarm.ts'

const DAY = 86_400_000
/** The clock of the farm goes no further than a sign-in lasts. */
const STEP = 20_000
const HISTORIES = 12
let farm: StockFarm
let now = Date.UTC(2026, 2, 10, 8)
beforeAll(async () => {
  farm = await aStockFarm(() => now)
})
afterAll(() => farm?.server.close())

type Asked = Parameters<typeof pageAs>[1]
async function pageAs(
  who: Client,
  query: {
    storeId?: number
    productId?: number
    areaId?: number
    search?: string
    asOf?: number
    only?: 'below' | 'above' | 'none' | 'expiring'
    page?: number
    size?: number
  },
) {
  const { status, body } = await who.call(stockCalls.page, { params: { t: farm.t }, query: { size: 0, ...query } })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
const list = async (query: Asked) => (await pageAs(farm.client, query)).content
const one = async (productId: number, storeId: number, asOf?: number) =>
  (await list({ productId, storeId, ...(asOf === undefined ? {} : { asOf }) }))[0]!
const entries = async (productId: number, storeId: number, more: object = {}) =>
  (await farm.client.call(stockCalls.entries, { params: { t: farm.t }, query: { productId, storeId, size: 0, ...more } })).body
const at = (productId: number, storeId: number) => ({ params: { t: farm.t }, query: { productId, storeId } })
const sum = (texts: readonly string[]) => exactText(texts.reduce((total, text) => total + millionths(text)!, 0n))

describe('what is on hand', () => {
  test('every figure is what the rows behind it come to', async () => {
    const [product, store] = [
      await farm.aProduct({ name: 'Urea', code: `U-${now}`, specification: '46%', lot_flag: 1, expiry_flag: 1 }),
      await farm.aStore(),
    ]
    await farm.moved('warehousing', store, [
      { product, quantity: '8', price: '3', lotNo: 'B', expiresOn: '2026-12-01' },
      { product, quantity: '5', price: '1.1', lotNo: 'A', expiresOn: '2026-06-01' },
    ])
    await farm.moved('shipment', store, [{ product, quantity: '6.25' }])
    const out = (await farm.approved('shipment', store, [{ product, quantity: '2' }])).body
    const other = (await farm.approved('shipment', store, [{ product, quantity: '1.5' }])).body
    const row = await one(product, store)
    expect(row).toEqual({
      productId: product,
      productName: 'Urea',
      productCode: `U-${now}`,
      specification: '46%',
      unitName: 'kg',
      storeId: store,
      storeName: expect.any(String),
      areaName: 'North',
      onHand: '6.750000',
      reserved: '3.500000',
      available: '3.250000',
      transit: '0.000000',
      value: row.value,
      unitCost: expect.any(String),
      minQuantity: null,
      maxQuantity: null,
      level: null,
      expiresOn: '2026-12-01',
    })
    const ledger = await entries(product, store)
    expect([sum(ledger.content.map(({ quantity }) => quantity)), sum(ledger.content.map(({ value }) => value))]).toEqual([
      row.onHand,
      row.value,
    ])
    expect([ledger.opening, ledger.closing]).toEqual([
      { quantity: '0.000000', value: '0.000000' },
      { quantity: row.onHand, value: row.value },
    ])
    const lots = (await farm.client.call(stockCalls.lots, at(product, store))).body
    expect(lots.map(({ lotNo, onHand, expiresOn }) => [lotNo, onHand, expiresOn])).toEqual([['B', '6.750000', '2026-12-01']])
    const promised = (await farm.client.call(stockCalls.promised, at(product, store))).body.content
    expect(promised.map(({ document, reserved, planned, done }) => [document.code, document.readable, reserved, planned, done])).toEqual([
      [out.code, true, '2.000000', '2.000000', '0.000000'],
      [other.code, true, '1.500000', '1.500000', '0.000000'],
    ])
    expect(sum(promised.map(({ reserved }) => reserved))).toBe(row.reserved)
  })

  test('what lies there and is of no lot stands beside the lots', async () => {
    const [product, store] = [await farm.aProduct({ lot_flag: 1 }), await farm.aStore({ negative_flag: 1 })]
    await farm.moved('warehousing', store, [{ product, quantity: '4', price: '1', lotNo: 'A' }])
    await farm.moved('shipment', store, [{ product, quantity: '10' }])
    const moment = now
    now += 1000
    await farm.moved('warehousing', store, [{ product, quantity: '3', price: '1', lotNo: 'C' }])
    const lots = async (asOf?: number) =>
      (
        await farm.client.call(stockCalls.lots, {
          params: { t: farm.t },
          query: { productId: product, storeId: store, ...(asOf ? { asOf } : {}) },
        })
      ).body.map(({ lotNo, onHand }) => [lotNo, onHand])
    expect(await lots()).toEqual([
      ['C', '3.000000'],
      [null, '-6.000000'],
    ])
    expect(await lots(moment)).toEqual([[null, '-6.000000']])
    expect(await one(product, store)).toMatchObject({ onHand: '-3.000000', unitCost: null })
  })

  test('the ledger says who, when, why and by which document, newest first, with what was there after each', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    const start = now
    const came = (await farm.moved('warehousing', store, [{ product, quantity: '10', price: '2' }])).body as {
      id: number
      code: string
      objectVersionNumber: number
    }
    now += STEP
    const left = (await farm.moved('shipment', store, [{ product, quantity: '4' }])).body as { id: number; objectVersionNumber: number }
    const [posting] = await farm.postings('shipment', left.id)
    now += STEP
    await farm.reverse('shipment', left.id, left.objectVersionNumber, posting!.id)
    const late = (await farm.moved('warehousing', store, [{ product, quantity: '1', price: '2' }], { effectiveAt: start + 1 })).body as {
      code: string
    }
    const all = await entries(product, store)
    expect(all.content.map(({ quantity, balance, posting: kind, reason }) => [Number(quantity), Number(balance), kind, reason])).toEqual([
      [4, 11, 'reverse', 'A mistake'],
      [-4, 7, 'post', null],
      [1, 11, 'post', null],
      [10, 10, 'post', null],
    ])
    expect(all.content.at(-1)).toMatchObject({
      document: { formCode: 'warehousing', id: came.id, code: came.code, title: 'Goods', readable: true },
      userName: 'Sto Re',
      effectiveAt: start,
      at: start,
    })
    expect(all.content.at(-2)).toMatchObject({ document: { code: late.code }, effectiveAt: start + 1, at: now })
    // A page of it goes on where the one before it ended.
    const second = await entries(product, store, { size: 3, page: 2 })
    expect(second.content.map(({ balance }) => balance)).toEqual(['10.000000'])
    expect(second.totalElements).toBe(4)
    const span = await entries(product, store, { from: start + 1, to: start + STEP })
    expect([span.opening, span.closing, span.content.map(({ balance }) => Number(balance))]).toEqual([
      { quantity: '10.000000', value: '20.000000' },
      { quantity: '7.000000', value: '14.000000' },
      [7, 11],
    ])
    expect(await entries(product, store, { transit: 1 })).toMatchObject({ content: [], closing: { quantity: '0.000000' } })
  })
})

describe('the days', () => {
  test('are ninety, each with what was there at its end in the zone of the tenant', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    const came = (quantity: string, effectiveAt: number) =>
      farm.moved('warehousing', store, [{ product, quantity, price: '1' }], { effectiveAt })
    await came('1', now - 200 * DAY)
    await came('2', now - 89 * DAY)
    // Still the 8th in London, in Shanghai the 9th has begun.
    await came('4', Date.UTC(2026, 2, 8, 16, 30))
    await came('8', Date.UTC(2026, 2, 8, 15, 30))
    await came('16', now)
    const days = (await farm.client.call(stockCalls.days, at(product, store))).body
    expect([days.length, days[0], days[1]]).toEqual([
      90,
      { day: '2025-12-11', onHand: '3.000000' },
      { day: '2025-12-12', onHand: '3.000000' },
    ])
    expect(days.slice(-4).map(({ day, onHand }) => [day, Number(onHand)])).toEqual([
      ['2026-03-07', 3],
      ['2026-03-08', 11],
      ['2026-03-09', 15],
      ['2026-03-10', 31],
    ])
  })
})

describe('as of a moment', () => {
  test('is what was noted then, whatever moved since; a movement of the past counts from when the goods moved', async () => {
    const act = fc.record({
      into: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 5_000_000 }).map((count) => exactText(BigInt(count) * 10_000n).slice(0, -4)),
      price: fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
      back: fc.integer({ min: 0, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
        const [product, store] = [await farm.aProduct(), await farm.aStore({ negative_flag: 1 })]
        const start = now
        const moved: { effectiveAt: number; quantity: bigint }[] = []
        const noted: { moment: number; onHand: string; value: string; straight: boolean }[] = []
        for (const { into, quantity, price, back } of acts) {
          now += 1000
          const effectiveAt = Math.max(start, now - back * 700)
          const { status } = await farm.moved(
            into ? 'warehousing' : 'shipment',
            store,
            [{ product, quantity, ...(into ? { price } : {}) }],
            { effectiveAt },
          )
          expect(status).toBe(200)
          moved.push({ effectiveAt, quantity: millionths(quantity)! * (into ? 1n : -1n) })
          // What is changed of the past later makes what was noted then another than what was there then.
          const { onHand, value } = await one(product, store)
          for (const note of noted) if (effectiveAt <= note.moment) note.straight = false
          noted.push({ moment: now, onHand, value, straight: true })
        }
        for (const { moment, onHand, value, straight } of noted) {
          for (const asked of [moment, moment + 1, moment + 999]) {
            const then = await one(product, store, asked)
            const expected = moved.reduce((total, one) => (one.effectiveAt <= asked ? total + one.quantity : total), 0n)
            expect(then.onHand).toBe(exactText(expected))
            const opened = await entries(product, store, { to: asked })
            expect([opened.closing, sum(opened.content.map(({ quantity }) => quantity))]).toEqual([
              { quantity: then.onHand, value: then.value },
              then.onHand,
            ])
            expect([then.reserved, then.available]).toEqual([null, null])
            if (straight && asked === moment) expect([then.onHand, then.value]).toEqual([onHand, value])
          }
        }
        expect(await one(product, store, start - 1)).toMatchObject({ onHand: '0.000000', value: '0.000000', unitCost: null })
        now += 5000
      }),
      { numRuns: HISTORIES },
    )
  }, 120_000)

  test('the first lot to expire is that of then', async () => {
    const [product, store] = [await farm.aProduct({ lot_flag: 1, expiry_flag: 1 }), await farm.aStore()]
    await farm.moved('warehousing', store, [
      { product, quantity: '5', price: '1', lotNo: 'A', expiresOn: '2026-06-01' },
      { product, quantity: '5', price: '1', lotNo: 'B', expiresOn: '2026-12-01' },
    ])
    const before = now
    now += 1000
    await farm.moved('shipment', store, [{ product, quantity: '5' }])
    expect([(await one(product, store)).expiresOn, (await one(product, store, before)).expiresOn]).toEqual(['2026-12-01', '2026-06-01'])
  })
})

describe('the list', () => {
  test('is narrowed by store, base, words and how it stands', async () => {
    const store = await farm.aStore()
    const limit = (product: number, min: string | null, max: string | null) =>
      farm.build.insert('stock_limit', { tenant_id: farm.t, store_id: store, product_id: product, min_quantity: min, max_quantity: max })
    const expiring = { lot_flag: 1, expiry_flag: 1 }
    const [low, high, fine, gone, never, soon, far] = [
      await farm.aProduct({ name: 'Aa low' }),
      await farm.aProduct({ name: 'Bb high', barcode: '69010042' }),
      await farm.aProduct({ name: 'Cc 100% fine' }),
      await farm.aProduct({ name: 'Dd gone' }),
      await farm.aProduct({ name: 'Ee never came' }),
      await farm.aProduct({ name: 'Ff soon', ...expiring }),
      await farm.aProduct({ name: 'Gg far', ...expiring }),
    ] as const
    const day = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10)
    await limit(low, '5', '10')
    await limit(high, null, '3')
    await limit(fine, '5', '5')
    await limit(never, '1', null)
    await farm.moved('warehousing', store, [
      { product: low, quantity: '4.99', price: '1' },
      { product: high, quantity: '3.01', price: '1' },
      { product: fine, quantity: '5', price: '1' },
      { product: gone, quantity: '1', price: '1' },
      { product: soon, quantity: '1', price: '1', lotNo: 'S', expiresOn: day(30) },
      { product: far, quantity: '1', price: '1', lotNo: 'F', expiresOn: day(31) },
    ])
    await farm.moved('shipment', store, [{ product: gone, quantity: '1' }])
    const ids = async (query: Asked) => (await list({ storeId: store, ...query })).map(({ productId }) => productId)
    expect((await list({ storeId: store })).map(({ productId, level }) => [productId, level])).toEqual([
      [low, 'below'],
      [high, 'above'],
      [fine, 'normal'],
      [gone, null],
      [never, 'below'],
      [soon, null],
      [far, null],
    ])
    expect(await ids({ only: 'below' })).toEqual([low, never])
    expect(await ids({ only: 'above' })).toEqual([high])
    expect(await ids({ only: 'none' })).toEqual([gone, never])
    expect(await ids({ only: 'expiring' })).toEqual([soon])
    expect(await ids({ only: 'expiring', asOf: now + 2 * DAY })).toEqual([soon, far])
    expect(await ids({ only: 'above', asOf: now - 60 * DAY })).toEqual([])
    expect(await ids({ search: '69010042' })).toEqual([high])
    expect(await ids({ search: 'fine cc' })).toEqual([fine])
    expect(await ids({ search: '0%' })).toEqual([fine])
    expect(await ids({ search: '_' })).toEqual([])
    expect(await ids({ areaId: farm.areaId, productId: gone })).toEqual([gone])
    expect(await ids({ areaId: farm.areaId + 1_000_000 })).toEqual([])
    // Pages follow each other without a gap, in one order.
    const pages = await Promise.all([1, 2, 3].map((page) => pageAs(farm.client, { storeId: store, size: 3, page })))
    expect(pages.flatMap(({ content }) => content.map(({ productId }) => productId))).toEqual([low, high, fine, gone, never, soon, far])
    expect(pages.map(({ totalElements }) => totalElements)).toEqual([7, 7, 7])
  })

  test('goods of one name in several stores stand in one order on every page', async () => {
    const products = [await farm.aProduct({ name: 'Zz same' }), await farm.aProduct({ name: 'Zz same' })]
    for (const name of ['Far', 'Far', 'Near']) {
      const store = await farm.aStore({ name: `${name} ${now++}` })
      await farm.moved(
        'warehousing',
        store,
        products.map((product) => ({ product, quantity: '1', price: '1' })),
      )
    }
    const keys = (rows: Awaited<ReturnType<typeof list>>) => rows.map(({ productId, storeId }) => `${productId} ${storeId}`)
    const whole = keys(await list({ search: 'Zz same' }))
    const parts = []
    for (const page of [1, 2, 3, 4, 5, 6]) parts.push(...keys((await pageAs(farm.client, { search: 'Zz same', size: 1, page })).content))
    expect([new Set(whole).size, parts]).toEqual([6, whole])
  })
})

describe('the spreadsheet', () => {
  test('has the rows of the list under its heads, in the language of the caller', async () => {
    const [product, store] = [await farm.aProduct({ name: '=Sheet' }), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '2.5', price: '4' }])
    const answer = await farm.client.raw('GET', `/wfpf/v1/${farm.t}/stock/export?storeId=${store}`, {
      headers: { 'accept-language': 'en-US' },
    })
    expect(answer.status).toBe(200)
    const rows = await readSheet(Buffer.from(await answer.arrayBuffer()))
    expect(rows.map((row) => [row[0], row[5], row[6], row[10], row[11]])).toEqual([
      ['Product', 'Unit', 'On hand', 'Value', 'Unit cost'],
      ['=Sheet', 'kg', 2.5, 10, 4],
    ])
  })
})

describe('who sees it', () => {
  test('another tenant sees nothing of it, and a base that the caller does not hold the code in is not there', async () => {
    const other = (await farm.build.anArea({ tenant_id: farm.t })).id
    const product = await farm.aProduct()
    const [here, there] = [await farm.aStore(), await farm.aStore({ area_id: other })]
    await farm.moved('warehousing', here, [{ product, quantity: '1', price: '1' }])
    const made = await farm.create('warehousing', there, [{ product, quantity: '2', price: '1' }], { areaId: other })
    const { objectVersionNumber } = (
      await farm.client.call(documents.warehousing.calls.submit, {
        params: { t: farm.t, id: made.body.id },
        body: { objectVersionNumber: 1 },
      })
    ).body
    await farm.post('warehousing', made.body.id, objectVersionNumber)
    expect(new Set((await list({ productId: product })).map(({ storeId }) => storeId))).toEqual(new Set([here, there]))

    const keeper = await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.inventory.prment.stock'], areaIds: [farm.areaId] })
    // In the other base another code is held: it opens nothing here.
    const role = await farm.build.insert('role', { tenant_id: farm.t, name: `Elsewhere ${now}`, codes: ['wfpf.inventory.base.store'] })
    await farm.build.insert('role_assignment', { tenant_id: farm.t, user_id: keeper.id, role_id: role.id, area_ids: [other] })
    const client = await farm.server.signIn(keeper.login_name)
    expect((await pageAs(client, { productId: product })).content.map(({ storeId }) => storeId)).toEqual([here])
    const asked = (who: Client, name: 'entries' | 'lots' | 'promised' | 'days', t: number, storeId: number) =>
      who.call(stockCalls[name], { params: { t }, query: { productId: product, storeId } })
    const foreign = (await farm.build.aTenant()).id
    const rival = await farm.server.signIn((await farm.build.aUser({ tenantId: foreign, codes: ['*'] })).login_name)
    const none = await farm.server.signIn((await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.inventory.base.store'] })).login_name)
    for (const name of ['entries', 'lots', 'promised', 'days'] as const) {
      const said = await Promise.all([
        asked(client, name, farm.t, here),
        asked(client, name, farm.t, there),
        asked(rival, name, foreign, here),
        asked(rival, name, farm.t, here),
        asked(none, name, farm.t, here),
      ])
      expect([name, said.map(({ status }) => status)]).toEqual([name, [200, 404, 404, 404, 403]])
    }
    expect((await rival.call(stockCalls.page, { params: { t: foreign }, query: {} })).body).toMatchObject({ content: [], totalElements: 0 })
    // Of documents that the keeper may not read the ledger says the number alone.
    const [entry] = (await client.call(stockCalls.entries, at(product, here))).body.content
    expect(entry!.document).toEqual({
      formCode: 'warehousing',
      id: expect.any(Number),
      code: expect.stringMatching(/^\w+$/),
      title: null,
      readable: false,
    })
  })
})
