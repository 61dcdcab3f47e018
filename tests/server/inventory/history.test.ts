import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** A place of its own for one history: two products, one of them in lots, and three stores of which one may go below nothing. */
async function aWorld(narrow = false) {
  const products = [await farm.aProduct(), await farm.aProduct({ lot_flag: 1 }), await farm.aProduct()]
  const stores = [await farm.aStore(), await farm.aStore({ negative_flag: 1 }), await farm.aStore()]
  const made: { kind: 'warehousing' | 'shipment'; id: number }[] = []
  const began = now
  /** Refused or done, but never failed: two who lock the same in two orders would. */
  const lawful = <Answer extends { status: number; body: unknown }>(answer: Answer): Answer => {
    if (answer.status >= 500) throw new Error(JSON.stringify(answer.body))
    return answer
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
    if (made.length === 0) return
    const { kind, id } = made[one.which % made.length]!
    const { body } = await farm.get(kind, id)
    if (one.do === 'close') return void lawful(await farm.close(kind, id, body.objectVersionNumber))
    if (one.do === 'reverse') {
      const postings = (await farm.postings(kind, id)).filter((posting) => posting.kind === 'post')
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
  'no history of receipts, issues, parts, backdatings, reversals and short ends breaks what has to hold of the ledger',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
        const { act } = await aWorld()
        for (const one of steps) await act(one)
        expect(await farm.faults()).toEqual([])
      }),
      { numRuns: 25 },
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
