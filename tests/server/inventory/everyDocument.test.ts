import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approvalCalls } from '#contract/approvals/approval'
import { definitionCalls, FORM_CODES, type FormCode } from '#contract/approvals/definition'
import type { AnyCall } from '#contract/core/call'
import { type AnyDocument, type AnyDocumentFull, MAX_LINES } from '#contract/core/document'
import { documents } from '#contract/inventory/documents'
import chinese from '#locales/zh-CN/errors' with { type: 'json' }
import english from '#locales/en-US/errors' with { type: 'json' }
import { stocktakingCalls } from '#contract/inventory/inventoryForm'
import type { Client } from '../harness.ts'
import { aStockFarm, type StockFarm } from './stockFarm.ts'

/** What has to hold of every declared kind of document, as tests/server/crud/resources.test.ts asks it of every resource. */
const kinds = documents as Readonly<Record<FormCode, AnyDocument>>

interface Place {
  readonly areaId: number
  readonly storeId: number
  readonly toStoreId: number
  readonly landId: number
  readonly productId: number
}
/** A field of a line that says how much, with what it refuses. */
const QUANTITY = { field: 'quantity', refuses: ['0', '100000', '1.234', '1e3', '-1', ''] } as const
/** The least that a document of each kind says: of the header beside base and title, and of a line. A kind that is added does not compile without its own. */
const least: Readonly<
  Record<
    FormCode,
    {
      readonly header: (place: Place) => object
      readonly line: (place: Place) => object
      readonly amount: { readonly field: string; readonly refuses: readonly string[] }
    }
  >
> = {
  aplionform: {
    header: () => ({}),
    line: ({ productId }) => ({ productId, productName: 'Urea', quantity: '2', price: '3' }),
    amount: QUANTITY,
  },
  warehousing: { header: inStore, line: ({ productId }) => ({ productId, quantity: '2', price: '3' }), amount: QUANTITY },
  shipment: { header: inStore, line: goods, amount: QUANTITY },
  materialWarehousing: { header: inStore, line: ({ productId }) => ({ productId, quantity: '2', price: '3' }), amount: QUANTITY },
  materialShipment: { header: ({ storeId, landId }) => ({ storeId, landId }), line: goods, amount: QUANTITY },
  transfer: { header: ({ areaId, storeId, toStoreId }) => ({ storeId, toAreaId: areaId, toStoreId }), line: goods, amount: QUANTITY },
  return: { header: ({ storeId }) => ({ storeId, direction: 'out' }), line: goods, amount: QUANTITY },
  // What was counted may be nothing, and of as many decimals as the ledger has.
  inventory_form: {
    header: inStore,
    line: ({ productId }) => ({ productId, counted: '8000.125' }),
    amount: { field: 'counted', refuses: ['-1', '1e3', '1.2345678', '100000000000', ''] },
  },
}
function inStore({ storeId }: Place) {
  return { storeId }
}
function goods({ productId }: Place) {
  return { productId, quantity: '2' }
}

type Act = 'update' | 'remove' | 'submit' | 'withdraw' | 'resubmit' | 'post' | 'reverse' | 'close'
interface Answer {
  readonly status: number
  readonly body: AnyDocumentFull & { readonly code?: string; readonly fields?: Record<string, string> }
}

let farm: StockFarm
let place: Place
/** Makes documents, and decides on them. */
let clerk: Client
let boss: Client
/** Everything is theirs but what the act asks for; all of it, in another base; all of it, in another tenant. */
const without = {} as Record<keyof AnyDocument['codes'], Client>
let far: Client
let farId: number
let stranger: Client
let strangersTenant: number

