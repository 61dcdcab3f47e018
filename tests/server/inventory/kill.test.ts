import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '#contract/core/call'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/core/idempotencyKey'
import { documents } from '#contract/inventory/documents'
import { stocktakingCalls } from '#contract/inventory/inventoryForm'
import { pool } from '#server/ground/database/open'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { type ChildServer, childServer } from '../faults/childServer.ts'
import { stockFaults } from './stockFaults.ts'
import { aStockFarm } from './stockFarm.ts'
import { KILLS } from '../faults/kills.ts'

/** Five in every run, a series of twenty in `npm run bench -- faults`. */
/** Answered between two kills, so that each server really worked. */
const PER_LIFE = 30
/** A kill comes up to so long after them, ms: before, amid and after a commit. */
const ANY_MOMENT_MS = 60
const TRIES = 20
const OPENING = '90000'

interface Full {
  readonly id: number
  readonly objectVersionNumber: number
  readonly lines: readonly { readonly id: number }[]
}
type Moving = 'warehousing' | 'shipment'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
/** The server of now, or the next one while it is dead. */
let up: Promise<ChildServer>
let t: number
let areaId: number
let token: string
let products: number[]
/** Where everybody takes from and puts to; where transfers go; what nobody but the stocktaking touches. */
let depot: number
let there: number
let counted: number

beforeAll(async () => {
  database = await emptyDatabase()
  owner = pool(database.url, { max: 4 }, silentLog)
  const farm = await aStockFarm(Date.now, database.url)
  ;({ t, areaId } = farm)
  token = farm.client.token!
  products = [await farm.aProduct(), await farm.aProduct(), await farm.aProduct()]
  ;[depot, there, counted] = [await farm.aStore(), await farm.aStore(), await farm.aStore()]
  for (const store of [depot, counted]) {
    const lines = products.map((product) => ({ product, quantity: store === depot ? OPENING : '100', price: '1.37' }))
    const { status } = await farm.moved('warehousing', store, lines)
    if (status !== 200) throw new Error(`the opening stock was refused: ${status}`)
  }
  await farm.server.close()
  up = childServer(database.url)
}, 120_000)
afterAll(async () => {
  await up.then((server) => server.stop())
  await owner?.end()
  await database?.drop()
})

let running = true
let acts = 0
let answered = 0
/** Tries that got no answer, and how many of them stood all the same. */
let lost = 0
let stood = 0
const stands = async (key: string) => (await owner.query('select from furrow.done_call where key = $1', [key])).rowCount === 1

/** One try of an act: its status and body, or null where the server died before it answered. */
async function attempt(call: AnyCall, id: number | null, body: object, key: string): Promise<{ status: number; body: Full } | null> {
  const { url } = await up
  const path = call.path.replace('{t}', String(t)).replace('{id}', String(id))
  try {
    const answer = await fetch(`${url}${path}`, {
      method: call.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: key },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Full }
  } catch {
    lost++
    return null
  }
}

/**
 * Sends an act until it is answered, each time under its one key. Null where it is said to stand already, and what it answered is not known.
 */
async function act(call: AnyCall, id: number | null, body: object): Promise<Full | null> {
  const key = `act-of-test-${++acts}`
  for (let tries = 1; ; tries++) {
    const answer = await attempt(call, id, body, key)
    if (answer === null) {
      await up
      if (await stands(key)) stood++
      if (tries === TRIES) throw new Error(`${call.path} got no answer ${TRIES} times`)
      continue
    }
    answered++
    if (answer.status === 200) return answer.body
    if ((answer.body as { code?: string }).code === 'error.call.repeated' && tries > 1) return null
    throw new Error(`${call.method} ${call.path}: ${answer.status} ${JSON.stringify(answer.body)} to ${JSON.stringify(body)}`)
  }
}

/** A document as it stands, read until it is answered. */
async function read(kind: keyof typeof documents, id: number): Promise<Full> {
  const { path } = documents[kind].calls.get
  for (;;) {
    const { url } = await up
    const answer = await fetch(`${url}${path.replace('{t}', String(t)).replace('{id}', String(id))}`, {
      headers: { authorization: `Bearer ${token}` },
    }).catch(() => null)
    if (answer?.status === 200) return (await answer.json()) as Full
    if (answer) throw new Error(await answer.text())
  }
}

