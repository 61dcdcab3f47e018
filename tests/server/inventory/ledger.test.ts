import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#contract/resources'
import { stockCalls } from '#contract/inventory/stock'
import chinese from '#locales/zh-CN/errors' with { type: 'json' }
import type { Client } from '../harness.ts'
import { aStockFarm, type StockFarm } from './stockFarm.ts'

interface Full {
  readonly id: number
  readonly objectVersionNumber: number
}
let farm: StockFarm
let now = Date.UTC(2026, 2, 10, 8)
beforeAll(async () => {
  farm = await aStockFarm(() => now)
})
afterAll(() => farm?.server.close())
// Whatever a test did, the balances are what the ledger comes to.
afterEach(async () => {
  const faults = await farm.faults()
  if (faults.length > 0) throw new Error(`the ledger does not hold: ${JSON.stringify(faults)}`)
})

describe('goods that come and leave', () => {
  test('a receipt in two parts: partial, then in storage, its value parted without a remainder', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    const made = (await farm.approved('warehousing', store, [{ product, quantity: '3', price: '3.33' }])).body
    expect(made).toMatchObject({ auditStatus: 'approved', progress: 'none', actions: expect.arrayContaining(['post', 'close']) })
    expect(await farm.balance(product, store)).toEqual([0, 0, 0])
    const line = made.lines[0]!
    const first = (await farm.post('warehousing', made.id, made.objectVersionNumber, { lines: [{ id: line.id, quantity: '1' }] })).body
    expect(first).toMatchObject({ progress: 'partial', lines: [{ planned: '3.000000', done: '1.000000' }] })
    expect(await farm.balance(product, store)).toEqual([1, 0, 3.33])
    const second = (await farm.post('warehousing', made.id, first.objectVersionNumber)).body
    expect(second).toMatchObject({ progress: 'full', actions: ['reverse'] })
    expect(await farm.balance(product, store)).toEqual([3, 0, 9.99])
    expect((await farm.post('warehousing', made.id, second.objectVersionNumber)).body.code).toBe('error.document.state')
  })

  test('a line that is done whole leaves its document partial while another is open', async () => {
    const [one, other, store] = [await farm.aProduct(), await farm.aProduct(), await farm.aStore()]
    const lines = [one, other].map((product) => ({ product, quantity: '3', price: '1' }))
    const { body } = await farm.approved('warehousing', store, lines)
    const of = (at: number) => ({ lines: [{ id: body.lines[at]!.id, quantity: '3' }] })
    const first = await farm.post('warehousing', body.id, body.objectVersionNumber, of(0))
    expect(first.body.progress).toBe('partial')
    const second = await farm.post('warehousing', body.id, first.body.objectVersionNumber, of(1))
    expect(second.body.progress).toBe('full')
  })

  test('what leaves is worth its share of what lies there; the last of it takes what is left', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '3', price: '1' }])
    await farm.moved('warehousing', store, [{ product, quantity: '4', price: '1.5' }])
    expect(await farm.balance(product, store)).toEqual([7, 0, 9])
    await farm.moved('shipment', store, [{ product, quantity: '2' }])
    expect(await farm.balance(product, store)).toEqual([5, 0, 6.428571])
    await farm.moved('shipment', store, [{ product, quantity: '5' }])
    expect(await farm.balance(product, store)).toEqual([0, 0, 0])
  })

  test('units are exact ratios: 25 kg a bag, and a third of a kilogram is refused beside its line', async () => {
    const store = await farm.aStore()
    const product = await farm.aProduct({ purchase_unit_id: farm.bag, purchase_numerator: 25 })
    const { body } = await farm.approved('warehousing', store, [{ product, quantity: '1.5', unitKind: 'purchase', price: '80' }])
    expect(body.lines[0]).toMatchObject({ planned: '37.500000', amount: '120.00' })
    const odd = await farm.aProduct({ purchase_unit_id: farm.bag, purchase_numerator: 1, purchase_denominator: 3 })
    const refused = await farm.create('warehousing', store, [
      { product, quantity: '1' },
      { product: odd, quantity: '1', unitKind: 'purchase' },
    ])
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['lines.1.quantity']])
    const none = await farm.create('warehousing', store, [{ product: odd, quantity: '1', unitKind: 'retail' }])
    expect(Object.keys(none.body.fields ?? {})).toEqual(['lines.0.unitKind'])
  })

  test('more of the stock unit than a place can ever hold is refused beside its line', async () => {
    const store = await farm.aStore()
    const product = await farm.aProduct({ purchase_unit_id: farm.bag, purchase_numerator: 1_000_000_000 })
    const line = { product, quantity: '99999', unitKind: 'purchase', price: '1' } as const
    const refused = await farm.create('warehousing', store, [line, line])
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['lines.0.quantity']])
  })

  test('a store that is switched off, or of another base, a product that is switched off or of another tenant: said beside it', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    const other = (await farm.build.anArea({ tenant_id: farm.t })).id
    const foreign = await farm.build.aTenant()
    const foreignUnit = await farm.build.insert('measure_unit', { tenant_id: foreign.id, name: 'kg', symbol: 'kg', dimension: 'mass' })
    const theirs = await farm.build.insert('product', {
      tenant_id: foreign.id,
      name: 'Theirs',
      product_type: 'general',
      stock_unit_id: foreignUnit.id,
    })
    const fields = async (...given: Parameters<typeof farm.create>) => Object.keys((await farm.create(...given)).body.fields ?? {})
    expect(await fields('warehousing', await farm.aStore({ enabled_flag: 0 }), [{ product, quantity: '1' }])).toEqual(['storeId'])
    expect(await fields('warehousing', await farm.aStore({ area_id: other }), [{ product, quantity: '1' }])).toEqual(['storeId'])
    expect(await fields('warehousing', store, [{ product: await farm.aProduct({ enabled_flag: 0 }), quantity: '1' }])).toEqual([
      'lines.0.productId',
    ])
    expect(
      await fields('warehousing', store, [
        { product, quantity: '1' },
        { product: theirs.id, quantity: '1' },
      ]),
    ).toEqual(['lines.1.productId'])
  })
})

