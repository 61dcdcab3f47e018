import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import writeCells from 'write-excel-file/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { definitionCalls } from '#contract/approvals/definition'
import { times } from '#contract/core/decimal'
import { inventoryOptionCalls } from '#contract/inventory/inventoryOption'
import { openingStock, openingStockCalls, pricedLines } from '#contract/inventory/openingStock'
import { warehousing } from '#contract/inventory/warehousing'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/core/idempotencyKey'
import { fileCalls } from '#contract/media/files'
import { headOf } from '#server/ground/crud/sheet'
import type { Client } from '../harness.ts'
import { aStockFarm, type StockFarm } from './stockFarm.ts'

let farm: StockFarm
beforeAll(async () => {
  farm = await aStockFarm()
})
afterAll(() => farm?.server.close())
afterEach(async () => {
  const faults = await farm.faults()
  if (faults.length > 0) throw new Error(`the ledger does not hold: ${JSON.stringify(faults)}`)
})

type Row = readonly (string | number | null)[]
const HEADS = openingStock.sheetFields.map((name) => headOf(openingStock, name, 'zh-CN'))
const xlsx = async (rows: readonly Row[]) =>
  writeCells(
    [HEADS, ...rows].map((row) =>
      row.map((value) => (value === null ? null : typeof value === 'number' ? { type: Number, value } : { type: String, value })),
    ),
  ).toBuffer()
async function uploaded(rows: readonly Row[], client: Client = farm.client): Promise<string> {
  const file = new File([Buffer.from(await xlsx(rows))], 'opening.xlsx')
  return (await client.call(fileCalls.upload, { params: { t: farm.t }, body: { kind: 'file', file } })).body.id
}
const check = (uuid: string, storeId: number, client: Client = farm.client) =>
  client.call(openingStockCalls.check, { params: { t: farm.t, uuid }, query: { storeId } })
const bring = (fileId: string, storeId: number, client: Client = farm.client, leftOut: string[] = []) =>
  client.call(openingStockCalls.bring, { params: { t: farm.t }, body: { fileId, storeId, leftOut } })
/** A file of somebody, as it was. */
async function uploadedCase(name: string): Promise<string> {
  const file = new File([await readFile(new URL(`./cases/${name}.xlsx`, import.meta.url))], 'opening.xlsx')
  return (await farm.client.call(fileCalls.upload, { params: { t: farm.t }, body: { kind: 'file', file } })).body.id
}
const written = async (storeId: number) =>
  (await farm.client.call(warehousing.calls.page, { params: { t: farm.t }, query: { storeId } as Record<string, unknown> })).body
    .totalElements

test('that the console brings with a key of its own is brought, and once', async () => {
  const [one, store] = ['OP-KEYED', await farm.aStore()]
  await farm.aProduct({ code: one })
  const fileId = await uploaded([aRow(one, 3, 6)])
  const ask = () =>
    farm.client.raw('POST', openingStockCalls.bring.path.replace('{t}', String(farm.t)), {
      body: JSON.stringify({ fileId, storeId: store }),
      headers: { 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: 'opening-stock-1' },
    })
  for (const answer of [await ask(), await ask()])
    expect([answer.status, await answer.json()]).toMatchObject([200, { counts: { new: 1 }, committed: true }])
  expect(await written(store)).toBe(1)
})

let counted = 0
const code = () => `OP-${++counted}`
/** code, name, unit, lot, expiry, quantity, value */
const aRow = (
  productCode: string,
  quantity: number | string | null,
  value: number | string | null = null,
  lotNo: string | null = null,
): Row => [productCode, null, null, lotNo, null, quantity, value]

