import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventoryForm, type Settlement, SETTLEMENTS, stocktakingCalls } from '#contract/inventory/inventoryForm'
import { aStockFarm, type StockFarm } from './stockFarm.ts'

let farm: StockFarm
let now = Date.UTC(2026, 2, 10, 8)
beforeAll(async () => {
  farm = await aStockFarm(() => now)
})
afterAll(() => farm?.server.close())

/** What somebody does next; `which` picks a document among those that were made. */
const quantity = fc.integer({ min: 1, max: 5000 }).map((count) => (count / 100).toFixed(2))
const step = fc.oneof(
  fc.record({ do: fc.constant('receive' as const), product: fc.nat(2), store: fc.nat(2), quantity, price: quantity, lot: fc.nat(2) }),
  fc.record({ do: fc.constant('issue' as const), product: fc.nat(2), store: fc.nat(2), quantity }),
  fc.record({ do: fc.constant('post' as const), which: fc.nat(40), share: fc.integer({ min: 1, max: 4 }), back: fc.boolean() }),
  fc.record({ do: fc.constant('reverse' as const), which: fc.nat(40), nth: fc.nat(3) }),
  fc.record({ do: fc.constant('close' as const), which: fc.nat(40) }),
  fc.record({ do: fc.constant('writeOff' as const), which: fc.nat(40), back: fc.boolean() }),
  fc.record({ do: fc.constant('transfer' as const), product: fc.nat(2), store: fc.nat(2), to: fc.nat(2), quantity, along: fc.nat(3) }),
  fc.record({ do: fc.constant('ask' as const), product: fc.nat(2), store: fc.nat(2), to: fc.nat(2), quantity, along: fc.nat(4) }),
  fc.record({ do: fc.constant('follow' as const), which: fc.nat(40), as: fc.nat(1), share: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('follow' as const), which: fc.nat(40), as: fc.nat(1), share: fc.constant(1) }),
  fc.record({ do: fc.constant('count' as const), product: fc.nat(2), store: fc.nat(2), quantity, holds: fc.constantFrom(...SETTLEMENTS) }),
)
type Full = Awaited<ReturnType<StockFarm['get']>>['body']
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** What was sent never arrives, turns up, and never arrives after all: chance goes through it too seldom. */
const SHORT: Step[] = [
  { do: 'transfer', product: 0, store: 0, to: 2, quantity: '5.00', along: 1 },
  { do: 'writeOff', which: 1, back: true },
  { do: 'writeOff', which: 1, back: false },
]