describe('what is promised', () => {
  test('is reserved at approval, taken at posting, free again when the document is ended short', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '2' }])
    const out = (await farm.approved('shipment', store, [{ product, quantity: '6' }])).body
    expect(await farm.balance(product, store)).toEqual([10, 6, 20])
    // Nobody else gets it, neither at approval nor at posting.
    const other = await farm.approved('shipment', store, [{ product, quantity: '5' }])
    expect([other.status, other.body.code]).toEqual([409, 'error.stock.short'])
    const part = (await farm.post('shipment', out.id, out.objectVersionNumber, { lines: [{ id: out.lines[0]!.id, quantity: '4' }] })).body
    expect(part.progress).toBe('partial')
    expect(await farm.balance(product, store)).toEqual([6, 2, 12])
    const ended = (await farm.close('shipment', out.id, part.objectVersionNumber)).body
    expect(ended).toMatchObject({ progress: 'closed', closeReason: 'No more of it', actions: ['reverse'] })
    expect(await farm.balance(product, store)).toEqual([6, 0, 12])
    expect((await farm.post('shipment', out.id, ended.objectVersionNumber)).body.code).toBe('error.document.state')
  })

  test('50 shipments of the same last goods at once oversell nothing', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '20', price: '1' }])
    const answers = await Promise.all(Array.from({ length: 50 }, () => farm.moved('shipment', store, [{ product, quantity: '1' }])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => (body as { code?: string }).code))).toEqual(
      new Set(['error.stock.short']),
    )
    expect(await farm.balance(product, store)).toEqual([0, 0, 0])
  })

  test('several whose lines name the same goods in opposite orders do not wait for each other in a circle', async () => {
    const store = await farm.aStore()
    const products = await Promise.all(Array.from({ length: 60 }, () => farm.aProduct()))
    const lines = products.map((product) => ({ product, quantity: '1', price: '1' }))
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, at) => farm.approved('warehousing', store, at % 2 === 0 ? lines : lines.toReversed())),
    )
    const posted = await Promise.all(made.map(({ body }) => farm.post('warehousing', body.id, body.objectVersionNumber)))
    expect(posted.map(({ status }) => status)).toEqual(made.map(() => 200))
    expect(await farm.balance(products[0]!, store)).toEqual([24, 0, 24])
  })

  test('a posting that is asked for twice at once is done once', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    const made = (await farm.approved('warehousing', store, [{ product, quantity: '5', price: '1' }])).body
    const answers = await Promise.all([1, 2, 3, 4].map(() => farm.post('warehousing', made.id, made.objectVersionNumber)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await farm.balance(product, store)).toEqual([5, 0, 5])
  })

  test('more than is open is refused beside its line', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    const made = (await farm.approved('warehousing', store, [{ product, quantity: '5', price: '1' }])).body
    const refused = await farm.post('warehousing', made.id, made.objectVersionNumber, {
      lines: [{ id: made.lines[0]!.id, quantity: '5.000001' }],
    })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([409, ['lines.0.quantity']])
  })
})

