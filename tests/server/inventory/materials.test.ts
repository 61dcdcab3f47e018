import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { landCalls } from '#contract/farm/land'
import { landSafetyCalls } from '#contract/inventory/landSafety'
import { documents } from '#contract/inventory/documents'
import { product as products } from '#contract/inventory/product'
import { stockCalls } from '#contract/inventory/stock'
import { aStockFarm, type StockFarm } from './stockFarm.ts'

let farm: StockFarm
// 23:55 of the 10th in Shanghai, where the tenant is.
const START = Date.UTC(2026, 2, 10, 15, 55)
const MINUTE = 60_000
/** From then to the next day of the tenant; a session outlives it. */
const TO_MIDNIGHT = 5 * MINUTE
const DAY = 24 * 60 * MINUTE
let now = START
let landId = 0
let varietyId = 0
let store = 0
beforeAll(async () => {
  farm = await aStockFarm(() => now)
  const { build, t: tenant_id, areaId: area_id } = farm
  landId = (await build.aLand({ tenant_id, area_id, land_name: 'East field' })).id
  varietyId = (await build.insert('variety', { tenant_id, name: 'Feizixiao' })).id
  store = await farm.aStore()
})
afterAll(() => farm?.server.close())
afterEach(async () => {
  now = START
  const faults = await farm.faults()
  if (faults.length > 0) throw new Error(`the ledger does not hold: ${JSON.stringify(faults)}`)
})

const aMaterial = (given: object = {}) => farm.aProduct({ product_type: 'agricultural', ...given })
const aPesticide = (days: number) => aMaterial({ category: 'pesticide', registration_no: 'PD1', safety_interval_days: days })
/** A material of which 100 are in the store, for five days already. */
async function stocked(product: number): Promise<number> {
  const { status } = await farm.moved('materialWarehousing', store, [{ product, quantity: '100', price: '2' }], {
    effectiveAt: START - 5 * DAY,
  })
  expect(status).toBe(200)
  return product
}
const aPlot = async (given: object = {}) => (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId, ...given })).id
const plotOf = async (id: number) => (await farm.client.call(landCalls.get, { params: { t: farm.t, id } })).body
const safetyOf = async (of: number) =>
  (await farm.client.call(landSafetyCalls.page, { params: { t: farm.t }, query: { landId: of } })).body.content ?? []
const ofIssue = async (id: number) => (await farm.client.call(landSafetyCalls.ofIssue, { params: { t: farm.t, id } })).body
const issue = async (product: number, plot: number, quantity = '10') =>
  (await farm.approved('materialShipment', store, [{ product, quantity }], { landId: plot })).body
/** A draft of an issue to a plot, as answered. */
const draft = async (plot: number, more: object = {}) => {
  const lines = [{ productId: await aMaterial(), quantity: '1' }]
  const body = { areaId: farm.areaId, title: 'Goods', storeId: store, landId: plot, lines, ...more }
  return (await farm.client.call(documents.materialShipment.calls.create, { params: { t: farm.t }, body })).body
}
const plant = async (plot: number, variety: number | null) => {
  const { landName, areaId, landType, objectVersionNumber } = await plotOf(plot)
  const body = { landId: plot, landName, areaId, landType, varietyId: variety, objectVersionNumber }
  expect((await farm.client.call(landCalls.update, { params: { t: farm.t }, body })).status).toBe(200)
}