beforeAll(async () => {
  farm = await aStockFarm()
  const { build, t, areaId, server } = farm
  const landId = (await build.aLand({ tenant_id: t, area_id: areaId })).id
  const productId = await farm.aProduct({ product_type: 'agricultural' })
  place = { areaId, storeId: await farm.aStore(), toStoreId: await farm.aStore(), landId, productId }
  const opening = await farm.moved('warehousing', place.storeId, [{ product: productId, quantity: '9000', price: '3' }])
  if (opening.status !== 200) throw new Error(`the opening stock was refused: ${opening.status}`)
  const of = async (codes: readonly string[], areaIds: readonly number[] | null = [areaId], tenantId = t) =>
    server.signIn((await build.aUser({ tenantId, codes, areaIds })).login_name)
  const codesBut = (act?: keyof AnyDocument['codes']) =>
    Object.values(kinds).flatMap(({ codes }) => Object.entries(codes).flatMap(([name, code]) => (name === act ? [] : [code])))
  clerk = await of(codesBut())
  const chief = await build.aUser({ tenantId: t })
  boss = await server.signIn(chief.login_name)
  for (const act of ['create', 'edit', 'delete', 'submit', 'post', 'reverse', 'close'] as const) without[act] = await of(codesBut(act))
  const south = (await build.anArea({ tenant_id: t, area_name: 'South' })).id
  const southern = await build.aUser({ tenantId: t, codes: codesBut(), areaIds: [south] })
  farId = southern.id
  far = await server.signIn(southern.login_name)
  strangersTenant = (await build.aTenant()).id
  stranger = await of(['*'], null, strangersTenant)
  for (const formCode of FORM_CODES) {
    const nodes = [{ id: 'boss', name: 'The boss', kind: 'OR', who: { by: 'user', userIds: [chief.id] } }]
    const saved = await farm.client.call(definitionCalls.save, {
      params: { t },
      body: { formCode, name: 'One', basedOn: 1, nodes },
    })
    if (saved.status !== 200) throw new Error(`the flow was refused: ${saved.status}`)
  }
}, 120_000)
afterAll(() => farm?.server.close())

const send = async (call: AnyCall, input: { params?: object; query?: object; body?: object }, who: Client = clerk, t = farm.t) =>
  (await who.call(call, { ...input, params: { t, ...input.params } } as never)) as unknown as Answer
