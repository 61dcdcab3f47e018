import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exactText, millionths } from '#contract/core/exact'
import { inventoryForm, stocktakingCalls } from '#contract/inventory/inventoryForm'
import {
  REPORT_COLUMNS,
  REPORT_FIGURES,
  REPORT_LEVELS,
  type ReportBy,
  reportCalls,
  type ReportFigure,
  type ReportFigures,
  type ReportRow,
} from '#contract/inventory/report'
import { stockCalls } from '#contract/inventory/stock'
import type { Client } from '../harness.ts'
import { aStockFarm, type StockFarm } from './stockFarm.ts'

const DAY = 86_400_000
const HISTORIES = 10
/** Midnight of the 10th in Shanghai, the zone of the tenant. */
const MIDNIGHT = Date.UTC(2026, 2, 9, 16)
let farm: StockFarm
/** A sign-in lasts no longer than the clock of the farm goes on: the days of a history are named in postings of the past. */
let now = MIDNIGHT + 8 * 3_600_000
beforeAll(async () => {
  farm = await aStockFarm(() => now)
})
afterAll(() => farm?.server.close())

interface Span {
  readonly from: string
  readonly to: string
}
const TODAY: Span = { from: '2026-03-10', to: '2026-03-10' }
const dayOf = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10)
async function report(query: Span & { by?: ReportBy; [name: string]: unknown }, who: Client = farm.client) {
  const { status, body } = await who.call(reportCalls.period, { params: { t: farm.t }, query: { size: 0, ...query } })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
const exact = (text: string) => millionths(text)!
const sum = (texts: readonly string[]) => exactText(texts.reduce((total, text) => total + exact(text), 0n))
/** What a row says that does not come to its closing; nothing where it does. */
function faultsOf(row: ReportFigures) {
  const levels = [row.opening, ...REPORT_COLUMNS.map((column) => row[column])]
  const value = sum([...levels.map((level) => level.value), row.adjusted])
  const quantity = levels.every((level) => level.quantity !== null) ? sum(levels.map((level) => level.quantity!)) : null
  return quantity === row.closing.quantity && value === row.closing.value ? [] : [row]
}
const counts = (row: ReportFigures) =>
  Object.fromEntries(REPORT_LEVELS.map((name) => [name, row[name].quantity === null ? null : Number(row[name].quantity)]))

/** What narrows the report to a row of it. */
const within = ({ productId, storeId, category }: ReportRow) => ({
  ...(productId === null ? {} : { productId }),
  ...(storeId === null ? {} : { storeId }),
  ...(category === null ? {} : { category }),
})
async function behind(query: Span & { figure?: ReportFigure; [name: string]: unknown }, who: Client = farm.client) {
  const { status, body } = await who.call(reportCalls.entries, { params: { t: farm.t }, query: { size: 0, ...query } })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
/** The figures of a row that are not what is listed behind them comes to; nothing where all are. */
async function unfounded(row: ReportFigures, query: Span & { [name: string]: unknown }) {
  const wrong: unknown[] = []
  for (const figure of REPORT_FIGURES) {
    const { content, sum: told } = await behind({ ...query, figure })
    const said = figure === 'adjusted' ? { quantity: null, value: row.adjusted } : row[figure]
    const listed = { quantity: sum(content.map(({ quantity }) => quantity)), value: sum(content.map(({ value }) => value)) }
    const isIt = said.value === listed.value && (said.quantity === null || said.quantity === listed.quantity)
    if (!isIt || told.value !== listed.value || (told.quantity ?? listed.quantity) !== listed.quantity)
      wrong.push({ query, figure, said, listed, told })
  }
  return wrong
}

/** Goods of `from` that are sent to another store, and arrive there, in so far as it is said. */
async function sent(product: number, from: number, to: number, quantity: string, { arrives }: { arrives: string | null }) {
  const planned = await farm.approved('transfer', from, [{ product, quantity }], { toAreaId: farm.areaId, toStoreId: to })
  const made = await farm.approved('shipment', from, [{ product, quantity, sourceLineId: planned.body.lines[0]!.id }], {
    sourceId: planned.body.id,
  })
  if (made.status !== 200) return made.status
  const left = await farm.post('shipment', made.body.id, made.body.objectVersionNumber)
  if (left.status !== 200 || arrives === null) return left.status
  const line = [{ product, quantity: arrives, sourceLineId: left.body.lines[0]!.id }]
  const came = await farm.approved('warehousing', to, line, { sourceId: left.body.id })
  return (await farm.post('warehousing', came.body.id, came.body.objectVersionNumber)).status
}
/** What a store has of a product is counted, and what was found holds. */
async function counted(product: number, storeId: number, quantity: string) {
  const { body: form } = await farm.client.call(inventoryForm.calls.create, {
    params: { t: farm.t },
    body: { areaId: farm.areaId, title: 'Count', storeId, blindFlag: 0, lines: [{ productId: product, counted: quantity }] },
  })
  const { body: ready } = await farm.client.call(inventoryForm.calls.submit, {
    params: { t: farm.t, id: form.id },
    body: { objectVersionNumber: form.objectVersionNumber },
  })
  return farm.client.call(stocktakingCalls.settle, {
    params: { t: farm.t, id: form.id },
    body: { objectVersionNumber: ready.objectVersionNumber, keep: [] },
  })
}
async function takeBack(kind: 'warehousing' | 'shipment', { id, objectVersionNumber }: { id: number; objectVersionNumber: number }) {
  const [posting] = await farm.postings(kind, id)
  return farm.reverse(kind, id, objectVersionNumber, posting!.id)
}

describe('the period', () => {
  test('says why goods came and left, each under its own head', async () => {
    const product = await farm.aProduct({ name: 'Told apart' })
    const [store, other] = [await farm.aStore(), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '100', price: '2' }], { effectiveAt: MIDNIGHT - 1 })
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '2' }], { effectiveAt: MIDNIGHT })
    await farm.moved('shipment', store, [{ product, quantity: '4' }])
    const wrong = await farm.moved('shipment', store, [{ product, quantity: '3' }])
    expect((await takeBack('shipment', wrong.body as never)).status).toBe(200)
    expect(await sent(product, store, other, '20', { arrives: '15' })).toBe(200)
    const back = await farm.approved('return', store, [{ product, quantity: '1', price: '2' }], { direction: 'in' })
    expect((await farm.post('return', back.body.id, back.body.objectVersionNumber)).status).toBe(200)
    expect((await counted(product, store, '80')).status).toBe(200)
    const { content, totals, span } = await report({ ...TODAY, productId: product })
    expect(content.map((row) => [row.storeId, counts(row)])).toEqual([
      [store, { opening: 100, received: 10, issued: -4, returned: 1, transferred: -20, counted: -7, closing: 80, transit: 0 }],
      [other, { opening: 0, received: 0, issued: 0, returned: 0, transferred: 15, counted: 0, closing: 15, transit: 5 }],
    ])
    // What is on its way is in no store: the column of transfers lacks it.
    expect(counts(totals)).toMatchObject({ transferred: -5, closing: 95, transit: 5 })
    expect([totals.transferred.value, totals.transit.value, totals.unitName]).toEqual(['-10.000000', '10.000000', 'kg'])
    expect([...content, totals].flatMap(faultsOf)).toEqual([])
    expect(span).toEqual({ from: MIDNIGHT, to: MIDNIGHT + DAY - 1 })
    // The day before it ends a millisecond before it.
    const before = await report({ from: '2026-03-09', to: '2026-03-09', productId: product })
    expect(before.content.map(counts)).toMatchObject([{ opening: 0, received: 100, closing: 100 }])
    // Before anything was there, nothing is said.
    expect((await report({ from: '2026-01-01', to: '2026-03-08', productId: product })).content).toEqual([])
  })

  test('holds to the last digit for every history, and closes with what the stock list answers of its end', async () => {
    const act = fc.record({
      what: fc.constantFrom('in', 'out', 'undo', 'send', 'count'),
      place: fc.nat({ max: 3 }),
      quantity: fc.integer({ min: 1, max: 5_000_000 }).map((size) => exactText(BigInt(size) * 10_000n).slice(0, -4)),
      price: fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
      back: fc.integer({ min: 0, max: 40 }),
    })
    const today = (what: string) => ({ what, place: 0, quantity: what === 'in' ? '8.00' : '3.00', price: '2.50', back: 0 })
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 4, maxLength: 12 }),
        fc.nat({ max: 40 }),
        fc.nat({ max: 20 }),
        async (acts, ago, long) => {
          const mark = `History ${(now += 500)}`
          const products = [await farm.aProduct({ name: `${mark} a` }), await farm.aProduct({ name: `${mark} b`, category: 'feed' })]
          const stores = [await farm.aStore({ negative_flag: 1 }), await farm.aStore({ negative_flag: 1 })]
          const done: { kind: 'warehousing' | 'shipment'; id: number }[] = []
          for (const { what, place, quantity, price, back } of acts) {
            now += 5
            const [product, store, other] = [products[place % 2]!, stores[place >> 1]!, stores[1 - (place >> 1)]!]
            const effectiveAt = now - Math.floor((back * DAY) / 3)
            if (what === 'in' || what === 'out') {
              const kind = what === 'in' ? 'warehousing' : 'shipment'
              const line = { product, quantity, ...(what === 'in' ? { price } : {}) }
              const { status, body } = await farm.moved(kind, store, [line], { effectiveAt })
              if (status === 200) done.push({ kind, id: (body as { id: number }).id })
            } else if (what === 'undo') {
              const last = done.pop()
              if (last) await takeBack(last.kind, (await farm.get(last.kind, last.id)).body)
            } else if (what === 'send') await sent(product, store, other, quantity, { arrives: back % 2 ? quantity : null })
            else await counted(product, store, quantity)
          }
          const [first, last] = [now - ago * DAY, now - Math.max(0, ago - long) * DAY]
          const span = { from: dayOf(first), to: dayOf(last) }
          const places = await report({ ...span, search: mark })
          expect([...places.content, places.totals].flatMap(faultsOf)).toEqual([])
          for (const row of places.content) for (const column of REPORT_COLUMNS) if (exact(row[column].quantity!) !== 0n) seen.add(column)
          if (places.content.some((row) => exact(row.adjusted) !== 0n)) seen.add('adjusted')

          const asOf = places.span.to
          const stock = await farm.client.call(stockCalls.page, { params: { t: farm.t }, query: { size: 0, search: mark, asOf } })
          const there = stock.body.content.filter(({ onHand, transit, value }) => [onHand, transit, value].some((one) => exact(one) !== 0n))
          const keyed = (row: { productId: number | null; storeId: number | null }) => `${row.productId} ${row.storeId}`
          const closing = new Map(
            places.content.map((row) => [keyed(row), [row.closing.quantity, row.closing.value, row.transit.quantity]]),
          )
          const noted = new Map(stock.body.content.map((row) => [keyed(row), [row.onHand, row.value, row.transit]]))
          expect([...closing]).toEqual([...closing.keys()].map((key) => [key, noted.get(key)]))
          expect(there.filter((row) => !closing.has(keyed(row)))).toEqual([])
          // What is before one day is what was after the day before it.
          const before = await report({ from: '2025-01-01', to: dayOf(places.span.from - 1), search: mark })
          expect(before.totals.closing.value).toBe(places.totals.opening.value)

          for (const by of ['place', 'product', 'store', 'category'] as const) {
            const { content, totals } = await report({ ...span, search: mark, by })
            expect([by, content.flatMap(faultsOf)]).toEqual([by, []])
            for (const name of REPORT_LEVELS) {
              expect([by, name, totals[name].value]).toEqual([by, name, sum(content.map((row) => row[name].value))])
              expect(totals[name].value).toBe(places.totals[name].value)
            }
            expect(totals.adjusted).toBe(sum(content.map(({ adjusted }) => adjusted)))
          }
          // Each figure, also of all together, is what the rows behind it come to.
          expect(await unfounded(places.totals, { ...span, search: mark })).toEqual([])
          for (const row of places.content) expect(await unfounded(row, { ...span, search: mark, ...within(row) })).toEqual([])
          const { body: days } = await farm.client.call(reportCalls.days, { params: { t: farm.t }, query: { ...span, search: mark } })
          const moved = REPORT_COLUMNS.map((column) => places.totals[column].value)
          const went = days.content.map(({ left }) => exactText(-exact(left)))
          expect(sum([...days.content.map(({ came }) => came), ...went])).toBe(sum(moved))
          expect(days.content.length).toBe(Math.round((Date.parse(span.to) - Date.parse(span.from)) / DAY) + 1)
        },
      ),
      // One of today with each kind of act, whatever chance brings.
      { numRuns: HISTORIES, examples: [[['in', 'out', 'send', 'count'].map(today), 0, 0]] },
    )
    expect(await farm.faults()).toEqual([])
    // It looked at something.
    expect([...seen].toSorted()).toEqual(expect.arrayContaining(['counted', 'issued', 'received', 'transferred']))
  }, 240_000)

  test('goods that were given out before they came are set right in value, apart from what moved', async () => {
    const [product, store] = [await farm.aProduct({ name: 'Set right' }), await farm.aStore({ negative_flag: 1 })]
    await farm.moved('shipment', store, [{ product, quantity: '4' }], { effectiveAt: MIDNIGHT - 1 })
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '2.5' }])
    const { content, totals } = await report({ ...TODAY, productId: product })
    // Four of the ten were gone: what they were worth is on nothing.
    expect(content.map(({ opening, received, adjusted, closing }) => [opening, received, adjusted, closing])).toEqual([
      [
        { quantity: '-4.000000', value: '0.000000' },
        { quantity: '10.000000', value: '25.000000' },
        '-10.000000',
        { quantity: '6.000000', value: '15.000000' },
      ],
    ])
    expect(totals.adjusted).toBe('-10.000000')
    const rows = await behind({ ...TODAY, productId: product, figure: 'adjusted' })
    expect(rows.content.map(({ kind, quantity, value }) => [kind, quantity, value])).toEqual([['revalue', '0.000000', '-10.000000']])
    expect(await unfounded(content[0]!, { ...TODAY, productId: product })).toEqual([])
  })

  test('each figure opens its own rows, of each its document, in whatever way rows are told apart', async () => {
    const mark = `Behind ${now++}`
    const [product, other] = [
      await farm.aProduct({ name: `${mark} a`, category: 'feed' }),
      await farm.aProduct({ name: `${mark} b`, stock_unit_id: farm.bag }),
    ]
    const [store, second] = [await farm.aStore({ name: `${mark} store` }), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '100', price: '2' }], { effectiveAt: MIDNIGHT - 1 })
    await farm.moved('warehousing', second, [{ product: other, quantity: '3', price: '7' }])
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '3' }])
    const wrong = await farm.moved('shipment', store, [{ product, quantity: '3' }])
    await takeBack('shipment', wrong.body as never)
    expect(await sent(product, store, second, '20', { arrives: '15' })).toBe(200)
    await counted(product, store, '80')
    for (const by of ['place', 'product', 'store', 'category'] as const) {
      const { content, totals } = await report({ ...TODAY, search: mark, by })
      for (const row of content) expect([by, await unfounded(row, { ...TODAY, search: mark, ...within(row) })]).toEqual([by, []])
      expect(await unfounded(totals, { ...TODAY, search: mark })).toEqual([])
    }
    const issued = await behind({ ...TODAY, search: mark, figure: 'issued' })
    expect(
      issued.content.map(({ posting, document, productName, unitName, storeName }) => [
        posting,
        document?.formCode,
        productName,
        unitName,
        storeName,
      ]),
    ).toEqual(['reverse', 'post'].map((posting) => [posting, 'shipment', `${mark} a`, 'kg', `${mark} store`]))
    expect([issued.sum, issued.unitName]).toEqual([{ quantity: '0.000000', value: '0.000000' }, 'kg'])
    // Of several units there is no quantity; without a figure it is all that moved.
    const received = await behind({ ...TODAY, search: mark, figure: 'received', size: 1, page: 2 })
    expect([received.content.length, received.totalElements, received.sum, received.unitName]).toEqual([
      1,
      2,
      { quantity: null, value: '51.000000' },
      null,
    ])
    const { totals } = await report({ ...TODAY, search: mark })
    const all = await behind({ ...TODAY, search: mark })
    expect(all.sum.value).toBe(exactText(exact(totals.closing.value) - exact(totals.opening.value)))
    expect((await behind({ ...TODAY, search: 'nothing of it', figure: 'closing' })).sum).toEqual({
      quantity: '0.000000',
      value: '0.000000',
    })
  })

  test('a group that is counted in several units has values alone', async () => {
    const mark = `Mixed ${now++}`
    const store = await farm.aStore()
    const [heavy, many] = [
      await farm.aProduct({ name: `${mark} kg` }),
      await farm.aProduct({ name: `${mark} bag`, stock_unit_id: farm.bag, category: 'feed' }),
    ]
    for (const product of [heavy, many]) await farm.moved('warehousing', store, [{ product, quantity: '2', price: '3' }])
    const { content, totals } = await report({ ...TODAY, search: mark, by: 'store' })
    expect(content).toMatchObject([
      { storeId: store, productId: null, unitName: null, closing: { quantity: null, value: '12.000000' }, received: { quantity: null } },
    ])
    expect(totals.closing).toEqual({ quantity: null, value: '12.000000' })
    const categories = await report({ ...TODAY, search: mark, by: 'category' })
    expect(categories.content.map((row) => [row.category, row.unitName, row.closing.quantity])).toEqual([
      ['feed', 'bag', '2.000000'],
      ['none', 'kg', '2.000000'],
    ])
    const ids = async (more: object) => (await report({ ...TODAY, search: mark, ...more })).content.map(({ productId }) => productId)
    expect([await ids({ category: 'feed' }), await ids({ category: 'none' }), await ids({ category: 'tool' })]).toEqual([
      [many],
      [heavy],
      [],
    ])
    expect([await ids({ storeId: store }), await ids({ areaId: farm.areaId + 1_000_000 }), await ids({ productId: many })]).toEqual([
      [many, heavy],
      [],
      [many],
    ])
    // Pages follow each other; the totals are those of all.
    const pages = [await report({ ...TODAY, search: mark, size: 1 }), await report({ ...TODAY, search: mark, size: 1, page: 2 })]
    expect(pages.map((page) => [page.content[0]?.productId, page.totalElements, page.totals.closing.value])).toEqual([
      [many, 2, '12.000000'],
      [heavy, 2, '12.000000'],
    ])
  })

  test('a span that ends before it begins, is too long, or is none, is refused', async () => {
    const asked = (from: string, to: string) => farm.client.call(reportCalls.period, { params: { t: farm.t }, query: { from, to } })
    expect(await asked('2026-03-10', '2026-03-09')).toMatchObject({ status: 422, body: { code: 'error.range.empty' } })
    expect(await asked('2016-01-01', '2026-03-09')).toMatchObject({ status: 400, body: { fields: { to: expect.any(String) } } })
    expect((await asked('2026-02-30', '2026-03-09')).status).toBe(400)
  })
})

