import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { messageCalls, type UnreadCounts, unreadTopic } from '#contract/notices/message'
import { NOTICE_CREATE, NOTICE_EDIT, noticeCalls } from '#contract/notices/notice'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

interface Reader {
  readonly t: number
  readonly userId: number
  readonly client: Client
}
async function aReader(tenantId?: number, codes: readonly string[] = []): Promise<Reader> {
  const t = tenantId ?? (await build.aTenant()).id
  const user = await build.aUser({ tenantId: t, codes })
  return { t, userId: user.id, client: await server.signIn(user.login_name) }
}
const listed = async ({ client, t }: Reader, query: object = {}) =>
  (await client.call(noticeCalls.page, { params: { t }, query: { ...query } })).body
const counts = async ({ client, t }: Reader) => (await client.call(messageCalls.count, { params: { t } })).body
const written = { title: 'Power cut', noticeContent: { noticeBody: '<p>On <b>Monday</b><script>alert(1)</script></p>' } }

/** A console that listens: every unread count it was told, newest last. */
async function aConsole({ client, userId }: Reader): Promise<UnreadCounts[]> {
  const page = await mqtt.connectAsync(`${server.url.replace('http', 'ws')}/mqtt`, {
    protocolVersion: 4,
    username: 'console',
    password: client.token!,
    reconnectPeriod: 0,
  })
  onTestFinished(() => page.endAsync(true))
  const heard: UnreadCounts[] = []
  page.on('message', (_, payload) => heard.push(unreadTopic.payload.parse(JSON.parse(payload.toString())).counts))
  await page.subscribeAsync(unreadTopic.of({ userId }))
  return heard
}

describe('announcements', () => {
  test('are read by everybody in the tenant, newest first, and by nobody of another', async () => {
    const reader = await aReader()
    const first = await build.aNotice({ tenant_id: reader.t, published_at: 1000 })
    const second = await build.aNotice({ tenant_id: reader.t, published_at: 2000 })
    const list = await listed(reader, { statusCode: 'PUBLISHED', noticeCategoryCode: 'CLOUDSCIENTO', receiverTypeCode: 'ANNOUNCE' })
    expect(list.content.map(({ noticeId }) => noticeId)).toEqual([second.id, first.id])
    expect(list).toMatchObject({ number: 1, size: 10, totalElements: 2 })
    expect((await listed(await aReader())).totalElements).toBe(0)
  })

  test('are filtered by what was read, where an empty filter means all, and by the end of a day of the tenant', async () => {
    const reader = await aReader()
    // 23:30 and 00:30 of Shanghai's 2nd and 3rd of May.
    const evening = await build.aNotice({ tenant_id: reader.t, published_at: Date.UTC(2026, 4, 2, 15, 30) })
    const night = await build.aNotice({ tenant_id: reader.t, published_at: Date.UTC(2026, 4, 2, 16, 30) })
    const ids = async (query: object) => (await listed(reader, query)).content.map(({ noticeId }) => noticeId)
    expect(await ids({ endDate: '2026-05-02' })).toEqual([evening.id])
    expect(await ids({ endDate: '2026-05-02 23:59:59' })).toEqual([evening.id])
    expect(await ids({ endDate: Date.UTC(2026, 4, 3) })).toEqual([night.id, evening.id])
    await reader.client.call(noticeCalls.readFlag, { params: { t: reader.t, id: night.id } })
    expect(await ids({ readFlag: '' })).toEqual([night.id, evening.id])
    expect(await ids({ readFlag: 0 })).toEqual([evening.id])
    expect(await ids({ readFlag: 1 })).toEqual([night.id])
    const { status, body } = await reader.client.call(noticeCalls.page, { params: { t: reader.t }, query: { endDate: 'soon' } })
    expect([status, Object.keys(body.fields!)]).toEqual([400, ['endDate']])
  })

  test('are read by each for himself, once; asking for the headers alone reads nothing', async () => {
    const reader = await aReader()
    const colleague = await aReader(reader.t)
    const { id } = await build.aNotice({ tenant_id: reader.t })
    await reader.client.raw('HEAD', `/hmsg/v1/${reader.t}/notices/${id}/read-flag`)
    expect(await counts(reader)).toEqual({ announce: 1, notify: 0 })
    for (let times = 0; times < 2; times++) {
      const { body } = await reader.client.call(noticeCalls.readFlag, { params: { t: reader.t, id } })
      expect(body).toEqual({ noticeId: id, readFlag: 1 })
    }
    expect(await counts(reader)).toEqual({ announce: 0, notify: 0 })
    expect(await counts(colleague)).toEqual({ announce: 1, notify: 0 })
    expect((await colleague.client.call(noticeCalls.get, { params: { t: reader.t, id } })).body.readFlag).toBe(0)
    const stranger = await aReader()
    expect((await stranger.client.call(noticeCalls.readFlag, { params: { t: stranger.t, id } })).status).toBe(404)
  })

  test('are marked read together, and messages are not among them', async () => {
    const reader = await aReader()
    await Promise.all([1, 2, 3].map(() => build.aNotice({ tenant_id: reader.t })))
    await build.aNotice({ tenant_id: reader.t, status: 'DRAFT', published_at: null })
    await build.aMessage({ tenant_id: reader.t, user_id: reader.userId })
    const mark = async (readAll: number) =>
      (await reader.client.call(messageCalls.markRead, { params: { t: reader.t }, body: { readAll } })).body
    expect(await counts(reader)).toEqual({ announce: 3, notify: 1 })
    expect(await mark(2)).toBe(3)
    expect(await mark(2)).toBe(0)
    expect(await counts(reader)).toEqual({ announce: 0, notify: 1 })
    expect(await mark(3)).toBe(1)
    expect(await counts(reader)).toEqual({ announce: 0, notify: 0 })
  })

  test('move the badge on every open console of everybody when they are published, and of the reader when they are read', async () => {
    const reader = await aReader()
    const editor = await aReader(reader.t, [NOTICE_CREATE])
    const [desk, phone, colleague] = await Promise.all([aConsole(reader), aConsole(reader), aConsole(editor)])
    const { body } = await editor.client.call(noticeCalls.create, { params: { t: reader.t }, body: written })
    for (const heard of [desk, phone, colleague]) {
      await vi.waitFor(() => expect(heard.at(-1)).toEqual({ announce: 1, notify: 0 }))
    }
    await reader.client.call(noticeCalls.readFlag, { params: { t: reader.t, id: body.noticeId } })
    for (const heard of [desk, phone]) {
      await vi.waitFor(() => expect(heard.at(-1)).toEqual({ announce: 0, notify: 0 }))
    }
    expect(colleague.at(-1)).toEqual({ announce: 1, notify: 0 })
  })

  test('that come while others are read leave the right count behind, however they cross', async () => {
    const reader = await aReader()
    const heard = await aConsole(reader)
    const notices = await Promise.all(Array.from({ length: 8 }, () => build.aNotice({ tenant_id: reader.t })))
    const to = { tenantId: reader.t, userId: reader.userId }
    await Promise.all([
      ...notices.map(({ id }) => reader.client.call(noticeCalls.readFlag, { params: { t: reader.t, id } })),
      ...notices.map(() => server.services.notify(to, { subject: 'notices:title', content: 'notices:title' })),
    ])
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ announce: 0, notify: 8 }))
  })
})

