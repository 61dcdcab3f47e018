import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { messageCalls } from '#contract/notices/message'
import { UNDELIVERED_READ, undeliveredCalls } from '#contract/notices/undelivered'
import { changedCalls } from '#contract/session/changed'
import { MOST_ATTEMPTS } from '#server/ground/outbox/outbox'
import { type Arrange, arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
})
afterAll(() => server?.close())

test('what could not be told is seen in the words of who may see it, tried again, or dropped', { timeout: 60_000 }, async () => {
  const { id: t } = await build.aTenant()
  const [administrator, reader] = [
    await build.aUser({ tenantId: t, codes: ['wfpf.company.*'] }),
    await build.aUser({ tenantId: t, codes: [] }),
  ]
  const stranger = await server.signIn((await build.aUser({ tenantId: (await build.aTenant()).id, codes: ['*'] })).login_name)
  const [admin, user] = [await server.signIn(administrator.login_name), await server.signIn(reader.login_name)]
  const to = { tenantId: t, userId: reader.id }
  await server.services.notify(to, { subject: 'notices:no.such.words', content: 'notices:title', severity: 'critical', link: '/home' })
  await server.services.notify(to, { subject: 'notices:title', content: 'notices:title' })
  await vi.waitFor(async () => expect((await user.call(messageCalls.count, { params: { t } })).body.notify).toBe(1))
  // The last try but one has failed.
  await server.owner.query('update furrow.outbox set attempts = $1, due_at = 0', [MOST_ATTEMPTS - 1])
  const page = async (lang: string) => (await admin.call(undeliveredCalls.page, { params: { t }, query: { lang } })).body
  await vi.waitFor(async () => expect((await page('en-US')).totalElements).toBe(1), { timeout: 10_000 })
  const [row] = (await page('en-US')).content
  expect(row).toMatchObject({
    what: 'Message',
    to: 'A User',
    reason: 'There are no words for what it says',
    error: 'there are no words notices:no.such.words',
    attempts: MOST_ATTEMPTS,
    severity: 'critical',
    link: '/home',
  })
  expect((await page('zh-CN')).content[0]!.reason).toMatch(/\p{Script=Han}/u)
  // Whoever looks at the list was told that it grew, and is told of whatever becomes of it.
  const told = async () => (await admin.call(changedCalls.stands, { params: { t } })).body.seq['undelivered'] ?? 0
  await vi.waitFor(async () => expect(await told()).toBe(1))
  const params = { t, id: row!.undeliveredId }
  expect((await user.call(undeliveredCalls.page, { params: { t } })).status).toBe(403)
  expect((await stranger.call(undeliveredCalls.page, { params: { t } })).status).toBe(404)
  expect((await stranger.call(undeliveredCalls.remove, { params })).status).toBe(404)
  const onlyReads = await build.aUser({ tenantId: t, codes: [UNDELIVERED_READ] })
  expect((await (await server.signIn(onlyReads.login_name)).call(undeliveredCalls.remove, { params })).status).toBe(403)

  await vi.waitFor(
    async () => {
      now += 60_000
      expect(await (await server.anonymous.raw('GET', '/metrics')).text()).toMatch(/^furrow_outbox_rows\{state="dead"\} 1$/m)
    },
    { timeout: 10_000, interval: 500 },
  )
  // Whatever kept it back has been mended: then it is told after all.
  await server.owner.query(`update furrow.outbox set body = body || '{"subject":"notices:title"}'`)
  expect((await admin.call(undeliveredCalls.retry, { params })).body).toBe(true)
  await vi.waitFor(async () => expect(await told()).toBe(2))
  await vi.waitFor(async () => expect((await user.call(messageCalls.count, { params: { t } })).body.notify).toBe(2), { timeout: 10_000 })
  expect((await admin.call(undeliveredCalls.retry, { params })).status).toBe(404)
  const { body } = await user.call(messageCalls.page, { params: { t } })
  expect(body.content[0]).toMatchObject({ severity: 'critical', link: '/home' })

  const dead = await build.insert('outbox', { tenant_id: t, kind: 'unread', body: '{}', dead_at: now, created_at: now })
  expect((await admin.call(undeliveredCalls.remove, { params: { t, id: dead.id } })).body).toBe(1)
  expect((await page('en-US')).totalElements).toBe(0)
})