describe('a reversal', () => {
  test('writes rows of the opposite sign that name what they take back; the document is open again, and its goods are promised again', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '8', price: '2.5' }])
    const out = (await farm.moved('shipment', store, [{ product, quantity: '3' }])).body as { id: number; objectVersionNumber: number }
    const [posting] = await farm.postings('shipment', out.id)
    const back = (await farm.reverse('shipment', out.id, out.objectVersionNumber, posting!.id)).body
    expect(back.progress).toBe('none')
    expect(await farm.balance(product, store)).toEqual([8, 3, 20])
    const both = await farm.postings('shipment', out.id)
    expect(both.map(({ kind, reversesId, reversedById }) => [kind, reversesId, reversedById])).toEqual([
      ['post', null, both[1]!.id],
      ['reverse', posting!.id, null],
    ])
    expect(both.map(({ entries }) => entries.map(({ quantity, value }) => [quantity, value]))).toEqual([
      [['-3.000000', '-7.500000']],
      [['3.000000', '7.500000']],
    ])
    expect((await farm.reverse('shipment', out.id, back.objectVersionNumber, posting!.id)).body.code).toBe('error.stock.reversed')
    expect((await farm.post('shipment', out.id, back.objectVersionNumber)).body.progress).toBe('full')
  })

  test('of a receipt whose goods have gone is refused; where only their worth has changed, the rest is set right by a row of its own', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    const dear = (await farm.moved('warehousing', store, [{ product, quantity: '10', price: '10' }])).body as {
      id: number
      objectVersionNumber: number
    }
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '5' }])
    await farm.moved('shipment', store, [{ product, quantity: '10' }])
    expect(await farm.balance(product, store)).toEqual([10, 0, 75])
    const [posting] = await farm.postings('warehousing', dear.id)
    const gone = (await farm.reverse('warehousing', dear.id, dear.objectVersionNumber, posting!.id)).body
    expect(gone.progress).toBe('none')
    expect(await farm.balance(product, store)).toEqual([0, 0, 0])
    const [, reversal] = await farm.postings('warehousing', dear.id)
    expect(reversal!.entries.map(({ kind, quantity, value }) => [kind, Number(quantity), Number(value)])).toEqual([
      ['move', -10, -100],
      ['revalue', 0, 25],
    ])
    const again = (await farm.post('warehousing', dear.id, gone.objectVersionNumber)).body
    await farm.moved('shipment', store, [{ product, quantity: '4' }])
    const second = (await farm.postings('warehousing', dear.id)).at(-1)!
    const refused = await farm.reverse('warehousing', dear.id, again.objectVersionNumber, second.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'error.stock.short'])
  })
})