describe('writing an announcement', () => {
  test('cleans its HTML, names its author, and carries the files of its tenant alone', async () => {
    const editor = await aReader(undefined, [NOTICE_CREATE])
    const stranger = await aReader()
    const attachment = crypto.randomUUID()
    const file = (reader: Reader, name: string) =>
      build.insert('file', {
        id: crypto.randomUUID(),
        tenant_id: reader.t,
        owner_id: reader.userId,
        bucket: 'notices',
        name,
        kind: 'file',
        content_type: 'application/pdf',
        bytes: 12,
        sha256: '',
        attachment_id: attachment,
        created_at: Date.now(),
      })
    const own = await file(editor, 'plan.pdf')
    await file(stranger, 'secret.pdf')
    const { status, body } = await editor.client.call(noticeCalls.create, {
      params: { t: editor.t },
      body: { ...written, attachmentUuid: attachment },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Power cut',
      publishedByUser: 'A User',
      readFlag: 0,
      noticeContent: { noticeBody: '<p>On <b>Monday</b></p>' },
      attachments: [{ fileName: 'plan.pdf', fileUrl: `/hfle/v1/${editor.t}/files/${own.id}/content`, bytes: 12 }],
    })
  })

  test('as a draft shows it to notice management alone, and to everybody as news once it is published', async () => {
    const editor = await aReader(undefined, [NOTICE_CREATE, NOTICE_EDIT])
    const reader = await aReader(editor.t)
    const draft = (await editor.client.call(noticeCalls.create, { params: { t: editor.t }, body: { ...written, statusCode: 'DRAFT' } }))
      .body
    const get = (who: Reader) => who.client.call(noticeCalls.get, { params: { t: editor.t, id: draft.noticeId } })
    expect((await get(editor)).body.publishedDate).toBeNull()
    expect((await get(reader)).status).toBe(404)
    expect((await listed(reader, { statusCode: 'DRAFT' })).totalElements).toBe(0)
    expect((await listed(editor, { statusCode: 'DRAFT' })).totalElements).toBe(1)
    expect(await counts(reader)).toEqual({ announce: 0, notify: 0 })

    const save = async (statusCode: string, objectVersionNumber: number) =>
      editor.client.call(noticeCalls.update, {
        params: { t: editor.t },
        body: { ...written, noticeId: draft.noticeId, statusCode, objectVersionNumber },
      })
    expect((await save('PUBLISHED', 1)).body.publishedDate).toBeGreaterThan(0)
    await reader.client.call(noticeCalls.readFlag, { params: { t: editor.t, id: draft.noticeId } })
    expect(await counts(reader)).toEqual({ announce: 0, notify: 0 })
    expect((await save('PUBLISHED', 1)).status).toBe(409)
    await save('DRAFT', 2)
    await save('PUBLISHED', 3)
    expect(await counts(reader)).toEqual({ announce: 1, notify: 0 })
  })

  test('refuses a title of blanks and a body that is too long', async () => {
    const editor = await aReader(undefined, [NOTICE_CREATE])
    const write = async (body: object) => (await editor.client.call(noticeCalls.create, { params: { t: editor.t }, body })).status
    expect(await write({ ...written, title: '   ' })).toBe(400)
    expect(await write({ ...written, noticeContent: { noticeBody: 'x'.repeat(100_001) } })).toBe(400)
  })

  test('takes a deleted one off every badge', async () => {
    const admin = await aReader(undefined, ['*'])
    const { id } = await build.aNotice({ tenant_id: admin.t })
    const heard = await aConsole(admin)
    const at = { params: { t: admin.t, id } }
    await admin.client.call(noticeCalls.withdraw, { ...at, body: { objectVersionNumber: 1 } })
    expect((await admin.client.call(noticeCalls.remove, at)).body).toBe(true)
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ announce: 0, notify: 0 }))
    expect((await admin.client.call(noticeCalls.remove, at)).status).toBe(404)
  })
})