describe('materials move on the one ledger', () => {
  test('what a receipt of materials brought in, an issue and any other shipment take out', async () => {
    const product = await stocked(await aMaterial())
    expect(await farm.balance(product, store)).toEqual([100, 0, 200])
    const made = await issue(product, landId, '30')
    expect([made.code.slice(0, 2), await farm.balance(product, store)]).toEqual(['MO', [100, 30, 200]])
    expect((await farm.post('materialShipment', made.id, made.objectVersionNumber)).body.progress).toBe('full')
    await farm.moved('shipment', store, [{ product, quantity: '70' }])
    expect(await farm.balance(product, store)).toEqual([0, 0, 0])
  })

  test.each(['materialWarehousing', 'materialShipment'] as const)(
    '%s refuses what is no agricultural product, beside its line',
    async (kind) => {
      const [material, tool] = [await aMaterial(), await farm.aProduct()]
      const lines = [
        { product: material, quantity: '1' },
        { product: tool, quantity: '1' },
      ]
      const refused = await farm.create(kind, store, lines, { landId })
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['lines.1.productId']])
    },
  )

  test('an issue keeps to the rules of a shipment: a store of another base and more than is there are refused', async () => {
    const product = await stocked(await aMaterial())
    const other = (await farm.build.anArea({ tenant_id: farm.t, area_name: 'South' })).id
    const far = await farm.aStore({ area_id: other })
    const elsewhere = await farm.create('materialShipment', far, [{ product, quantity: '1' }], { landId })
    expect(Object.keys(elsewhere.body.fields ?? {})).toEqual(['storeId'])
    expect((await farm.approved('materialShipment', store, [{ product, quantity: '101' }], { landId })).body.code).toBe('error.stock.short')
  })
})

describe('the plot of an issue', () => {
  test('is needed, and stands in the base of the issue', async () => {
    const other = (await farm.build.anArea({ tenant_id: farm.t, area_name: 'West' })).id
    const far = await aPlot({ area_id: other })
    const lines = [{ product: await aMaterial(), quantity: '1' }]
    const refused = await farm.create('materialShipment', store, lines, { landId: far })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['landId']])
    expect(Object.keys((await farm.create('materialShipment', store, lines)).body.fields ?? {})).toEqual(['landId'])
  })

  test('is kept with what stands there when it is saved; nobody can say a batch of another plot', async () => {
    const plot = await aPlot()
    const free = await draft(plot)
    expect([free.landId, free.batchId, (await ofIssue(free.id)).period]).toEqual([plot, null, null])
    await plant(plot, varietyId)
    const made = await draft(plot)
    const { period } = await ofIssue(made.id)
    expect(period).toEqual({ id: made.batchId, varietyName: 'Feizixiao', startedAt: START, endedAt: null })
    // Saved again, the one that was free belongs to what stands there now.
    const { body } = await farm.client.call(documents.materialShipment.calls.update, {
      params: { t: farm.t, id: free.id },
      body: { areaId: farm.areaId, title: 'Goods', storeId: store, landId: plot, lines: [], objectVersionNumber: free.objectVersionNumber },
    })
    expect(body.batchId).toBe(period!.id)
    now += TO_MIDNIGHT
    await plant(plot, null)
    expect((await ofIssue(made.id)).period).toMatchObject({ id: period!.id, endedAt: now })
  })

  test('with several batches is told which one it is for, and keeps it when that has ended since', async () => {
    const plot = await aPlot()
    const [one, other, planned] = await Promise.all(
      ['growing', 'growing', 'planned'].map(async (state, at) => {
        const times = state === 'planned' ? {} : { started_at: START + at }
        const row = { tenant_id: farm.t, area_id: farm.areaId, land_id: plot, variety_id: varietyId, variety_name: 'Feizixiao', ...times }
        return (await farm.build.insert('batch', { ...row, batch_name: `Batch ${at}`, batch_state: state, starts_on: '2026-03-01' })).id
      }),
    )
    const asked = (batchId: number | null, more: object = {}) =>
      farm.create('materialShipment', store, [], { landId: plot, batchId, ...more })
    for (const wrong of [null, planned!]) {
      const refused = await asked(wrong)
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['batchId']])
    }
    expect(Object.keys((await asked(one!, { landId })).body.fields ?? {})).toEqual(['batchId'])
    const made = (await asked(other!)).body
    expect(made).toMatchObject({ batchId: other, labels: { batchId: 'Batch 1' } })
    await farm.server.owner.query(`update furrow.batch set batch_state = 'closed', ended_at = $2 where id = $1`, [other, now + 1])
    const save = (batchId: number) =>
      farm.client.call(documents.materialShipment.calls.update, {
        params: { t: farm.t, id: made.id },
        body: { areaId: farm.areaId, title: 'Again', storeId: store, landId: plot, batchId, lines: [], objectVersionNumber: 1 },
      })
    expect((await save(other!)).body).toMatchObject({ title: 'Again', batchId: other })
    expect((await asked(other!)).status).toBe(400)
  })

  test('and its batch narrow the list', async () => {
    const plot = await aPlot()
    await plant(plot, varietyId)
    const made = await draft(plot)
    await draft(landId)
    const page = async (query: Record<string, unknown>) =>
      (await farm.client.call(documents.materialShipment.calls.page, { params: { t: farm.t }, query })).body.content.map(({ id }) => id)
    expect(await page({ landId: plot })).toEqual([made.id])
    expect(await page({ batchId: made.batchId! })).toEqual([made.id])
  })

  test('is not deleted while an issue names it', async () => {
    const plot = await aPlot()
    await draft(plot)
    const { status, body } = await farm.client.call(landCalls.remove, {
      params: { t: farm.t },
      body: { landId: plot, objectVersionNumber: 1 },
    })
    expect([status, (body as unknown as { code: string }).code]).toEqual([409, 'error.record.used'])
  })
})