/** A place of its own for one history: two products, one of them in lots, and three stores of which one may go below nothing. */
async function aWorld(narrow = false) {
  const products = [await farm.aProduct(), await farm.aProduct({ lot_flag: 1 }), await farm.aProduct()]
  const stores = [await farm.aStore(), await farm.aStore({ negative_flag: 1 }), await farm.aStore()]
  const made: { kind: 'warehousing' | 'shipment' | 'return' | 'transfer' | 'aplionform'; id: number }[] = []
  const began = now
  // Something lies everywhere at the beginning.
  for (const store of stores) {
    const lines = products.map((product, at) => ({ product, quantity: '40', price: '2', ...(at === 1 ? { lotNo: 'L0' } : {}) }))
    await farm.moved('warehousing', store, lines)
  }
  /** Refused or done, but never failed: two who lock the same in two orders would. */
  const lawful = <Answer extends { status: number; body: unknown }>(answer: Answer): Answer => {
    if (answer.status >= 500) throw new Error(JSON.stringify(answer.body))
    return answer
  }
  const nextOf = (kind: 'warehousing' | 'shipment' | 'transfer' | 'aplionform', as: number) => {
    if (kind === 'aplionform') return as === 0 ? 'warehousing' : 'transfer'
    if (kind === 'transfer') return 'shipment'
    return kind === 'shipment' && as === 0 ? 'warehousing' : 'return'
  }
  /** Makes what follows a document: of an application its receipt or transfer, of a transfer its shipment, of a shipment its receipt or return, of a receipt its return. */
  async function follow(kind: (typeof made)[number]['kind'], body: Full, { as, share }: { as: number; share: number }): Promise<void> {
    if (kind === 'return') return
    const next = nextOf(kind, as)
    const isAsked = kind === 'aplionform'
    const lines = body.lines.flatMap(({ id, productId, planned, done, taken }) => {
      const left = isAsked || kind === 'transfer' ? Number(planned) - Number(done) : Number(done) - Number(taken)
      const quantity = Math.floor((left / share) * 100) / 100
      return quantity > 0 ? [{ product: productId, quantity: quantity.toFixed(2), sourceLineId: id }] : []
    })
    if (lines.length === 0) return
    // An application names no store: what it asks for comes out of the first and into the last.
    const [from, to] = isAsked ? [stores[0]!, stores[2]!] : [body.storeId, body.toStoreId ?? body.storeId]
    const more = { return: { direction: 'in' }, transfer: { toAreaId: farm.areaId, toStoreId: to }, warehousing: {}, shipment: {} }[next]
    const answer = lawful(await farm.approved(next, next === 'warehousing' ? to : from, lines, { sourceId: body.id, ...more }))
    if (answer.status !== 200) return
    made.push({ kind: next, id: answer.body.id })
    if (next !== 'transfer' && share < 3) lawful(await farm.post(next, answer.body.id, answer.body.objectVersionNumber))
  }
  /** Counts one product in a store, and settles it whatever moved meanwhile. */
  async function count(
    [productId, storeId]: readonly [number, number],
    { quantity: counted, holds }: { quantity: string; holds: Settlement },
  ) {
    const lotNo = productId === products[1] ? { lotNo: 'L0' } : {}
    const lines = [{ productId, counted, ...lotNo }]
    const { t, areaId, client } = farm
    const drafted = await client.call(inventoryForm.calls.create, { params: { t }, body: { areaId, title: 'Count', storeId, lines } })
    const { status, body } = drafted
    const submitted =
      status === 200
        ? lawful(
            await client.call(inventoryForm.calls.submit, {
              params: { t, id: body.id },
              body: { objectVersionNumber: body.objectVersionNumber },
            }),
          )
        : drafted
    const { body: ready } = submitted
    if (submitted.status !== 200) {
      // Goods of no lot beside the lot that is counted.
      expect(ready).toMatchObject({ code: 'error.stock.uncountedLoose' })
      return
    }
    const keep = ready.lines.map(({ id: lineId }) => ({ lineId, holds }))
    const { body: settled } = lawful(
      await client.call(stocktakingCalls.settle, {
        params: { t, id: ready.id },
        body: { objectVersionNumber: ready.objectVersionNumber, keep },
      }),
    )
    for (const { formCode, id } of settled.made ?? []) made.push({ kind: formCode as 'warehousing', id })
  }
  async function act(one: Step): Promise<void> {
    now += 10
    if (one.do === 'receive' || one.do === 'issue') {
      const kind = one.do === 'receive' ? 'warehousing' : 'shipment'
      const lot = one.do === 'receive' && !narrow && one.product === 1 ? { lotNo: `L${one.lot}`, price: one.price } : {}
      const wanted = {
        product: products[narrow ? 0 : one.product]!,
        quantity: one.quantity,
        ...(one.do === 'receive' ? { price: one.price } : {}),
        ...lot,
      }
      // A product twice in one document, or two products in either order.
      const beside = one.product === 1 || narrow ? wanted : { ...wanted, product: products[one.product === 0 ? 2 : 0]! }
      const { status, body } = lawful(await farm.approved(kind, stores[narrow ? 0 : one.store]!, [wanted, beside]))
      if (status === 200) made.push({ kind, id: body.id })
      return
    }
    const placeOf = ({ product, store }: { product: number; store: number }) =>
      [products[narrow ? 0 : product]!, stores[narrow ? 0 : store]!] as const
    if (one.do === 'transfer' || one.do === 'ask') {
      const [product, store] = placeOf(one)
      const kind = one.do === 'ask' ? 'aplionform' : 'transfer'
      const there = one.do === 'ask' ? {} : { toAreaId: farm.areaId, toStoreId: stores[one.to]! }
      const line = { product, quantity: one.quantity, ...(one.do === 'ask' ? { productName: 'Asked for', price: '2' } : {}) }
      const { status, body } = lawful(await farm.approved(kind, store, [line], there))
      if (status !== 200) return
      made.push({ kind, id: body.id })
      for (let on = 0; on < one.along; on++) {
        const last = made.at(-1)!
        const as = (last.kind === 'aplionform' ? one.to : on % 2 === 1 ? one.product : 0) % 2
        await follow(last.kind, (await farm.get(last.kind, last.id)).body, { as, share: 1 + (on % 2) })
      }
      return
    }
    if (one.do === 'count') return count(placeOf(one), one)
    if (made.length === 0) return
    const { kind, id } = made[one.which % made.length]!
    const { body } = await farm.get(kind, id)
    if (one.do === 'follow') return follow(kind, body, one)
    if (one.do === 'close') return void lawful(await farm.close(kind, id, body.objectVersionNumber))
    if (kind === 'transfer' || kind === 'aplionform') return
    if (one.do === 'writeOff') {
      if (kind !== 'shipment') return
      const lost = lawful(await farm.writeOff(id, body.objectVersionNumber))
      const posting = lost.status === 200 && one.back ? (await farm.postings(kind, id)).at(-1) : undefined
      if (posting) lawful(await farm.reverse(kind, id, lost.body.objectVersionNumber, posting.id))
      return
    }
    if (one.do === 'reverse') {
      const postings = (await farm.postings(kind, id)).filter((posting) => posting.kind !== 'reverse')
      const posting = postings[one.nth % Math.max(1, postings.length)]
      if (posting) lawful(await farm.reverse(kind, id, body.objectVersionNumber, posting.id))
      return
    }
    const lines = body.lines.flatMap((line) => {
      const open = Number(line.planned) - Number(line.done)
      const part = one.share === 1 ? open : Math.floor((open / one.share) * 1000) / 1000
      return part > 0 ? [{ id: line.id, quantity: part.toFixed(6) }] : []
    })
    if (lines.length > 0)
      lawful(
        await farm.post(kind, id, body.objectVersionNumber, { lines, ...(one.back ? { effectiveAt: began + ((now - began) >> 1) } : {}) }),
      )
  }
  return { act }
}