describe('the days', () => {
  test('are days, weeks or months, as long as the span is; what was taken back is taken off', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '2' }], { effectiveAt: MIDNIGHT - 10 * DAY })
    const wrong = await farm.moved('warehousing', store, [{ product, quantity: '5', price: '2' }])
    await takeBack('warehousing', wrong.body as never)
    await farm.moved('shipment', store, [{ product, quantity: '4' }])
    const asked = async (from: string, to = '2026-03-10') =>
      (await farm.client.call(reportCalls.days, { params: { t: farm.t }, query: { from, to, productId: product } })).body
    const days = await asked('2026-02-28')
    expect([days.bucket, days.content.length, days.content[0], days.content.at(-1)]).toEqual([
      'day',
      11,
      { from: '2026-02-28', came: '20.000000', left: '0.000000' },
      { from: '2026-03-10', came: '0.000000', left: '8.000000' },
    ])
    const weeks = await asked('2026-01-01')
    // The 1st of January was a Thursday: its week begins with the span, the others on Mondays.
    expect([weeks.bucket, weeks.content.slice(0, 2).map(({ from }) => from), weeks.content.at(-1)]).toEqual([
      'week',
      ['2026-01-01', '2026-01-05'],
      { from: '2026-03-09', came: '0.000000', left: '8.000000' },
    ])
    const months = await asked('2025-01-15')
    expect([months.bucket, months.content.length, months.content[0]!.from, months.content.at(-2)]).toEqual([
      'month',
      15,
      '2025-01-15',
      { from: '2026-02-01', came: '20.000000', left: '0.000000' },
    ])
  })
})