/** Everything that was asked for and answered. */
const titles: string[] = []
const posted = new Map<number, readonly string[][]>()
const settled: number[] = []
/** By document, the postings that were sent once by somebody who does not send again: each stands once or not at all. */
const careless = new Map<number, { sent: number; answered: number }>()

async function make(kind: keyof typeof documents, content: object): Promise<Full> {
  const title = `${kind} ${titles.length}`
  titles.push(title)
  const made = await act(documents[kind].calls.create, null, { areaId, title, ...content })
  if (made) return made
  const { rows } = await owner.query<{ id: number }>('select id from furrow.document where tenant_id = $1 and title = $2', [t, title])
  return read(kind, rows[0]!.id)
}
async function approved(kind: keyof typeof documents, content: object): Promise<Full> {
  const { id, objectVersionNumber } = await make(kind, content)
  return (await act(documents[kind].calls.submit, id, { objectVersionNumber })) ?? read(kind, id)
}
const linesOf = (quantity: string, more: (at: number) => object = () => ({})) =>
  products.map((productId, at) => ({ productId, quantity, ...more(at) }))
const part = ({ lines, objectVersionNumber }: Full, quantity: string) => ({
  objectVersionNumber,
  lines: lines.map(({ id }) => ({ id, quantity })),
})

/** Posts each part of a document, one after another. */
async function postParts(kind: Moving, document: Full, parts: readonly string[]): Promise<Full> {
  let now = document
  for (const quantity of parts) {
    now = (await act(documents[kind].calls.post, now.id, part(now, quantity))) ?? (await read(kind, now.id))
    posted.set(now.id, [...(posted.get(now.id) ?? []), now.lines.map(() => quantity)])
  }
  return now
}
const done = async (kind: Moving, content: object, parts: readonly string[]) => postParts(kind, await approved(kind, content), parts)