const status = async (who: Client, kind: FormCode, id: number) => (await send(kinds[kind].calls.get, { params: { id } }, who)).status
const bodyOf = (kind: FormCode, more: object = {}) => ({
  areaId: place.areaId,
  title: `A ${kind}`,
  ...least[kind].header(place),
  lines: [least[kind].line(place)],
  ...more,
})
const right = (answer: Answer) => {
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const create = async (kind: FormCode, more: object = {}) => right(await send(kinds[kind].calls.create, { body: bodyOf(kind, more) }))
const get = async (kind: FormCode, id: number) => right(await send(kinds[kind].calls.get, { params: { id } }))

/** The call of an act; undefined where documents of the kind are not acted on so. A stocktaking is done by settling it. */
const callOf = (kind: FormCode, act: Act): AnyCall | undefined =>
  kind === 'inventory_form' && act === 'post' ? stocktakingCalls.settle : kinds[kind].calls[act]
/** What it is sent with, for a document as it stands. */
function inputOf(kind: FormCode, act: Act, { id, objectVersionNumber, lines }: AnyDocumentFull, postingId = 1) {
  const version = { objectVersionNumber }
  const bodies: Partial<Record<Act, object>> = {
    update: bodyOf(kind),
    post: kind === 'inventory_form' ? { keep: lines.map((line) => ({ lineId: line.id, holds: 'counted' })) } : {},
    reverse: { postingId, reason: 'A mistake' },
    close: { reason: 'No more of it' },
  }
  return { params: { id }, ...(act === 'remove' ? { query: version } : { body: { ...bodies[act], ...version } }) }
}
const act = async (kind: FormCode, which: Act, document: AnyDocumentFull, postingId?: number) =>
  right(await send(callOf(kind, which)!, inputOf(kind, which, document, postingId)))
async function decide(kind: FormCode, which: 'approve' | 'reject', { id, processId }: AnyDocumentFull) {
  const { t } = farm
  const { body } = await boss.call(approvalCalls.tasks, { params: { t }, query: { page: 1, size: 0, formCode: kind } })
  const task = body.content.find((one) => one.processId === processId)!
  const decided = await boss.call(approvalCalls[which], {
    params: { t, id: task.id },
    body: { taskId: task.currentTaskId!, comment: 'So be it' },
  })
  expect(decided.status).toBe(200)
  return get(kind, id)
}
const approved = async (kind: FormCode, more: object = {}) => decide(kind, 'approve', await act(kind, 'submit', await create(kind, more)))
const postingOf = async (kind: FormCode, id: number) =>
  ((await send(kinds[kind].calls.postings!, { params: { id } })).body as unknown as { id: number }[])[0]!.id

/** What one made of another says beside what is least: its source, and where that goes. */
const madeOf = (source: AnyDocumentFull, kind: FormCode, more: object = {}) => ({
  sourceId: source.id,
  lines: source.lines.map(({ id }) => ({ ...least[kind].line(place), sourceLineId: id })),
  ...more,
})
/** A document of a kind of which another of the kind `to` can be made. */
async function sourceFor(to: FormCode, from: FormCode): Promise<AnyDocumentFull> {
  // Only what a transfer sent is received by what is made of the shipment.
  const sent = from === 'shipment' && to === 'warehousing'
  const document = await approved(from, sent ? madeOf(await approved('transfer'), 'shipment') : {})
  return kinds[from].posts === true ? act(from, 'post', document) : document
}
const pairs = FORM_CODES.flatMap((to) => (kinds[to].from ?? []).map((from) => [from, to] as const))
/** Where a document of a kind goes that is made of one of another. */
const there = (from: FormCode, to: FormCode, source: AnyDocumentFull) => {
  if (from !== 'shipment' || to !== 'warehousing') return {}
  // What was sent comes in at what it is worth.
  return { storeId: place.toStoreId, lines: source.lines.map(({ id }) => ({ ...goods(place), sourceLineId: id })) }
}

/** An approved document is done: it posts by itself, is settled, or something is made of it that does it. */
async function doWhole(kind: FormCode, document: AnyDocumentFull): Promise<AnyDocumentFull> {
  if (kinds[kind].posts === true || kind === 'inventory_form') return act(kind, 'post', document)
  const [, to] = pairs.find(([from, made]) => from === kind && kinds[made].posts === true)!
  await act(to, 'post', await approved(to, madeOf(document, to)))
  return get(kind, document.id)
}

/** A document that an act can be done to, and with which it succeeds. */
const ready: Record<Act, (kind: FormCode) => Promise<readonly [AnyDocumentFull, number?]>> = {
  update: async (kind) => [await create(kind)],
  remove: async (kind) => [await create(kind)],
  submit: async (kind) => [await create(kind)],
  withdraw: async (kind) => [await act(kind, 'submit', await create(kind))],
  resubmit: async (kind) => [await decide(kind, 'reject', await act(kind, 'submit', await create(kind)))],
  post: async (kind) => [await approved(kind)],
  async reverse(kind) {
    const done = await act(kind, 'post', await approved(kind))
    return [done, await postingOf(kind, done.id)]
  },
  close: async (kind) => [await approved(kind)],
}
const codeOf: Record<Act, keyof AnyDocument['codes']> = {
  update: 'edit',
  remove: 'delete',
  submit: 'submit',
  withdraw: 'submit',
  resubmit: 'submit',
  post: 'post',
  reverse: 'reverse',
  close: 'close',
}
const actsOf = (kind: FormCode) => (Object.keys(ready) as Act[]).filter((which) => callOf(kind, which) !== undefined)

describe.each(FORM_CODES)('a document of the kind %s', (kind) => {
  test('is drafted, edited, withdrawn, rejected, approved and done; its lines keep their ids', async () => {
    const draft = await create(kind)
    expect(draft).toMatchObject({ auditStatus: 'draft', progress: null, objectVersionNumber: 1, processId: null })
    expect(draft.code.startsWith(kinds[kind].prefix)).toBe(true)
    const [first] = draft.lines
    const kept = { ...least[kind].line(place), id: first!.id }
    const updated = right(
      await send(kinds[kind].calls.update, {
        params: { id: draft.id },
        body: { ...bodyOf(kind, { title: 'Another title', lines: [{ ...kept, remark: 'Kept' }] }), objectVersionNumber: 1 },
      }),
    )
    expect(updated).toMatchObject({ title: 'Another title', objectVersionNumber: 2, lines: [{ id: first!.id, remark: 'Kept' }] })

    const submitted = await act(kind, 'submit', updated)
    expect(submitted).toMatchObject({ auditStatus: 'submitted', lines: [{ id: first!.id }] })
    const withdrawn = await act(kind, 'withdraw', submitted)
    expect(withdrawn.auditStatus).toBe('draft')
    const rejected = await decide(kind, 'reject', await act(kind, 'submit', withdrawn))
    expect(rejected).toMatchObject({ auditStatus: 'rejected', progress: null })
    const edited = right(
      await send(kinds[kind].calls.update, {
        params: { id: draft.id },
        body: { ...bodyOf(kind, { lines: [kept] }), objectVersionNumber: rejected.objectVersionNumber },
      }),
    )
    expect(edited).toMatchObject({ auditStatus: 'rejected', title: `A ${kind}` })
    const whole = await decide(kind, 'approve', await act(kind, 'resubmit', edited))
    expect(whole).toMatchObject({ auditStatus: 'approved', progress: 'none', lines: [{ id: first!.id, remark: null }] })

    // What is approved is not edited any more.
    const late = await send(kinds[kind].calls.update, {
      params: { id: draft.id },
      body: { ...bodyOf(kind), objectVersionNumber: whole.objectVersionNumber },
    })
    expect(late).toMatchObject({ status: 409, body: { code: 'error.document.state' } })

    const done = await doWhole(kind, whole)
    expect(done).toMatchObject({ auditStatus: 'approved', progress: 'full', lines: [{ id: first!.id }] })
    expect(await send(callOf(kind, 'close')!, inputOf(kind, 'close', done))).toMatchObject({
      status: 409,
      body: { code: 'error.document.state' },
    })
    if (kinds[kind].posts === true) expect((await act(kind, 'reverse', done, await postingOf(kind, done.id))).progress).toBe('none')
    expect(await farm.faults()).toEqual([])
  })

  test('is ended short, with why', async () => {
    const closed = await act(kind, 'close', await approved(kind))
    expect(closed).toMatchObject({ progress: 'closed', closeReason: 'No more of it' })
    // Nothing was done of it that could be taken back.
    expect(closed.actions).toEqual([])
    expect(await farm.faults()).toEqual([])
  })

  test.runIf(kinds[kind].posts)(
    'offers to take back what was posted of it as long as there is any, though it was ended short since',
    async () => {
      const whole = await approved(kind)
      expect(whole.actions).not.toContain('reverse')
      const half = right(
        await send(kinds[kind].calls.post!, {
          params: { id: whole.id },
          body: { objectVersionNumber: whole.objectVersionNumber, lines: [{ id: whole.lines[0]!.id, quantity: '1' }] },
        }),
      )
      expect([half.progress, half.actions.includes('reverse')]).toEqual(['partial', true])
      const closed = await act(kind, 'close', half)
      expect([closed.progress, closed.actions]).toEqual(['closed', ['reverse']])
      const undone = await act(kind, 'reverse', closed, await postingOf(kind, closed.id))
      expect([undone.progress, undone.actions]).toEqual(['closed', []])
      const listed = (await send(kinds[kind].calls.page, { query: { page: 1, size: 0 } })).body as unknown as { content: AnyDocumentFull[] }
      expect(listed.content.find(({ id }) => id === closed.id)!.actions).toEqual([])
      expect(await farm.faults()).toEqual([])
    },
  )

  test('is made by who holds the code for it, in a base that is theirs', async () => {
    const { calls } = kinds[kind]
    expect(await send(calls.create, { body: bodyOf(kind) }, without.create)).toMatchObject({
      status: 403,
      body: { code: 'error.permission.denied' },
    })
    expect((await send(calls.create, { body: bodyOf(kind) }, far)).status).toBe(422)
    const { id } = await create(kind)
    expect((await send(calls.get, { params: { id } }, far)).status).toBe(404)
    expect((await send(calls.get, { params: { id } }, stranger, strangersTenant)).status).toBe(404)
    expect((await send(calls.get, { params: { id } }, stranger)).status).toBe(404)
  })

  test.each(actsOf(kind))(
    'is not acted on without its code, at a stale version, or by who does not see it; twice at once is once: %s',
    async (which) => {
      const [document, postingId] = await ready[which](kind)
      const call = callOf(kind, which)!
      const of = (given: AnyDocumentFull) => inputOf(kind, which, given, postingId)
      const input = of(document)
      expect(await send(call, input, without[codeOf[which]])).toMatchObject({ status: 403, body: { code: 'error.permission.denied' } })
      expect((await send(call, input, far)).status).toBe(404)
      expect((await send(call, input, stranger, strangersTenant)).status).toBe(404)
      for (const off of [-1, 1]) {
        const objectVersionNumber = document.objectVersionNumber + off
        if (objectVersionNumber < 1) continue
        expect(await send(call, of({ ...document, objectVersionNumber }))).toMatchObject({
          status: 409,
          body: { code: 'error.version.stale' },
        })
      }
      expect(await get(kind, document.id)).toEqual(document)
      // Whose it is reads it from anywhere, and acts on it where the right to is held.
      const ofWhom = (applicant: number) =>
        farm.server.owner.query('update furrow.document set applicant_id = $1 where id = $2', [applicant, document.id])
      await ofWhom(farId)
      expect([await status(far, kind, document.id), await send(call, input, far)]).toMatchObject([200, { status: 403 }])
      await ofWhom(document.applicantId)

      const answers = await Promise.all([send(call, input), send(call, input)])
      const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
      expect(won!.status).toBe(200)
      // What was deleted is not there for the other.
      expect(lost).toMatchObject(which === 'remove' ? { status: 404 } : { status: 409, body: { code: 'error.version.stale' } })
      if (which !== 'remove')
        expect((await get(kind, document.id)).objectVersionNumber).toBe((won!.body as AnyDocumentFull).objectVersionNumber)
      if (which === 'post' && kinds[kind].posts === true)
        expect((await send(kinds[kind].calls.postings!, { params: { id: document.id } })).body).toHaveLength(1)
      expect(await farm.faults()).toEqual([])
    },
  )

  test('refuses an amount that is none beside its line, in the language of who typed it, and too many lines; nothing is written', async () => {
    const { amount, line } = least[kind]
    const count = async () =>
      Number((await farm.server.owner.query('select count(*) from furrow.document where form_code = $1', [kind])).rows[0].count)
    const before = await count()
    for (const bad of amount.refuses) {
      const lines = [line(place), { ...line(place), [amount.field]: bad }]
      const refused = await send(kinds[kind].calls.create, { body: bodyOf(kind, { lines }) })
      expect([bad, refused.status, refused.body.code, Object.keys(refused.body.fields ?? {})]).toEqual([
        bad,
        400,
        'error.input.invalid',
        [`lines.1.${amount.field}`],
      ])
    }
    const many = Array.from({ length: MAX_LINES + 1 }, () => line(place))
    const refused = await send(kinds[kind].calls.create, { body: bodyOf(kind, { lines: many }) })
    expect([refused.status, refused.body.code, Object.keys(refused.body.fields ?? {})]).toEqual([400, 'error.input.invalid', ['lines']])
    expect(await count()).toBe(before)
  })

  test('has no day before the year 2000, and moves nothing then or at a time to come: that is said beside the field, in either language', async () => {
    const dayIn = (fields: AnyDocument['line']) => Object.keys(fields).find((name) => fields[name]!.kind === 'day')
    const days = [
      [dayIn(kinds[kind].header), (name: string, day: string) => ({ [name]: day }), (name: string) => name],
      [
        dayIn(kinds[kind].line),
        (name: string, day: string) => ({ lines: [{ ...least[kind].line(place), [name]: day }] }),
        (name: string) => `lines.0.${name}`,
      ],
    ] as const
    for (const [name, more, path] of days) {
      if (name === undefined) continue
      const early = await send(kinds[kind].calls.create, { body: bodyOf(kind, more(name, '1999-12-31')) })
      expect([early.status, early.body.fields]).toEqual([400, { [path(name)]: chinese.field.tooEarly }])
      const first = await send(kinds[kind].calls.create, { body: bodyOf(kind, more(name, '2000-01-01')) })
      // A product that does not expire has no such day; it is not the day that is refused.
      expect(Object.values(first.body.fields ?? {})).not.toContain(chinese.field.tooEarly)
    }
    if (kinds[kind].posts !== true) return
    const whole = await approved(kind)
    const post = async (effectiveAt: number, language: string) => {
      const answer = await clerk.raw('PUT', kinds[kind].calls.post!.path.replace('{t}', String(farm.t)).replace('{id}', String(whole.id)), {
        body: JSON.stringify({ objectVersionNumber: whole.objectVersionNumber, effectiveAt }),
        headers: { 'content-type': 'application/json', 'accept-language': language },
      })
      const { code, fields } = (await answer.json()) as { code: string; fields?: Record<string, string> }
      return [answer.status, code, fields?.['effectiveAt']]
    }
    // The first moment of 2000 in the zone of the tenant.
    const first = Date.parse('2000-01-01T00:00:00+08:00')
    const early = [400, 'error.input.invalid']
    expect(await post(0, 'en-US')).toEqual([...early, english.field.tooEarly])
    expect(await post(first - 1, 'zh-CN')).toEqual([...early, chinese.field.tooEarly])
    const ahead = [422, 'error.stock.future']
    expect(await post(Date.now() + 3_600_000, 'en-US')).toEqual([...ahead, english.field.future])
    expect(await post(Date.now() + 3_600_000, 'zh-CN')).toEqual([...ahead, chinese.field.future])
    expect((await get(kind, whole.id)).objectVersionNumber).toBe(whole.objectVersionNumber)
    // What leaves may not have been there then; that is another matter than its day.
    expect((await post(first, 'en-US'))[2]).toBeUndefined()
    expect(await farm.faults()).toEqual([])
  })

  test('has its words in both languages', () => {
    const words = (['zh-CN', 'en-US'] as const).map((language) => {
      const all = JSON.parse(readFileSync(`locales/${language}/${kinds[kind].area}.json`, 'utf8')) as Record<string, never>
      const own = all[kind] as unknown as Record<string, string> & { fields?: Record<string, string>; line?: Record<string, string> }
      const { fields = {}, line = {} } = own
      const needed = [
        ...['title', 'addTitle', 'editTitle', 'infoTitle', 'lead', 'add', 'empty'].map((name) => own[name]),
        ...Object.entries(kinds[kind].header).flatMap(([name, field]) => (field.internal === true ? [] : [fields[name]])),
        ...Object.keys(kinds[kind].line).map((name) => line[name]),
      ]
      expect(needed.filter((word) => word === undefined || word === '')).toEqual([])
      return needed
    })
    expect(words[0]).not.toEqual(words[1])
  })
})

describe.each(pairs)('of the kind %s', (from, to) => {
  test(`a document of the kind ${to} is made: each names the other, line by line`, async () => {
    const source = await sourceFor(to, from)
    const made = await create(to, madeOf(source, to, there(from, to, source)))
    expect(made).toMatchObject({
      sourceId: source.id,
      source: { id: source.id, formCode: from, code: source.code, title: source.title },
      lines: [{ sourceLineId: source.lines[0]!.id }],
    })
    expect((await get(from, source.id)).made).toEqual([
      { id: made.id, formCode: to, code: made.code, title: made.title, auditStatus: 'draft', progress: null },
    ])
    const done = await doWhole(to, await decide(to, 'approve', await act(to, 'submit', made)))
    expect(done).toMatchObject({ progress: 'full', sourceId: source.id, lines: [{ sourceLineId: source.lines[0]!.id }] })
    // More of it is not there: it is refused where it is asked for; of a transfer whose goods are still on their way, where it is submitted.
    const body = bodyOf(to, madeOf(source, to, there(from, to, source)))
    const again = await send(kinds[to].calls.create, { body })
    const refused = to === 'transfer' ? await send(callOf(to, 'submit')!, inputOf(to, 'submit', right(again))) : again
    expect([refused.status, refused.body.code]).toEqual([409, expect.stringMatching(/^error\.document\.(tooMuch|state)$/)])
    expect(await farm.faults()).toEqual([])
  })
})