describe('what lies there', () => {
  test('moves slowly where nothing was issued for so long: what came since, or was issued since, does not', async () => {
    const store = await farm.aStore()
    const [slow, used, fresh, undone, gone] = [
      await farm.aProduct({ name: 'Slow' }),
      await farm.aProduct({ name: 'Used' }),
      await farm.aProduct({ name: 'Fresh' }),
      await farm.aProduct({ name: 'Undone' }),
      await farm.aProduct({ name: 'Gone' }),
    ]
    const old = { effectiveAt: MIDNIGHT - 100 * DAY }
    for (const [product, price] of [
      [slow, '1'],
      [used, '2'],
      [undone, '3'],
      [gone, '4'],
    ] as const)
      await farm.moved('warehousing', store, [{ product, quantity: '10', price }], old)
    await farm.moved('warehousing', store, [{ product: fresh, quantity: '10', price: '9' }])
    await farm.moved('shipment', store, [{ product: slow, quantity: '1' }], { effectiveAt: MIDNIGHT - 95 * DAY })
    await farm.moved('shipment', store, [{ product: used, quantity: '1' }], { effectiveAt: MIDNIGHT - 20 * DAY })
    await farm.moved('shipment', store, [{ product: gone, quantity: '10' }], { effectiveAt: MIDNIGHT - 99 * DAY })
    const wrong = await farm.moved('shipment', store, [{ product: undone, quantity: '1' }])
    await takeBack('shipment', wrong.body as never)
    // What is sent to another store, or found missing, was not used.
    expect(await sent(slow, store, await farm.aStore(), '1', { arrives: null })).toBe(200)
    expect((await counted(slow, store, '7')).status).toBe(200)
    const asked = async (more: object) =>
      (await farm.client.call(reportCalls.slow, { params: { t: farm.t }, query: { storeId: store, ...more } })).body
    expect((await asked({})).content.map((row) => [row.productId, row.onHand, row.value, row.lastIssue, row.lastMove])).toEqual([
      [undone, '10.000000', '30.000000', null, now],
      [slow, '7.000000', '7.000000', MIDNIGHT - 95 * DAY, now],
    ])
    expect((await asked({ days: 20 })).content.map(({ productId }) => productId)).toEqual([undone, used, slow])
    expect(await asked({ size: 1, page: 2 })).toMatchObject({
      content: [{ productId: slow }],
      totalElements: 2,
      totals: { value: '37.000000' },
    })
    const sheet = await sheetOf(`slow/export?storeId=${store}`, 'en-US')
    expect([sheet[0]!.slice(-4), sheet[2]!.slice(-4, -1)]).toEqual([
      ['On hand', 'Value', 'Last issue', 'Last movement'],
      [7, 7, new Date(MIDNIGHT - 95 * DAY + 8 * 3_600_000)],
    ])
    expect((await farm.client.call(reportCalls.slow, { params: { t: farm.t }, query: { days: 0 } })).status).toBe(400)
  })

  test('expires: lots by their day, worth their share of the place, within what the tenant says', async () => {
    const store = await farm.aStore()
    const product = await farm.aProduct({ name: 'Perishable', lot_flag: 1, expiry_flag: 1 })
    const line = (lotNo: string, quantity: string, price: string, expiresOn: string) => ({ product, quantity, price, lotNo, expiresOn })
    await farm.moved('warehousing', store, [
      line('SOON', '2', '1', '2026-04-09'),
      line('LATER', '1', '7', '2026-04-10'),
      line('OVER', '1', '3', '2026-03-09'),
      line('TODAY', '2', '3', '2026-03-10'),
    ])
    const asked = async (more: object) =>
      (await farm.client.call(reportCalls.expiring, { params: { t: farm.t }, query: { storeId: store, ...more } })).body
    const initially = await asked({})
    expect([initially.days, initially.content.map((row) => [row.lotNo, row.expired, row.onHand, row.value])]).toEqual([
      30,
      [
        ['OVER', true, '1.000000', '3.000000'],
        ['TODAY', false, '2.000000', '6.000000'],
        ['SOON', false, '2.000000', '6.000000'],
      ],
    ])
    expect((await asked({ days: 31 })).content.length).toBe(4)
    expect([initially.totals.value, (await asked({ days: 31, size: 1 })).totals.value]).toEqual(['15.000000', '18.000000'])
    const sheet = await sheetOf(`expiring/export?storeId=${store}&days=0`, 'zh-CN')
    expect(sheet.map((row) => row.slice(-4))).toEqual([
      ['现存量', '库存金额', '批号', '有效期至'],
      [1, 3, 'OVER', new Date('2026-03-09')],
      [2, 6, 'TODAY', new Date('2026-03-10')],
    ])
    expect(await asked({ days: 0 })).toMatchObject({ days: 0, content: [{ lotNo: 'OVER' }, { lotNo: 'TODAY' }] })
  })
})

