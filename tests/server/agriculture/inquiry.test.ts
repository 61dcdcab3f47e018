import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INQUIRY_ACTS, INQUIRY_MESSAGES_MOST, type InquiryInfo, inquiryCalls, type InquiryState } from '#contract/agriculture/inquiry'
import { INQUIRY_ANSWER, INQUIRY_ASK, INQUIRY_READ } from '#contract/agriculture/permission'
import type { Failure } from '#contract/core/failure'
import { type StoredFile } from '#contract/media/files'
import { messageCalls } from '#contract/notices/message'
import { inquiryAfter } from '#machines/agriculture/inquiry'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
type Person = Client & { id: number }

let server: TestServer
let build: Arrange
let t: number
let areaId: number
let farmer: Person
let expert: Person
let other: Person
let now = Date.UTC(2026, 2, 1)

async function enter(codes: readonly string[], areaIds: readonly number[] | null = null): Promise<Person> {
  const user = await build.aUser({ tenantId: t, codes, areaIds, real_name: `Person ${randomUUID().slice(0, 6)}` })
  return { ...(await server.signIn(user.login_name)), id: user.id }
}
beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: t })).id
  farmer = await enter([INQUIRY_READ, INQUIRY_ASK])
  expert = await enter([INQUIRY_READ, INQUIRY_ANSWER])
  other = await enter([INQUIRY_READ, INQUIRY_ANSWER])
})
afterAll(() => server?.close())

const failed = (answer: { body: unknown }) => answer.body as Failure
const besides = (answer: { body: unknown }) => Object.keys(failed(answer).fields ?? {})
const ask = (who: Person, given: object = {}) =>
  who.call(inquiryCalls.create, { params: { t }, body: { title: 'Spots', content: 'Grey spots on the leaves', areaId, ...given } })