describe('lots', () => {
  test('are named where goods come, and what expires first leaves first', async () => {
    const [product, store] = [await farm.aProduct({ lot_flag: 1, expiry_flag: 1 }), await farm.aStore()]
    const bare = await farm.create('warehousing', store, [{ product, quantity: '1' }])
    expect(Object.keys(bare.body.fields ?? {})).toEqual(['lines.0.lotNo'])
    await farm.moved('warehousing', store, [
      { product, quantity: '5', price: '1', lotNo: 'B', expiresOn: '2026-12-01' },
      { product, quantity: '5', price: '1', lotNo: 'A', expiresOn: '2026-06-01' },
    ])
    const out = (await farm.moved('shipment', store, [{ product, quantity: '7' }])).body as { id: number }
    const [posting] = await farm.postings('shipment', out.id)
    expect(posting!.entries.map(({ lotNo, quantity }) => [lotNo, Number(quantity)])).toEqual([
      ['A', -5],
      ['B', -2],
    ])
    const named = await farm.moved('shipment', store, [{ product, quantity: '1', lotNo: 'A' }])
    expect((named.body as { code?: string }).code).toBe('error.stock.lotShort')
    const unknown = await farm.moved('shipment', store, [{ product, quantity: '1', lotNo: 'Z' }])
    expect((unknown.body as { code?: string }).code).toBe('error.stock.lotUnknown')
  })

  const dayOf = async (lotNo: string, product: number) =>
    (
      await farm.server.owner.query<{ id: number; day: string | null }>(
        'select id, expires_on::text as day from furrow.stock_lot where lot_no = $1 and product_id = $2',
        [lotNo, product],
      )
    ).rows[0]!

  test('keep the day that came first while goods of them stand: another is refused beside its line, also within one document', async () => {
    const [product, store] = [await farm.aProduct({ lot_flag: 1, expiry_flag: 1 }), await farm.aStore()]
    const line = (expiresOn: string) => ({ product, quantity: '5', price: '1', lotNo: 'L', expiresOn })
    const twice = await farm.create('warehousing', store, [line('2026-12-01'), line('2026-12-02')])
    expect(twice.body.fields).toEqual({ 'lines.1.expiresOn': chinese.field.lotDay.replace('{{day}}', '2026-12-01') })
    // Drafted before anything came: that is told where it is posted.
    const early = await farm.approved('warehousing', store, [line('2027-01-01')])
    await farm.moved('warehousing', store, [line('2026-12-01')])
    const other = await farm.create('warehousing', store, [line('2027-12-01')])
    expect(other.body.fields).toEqual({ 'lines.0.expiresOn': chinese.field.lotDay.replace('{{day}}', '2026-12-01') })
    const late = (await farm.post('warehousing', early.body.id, early.body.objectVersionNumber)).body
    expect(late).toMatchObject({ code: 'error.stock.lotDay' })
    expect(JSON.stringify(late)).toMatch(/L.*2026-12-01.*2027-01-01/)
    expect((await farm.moved('warehousing', store, [line('2026-12-01')])).status).toBe(200)
  })

  test('whose receipts were all taken back have the day of the next one, by which they leave', async () => {
    const [product, store] = [await farm.aProduct({ lot_flag: 1, expiry_flag: 1 }), await farm.aStore()]
    const wrong = (await farm.moved('warehousing', store, [{ product, quantity: '5', price: '1', lotNo: 'L', expiresOn: '2036-12-01' }]))
      .body as Full
    const [posting] = await farm.postings('warehousing', wrong.id)
    expect((await farm.reverse('warehousing', wrong.id, wrong.objectVersionNumber, posting!.id)).status).toBe(200)
    await farm.moved('warehousing', store, [
      { product, quantity: '5', price: '1', lotNo: 'M', expiresOn: '2027-01-01' },
      { product, quantity: '5', price: '1', lotNo: 'L', expiresOn: '2026-12-01' },
    ])
    expect((await dayOf('L', product)).day).toBe('2026-12-01')
    const out = (await farm.moved('shipment', store, [{ product, quantity: '5' }])).body as Full
    expect((await farm.postings('shipment', out.id))[0]!.entries.map(({ lotNo }) => lotNo)).toEqual(['L'])
  })

  test('are corrected with a reason that the trail tells, by who takes goods in wherever they lie; what expires first leaves first', async () => {
    const [product, store] = [await farm.aProduct({ lot_flag: 1, expiry_flag: 1 }), await farm.aStore()]
    await farm.moved('warehousing', store, [
      { product, quantity: '5', price: '1', lotNo: 'L', expiresOn: '2036-12-01' },
      { product, quantity: '5', price: '1', lotNo: 'M', expiresOn: '2027-01-01' },
    ])
    const { id } = await dayOf('L', product)
    const south = (await farm.build.anArea({ tenant_id: farm.t, area_name: 'South' })).id
    const userOf = async (areaIds: number[] | null, codes: string[]) =>
      farm.server.signIn((await farm.build.aUser({ tenantId: farm.t, codes, areaIds })).login_name)
    const POST = 'wfpf.inventory.prment.warehousing.ps.post'
    const correct = (who: Client, body: object) =>
      who.call(stockCalls.correctLot, {
        params: { t: farm.t, id },
        body: { expiresOn: '2026-12-01', was: '2036-12-01', reason: 'A slip of the pen', ...body },
      })
    expect((await correct(await userOf(null, ['wfpf.inventory.prment.stock']), {})).status).toBe(403)
    // Whoever sees none of it knows of none; whoever sees a part may not decide for the rest.
    const southerner = await userOf([south], [POST])
    expect((await correct(southerner, {})).status).toBe(404)
    const far = await farm.aStore({ area_id: south })
    await farm.build.insert('stock_lot_balance', { tenant_id: farm.t, lot_id: id, store_id: far, on_hand: '0' })
    expect((await correct(southerner, {})).body).toMatchObject({ code: 'error.stock.lotElsewhere' })
    expect((await correct(farm.client, { reason: '  ' })).status).toBe(400)
    expect((await correct(farm.client, { expiresOn: null })).body).toMatchObject({ fields: { expiresOn: chinese.field.required } })
    expect((await correct(farm.client, { was: '2035-01-01' })).body).toMatchObject({ code: 'error.version.stale' })
    expect((await correct(farm.client, {})).body).toEqual({ lotId: id, lotNo: 'L', expiresOn: '2026-12-01' })
    const { rows } = await farm.server.owner.query<{ kind: string; changes: unknown }>(
      `select kind, changes from furrow.audit_entry where kind = 'stockLot' and tenant_id = $1 and changes::text like '%slip%'`,
      [farm.t],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows[0]!.changes)).toMatch(/2036-12-01.*2026-12-01|2026-12-01.*2036-12-01/)
    expect(JSON.stringify(rows[0]!.changes)).toContain('A slip of the pen')
    const out = (await farm.moved('shipment', store, [{ product, quantity: '5' }])).body as Full
    expect((await farm.postings('shipment', out.id))[0]!.entries.map(({ lotNo }) => lotNo)).toEqual(['L'])
  })
})