describe('a safety interval', () => {
  test('is remembered by the plot from the posting on, by the day of the tenant; approval alone opens none', async () => {
    const [plot, product] = [await aPlot(), await stocked(await aPesticide(7))]
    const made = await issue(product, plot)
    expect([await safetyOf(plot), (await plotOf(plot)).safeFrom]).toEqual([[], null])
    await farm.post('materialShipment', made.id, made.objectVersionNumber)
    const [remembered, ...rest] = await safetyOf(plot)
    expect(rest).toEqual([])
    expect(remembered).toMatchObject({
      landId: plot,
      productId: product,
      document: { formCode: 'materialShipment', id: made.id, code: made.code, readable: true },
      intervalDays: 7,
      effectiveAt: START,
      // 23:55 of the 10th in Shanghai is the 10th, and not a day more.
      safeFrom: '2026-03-17',
      isAhead: true,
    })
    expect([(await plotOf(plot)).safeFrom, (await ofIssue(made.id)).safety]).toEqual(['2026-03-17', [remembered]])
  })

  test('is over when its day begins where the tenant is', async () => {
    const [plot, product] = [await aPlot(), await stocked(await aPesticide(1))]
    const made = await issue(product, plot)
    await farm.post('materialShipment', made.id, made.objectVersionNumber)
    expect(await safetyOf(plot)).toMatchObject([{ safeFrom: '2026-03-11', isAhead: true }])
    now = START + TO_MIDNIGHT
    expect(await safetyOf(plot)).toMatchObject([{ safeFrom: '2026-03-11', isAhead: false }])
  })

  test('counts from when the goods were issued, five minutes later already from the next day', async () => {
    const [plot, product] = [await aPlot(), await stocked(await aPesticide(3))]
    const made = await issue(product, plot, '2')
    const midnight = START + TO_MIDNIGHT - 2 * DAY
    const post = async (version: number, effectiveAt: number) =>
      farm.post('materialShipment', made.id, version, { effectiveAt, lines: [{ id: made.lines[0]!.id, quantity: '1' }] })
    const first = (await post(made.objectVersionNumber, midnight - 1)).body
    await post(first.objectVersionNumber, midnight)
    expect(await safetyOf(plot)).toMatchObject([
      { effectiveAt: midnight, safeFrom: '2026-03-12' },
      { effectiveAt: midnight - 1, safeFrom: '2026-03-11' },
    ])
  })

  test('stays as it was when it was issued, whatever becomes of the product; days in parts count whole', async () => {
    const [plot, product] = [await aPlot(), await stocked(await aPesticide(2.5))]
    const made = await issue(product, plot)
    await farm.post('materialShipment', made.id, made.objectVersionNumber)
    await farm.server.owner.query('update furrow.product set safety_interval_days = 30 where id = $1', [product])
    expect(await safetyOf(plot)).toMatchObject([{ intervalDays: 2.5, safeFrom: '2026-03-13' }])
  })

  test('goes with the posting that is taken back, and with that one alone', async () => {
    const [plot, product] = [await aPlot(), await stocked(await aPesticide(7))]
    const made = await issue(product, plot)
    const line = made.lines[0]!.id
    const first = (await farm.post('materialShipment', made.id, made.objectVersionNumber, { lines: [{ id: line, quantity: '4' }] })).body
    now += TO_MIDNIGHT
    const second = (await farm.post('materialShipment', made.id, first.objectVersionNumber)).body
    expect((await safetyOf(plot)).map(({ safeFrom }) => safeFrom)).toEqual(['2026-03-18', '2026-03-17'])
    const [one, other] = await farm.postings('materialShipment', made.id)
    const back = (await farm.reverse('materialShipment', made.id, second.objectVersionNumber, other!.id)).body
    expect((await safetyOf(plot)).map(({ safeFrom }) => safeFrom)).toEqual(['2026-03-17'])
    await farm.reverse('materialShipment', made.id, back.objectVersionNumber, one!.id)
    expect([await safetyOf(plot), (await plotOf(plot)).safeFrom, (await ofIssue(made.id)).safety]).toEqual([[], null, []])
  })

  test('a posting that is refused leaves none; a product without an interval, or with one of no days, opens none', async () => {
    const plot = await aPlot()
    const [sprayed, spread, harmless] = [
      await stocked(await aPesticide(7)),
      await stocked(await aMaterial()),
      await stocked(await aPesticide(0)),
    ]
    const lines = [spread, harmless, sprayed].map((product) => ({ product, quantity: '1' }))
    const made = (await farm.approved('materialShipment', store, lines, { landId: plot })).body
    const past = await farm.post('materialShipment', made.id, made.objectVersionNumber, { effectiveAt: START - 6 * DAY })
    expect([past.body.code, await safetyOf(plot)]).toEqual(['error.stock.before', []])
    await farm.post('materialShipment', made.id, made.objectVersionNumber)
    expect((await safetyOf(plot)).map(({ productId }) => productId)).toEqual([sprayed])
  })

  test('two lines of one product are remembered once', async () => {
    const [plot, product] = [await aPlot(), await stocked(await aPesticide(7))]
    const lines = ['1', '2'].map((quantity) => ({ product, quantity }))
    const made = (await farm.approved('materialShipment', store, lines, { landId: plot })).body
    expect((await farm.post('materialShipment', made.id, made.objectVersionNumber)).status).toBe(200)
    expect(await safetyOf(plot)).toHaveLength(1)
  })

  test('a plot of a base that the caller does not see says nothing', async () => {
    const other = (await farm.build.anArea({ tenant_id: farm.t, area_name: 'Far' })).id
    const [plot, product] = [await aPlot(), await stocked(await aPesticide(7))]
    const made = await issue(product, plot)
    await farm.post('materialShipment', made.id, made.objectVersionNumber)
    const user = await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.farm.*'], areaIds: [other] })
    const stranger = await farm.server.signIn(user.login_name)
    expect((await stranger.call(landSafetyCalls.page, { params: { t: farm.t }, query: { landId: plot } })).body.content).toEqual([])
    expect((await stranger.call(landSafetyCalls.ofIssue, { params: { t: farm.t, id: made.id } })).status).toBe(404)
  })
})