describe('a spreadsheet of opening stock', () => {
  test('is written out with the products that are in use', async () => {
    const used = code()
    await farm.aProduct({ code: used })
    const unused = code()
    await farm.aProduct({ code: unused, enabled_flag: 0 })
    const answer = await farm.client.raw('GET', openingStockCalls.template.path.replace('{t}', String(farm.t)))
    const [heads, ...rows] = (await readSheet(Buffer.from(await answer.arrayBuffer()))) as unknown as string[][]
    expect(heads).toEqual(HEADS)
    expect(rows.find(([first]) => first === used)?.[2]).toBe('kg')
    expect(rows.some(([first]) => first === unused)).toBe(false)
  })

  test('with 37 faults shows 37, each beside its row and column, and makes nothing', async () => {
    const [plain, lots, off, store] = [code(), code(), code(), await farm.aStore()]
    await farm.aProduct({ code: plain })
    await farm.aProduct({ code: lots, lot_flag: 1, expiry_flag: 1 })
    await farm.aProduct({ code: off, enabled_flag: 0 })
    const kinds: readonly (readonly [Row, string])[] = [
      [aRow('no-such-code', 1), 'productCode'],
      [aRow(plain, null, 10), 'quantity'],
      [aRow(plain, '1e3'), 'quantity'],
      [aRow(plain, 0), 'quantity'],
      [aRow(plain, 100_000), 'quantity'],
      [aRow(plain, 1.234), 'quantity'],
      [aRow(plain, 1, -1), 'value'],
      [aRow(plain, 1, 100_000), 'value'],
      [aRow(plain, 100, 0.5), 'value'],
      [aRow(plain, 1, 1, 'L1'), 'lotNo'],
      [aRow(lots, 1, 1), 'lotNo'],
      [aRow(lots, 1, 1, 'L1'), 'expiresOn'],
      [aRow(off, 1, 1), 'productCode'],
    ]
    const broken = new Map(Array.from({ length: 37 }, (_, at) => [5 + at * 9, kinds[at % kinds.length]!]))
    const rows = Array.from({ length: 400 }, (_, at) => broken.get(at)?.[0] ?? aRow(plain, 1, 2))
    const file = await uploaded(rows)
    const expected = [...broken].map(([at, [, field]]) => [at + 2, field])
    for (const answer of [await check(file, store), await bring(file, store)]) {
      expect(answer.body).toMatchObject({ rows: 400, committed: false, documents: [] })
      expect(answer.body.faults.map(({ row, field }) => [row, field])).toEqual(expected)
    }
    expect(await written(store)).toBe(0)
  })

  test('brought again is known by its rows, also at once and with rows beside it; undone it may be brought once more', async () => {
    const [first, lotted, store] = [code(), code(), await farm.aStore()]
    const product = await farm.aProduct({ code: first })
    await farm.aProduct({ code: lotted, lot_flag: 1 })
    // Two of a kind are two; of the lot at a value that needs two prices, two lines.
    const rows = [aRow(first, 3, 10), aRow(first, 3, 10), aRow(lotted, 2.5, null, 'L1')]
    const both = await Promise.all([uploaded(rows), uploaded(rows)])
    const answers = await Promise.all(both.map((file) => bring(file, store)))
    const done = answers.filter(({ body }) => body.committed && body.counts.new > 0)
    expect(done).toHaveLength(1)
    const again = (await bring(both[0]!, store)).body
    expect(again).toMatchObject({ counts: { new: 0, duplicates: 3 }, committed: false, faults: [], documents: [] })
    expect(again.duplicates.map(({ row }) => row)).toEqual([2, 3, 4])
    expect(await written(store)).toBe(1)
    const more = await uploaded([...rows, aRow(first, 3, 10), aRow(first, 4, 10)])
    expect((await check(more, store)).body).toMatchObject({ counts: { new: 2, duplicates: 3 } })
    expect((await check(both[1]!, await farm.aStore())).body).toMatchObject({ counts: { new: 3, duplicates: 0 } })
    expect((await farm.balance(product, store))[0]).toBe(6)

    const { body: receipt } = await farm.get('warehousing', done[0]!.body.documents[0]!.id)
    const [posting] = await farm.postings('warehousing', receipt.id)
    expect((await farm.reverse('warehousing', receipt.id, receipt.objectVersionNumber, posting!.id)).status).toBe(200)
    expect((await bring(both[0]!, store)).body).toMatchObject({ counts: { new: 3, duplicates: 0 }, committed: true })
    expect((await farm.balance(product, store))[0]).toBe(6)
  })

  test('becomes one posted receipt, whose value is that of the sheet to the cent', async () => {
    const [first, named, store] = [code(), code(), await farm.aStore()]
    const product = await farm.aProduct({ code: first })
    const lots = await farm.aProduct({ code: null, name: named, lot_flag: 1 })
    const file = await uploaded([aRow(first, 3, 1000), aRow('', null), [null, named, 'kg', 'L1', null, 2.5, null], aRow(first, null)])
    expect((await check(file, store)).body).toMatchObject({ rows: 2, counts: { new: 2 }, faults: [], hasStock: false, documents: [] })
    const { body } = await bring(file, store)
    expect(body).toMatchObject({
      rows: 2,
      counts: { new: 2 },
      committed: true,
      documents: [{ lineCount: 3, auditStatus: 'approved', progress: 'full' }],
    })
    expect([await farm.balance(product, store), await farm.balance(lots, store)]).toEqual([
      [3, 0, 1000],
      [2.5, 0, 0],
    ])
    const made = (await farm.get('warehousing', body.documents[0]!.id)).body
    expect(made).toMatchObject({ title: '期初库存', storeId: store, total: '1000.00' })
    expect((await check(file, store)).body.hasStock).toBe(true)
  })

  test('of more than 200 lines becomes several receipts, all of them or none', async () => {
    const [one, store] = [code(), await farm.aStore()]
    const product = await farm.aProduct({ code: one })
    const rows = Array.from({ length: 450 }, () => aRow(one, 3, 10))
    const { body } = await bring(await uploaded(rows), store)
    // Three for 10.00 are two lines: 3.33 twice, and 3.34.
    expect(body.documents.map(({ lineCount }) => lineCount)).toEqual([200, 200, 200, 200, 100])
    expect(await farm.balance(product, store)).toEqual([1350, 0, 4500])
    // A closed period: nothing of it is written.
    const { body: option } = await farm.client.call(inventoryOptionCalls.get, { params: { t: farm.t } })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.now())
    await farm.client.call(inventoryOptionCalls.save, { params: { t: farm.t }, body: { ...option, closedThrough: today } })
    const before = await written(store)
    const others = Array.from({ length: 450 }, () => aRow(one, 4, 10))
    expect((await bring(await uploaded(others), store)).body).toMatchObject({ code: 'error.stock.closed' })
    expect(await written(store)).toBe(before)
    const { objectVersionNumber } = option
    await farm.client.call(inventoryOptionCalls.save, {
      params: { t: farm.t },
      body: { ...option, objectVersionNumber: objectVersionNumber + 1 },
    })
  })

  test('is refused where the store is switched off, of another tenant, or has too many rows', async () => {
    const one = code()
    await farm.aProduct({ code: one })
    const file = await uploaded([aRow(one, 1, 1)])
    const off = await check(file, await farm.aStore({ enabled_flag: 0 }))
    expect([off.status, Object.keys((off.body as { fields?: object }).fields ?? {})]).toEqual([400, ['storeId']])
    expect((await check(file, 999_999)).status).toBe(404)
    const many = await uploaded(Array.from({ length: 2001 }, () => aRow(one, 1, 1)))
    expect((await check(many, await farm.aStore())).body).toMatchObject({ code: 'error.import.tooMany' })
  })

  test('wants the codes to make, submit and post receipts in the base of the store', async () => {
    const [one, store] = [code(), await farm.aStore()]
    await farm.aProduct({ code: one })
    const { create, submit, post, read } = warehousing.codes
    for (const [codes, status] of [
      [[read, create, submit], 403],
      [[read, create, post], 403],
      [[read, create, submit, post], 200],
    ] as const) {
      const user = await farm.build.aUser({ tenantId: farm.t, codes: [...codes], areaIds: [farm.areaId] })
      const client = await farm.server.signIn(user.login_name)
      expect((await bring(await uploaded([aRow(one, 1, 1)], client), store, client)).status).toBe(status)
    }
  })

  test('is submitted and not posted where somebody approves receipts, and a draft where its writer picks whom to ask', async () => {
    const [one, store] = [code(), await farm.aStore()]
    const product = await farm.aProduct({ code: one })
    const flow = async (basedOn: number, who: { by: 'leader'; level: number } | { by: 'initiator' }) =>
      farm.client.call(definitionCalls.save, {
        params: { t: farm.t },
        body: { formCode: 'warehousing', name: 'Asked', basedOn, nodes: [{ id: 'a', name: 'Boss', kind: 'OR', who }] },
      })
    await flow(1, { by: 'leader', level: 1 })
    const asked = (await bring(await uploaded([aRow(one, 1, 1)]), store)).body
    expect(asked).toMatchObject({ committed: true, documents: [{ auditStatus: 'submitted', progress: null }] })
    await flow(2, { by: 'initiator' })
    const picked = (await bring(await uploaded([aRow(one, 2, 1)]), store)).body
    expect(picked).toMatchObject({ committed: true, documents: [{ auditStatus: 'draft', progress: null }] })
    expect(await farm.balance(product, store)).toEqual([0, 0, 0])
  })
})