const asked = async (given: object = {}): Promise<InquiryInfo> => {
  const answer = await ask(farmer, given)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const say = (who: Person, { inquiryId: id }: InquiryInfo, content = 'Said', pictures: string[] = []) =>
  who.call(inquiryCalls.say, { params: { t, id }, body: { content, pictures } })
const read = async ({ inquiryId: id }: InquiryInfo, who = farmer) => (await who.call(inquiryCalls.get, { params: { t, id } })).body
const accept = (who: Person, { inquiryId: id }: InquiryInfo, messageId: number) =>
  who.call(inquiryCalls.accept, { params: { t, id }, body: { messageId } })
const end = (who: Person, { inquiryId: id }: InquiryInfo, reason: string | null = null) =>
  who.call(inquiryCalls.close, { params: { t, id }, body: { reason } })
const list = async (who: Person, query: object = {}) =>
  (await who.call(inquiryCalls.page, { params: { t }, query: { size: 0, ...query } })).body.content.map(({ inquiryId }) => inquiryId)

async function upload(who: Person): Promise<string> {
  const form = new FormData()
  form.append('kind', 'image')
  form.append('file', new Blob([PIXEL], { type: 'image/png' }), 'leaf.png')
  const response = await who.raw('POST', `/hfle/v1/${t}/files/multipart`, { body: form })
  return ((await response.json()) as StoredFile).fileUrl
}
const statusOf = async (who: Client, url: string) => (await who.raw('GET', url)).status
/** What the bell of somebody says, the newest first. */
async function bell(who: Person): Promise<{ subject: string; link: string | null }[]> {
  return (await who.call(messageCalls.page, { params: { t }, query: { size: 0 } })).body.content
}
const told = (who: Person, { inquiryId }: InquiryInfo, times: number) =>
  expect
    .poll(async () => (await bell(who)).filter(({ link }) => link === `/web/agriculture/expert-inquiry?open=${inquiryId}`).length)
    .toBe(times)

describe('an inquiry', () => {
  test('is asked, answered, accepted and asked on; what was said stays, with who said it and when', async () => {
    const landId = (await build.aLand({ tenant_id: t, area_id: areaId, land_name: 'North' })).id
    const variety = await build.insert('variety', { tenant_id: t, name: 'Rice' })
    const batch = { tenant_id: t, area_id: areaId, land_id: landId, variety_id: variety.id, variety_name: 'Rice', starts_on: '2026-03-01' }
    const { id: batchId } = await build.insert('batch', { ...batch, batch_name: 'Spring rice' })
    const open = await asked({ batchId, experts: [expert.id] })
    expect(open).toMatchObject({
      state: 'open',
      landId,
      landName: 'North',
      batchName: 'Spring rice',
      isAsker: true,
      experts: [{ userId: expert.id }],
      messages: [{ kind: 'question', content: 'Grey spots on the leaves', by: { userId: farmer.id }, at: now }],
    })
    await told(expert, open, 1)
    await told(other, open, 0)
    now += 1000
    expect((await say(expert, open, ' Leaf blast: drain the field ')).body).toMatchObject({ state: 'answered', answers: 1, lastAt: now })
    await told(farmer, open, 1)
    const answered = await read(open)
    const [, answer] = answered.messages
    expect(answer).toMatchObject({ kind: 'answer', content: 'Leaf blast: drain the field', by: { userId: expert.id }, at: now })
    const taken = (await accept(farmer, open, answer!.messageId)).body
    expect(taken).toMatchObject({ state: 'closed', closedAt: now, messages: [{ accepted: false }, { accepted: true }] })
    await told(expert, open, 2)
    now += 1000
    expect((await say(farmer, open, 'And the next field?')).body).toMatchObject({ state: 'open', closedAt: null, closedBy: null })
    await told(expert, open, 3)
    expect((await read(open)).messages.map(({ kind, content }) => [kind, content])).toEqual([
      ['question', 'Grey spots on the leaves'],
      ['answer', 'Leaf blast: drain the field'],
      ['question', 'And the next field?'],
    ])
  })

  test('that is closed takes no more answers, and says so; who comes late has written nothing', async () => {
    const open = await asked()
    await say(expert, open, 'First')
    expect((await end(expert, open, ' settled ')).body).toMatchObject({ state: 'closed', closeReason: 'settled' })
    const late = await say(other, open, 'Too late')
    expect([late.status, failed(late).code]).toEqual([409, 'error.inquiry.closed'])
    expect((await read(open)).messages).toHaveLength(2)
    expect(failed(await end(farmer, open)).code).toBe('error.inquiry.closed')
    await told(farmer, open, 2)
  })

  test('is told to everybody who may answer where nobody is named; whoever asked is told nothing of it', async () => {
    const open = await asked()
    await told(expert, open, 1)
    await told(other, open, 1)
    await told(farmer, open, 0)
  })

  test('is not accepted, closed or answered by who may not; an own question is not answered', async () => {
    const open = await asked()
    const both = await enter([INQUIRY_READ, INQUIRY_ASK, INQUIRY_ANSWER])
    const own = (await ask(both)).body
    expect((await say(both, own)).body).toMatchObject({ state: 'open', answers: 0 })
    const answer = (await say(expert, open)).body.messages[1]!
    const question = open.messages[0]!
    expect((await accept(expert, open, answer.messageId)).status).toBe(403)
    expect(failed(await accept(both, open, answer.messageId)).code).toBe('error.inquiry.notYours')
    const bystander = await enter([INQUIRY_READ, INQUIRY_ASK])
    expect(failed(await say(bystander, open)).code).toBe('error.inquiry.notYours')
    expect(failed(await end(bystander, open)).code).toBe('error.inquiry.notYours')
    expect(failed(await accept(farmer, open, question.messageId)).code).toBe('error.inquiry.noAnswer')
    expect(failed(await accept(farmer, own, answer.messageId)).code).toBe('error.inquiry.notYours')
    const reader = await enter([INQUIRY_READ])
    expect((await say(reader, open)).status).toBe(403)
    expect((await ask(reader)).status).toBe(403)
    expect(await read(open, reader)).toMatchObject({ isAsker: false, mayAnswer: false })
  })

  test('is refused beside the input: a plot, a batch or an expert of elsewhere, no text, ten pictures', async () => {
    const elsewhere = (await build.anArea({ tenant_id: t })).id
    const plot = (await build.aLand({ tenant_id: t, area_id: elsewhere })).id
    expect(besides(await ask(farmer, { landId: plot }))).toEqual(['landId'])
    const variety = await build.insert('variety', { tenant_id: t, name: 'Carp' })
    const batch = { tenant_id: t, land_id: plot, variety_id: variety.id, variety_name: 'Carp', batch_name: 'Carp', starts_on: '2026-03-01' }
    expect(besides(await ask(farmer, { batchId: (await build.insert('batch', { ...batch, area_id: elsewhere })).id }))).toEqual(['batchId'])
    expect(besides(await ask(farmer, { landId: 999_999 }))).toEqual(['landId'])
    const southerner = await enter([INQUIRY_READ, INQUIRY_ANSWER], [elsewhere])
    for (const experts of [[southerner.id], [farmer.id], [999_999]]) expect(besides(await ask(farmer, { experts }))).toEqual(['experts'])
    const gone = await enter([INQUIRY_READ, INQUIRY_ANSWER])
    await server.owner.query('update furrow.app_user set enabled = false where id = $1', [gone.id])
    expect(besides(await ask(farmer, { experts: [gone.id] }))).toEqual(['experts'])
    expect(besides(await ask(farmer, { content: '  ' }))).toEqual(['content'])
    expect(besides(await ask(farmer, { pictures: Array.from({ length: 10 }, () => '/x') }))).toEqual(['pictures'])
    const offered = (await farmer.call(inquiryCalls.experts, { params: { t }, query: { areaId } })).body.map(({ userId }) => userId)
    expect(offered).toEqual(expect.arrayContaining([expert.id, other.id]))
    for (const none of [farmer.id, southerner.id, gone.id]) expect(offered).not.toContain(none)
  })

  test('that is sent twice is asked once, and answered once', async () => {
    const body = JSON.stringify({ title: 'Twice', content: 'Sent twice', areaId })
    const headers = { 'content-type': 'application/json', 'idempotency-key': `ask-${randomUUID()}` }
    const both = await Promise.all([0, 1].map(() => farmer.raw('POST', `/wfpf/v1/${t}/inquiry`, { headers, body })))
    const [one, two] = (await Promise.all(both.map((response) => response.json()))) as InquiryInfo[]
    expect(one!.inquiryId).toBe(two!.inquiryId)
    await told(expert, one!, 1)
    const again = { 'content-type': 'application/json', 'idempotency-key': `say-${randomUUID()}` }
    const answer = () =>
      expert.raw('POST', `/wfpf/v1/${t}/inquiry/${one!.inquiryId}/message`, { headers: again, body: '{"content":"Once"}' })
    await Promise.all([answer(), answer()])
    expect((await read(one!)).answers).toBe(1)
  })

  test('is seen by who sees its base, found by state, by whose it is and by what was said', async () => {
    const elsewhere = (await build.anArea({ tenant_id: t })).id
    const southerner = await enter([INQUIRY_READ, INQUIRY_ANSWER], [elsewhere])
    const word = randomUUID()
    const open = await asked({ experts: [expert.id], content: `Found by ${word}` })
    expect((await southerner.call(inquiryCalls.get, { params: { t, id: open.inquiryId } })).status).toBe(404)
    expect((await say(southerner, open)).status).toBe(404)
    expect(await list(southerner)).not.toContain(open.inquiryId)
    expect(besides(await ask(await enter([INQUIRY_READ, INQUIRY_ASK], [elsewhere])))).toEqual(['areaId'])
    expect(await list(farmer, { search: word })).toEqual([open.inquiryId])
    expect(await list(farmer, { search: word, state: 'answered' })).toEqual([])
    expect(await list(farmer, { search: word, whose: 'mine' })).toEqual([open.inquiryId])
    expect(await list(expert, { search: word, whose: 'toMe' })).toEqual([open.inquiryId])
    expect(await list(other, { search: word, whose: 'toMe' })).toEqual([])
    expect(await list(farmer, { search: word, areaId: elsewhere })).toEqual([])
  })

  test('has pictures that are read by who reads it, and by nobody else; whoever cannot read a file does not open it by naming it', async () => {
    const elsewhere = (await build.anArea({ tenant_id: t })).id
    const southerner = await enter([INQUIRY_READ, INQUIRY_ASK, INQUIRY_ANSWER], [elsewhere])
    const stranger = await enter(['wfpf.farm.farm.land'])
    // Sees plots everywhere, and inquiries in the other base.
    const divided = await enter(['wfpf.farm.farm.land'])
    await build.aRole({ tenant_id: t, userId: divided.id, codes: [INQUIRY_READ], areaIds: [elsewhere] })
    const picture = await upload(farmer)
    const open = await asked({ pictures: [picture, picture] })
    expect(open.messages[0]!.pictures).toEqual([picture])
    expect(await statusOf(expert, picture)).toBe(200)
    expect(await statusOf(southerner, picture)).toBe(404)
    expect(await statusOf(stranger, picture)).toBe(404)
    expect(await statusOf(divided, picture)).toBe(404)
    expect(besides(await ask(southerner, { areaId: elsewhere, pictures: [picture] }))).toEqual(['pictures'])
    expect(besides(await say(expert, open, 'See', [await upload(farmer)]))).toEqual(['pictures'])
    for (const none of ['https://example.org/a.png', `/hfle/v1/${t}/files/${randomUUID()}/content`])
      expect(besides(await say(expert, open, 'See', [none]))).toEqual(['pictures'])
    expect((await say(expert, open, 'See', [await upload(expert)])).status).toBe(200)
  })

  test('is not changed afterwards: no role of the server has the right to', async () => {
    const { rows } = await server.owner.query<{ may: boolean }>(
      `select bool_or(has_table_privilege(r.oid, 'furrow.inquiry_message', 'update') or has_table_privilege(r.oid, 'furrow.inquiry_message', 'delete')) as may
       from pg_roles r join pg_policies p on r.rolname = any(p.roles) where p.tablename = 'inquiry_message'`,
    )
    expect(rows).toEqual([{ may: false }])
  })

  test('ends its talk somewhere: the next is another question', async () => {
    const open = await asked()
    await server.owner.query(
      `insert into furrow.inquiry_message (tenant_id, area_id, inquiry_id, kind, content, at, author_name)
       select $1, $2, $3, 'answer', 'More', 1, 'Somebody' from generate_series(2, $4::int)`,
      [t, areaId, open.inquiryId, INQUIRY_MESSAGES_MOST],
    )
    expect(failed(await say(expert, open)).code).toBe('error.inquiry.most')
  })

  test('stands, after any acts of several people at once, where the machine leads it, and counts each answer once', async () => {
    const people = { farmer, expert, other }
    const act = fc.record({ who: fc.constantFrom('farmer', 'expert', 'other'), act: fc.constantFrom(...INQUIRY_ACTS) })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 8 }), async (acts) => {
        const open = await asked()
        let state: InquiryState = 'open'
        let answers = 0
        for (const { who, act: verb } of acts) {
          const person = people[who as keyof typeof people]
          const first = (await read(open)).messages.find(({ kind }) => kind === 'answer')
          // What a person says is a question of its asker and an answer of anybody else.
          const does = verb === 'ask' || verb === 'answer' ? (who === 'farmer' ? 'ask' : 'answer') : verb
          if (does === 'accept' && !first) continue
          const by = { isAsker: who === 'farmer', mayAsk: who === 'farmer', mayAnswer: who !== 'farmer' }
          const next: InquiryState | null = inquiryAfter(state, does, by)
          const answer =
            does === 'close'
              ? await end(person, open)
              : does === 'accept'
                ? await accept(person, open, first!.messageId)
                : await say(person, open)
          expect(answer.status === 200).toBe(next !== null)
          state = next ?? state
          if (next !== null && does === 'answer') answers++
        }
        const after = await read(open)
        expect([after.state, after.answers, after.messages.filter(({ kind }) => kind === 'answer').length]).toEqual([
          state,
          answers,
          answers,
        ])
        expect(after.closedAt !== null).toBe(state === 'closed')
      }),
      { numRuns: 15 },
    )
    const open = await asked()
    await Promise.all([say(expert, open), say(other, open), say(farmer, open), say(expert, open)])
    expect(await read(open)).toMatchObject({ answers: 3 })
  })
})