test(
  'no history of applications, receipts, issues, transfers, returns, counts, parts, backdatings, reversals and short ends breaks what has to hold of the ledger',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
        const { act } = await aWorld()
        for (const one of steps) await act(one)
        expect(await farm.faults()).toEqual([])
      }),
      { numRuns: 25, examples: [[SHORT]] },
    )
  },
)

test.each([
  ['in the same place', true],
  ['in several places, whose documents name them in different orders', false],
])('nor do several people at once, %s', { timeout: 240_000 }, async (_, narrow) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 24, maxLength: 48 }), async (steps) => {
      const { act } = await aWorld(narrow)
      const hands = [0, 1, 2, 3, 4, 5].map((hand) => steps.filter((_step, at) => at % 6 === hand))
      await Promise.all(
        hands.map(async (own) => {
          for (const one of own) await act(one)
        }),
      )
      expect(await farm.faults()).toEqual([])
    }),
    { numRuns: 10 },
  )
})

test('the histories did go through every kind of document, and through what follows it', async () => {
  const posted = await farm.server.owner.query<{ kind: string }>(
    `select distinct coalesce(of.kind || ' ', '') || posting.kind as kind from furrow.stock_posting posting
    left join furrow.stock_posting of on of.id = posting.reverses_id where posting.tenant_id = $1`,
    [farm.t],
  )
  expect(posted.rows.map(({ kind }) => kind).toSorted()).toEqual(['loss', 'loss reverse', 'post', 'post reverse'])
  const { rows } = await farm.server.owner.query<{ way: string; count: number }>(
    `select coalesce(source.form_code || ' ', '') || document.form_code way, count(*)::int from furrow.document
    left join furrow.document source on source.id = document.source_id where document.tenant_id = $1 and document.progress <> 'none' group by 1`,
    [farm.t],
  )
  expect(rows.map(({ way }) => way).toSorted()).toEqual([
    'aplionform',
    'aplionform transfer',
    'aplionform warehousing',
    'inventory_form',
    'inventory_form shipment',
    'inventory_form warehousing',
    'shipment',
    'shipment return',
    'shipment warehousing',
    'transfer',
    'transfer shipment',
    'warehousing',
    'warehousing return',
  ])
})