describe('the past', () => {
  test('takes a movement that leaves no later moment short, and refuses one that would; nothing is written for a time to come', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    const first = now
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '1' }])
    now += 60_000
    await farm.moved('shipment', store, [{ product, quantity: '8' }])
    now += 60_000
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '1' }])
    now += 60_000
    // Of the 12 that lie there now, 2 lay there after the first.
    expect((await farm.moved('shipment', store, [{ product, quantity: '2' }], { effectiveAt: first + 1 })).status).toBe(200)
    const late = await farm.moved('shipment', store, [{ product, quantity: '1' }], { effectiveAt: first + 1 })
    expect((late.body as { code?: string }).code).toBe('error.stock.before')
    const ahead = await farm.moved('warehousing', store, [{ product, quantity: '1' }], { effectiveAt: now + 1 })
    expect((ahead.body as { code?: string }).code).toBe('error.stock.future')
  })
})

describe('a store that may go below nothing', () => {
  test('gives out uncosted, and what fills it is worth only what is left of it', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore({ negative_flag: 1 })]
    expect((await farm.moved('shipment', store, [{ product, quantity: '5' }])).status).toBe(200)
    expect(await farm.balance(product, store)).toEqual([-5, 0, 0])
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '10' }])
    expect(await farm.balance(product, store)).toEqual([5, 0, 50])
  })
})

describe('base data that documents name', () => {
  test('is not deleted, and a product keeps its unit and its lots', async () => {
    const [product, store] = [await farm.aProduct(), await farm.aStore()]
    await farm.moved('warehousing', store, [{ product, quantity: '1', price: '1' }])
    const { calls } = resources.product
    const removed = await farm.client.call(calls.remove, { params: { t: farm.t }, body: { productId: product, objectVersionNumber: 1 } })
    expect([removed.status, removed.body.code]).toEqual([409, 'error.record.used'])
    const gone = await farm.client.call(resources.store.calls.remove, {
      params: { t: farm.t },
      body: { storeId: store, objectVersionNumber: 1 },
    })
    expect([gone.status, gone.body.code]).toEqual([409, 'error.record.used'])
    const { body } = await farm.client.call(calls.get, { params: { t: farm.t, id: product } })
    const { labels: _labels, byline: _byline, ...known } = body
    const update = (more: object) => farm.client.call(calls.update, { params: { t: farm.t }, body: { ...known, ...more } })
    expect(Object.keys((await update({ stockUnitId: farm.bag })).body.fields ?? {})).toEqual(['stockUnitId'])
    expect(Object.keys((await update({ lotFlag: 1 })).body.fields ?? {})).toEqual(['lotFlag'])
    expect((await update({ name: 'Another name' })).status).toBe(200)
  })
})