/** Who works on meanwhile: each begins anew until told to end, and ends what was begun. */
const lanes: Record<string, () => Promise<void>> = {
  async receipts() {
    await done('warehousing', { storeId: depot, lines: linesOf('4', (at) => ({ price: `${at + 1}.37` })) }, ['1', '1.5', '1.5'])
  },
  async issues() {
    await done('shipment', { storeId: depot, lines: linesOf('3') }, ['1.25', '1.75'])
  },
  async 'issues beside'() {
    await done('shipment', { storeId: depot, lines: linesOf('2').toReversed() }, ['0.5', '1.5'])
  },
  async transfers() {
    const of = (source: Full) => (at: number) => ({ sourceLineId: source.lines[at]!.id })
    const asked = await approved('transfer', { storeId: depot, toAreaId: areaId, toStoreId: there, lines: linesOf('5') })
    const sent = await done('shipment', { storeId: depot, sourceId: asked.id, lines: linesOf('5', of(asked)) }, ['2', '3'])
    await done('warehousing', { storeId: there, sourceId: sent.id, lines: linesOf('5', of(sent)) }, ['4', '1'])
  },
  async stocktakings() {
    // One product is found more than there was, one less, one as it should be.
    const count = (at: number) => String(100 + (at === 0 ? 1 : at === 1 ? -1 : 0) * (settled.length % 2 === 0 ? 2 : -2))
    const lines = products.map((productId, at) => ({ productId, counted: count(at) }))
    const form = await approved('inventory_form', { storeId: counted, lines })
    await act(stocktakingCalls.settle, form.id, { objectVersionNumber: form.objectVersionNumber, keep: [] })
    settled.push(form.id)
  },
  async 'receipts of somebody who does not send again'() {
    let now = await approved('warehousing', { storeId: depot, lines: linesOf('6') })
    const mine = { sent: 0, answered: 0 }
    careless.set(now.id, mine)
    for (; mine.sent < 6; mine.sent++) {
      const answer = await attempt(documents.warehousing.calls.post, now.id, part(now, '1'), `act-of-test-${++acts}`)
      if (answer !== null && answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      if (answer !== null) mine.answered++
      now = answer?.body ?? (await read('warehousing', now.id))
    }
  },
}

/** What stands in the ledger of each document: the quantities of each posting, in order. */
async function ledger(): Promise<ReadonlyMap<number, number[][]>> {
  const { rows } = await owner.query<{ document_id: number; quantities: number[] }>(
    `select p.document_id, array_agg(abs(e.quantity)::float8 order by e.line_id) as quantities
     from furrow.stock_posting p join furrow.stock_entry e on e.posting_id = p.id and e.kind = 'move' and not e.transit
     where p.tenant_id = $1 group by p.id order by p.id`,
    [t],
  )
  return new Map([...Map.groupBy(rows, (row) => row.document_id)].map(([id, all]) => [id, all.map(({ quantities }) => quantities)]))
}

test(
  `${KILLS} times kill -9 amid postings: nothing is half-posted, and what is sent again with its key stands once`,
  { timeout: 120_000 + KILLS * 30_000 },
  async () => {
    await up
    const failed: unknown[] = []
    const work = Object.values(lanes).map(async (lane) => {
      while (running) await lane()
    })
    for (const lane of work) lane.catch((cause: unknown) => failed.push(cause))
    for (let time = 0; time < KILLS; time++) {
      const before = answered
      await expect.poll(() => failed.length > 0 || answered - before >= PER_LIFE, { timeout: 60_000, interval: 5 }).toBe(true)
      if (failed.length > 0) break
      await new Promise((resolve) => setTimeout(resolve, Math.random() * ANY_MOMENT_MS))
      const dead = await up
      up = dead.stop('SIGKILL').then(() => childServer(database.url))
      await up
    }
    running = false
    await Promise.allSettled(work)
    expect(failed).toEqual([])

    const inLedger = await ledger()
    // The opening stock is of nobody here.
    const known = new Set([...posted.keys(), ...careless.keys()])
    for (const [id, parts] of posted) expect([id, inLedger.get(id)]).toEqual([id, parts.map((quantities) => quantities.map(Number))])
    for (const [id, { sent, answered: sure }] of careless) {
      const kept = inLedger.get(id) ?? []
      expect(kept.length).toBeGreaterThanOrEqual(sure)
      expect(kept.length).toBeLessThanOrEqual(sent)
      expect(kept).toEqual(kept.map(() => products.map(() => 1)))
    }

    const { rows: made } = await owner.query<{ title: string; n: number }>(
      'select title, count(*)::int as n from furrow.document where tenant_id = $1 and title = any($2) group by title',
      [t, titles],
    )
    expect(made.filter(({ n }) => n !== 1)).toEqual([])
    expect(made).toHaveLength(titles.length)

    const { rows: found } = await owner.query<{ source_id: number; form_code: string; id: number }>(
      'select source_id, form_code, id from furrow.document where tenant_id = $1 and source_id = any($2) order by source_id, form_code',
      [t, settled],
    )
    expect(found.map(({ source_id: of, form_code: kind }) => [of, kind])).toEqual(
      settled.toSorted((a, b) => a - b).flatMap((of) => ['shipment', 'warehousing'].map((kind) => [of, kind])),
    )
    // The first finds two more or less, every other one the four between them.
    for (const { source_id: of, id } of found) expect(inLedger.get(id)).toEqual([[of === settled[0] ? 2 : 4]])
    for (const { id } of found) known.add(id)
    expect([...inLedger.keys()].filter((id) => !known.has(id))).toHaveLength(2)

    const { rows: left } = await owner.query<{ on_hand: number }>(
      'select on_hand::float8 from furrow.stock_balance where store_id = $1 and not transit order by product_id',
      [counted],
    )
    const last = settled.length % 2 === 1 ? 2 : -2
    expect(left.map(({ on_hand: onHand }) => onHand)).toEqual([100 + last, 100 - last, 100])

    expect(await stockFaults(owner, t)).toEqual([])
    expect(posted.size).toBeGreaterThan(KILLS)
    expect(settled.length).toBeGreaterThan(1)
    // The kills met somebody.
    expect(lost).toBeGreaterThan(0)
    if (process.env['FURROW_FIGURES']) {
      const postings = [...posted.values()].reduce((sum, parts) => sum + parts.length, 0)
      const sum = (of: (one: { sent: number; answered: number }) => number) => [...careless.values()].reduce((all, one) => all + of(one), 0)
      const unsure = sum((one) => one.sent - one.answered)
      const kept = [...careless.keys()].reduce((all, id) => all + (inLedger.get(id)?.length ?? 0), 0) - sum((one) => one.answered)
      process.stdout.write(
        `${KILLS} kills: ${titles.length} documents, ${postings} postings acknowledged, ${settled.length} stocktakings settled; ${lost} tries got no answer, ${stood} of those that were sent again stood already; of ${unsure} that were not sent again ${kept} stood\n`,
      )
    }
  },
)
