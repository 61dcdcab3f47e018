import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exactText, millionths } from '#contract/core/exact'
import { REPORT_COLUMNS, reportCalls, type ReportRow } from '#contract/inventory/report'
import { stockCalls } from '#contract/inventory/stock'
import { store as stores } from '#contract/inventory/store'
import type { Client } from '../harness.ts'
import { aStockFarm, type StockFarm, type Wanted } from './stockFarm.ts'

const DAY = 86_400_000
/** Midnight of the 10th in Shanghai, the zone of the tenant. */
const MIDNIGHT = Date.UTC(2026, 2, 9, 16)
let farm: StockFarm
let now = MIDNIGHT + 8 * 3_600_000
let south: number
let named = 0
beforeAll(async () => {
  farm = await aStockFarm(() => now)
  south = (await farm.build.anArea({ tenant_id: farm.t, area_name: 'South' })).id
})
afterAll(() => farm?.server.close())

/** Saves a store with another base. */
async function change(storeId: number, areaId: number, who: Client = farm.client) {
  const { body } = await farm.client.call(stores.calls.get, { params: { t: farm.t, id: storeId } })
  return who.call(stores.calls.update, { params: { t: farm.t }, body: { ...body, areaId } as never })
}
async function relocate(storeId: number, areaId: number, who: Client = farm.client) {
  now += 1000
  const answer = await change(storeId, areaId, who)
  now += 1000
  return answer
}
/** Goods of a store that stands in this base. */
async function goods(
  kind: 'warehousing' | 'shipment',
  store: number,
  [line]: [Wanted],
  { areaId = farm.areaId, ...more }: { areaId?: number; effectiveAt?: number } = {},
) {
  const made = await farm.approved(kind, store, [line], { areaId })
  return made.status === 200 ? farm.post(kind, made.body.id, made.body.objectVersionNumber, more) : made
}
const report = async (query: object, who: Client = farm.client) =>
  (
    await who.call(reportCalls.period, {
      params: { t: farm.t },
      query: { size: 0, from: '2026-03-10', to: '2026-03-10', ...query } as never,
    })
  ).body
const behind = async (query: object, who: Client = farm.client) =>
  (
    await who.call(reportCalls.entries, {
      params: { t: farm.t },
      query: { size: 0, from: '2026-03-10', to: '2026-03-10', ...query } as never,
    })
  ).body
const told = ({ areaName, opening, received, issued, transferred, closing, transit }: ReportRow) => [
  areaName,
  ...[opening, received, issued, transferred, closing, transit].flatMap(({ quantity, value }) => [Number(quantity), Number(value)]),
]
const exact = (text: string) => millionths(text)!
const sum = (texts: readonly string[]) => exactText(texts.reduce((total, text) => total + exact(text), 0n))
/** What does not hold of rows and their bases: something is left where the store no longer stands, or rows are of a base in which it did not. */
async function misplaced() {
  const { rows } = await farm.server.owner.query(
    `select 'left behind' as what, e.store_id, e.area_id, sum(e.quantity) as quantity, sum(e.value) as value from furrow.stock_entry e
       join furrow.store s on s.id = e.store_id where e.tenant_id = $1 and e.area_id <> s.area_id
       group by e.store_id, e.area_id, e.product_id, e.transit, e.lot_id having sum(e.quantity) <> 0 or sum(e.value) <> 0
     union all select 'elsewhere', e.store_id, e.area_id, e.quantity, e.value from furrow.stock_entry e join furrow.store s on s.id = e.store_id
       where e.tenant_id = $1 and e.kind <> 'relocate' and e.area_id <> coalesce((select r.from_area_id from furrow.store_relocation r
         where r.store_id = e.store_id and r.at > e.effective_at order by r.at, r.id limit 1), s.area_id)
     union all select 'unpaired', e.store_id, null, sum(e.quantity), sum(e.value) from furrow.stock_entry e where e.tenant_id = $1 and e.kind = 'relocate'
       group by e.store_id, e.product_id, e.transit, e.lot_id, e.effective_at having sum(e.quantity) <> 0 or sum(e.value) <> 0`,
    [farm.t],
  )
  return rows
}
const aReader = async (areaIds: readonly number[], codes = ['wfpf.inventory.prment.report', 'wfpf.inventory.prment.stock']) =>
  farm.server.signIn((await farm.build.aUser({ tenantId: farm.t, codes, areaIds: [...areaIds], real_name: 'Base Reader' })).login_name)

