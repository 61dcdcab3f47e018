import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderCalls } from '#contract/inventory/order'
import { aStockFarm, type StockFarm } from './stockFarm.ts'

let farm: StockFarm
let now = Date.UTC(2026, 2, 10, 8)
beforeAll(async () => {
  farm = await aStockFarm(() => ++now)
})
afterAll(() => farm?.server.close())

const limit = (product: number, store: number, given: object) =>
  farm.build.insert('stock_limit', { tenant_id: farm.t, product_id: product, store_id: store, ...given })
/** The levels of which somebody was told, oldest first, of the product of this name. */
const told = async (product: string) => {
  const { rows } = await farm.server.owner.query<{ level: string }>(
    `select split_part(subject_key, '.', 3) as level, created_at from furrow.user_message where params ->> 'product' = $1
      union all select split_part(body ->> 'subject', '.', 3), created_at from furrow.outbox where body -> 'params' ->> 'product' = $1 order by created_at`,
    [product],
  )
  return rows.map(({ level }) => level)
}
const draft = async (areaId = farm.areaId) => (await farm.client.call(orderCalls.draft, { params: { t: farm.t }, query: { areaId } })).body

describe('a limit that is crossed', () => {
  test('is told once a crossing, whatever comes and goes, and is taken back', { timeout: 120_000 }, async () => {
    let named = 0
    const step = fc.record({ comes: fc.boolean(), count: fc.integer({ min: 1, max: 12 }), back: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const name = `Limited ${++named} ${now}`
        const [product, store] = [await farm.aProduct({ name }), await farm.aStore()]
        await limit(product, store, { min_quantity: '5', max_quantity: '15' })
        const expected: string[] = []
        let there = 0
        const level = () => (there < 5 ? 'below' : there > 15 ? 'above' : 'normal')
        const move = (count: number) => {
          const before = level()
          there += count
          if (level() !== before && level() !== 'normal') expected.push(level())
        }
        for (const { comes, count, back } of steps) {
          const kind = comes ? 'warehousing' : 'shipment'
          const made = await farm.moved(kind, store, [{ product, quantity: String(count), ...(comes ? { price: '1' } : {}) }])
          if (made.status !== 200) continue
          move(comes ? count : -count)
          if (!back) continue
          const [posting] = await farm.postings(kind, made.body.id)
          const { status } = await farm.reverse(kind, made.body.id, made.body.objectVersionNumber, posting!.id)
          if (status === 200) move(comes ? -count : count)
          // What came back to an issue is promised to it again: it is free for the next ones.
          if (status === 200 && !comes) {
            const { body } = await farm.get(kind, made.body.id)
            await farm.close(kind, body.id, body.objectVersionNumber)
          }
        }
        expect(await told(name)).toEqual(expected)
      }),
      { numRuns: 12 },
    )
  })

  test('is told once where several post at the same moment, and only to who reads the stock of that base', async () => {
    const name = `Together ${now}`
    const [product, store] = [await farm.aProduct({ name }), await farm.aStore()]
    await limit(product, store, { min_quantity: '5' })
    await farm.moved('warehousing', store, [{ product, quantity: '10', price: '1' }])
    const issues = await Promise.all([1, 2, 3, 4].map(() => farm.approved('shipment', store, [{ product, quantity: '2' }])))
    const other = await farm.build.anArea({ tenant_id: farm.t })
    const reader = await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.inventory.prment.stock'], areaIds: [farm.areaId] })
    await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.inventory.prment.stock'], areaIds: [other.id] })
    await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.inventory.prment.shipment'], areaIds: [farm.areaId] })
    await Promise.all(issues.map(({ body }) => farm.post('shipment', body.id, body.objectVersionNumber)))
    const { rows } = await farm.server.owner.query<{ user_id: number }>(
      `select user_id from furrow.user_message where params ->> 'product' = $1
        union all select user_id from furrow.outbox where body -> 'params' ->> 'product' = $1`,
      [name],
    )
    // The storekeeper of the farm, who holds everything, and the reader.
    expect(rows).toHaveLength(2)
    expect(rows.map(({ user_id: id }) => Number(id))).toContain(reader.id)
  })
})