describe('numbers', () => {
  test('begin with the prefix of the default type of the document', async () => {
    const store = await farm.aStore()
    expect((await farm.create('shipment', store, [])).body.code).toMatch(/^SO\d{12}$/)
    const type = { tenant_id: farm.t, name: 'Sold', document_kind: 'shipment', direction: 'out', prefix: 'XS' }
    await farm.build.insert('bill_type', { ...type, default_flag: 1 })
    expect((await farm.create('shipment', store, [])).body.code).toMatch(/^XS\d{12}$/)
    expect((await farm.create('warehousing', store, [])).body.code).toMatch(/^SI\d{12}$/)
  })
})

describe('a receipt of an application', () => {
  test('does as much of it as came, in several documents; never more', async () => {
    const store = await farm.aStore()
    const { aplionform } = (await import('#contract/inventory/documents')).documents
    const made = (
      await farm.client.call(aplionform.calls.create, {
        params: { t: farm.t },
        body: { areaId: farm.areaId, title: 'Seeds', lines: [{ productName: 'Seed', unit: 'bag', quantity: '10', price: '4' }] },
      })
    ).body
    const asked = (
      await farm.client.call(aplionform.calls.submit, { params: { t: farm.t, id: made.id }, body: { objectVersionNumber: 1 } })
    ).body
    expect(asked.progress).toBe('none')
    const product = await farm.aProduct({ purchase_unit_id: farm.bag, purchase_numerator: 25 })
    const of = { sourceId: made.id }
    // Nothing is made of what is not approved yet, nor of a kind that nothing is made of.
    const draft = (
      await farm.client.call(aplionform.calls.create, {
        params: { t: farm.t },
        body: { areaId: farm.areaId, title: 'Draft', lines: [{ productName: 'Seed', unit: 'bag', quantity: '10', price: '4' }] },
      })
    ).body
    const early = await farm.create('warehousing', store, [{ product, quantity: '1', sourceLineId: draft.lines[0]!.id }], {
      sourceId: draft.id,
    })
    expect(early.body.code).toBe('error.document.state')
    const other = await farm.create('shipment', store, [{ product, quantity: '1' }], of)
    expect(other.body.code).toBe('error.document.sourceUnknown')
    const line = { product, unitKind: 'purchase', price: '4', sourceLineId: asked.lines[0]!.id } as const
    const tooMuch = await farm.create('warehousing', store, [{ ...line, quantity: '11' }], of)
    expect(tooMuch.status).toBe(409)
    const six = (await farm.approved('warehousing', store, [{ ...line, quantity: '6' }], of)).body
    const five = (await farm.approved('warehousing', store, [{ ...line, quantity: '5' }], of)).body
    expect(six.source).toMatchObject({ id: made.id, code: asked.code })
    await farm.post('warehousing', six.id, six.objectVersionNumber)
    const read = async () => (await farm.client.call(aplionform.calls.get, { params: { t: farm.t, id: made.id } })).body
    expect(await read()).toMatchObject({ progress: 'partial', lines: [{ done: '6.000000', pending: '125.000000' }] })
    const refused = await farm.post('warehousing', five.id, five.objectVersionNumber)
    expect([refused.status, refused.body.code]).toEqual([409, 'error.document.tooMuch'])
    expect(await farm.balance(product, store)).toEqual([150, 0, 24])
    const four = await farm.post('warehousing', five.id, five.objectVersionNumber, { lines: [{ id: five.lines[0]!.id, quantity: '100' }] })
    expect(four.status).toBe(200)
    expect((await read()).progress).toBe('full')
    const [posting] = await farm.postings('warehousing', six.id)
    const latest = (await farm.get('warehousing', six.id)).body
    await farm.reverse('warehousing', six.id, latest.objectVersionNumber, posting!.id)
    expect(await read()).toMatchObject({ progress: 'partial', lines: [{ done: '4.000000' }] })
  })
})