async function sheetOf(what: string, language: string) {
  const answer = await farm.client.raw('GET', `/wfpf/v1/${farm.t}/stock-report/${what}`, { headers: { 'accept-language': language } })
  expect(answer.status).toBe(200)
  return readSheet(Buffer.from(await answer.arrayBuffer()))
}

describe('the spreadsheet', () => {
  test.each([
    ['en-US', ['Product', 'Unit', 'Opening, quantity', 'Received, quantity', 'Received, value']],
    ['zh-CN', ['产品', '单位', '期初数量', '入库数量', '入库金额']],
  ])('has the rows of the period under its heads, in %s', async (language, heads) => {
    const [product, store] = [await farm.aProduct({ name: '=Sheet' }), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '2.5', price: '4' }])
    const query = new URLSearchParams({ ...TODAY, storeId: String(store) })
    const rows = await sheetOf(`export?${query}`, language)
    expect(rows.map((row) => [row[0], row[6], row[7], row[9], row[10]])).toEqual([heads, ['=Sheet', 'kg', 0, 2.5, 10]])
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([24]))
  })
})

describe('who sees it', () => {
  test('its code opens it in its bases, with the rows behind it; another code, base or tenant does not', async () => {
    const other = (await farm.build.anArea({ tenant_id: farm.t })).id
    const product = await farm.aProduct({ lot_flag: 1, expiry_flag: 1 })
    const [here, there] = [await farm.aStore({ name: 'Here' }), await farm.aStore({ area_id: other })]
    const line = { product, quantity: '1', price: '1', lotNo: 'L', expiresOn: '2026-03-11' }
    const long = { effectiveAt: MIDNIGHT - 200 * DAY }
    await farm.moved('warehousing', here, [line], long)
    const elsewhere = await farm.create('warehousing', there, [line], { areaId: other })
    const ready = await farm.submit('warehousing', elsewhere.body)
    expect((await farm.post('warehousing', ready.body.id, ready.body.objectVersionNumber, long)).status).toBe(200)

    const signIn = async (tenantId: number, codes: string[], areaIds: number[] | null = null) =>
      farm.server.signIn((await farm.build.aUser({ tenantId, codes, areaIds })).login_name)
    const keeper = await signIn(farm.t, ['wfpf.inventory.prment.report'], [farm.areaId])
    const foreign = (await farm.build.aTenant()).id
    const rival = await signIn(foreign, ['*'])
    const none = await signIn(farm.t, ['wfpf.inventory.prment.stock'])
    const span = { from: '2025-01-01', to: '2026-03-10' }
    for (const name of ['period', 'entries', 'days', 'slow', 'expiring'] as const) {
      const asked = (who: Client, t: number, more: object = {}) =>
        who.call(reportCalls[name] as typeof reportCalls.period, {
          params: { t },
          query: { productId: product, ...(name === 'slow' || name === 'expiring' ? {} : span), ...more } as never,
        })
      const stores = async (who: Client, t: number, more?: object) => {
        const { body } = await asked(who, t, more)
        const { content } = body as unknown as { content: { storeId?: number; storeName?: string; came?: string }[] }
        if (name === 'entries') return content.map(({ storeName }) => (storeName === 'Here' ? here : there))
        return name === 'days' ? sum(content.map(({ came }) => came!)) : content.map(({ storeId }) => storeId)
      }
      const of = (...ids: number[]) => (name === 'days' ? exactText(BigInt(ids.length) * 1_000_000n) : ids)
      const all = await stores(farm.client, farm.t)
      expect([name, typeof all === 'string' ? all : new Set(all)]).toEqual([
        name,
        typeof all === 'string' ? of(here, there) : new Set([here, there]),
      ])
      expect([name, await stores(keeper, farm.t), await stores(keeper, farm.t, { storeId: there }), await stores(rival, foreign)]).toEqual([
        name,
        of(here),
        of(),
        of(),
      ])
      expect([name, (await asked(rival, farm.t)).status, (await asked(none, farm.t)).status]).toEqual([name, 404, 403])
    }
    expect((await report({ ...span, productId: product, by: 'product' }, keeper)).totals.closing.value).toBe('1.000000')
    const entries = (storeId: number) => keeper.call(stockCalls.entries, { params: { t: farm.t }, query: { productId: product, storeId } })
    expect([(await entries(here)).body.content.length, (await entries(there)).status]).toEqual([1, 404])
  })
})