describe('a store that comes to another base', () => {
  test('leaves the months before where they were, and takes along what lies in it', async () => {
    const name = `Moved along ${++named}`
    const [product, store] = [await farm.aProduct({ name, lot_flag: 1 }), await farm.aStore({ name: 'Barn' })]
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '3', lotNo: 'A' }], { effectiveAt: MIDNIGHT - DAY })
    await farm.moved('shipment', store, [{ product, quantity: '4' }], { effectiveAt: MIDNIGHT - 1 })
    const yesterday = { from: '2026-03-08', to: '2026-03-09', search: name }
    const before = await report(yesterday)
    expect((await relocate(store, south)).status).toBe(200)
    await goods('shipment', store, [{ product, quantity: '1' }], { areaId: south })

    expect((await report(yesterday)).content).toEqual(before.content)
    expect(before.content.map(told)).toEqual([['North', 0, 0, 10, 30, -4, -12, 0, 0, 6, 18, 0, 0]])
    const today = await report({ search: name })
    expect(today.content.map(told)).toEqual([
      ['North', 6, 18, 0, 0, 0, 0, -6, -18, 0, 0, 0, 0],
      ['South', 0, 0, 0, 0, -1, -3, 6, 18, 5, 15, 0, 0],
    ])
    // All together nothing was transferred.
    expect([today.totals.transferred.value, today.totals.opening.value, today.totals.closing.value]).toEqual([
      '0.000000',
      '18.000000',
      '15.000000',
    ])
    expect((await report({ search: name, by: 'store' })).content.map(told).map(([area]) => area)).toEqual(['North', 'South'])
    expect((await report({ search: name, areaId: south })).content.map(told)).toEqual([told(today.content[1]!)])
    for (const row of today.content)
      for (const column of ['opening', 'issued', 'transferred', 'closing'] as const) {
        const rows = await behind({ productId: product, storeId: store, areaId: row.areaId, figure: column })
        expect([column, rows.sum]).toEqual([column, row[column]])
      }
    const moved = await behind({ productId: product, areaId: south, figure: 'transferred' })
    expect(moved.content).toMatchObject([
      { document: null, posting: 'relocate', kind: 'relocate', userName: 'Sto Re', areaName: 'South', areaAssumed: false, lotNo: 'A' },
    ])
    expect(await farm.balance(product, store)).toEqual([5, 0, 15])
    expect(await farm.faults()).toEqual([])
    expect(await misplaced()).toEqual([])
  })

  test('what is on its way to it comes to the other base, and nothing is written of an empty one', async () => {
    const name = `Under way ${++named}`
    const [product, from, to] = [await farm.aProduct({ name }), await farm.aStore(), await farm.aStore()]
    await farm.moved('warehousing', from, [{ product, quantity: '10', price: '2' }])
    const planned = await farm.approved('transfer', from, [{ product, quantity: '10' }], { toAreaId: farm.areaId, toStoreId: to })
    const made = await farm.approved('shipment', from, [{ product, quantity: '4', sourceLineId: planned.body.lines[0]!.id }], {
      sourceId: planned.body.id,
    })
    await farm.post('shipment', made.body.id, made.body.objectVersionNumber)
    await relocate(to, south)
    expect((await report({ search: name })).content.map(told)).toEqual([
      ['North', 0, 0, 10, 20, 0, 0, -4, -8, 6, 12, 0, 0],
      ['South', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 8],
    ])
    const [empty, emptied] = [await farm.aStore(), await farm.aStore()]
    await farm.moved('warehousing', emptied, [{ product, quantity: '1', price: '2' }])
    await farm.moved('shipment', emptied, [{ product, quantity: '1' }])
    await relocate(empty, south)
    await relocate(emptied, south)
    const { rows } = await farm.server.owner.query(
      `select count(*)::int as n from furrow.stock_posting p where p.kind = 'relocate' and not exists (select from furrow.stock_entry e where e.posting_id = p.id)`,
    )
    expect(rows).toEqual([{ n: 0 }])
    expect(await misplaced()).toEqual([])
  })

  test('a movement of before is of the base before, and came along since', async () => {
    const name = `Late paper ${++named}`
    const [product, store] = [await farm.aProduct({ name }), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '2' }], { effectiveAt: MIDNIGHT - 2 * DAY })
    const movedAt = now + 1000
    await relocate(store, south)
    await relocate(store, farm.areaId)
    await relocate(store, south)
    const late = await goods('shipment', store, [{ product, quantity: '3' }], { areaId: south, effectiveAt: MIDNIGHT - 1 })
    expect(late.status).toBe(200)
    expect((await report({ from: '2026-03-09', to: '2026-03-09', search: name })).content.map(told)).toEqual([
      ['North', 10, 20, 0, 0, -3, -6, 0, 0, 7, 14, 0, 0],
    ])
    expect((await report({ search: name })).content.map(told)).toEqual([
      ['North', 7, 14, 0, 0, 0, 0, -7, -14, 0, 0, 0, 0],
      ['South', 0, 0, 0, 0, 0, 0, 7, 14, 7, 14, 0, 0],
    ])
    // The document shows its own movement alone, and is taken back as one.
    const [posting] = await farm.postings('shipment', late.body.id)
    expect(posting!.entries).toHaveLength(1)
    const { objectVersionNumber } = (await farm.get('shipment', late.body.id)).body
    expect((await farm.reverse('shipment', late.body.id, objectVersionNumber, posting!.id)).status).toBe(200)
    expect((await report({ search: name })).content.map(told).at(-1)!.slice(-4)).toEqual([10, 20, 0, 0])
    // As of a moment in each of its stays.
    const stock = async (asOf: number | undefined, areaId?: number) =>
      (
        await farm.client.call(stockCalls.page, {
          params: { t: farm.t },
          query: { search: name, ...(asOf === undefined ? {} : { asOf }), ...(areaId === undefined ? {} : { areaId }) },
        })
      ).body.content.map(({ areaName, onHand }) => [areaName, Number(onHand)])
    expect(await stock(movedAt - 1)).toEqual([['North', 7]])
    expect(await stock(movedAt)).toEqual([['South', 7]])
    expect(await stock(movedAt + 2000)).toEqual([['North', 7]])
    expect(await stock(undefined)).toEqual([['South', 10]])
    expect(await stock(movedAt - 1, south)).toEqual([])
    expect(await stock(movedAt - 1, farm.areaId)).toEqual([['North', 7]])
    expect(await farm.faults()).toEqual([])
    expect(await misplaced()).toEqual([])
  })

  test('who sees one of the bases sees what happened there, and no more', async () => {
    const name = `Fenced ${++named}`
    const [product, store] = [await farm.aProduct({ name }), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '2' }], { effectiveAt: MIDNIGHT - 1 })
    const stayed = now
    await relocate(store, south)
    await goods('shipment', store, [{ product, quantity: '1' }], { areaId: south })
    const [northern, southern] = [await aReader([farm.areaId]), await aReader([south])]
    const month = { from: '2026-03-01', to: '2026-03-31', search: name }
    expect((await report(month, northern)).content.map(told)).toEqual([['North', 0, 0, 10, 20, 0, 0, -10, -20, 0, 0, 0, 0]])
    expect((await report(month, southern)).content.map(told)).toEqual([['South', 0, 0, 0, 0, -1, -2, 10, 20, 9, 18, 0, 0]])
    const signs = async (who: Client) => (await behind(month, who)).content.map(({ quantity }) => Number(quantity))
    expect([await signs(northern), await signs(southern)]).toEqual([
      [-10, 10],
      [-1, 10],
    ])
    const ledger = async (who: Client, more: object = {}) => {
      const { status, body } = await who.call(stockCalls.entries, {
        params: { t: farm.t },
        query: { productId: product, storeId: store, ...more },
      })
      return status === 200
        ? [body.content.map(({ quantity, balance }) => [Number(quantity), Number(balance)]), Number(body.closing.quantity)]
        : status
    }
    expect(await ledger(northern)).toEqual([
      [
        [-10, 0],
        [10, 10],
      ],
      0,
    ])
    expect(await ledger(southern)).toEqual([
      [
        [-1, 9],
        [10, 10],
      ],
      9,
    ])
    expect(await ledger(farm.client, { areaId: south })).toEqual(await ledger(southern))
    const days = async (who: Client) => {
      const { body } = await who.call(reportCalls.days, { params: { t: farm.t }, query: { ...month } })
      return [sum(body.content.map(({ came }) => came)), sum(body.content.map(({ left }) => left))].map(Number)
    }
    expect([await days(northern), await days(southern), await days(farm.client)]).toEqual([
      [20, 20],
      [20, 2],
      [20, 2],
    ])
    // What lies there now is of the base of now; what lay there, of that of then.
    const page = async (who: Client, asOf?: number) =>
      (await who.call(stockCalls.page, { params: { t: farm.t }, query: { search: name, ...(asOf ? { asOf } : {}) } })).body.content.length
    expect([await page(northern), await page(southern), await page(northern, stayed), await page(southern, stayed)]).toEqual([0, 1, 1, 0])
    const lots = async (who: Client, asOf?: number) =>
      (await who.call(stockCalls.lots, { params: { t: farm.t }, query: { productId: product, storeId: store, ...(asOf ? { asOf } : {}) } }))
        .status
    expect([await lots(northern), await lots(southern), await lots(northern, stayed), await lots(southern, stayed)]).toEqual([
      404, 200, 200, 404,
    ])
    const curve = async (who: Client) =>
      (await who.call(stockCalls.days, { params: { t: farm.t }, query: { productId: product, storeId: store } })).body
    expect((await curve(southern)).slice(-2).map(({ onHand }) => Number(onHand))).toEqual([0, 9])
    expect((await curve(farm.client)).slice(-2).map(({ onHand }) => Number(onHand))).toEqual([10, 9])
  })

  test('who holds the stock in one base, and that of the materials in both, sees of other goods what happened in the one', async () => {
    const [product, store] = [await farm.aProduct({ name: `Both ${++named}` }), await farm.aStore()]
    await goods('warehousing', store, [{ product, quantity: '10', price: '2' }], { effectiveAt: MIDNIGHT - 1 })
    await relocate(store, south)
    await goods('shipment', store, [{ product, quantity: '1' }], { areaId: south })
    const user = await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.farm.agricultural.inventory'], areaIds: null })
    const holds = { tenant_id: farm.t, userId: user.id, codes: ['wfpf.inventory.prment.stock'], areaIds: [south] }
    await farm.build.aRole(holds)
    const who = await farm.server.signIn(user.login_name)
    const query = { productId: product, storeId: store }
    const { body } = await who.call(stockCalls.entries, { params: { t: farm.t }, query })
    expect(body.content.map(({ areaName, quantity }) => [areaName, Number(quantity)])).toEqual([
      ['South', -1],
      ['South', 10],
    ])
    const { body: days } = await who.call(stockCalls.days, { params: { t: farm.t }, query })
    expect(days.slice(-2).map(({ onHand }) => Number(onHand))).toEqual([0, 9])
  })

  test('cannot happen unsaid', async () => {
    const store = await farm.aStore()
    await expect(farm.server.owner.query('update furrow.store set area_id = $1 where id = $2', [south, store])).rejects.toThrow(
      'no relocation says so',
    )
    // And what was said is not changed.
    await relocate(store, south)
    for (const role of ['request', 'service'] as const)
      for (const verb of ['update', 'delete']) {
        const { rows } = await farm.server.owner.query(
          `select has_table_privilege(r.rolname, 'furrow.store_relocation', $1) as may from pg_roles r where r.rolname like '%' || $2`,
          [verb, role],
        )
        expect([role, verb, rows.length > 0, rows.some(({ may }) => may)]).toEqual([role, verb, true, false])
      }
  })

  test('whatever moves meanwhile is of the base in which the store stood', async () => {
    const [product, store] = [await farm.aProduct({ name: `At once ${++named}` }), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '100', price: '2' }])
    const papers = await Promise.all(
      Array.from({ length: 6 }, async () => (await farm.approved('shipment', store, [{ product, quantity: '1' }])).body),
    )
    now += 1000
    const answers = await Promise.all([
      ...papers.slice(0, 3).map(({ id, objectVersionNumber }) => farm.post('shipment', id, objectVersionNumber)),
      change(store, south),
      ...papers.slice(3).map(({ id, objectVersionNumber }) => farm.post('shipment', id, objectVersionNumber)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 200))
    expect(await misplaced()).toEqual([])
    expect(await farm.faults()).toEqual([])
  })

  test('every history of moves and goods leaves each base with what lies there', { timeout: 120_000 }, async () => {
    const act = fc.record({
      what: fc.constantFrom('in', 'out', 'undo', 'relocate', 'count'),
      quantity: fc.integer({ min: 1, max: 900 }).map((cents) => (cents / 100).toFixed(2)),
      back: fc.nat(6),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), fc.boolean(), async (acts, inLots) => {
        const name = `History ${++named}`
        const [product, store] = [await farm.aProduct({ name, lot_flag: inLots ? 1 : 0 }), await farm.aStore({ negative_flag: 1 })]
        const done: { kind: 'warehousing' | 'shipment'; id: number }[] = []
        let base = farm.areaId
        for (const { what, quantity, back } of acts) {
          now += 500
          const effectiveAt = now - back * 700
          if (what === 'in' || what === 'out') {
            const kind = what === 'in' ? ('warehousing' as const) : ('shipment' as const)
            const line = { product, quantity, ...(what === 'in' ? { price: '1.37', ...(inLots ? { lotNo: `L${back % 2}` } : {}) } : {}) }
            const { status, body } = await goods(kind, store, [line], { areaId: base, effectiveAt })
            if (status === 200) done.push({ kind, id: body.id })
          } else if (what === 'undo') {
            const last = done.pop()
            if (!last) continue
            const { objectVersionNumber } = (await farm.get(last.kind, last.id)).body
            const [posting] = await farm.postings(last.kind, last.id)
            expect((await farm.reverse(last.kind, last.id, objectVersionNumber, posting!.id)).status).toBeLessThan(500)
          } else {
            base = base === south ? farm.areaId : south
            expect((await relocate(store, base)).status).toBe(200)
          }
        }
        expect(await misplaced()).toEqual([])
        const month = { from: '2026-01-01', to: '2026-12-31', search: name }
        const { content, totals } = await report(month)
        for (const row of [...content, totals]) {
          const levels = [row.opening, ...REPORT_COLUMNS.map((column) => row[column])]
          expect(sum([...levels.map(({ value }) => value), row.adjusted])).toBe(row.closing.value)
          expect(sum(levels.map(({ quantity }) => quantity ?? '0'))).toBe(row.closing.quantity ?? '0.000000')
        }
        for (const row of content) {
          const rows = await behind({ ...month, productId: product, storeId: store, areaId: row.areaId, figure: 'closing' })
          expect(rows.sum).toEqual(row.closing)
        }
        // It lies in the base of now alone.
        expect(
          content.filter(({ areaId, closing }) => areaId !== base && (exact(closing.quantity!) !== 0n || exact(closing.value) !== 0n)),
        ).toEqual([])
      }),
      { numRuns: 25 },
    )
    expect(await farm.faults()).toEqual([])
  })
})