describe('what is below its minimum', () => {
  test('is asked for in whole units up to its maximum, less what is on its way and what was asked for', async () => {
    const south = await farm.build.anArea({ tenant_id: farm.t })
    const store = await farm.aStore({ area_id: south.id })
    const second = await farm.aStore({ area_id: south.id })
    const sack = { purchase_unit_id: farm.bag, purchase_numerator: 25, purchase_denominator: 1, cost_price: '1.5' }
    const [lime, salt, full] = [
      await farm.aProduct({ name: 'Lime', specification: 'fine', ...sack }),
      await farm.aProduct({ name: 'Salt' }),
      await farm.aProduct(),
    ]
    await limit(lime, store, { min_quantity: '10', max_quantity: '110' })
    await limit(salt, store, { min_quantity: '3' })
    await limit(salt, second, { min_quantity: '2', max_quantity: '4' })
    await limit(full, store, { min_quantity: '1' })
    const area = { areaId: south.id }
    for (const [product, quantity] of [
      [lime, '9'],
      [full, '1'],
    ] as const) {
      const { body } = await farm.approved('warehousing', store, [{ product, quantity, price: '1' }], area)
      await farm.post('warehousing', body.id, body.objectVersionNumber)
    }
    // 101 kg are 4.04 sacks of 25: five; of salt 3 and 4.
    expect(await draft(south.id)).toEqual([
      { productId: lime, productName: 'Lime', specification: 'fine', unit: 'bag', quantity: '5', price: '37.50' },
      { productId: salt, productName: 'Salt', specification: null, unit: 'kg', quantity: '7', price: null },
    ])
    const asked = await farm.approved(
      'aplionform',
      store,
      [{ product: lime, quantity: '4', price: '37.5', productName: 'x' } as never],
      area,
    )
    expect(asked.status).toBe(200)
    expect((await draft(south.id)).map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [salt, '7'],
      [lime, '1'],
    ])
    await farm.approved('aplionform', store, [{ product: lime, quantity: '1', price: '37.5', productName: 'x' } as never], area)
    expect((await draft(south.id)).map(({ productId }) => productId)).toEqual([salt])
  })

  test('counts what a transfer sends once: as asked for, then on its way, then there', async () => {
    const base = (await farm.build.anArea({ tenant_id: farm.t })).id
    const [from, to] = [await farm.aStore({ area_id: base }), await farm.aStore({ area_id: base })]
    const product = await farm.aProduct()
    await limit(product, to, { min_quantity: '10', max_quantity: '20' })
    const area = { areaId: base }
    const move = async (kind: 'warehousing' | 'shipment', store: number, line: object, more: object) => {
      const { body } = await farm.approved(kind, store, [{ product, quantity: '6', ...line }], { ...area, ...more })
      return (await farm.post(kind, body.id, body.objectVersionNumber)).body
    }
    await move('warehousing', from, { price: '1' }, {})
    const wanted = async () => (await draft(base)).map(({ quantity }) => quantity)
    expect(await wanted()).toEqual(['20'])
    const asked = (await farm.approved('aplionform', to, [{ product, quantity: '6', price: '1', productName: 'x' } as never], area)).body
    expect(await wanted()).toEqual(['14'])
    const there = { ...area, sourceId: asked.id, toAreaId: base, toStoreId: to }
    const sent = (await farm.approved('transfer', from, [{ product, quantity: '6', sourceLineId: asked.lines[0]!.id }], there)).body
    const shipped = await move('shipment', from, { sourceLineId: sent.lines[0]!.id }, { sourceId: sent.id })
    expect(await wanted()).toEqual(['14'])
    await move('warehousing', to, { sourceLineId: shipped.lines[0]!.id }, { sourceId: shipped.id })
    expect(await wanted()).toEqual(['14'])
  })
})