describe('the code of the materials', () => {
  test('opens agricultural products alone, in the stock and in every row behind it', async () => {
    const tool = await farm.aProduct()
    const material = await stocked(await aMaterial())
    await farm.moved('warehousing', store, [{ product: tool, quantity: '5', price: '1' }])
    const user = await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.farm.agricultural.inventory'], areaIds: [farm.areaId] })
    const keeper = await farm.server.signIn(user.login_name)
    const params = { t: farm.t }
    const seen = async (query: Record<string, unknown>) =>
      (await keeper.call(stockCalls.page, { params, query })).body.content.map(({ productId }) => productId)
    expect(await seen({ storeId: store, size: 0 })).not.toContain(tool)
    expect([await seen({ productId: material }), await seen({ productId: tool })]).toEqual([[material], []])
    for (const call of [stockCalls.entries, stockCalls.lots, stockCalls.promised, stockCalls.days]) {
      expect((await keeper.call(call, { params, query: { productId: tool, storeId: store } })).status).toBe(404)
      expect((await keeper.call(call, { params, query: { productId: tool } })).status).toBe(404)
      expect((await keeper.call(call, { params, query: { productId: material } })).status).toBe(200)
    }
  })

  test('lists the products for their farm page, whose acts stay those of the product', async () => {
    const user = await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.farm.agricultural.manage'], areaIds: null })
    const keeper = await farm.server.signIn(user.login_name)
    const params = { t: farm.t }
    expect((await keeper.call(products.calls.page, { params, query: { productType: 'agricultural' } })).status).toBe(200)
    const body = { name: 'Lime', productType: 'agricultural' as const, stockUnitId: farm.unit }
    expect((await keeper.call(products.calls.create, { params, body })).status).toBe(403)
  })

  test('options are narrowed to the agricultural ones where that is asked for', async () => {
    const [tool, material] = [await farm.aProduct(), await aMaterial()]
    const ids = async (query: Record<string, unknown>) =>
      (await farm.client.call(products.calls.options, { params: { t: farm.t }, query: { size: 0, ...query } })).body.content.map(
        ({ id }) => id,
      )
    expect(await ids({})).toEqual(expect.arrayContaining([tool, material]))
    const narrowed = await ids({ productType: 'agricultural' })
    expect([narrowed.includes(material), narrowed.includes(tool)]).toEqual([true, false])
  })
})