test('lines of neighbouring prices come to exactly what a row is worth, in two lines at most', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 9_999_900n), fc.bigInt(1n, 999_999_999n), (count, value) => {
      const lines = pricedLines(count, value)
      if (lines === null) return value * 100n < count
      const sum = (of: (line: readonly [bigint, bigint]) => bigint) => lines.reduce((all, line) => all + of(line), 0n)
      return (
        lines.length <= 2 &&
        sum(([quantity]) => quantity) === count &&
        sum(([quantity, price]) => times(quantity, price)) === value &&
        lines.every(([quantity, price]) => quantity > 0n && price > 0n)
      )
    }),
    { numRuns: 5000 },
  )
})

describe('what is not read is never taken for nothing', () => {
  test('a value that is #N/A is a fault beside its cell', async () => {
    const store = await farm.aStore()
    await farm.aProduct({ code: 'bb-2wr2s' })
    const file = await uploadedCase('opening-na')
    for (const { body } of [await check(file, store), await bring(file, store)])
      expect(body).toMatchObject({
        committed: false,
        faults: [{ row: 2, field: 'value', message: expect.stringContaining('#N/A') }],
      })
    expect(await written(store)).toBe(0)
  })

  test('two columns of one head are a fault', async () => {
    const store = await farm.aStore()
    await farm.aProduct({ code: 'bb-2wr31' })
    const file = await uploadedCase('opening-twice')
    for (const { body } of [await check(file, store), await bring(file, store)])
      expect(body).toMatchObject({ committed: false, faults: [{ row: 1, field: 'quantity' }] })
    expect(await written(store)).toBe(0)
  })

  test('a column that is not known is named, and nothing is brought before that is confirmed', async () => {
    const store = await farm.aStore()
    await farm.aProduct({ code: 'bb-2wr2y' })
    const file = await uploadedCase('opening-head')
    expect((await check(file, store)).body).toMatchObject({ counts: { new: 1 }, unknownHeads: ['Value'], faults: [] })
    for (const leftOut of [[], ['Worth']])
      expect((await bring(file, store, farm.client, leftOut)).body).toMatchObject({
        committed: false,
        unknownHeads: ['Value'],
        faults: [{ row: 1, field: null, message: expect.stringContaining('Value') }],
      })
    expect(await written(store)).toBe(0)
    expect((await bring(file, store, farm.client, ['Value'])).body).toMatchObject({ committed: true, counts: { new: 1 } })
    expect(await written(store)).toBe(1)
  })

  test('a unit that is not that of the product is a fault; its name and its symbol are', async () => {
    const [one, store] = [code(), await farm.aStore()]
    await farm.aProduct({ code: one })
    const rows = ['斤', 'KG', 'ｋｇ ', '公斤', '千克', null].map((unit): Row => [one, null, unit, null, null, 10, null])
    expect((await check(await uploaded(rows), store)).body.faults).toEqual([
      { row: 2, field: 'unitName', message: '该产品以 kg 计量，表格中为 斤：请核对单位和数量' },
    ])
  })
})
