import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { messageCalls } from '#contract/notices/message'
import { noticeCalls } from '#contract/notices/notice'
import { type Arrange, arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

const content = { title: 'Power cut', noticeContent: { noticeBody: '<p>On Monday</p>' } }

async function anOffice() {
  const { id: t } = await build.aTenant()
  const editor = await build.aUser({ tenantId: t, codes: ['*'] })
  const reader = await build.aUser({ tenantId: t, codes: [] })
  const [desk, client] = [await server.signIn(editor.login_name), await server.signIn(reader.login_name)]
  const { body: notice } = await desk.call(noticeCalls.create, { params: { t }, body: content })
  const save = async (statusCode: 'DRAFT' | 'PUBLISHED', objectVersionNumber: number) =>
    desk.call(noticeCalls.update, { params: { t }, body: { ...content, statusCode, noticeId: notice.noticeId, objectVersionNumber } })
  const unread = async () => (await client.call(messageCalls.count, { params: { t } })).body.announce
  return { t, desk, client, notice, save, unread }
}

/** What waits for a lock of ours. */
const waiting = async () =>
  (
    await server.owner.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows[0]!.n

/** Runs one after another as far as who has read what: the second begins while the first is not committed. */
async function crossing<First, Second>(first: () => Promise<First>, second: () => Promise<Second>): Promise<[First, Second]> {
  const other = await server.owner.connect()
  try {
    await other.query('begin')
    await other.query('lock table furrow.notice_read in share mode')
    const one = first()
    await vi.waitFor(async () => expect(await waiting()).toBe(1))
    const two = second()
    await vi.waitFor(async () => expect(await waiting()).toBe(2))
    await other.query('commit')
    return await Promise.all([one, two])
  } finally {
    await other.query('rollback')
    other.release()
  }
}

type Office = Awaited<ReturnType<typeof anOffice>>
const readOne = async ({ t, notice: { noticeId: id }, client }: Office) =>
  (await client.call(noticeCalls.readFlag, { params: { t, id } })).status
const readAll = async ({ t, client }: Office) => (await client.call(messageCalls.markRead, { params: { t }, body: { readAll: 2 } })).status
const READING = [
  ['one', readOne],
  ['all', readAll],
] as const

test.each(READING)('a notice that is taken back while somebody reads %s is news again when it is published again', async (_, read) => {
  const office = await anOffice()
  const [saved, status] = await crossing(
    () => office.save('DRAFT', 1),
    () => read(office),
  )
  expect([saved.status, status]).toEqual([200, 200])
  expect((await office.save('PUBLISHED', 2)).status).toBe(200)
  expect(await office.unread()).toBe(1)
})

test.each(READING)('a notice that is withdrawn and deleted while somebody reads %s is no fault', async (_, read) => {
  const office = await anOffice()
  const at = { params: { t: office.t, id: office.notice.noticeId } }
  const [status, removed] = await crossing(
    () => read(office),
    async () => {
      await office.desk.call(noticeCalls.withdraw, { ...at, body: { objectVersionNumber: 1 } })
      return office.desk.call(noticeCalls.remove, at)
    },
  )
  expect([removed.status, status]).toEqual([200, 200])
  expect(await office.unread()).toBe(0)
})