describe('a product over all stores', () => {
  test('has the rows of every store that the caller sees, with what was there after each', async () => {
    const [product, near] = [await stocked(await aMaterial()), await farm.aStore()]
    const other = (await farm.build.anArea({ tenant_id: farm.t, area_name: 'Hill' })).id
    await farm.moved('warehousing', near, [{ product, quantity: '20', price: '1' }])
    const hill = await farm.aStore({ area_id: other })
    const far = await farm.create('warehousing', hill, [{ product, quantity: '7', price: '1' }], { areaId: other })
    const { calls } = documents.warehousing
    const { body } = await farm.client.call(calls.submit, {
      params: { t: farm.t, id: far.body.id },
      body: { objectVersionNumber: far.body.objectVersionNumber },
    })
    await farm.post('warehousing', body.id, body.objectVersionNumber)
    const asked = { params: { t: farm.t }, query: { productId: product } }
    const all = (await farm.client.call(stockCalls.entries, asked)).body
    expect(all.content.map(({ balance }) => balance)).toEqual(['127.000000', '120.000000', '100.000000'])
    expect(all.closing.quantity).toBe('127.000000')
    expect((await farm.client.call(stockCalls.days, asked)).body.at(-1)).toMatchObject({ onHand: '127.000000' })
    const user = await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.farm.agricultural.inventory'], areaIds: [farm.areaId] })
    const keeper = await farm.server.signIn(user.login_name)
    const own = (await keeper.call(stockCalls.entries, asked)).body
    expect([own.closing.quantity, own.content.length]).toEqual(['120.000000', 2])
    expect((await keeper.call(stockCalls.lots, asked)).body).toEqual([{ lotId: null, lotNo: null, expiresOn: null, onHand: '120.000000' }])
  })

  test('a lot that lies in two stores is one lot', async () => {
    const product = await aMaterial({ lot_flag: 1 })
    const near = await farm.aStore()
    for (const at of [store, near]) await farm.moved('materialWarehousing', at, [{ product, quantity: '4', price: '1', lotNo: 'A' }])
    const { body } = await farm.client.call(stockCalls.lots, { params: { t: farm.t }, query: { productId: product } })
    expect(body).toMatchObject([{ lotNo: 'A', onHand: '8.000000' }])
  })
})
