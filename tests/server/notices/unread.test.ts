import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { messageCalls, type UnreadCounts, unreadTopic } from '#contract/notices/message'
import { type Notice, noticeCalls } from '#contract/notices/notice'
import type { Database } from '#server/ground/database/schema'
import { countUnread } from '#server/ground/messages/unread'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

test('counting one reader touches no message of another', async () => {
  const { id: tenantId } = await build.aTenant()
  const reader = await build.aUser({ tenantId })
  // As many as an enterprise has: of two, each is taken to hold half of the messages, and reading all of them is the better plan.
  const colleagues = await Promise.all(Array.from({ length: 40 }, () => build.aUser({ tenantId })))
  await build.aMessage({ tenant_id: tenantId, user_id: reader.id })
  await server.owner.query(
    `insert into furrow.user_message (tenant_id, user_id, subject_key, content_key, created_at) select $1, ($2::bigint[])[1 + n % 40], 'a', 'b', n from generate_series(1, 20000) n`,
    [tenantId, colleagues.map(({ id }) => id)],
  )
  await server.owner.query('vacuum analyze furrow.user_message')
  const asked: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: server.services.servicePool }),
    log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
  })
  expect(await countUnread(db, tenantId, reader.id)).toEqual({ announce: 0, notify: 1 })
  const { rows } = await server.owner.query(`explain (analyze, format json) ${asked[0]!.sql}`, [...asked[0]!.parameters])
  const read = JSON.stringify(rows[0]['QUERY PLAN']).matchAll(/"Actual Rows": ?([\d.]+)|"Rows Removed by [^"]+": ?(\d+)/g)
  expect([...read].reduce((sum, [, rowsRead, removed]) => sum + Number(rowsRead ?? removed), 0)).toBeLessThan(100)
})

test('the badge ends on what is unread, however messages, announcements and readers cross', { timeout: 180_000 }, async () => {
  const { id: t } = await build.aTenant()
  const editor = await build.aUser({ tenantId: t, codes: ['*'] })
  const readers = await Promise.all(
    [0, 1].map(async () => {
      const user = await build.aUser({ tenantId: t, codes: [] })
      const client = await server.signIn(user.login_name)
      const page = await mqtt.connectAsync(`${server.url.replace('http', 'ws')}/mqtt`, {
        protocolVersion: 4,
        username: 'console',
        password: client.token!,
        reconnectPeriod: 0,
      })
      const heard: UnreadCounts[] = []
      page.on('message', (_, payload) => heard.push(unreadTopic.payload.parse(JSON.parse(payload.toString())).counts))
      await page.subscribeAsync(unreadTopic.of({ userId: user.id }))
      return { id: user.id, client, page, heard }
    }),
  )
  const desk = await server.signIn(editor.login_name)
  const notices: Notice[] = []
  const act = {
    message: (who: (typeof readers)[number]) =>
      server.services.notify({ tenantId: t, userId: who.id }, { subject: 'notices:title', content: 'notices:title' }),
    readAll: ({ client }: { client: Client }) => client.call(messageCalls.markRead, { params: { t }, body: { readAll: 3 } }),
    readNotices: ({ client }: { client: Client }) => client.call(messageCalls.markRead, { params: { t }, body: { readAll: 2 } }),
    async publish() {
      const body = { title: 'News', noticeContent: { noticeBody: '<p>News</p>' } }
      notices.push((await desk.call(noticeCalls.create, { params: { t }, body })).body)
    },
    readOne: async ({ client }: { client: Client }) => {
      const one = notices.at(-1)
      return one == null ? undefined : client.call(noticeCalls.readFlag, { params: { t, id: one.noticeId } })
    },
    takeAway: async () => {
      const one = notices.shift()
      if (one == null) return
      const at = { params: { t, id: one.noticeId } }
      await desk.call(noticeCalls.withdraw, { ...at, body: { objectVersionNumber: 1 } })
      await desk.call(noticeCalls.remove, at)
    },
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...(Object.keys(act) as (keyof typeof act)[])), fc.nat(1)), { minLength: 1, maxLength: 20 }),
      async (steps) => {
        await Promise.all(steps.map(([name, who]) => act[name](readers[who]!)))
        for (const { id, client, heard } of readers) {
          // Counted from every row, in another way than the product does.
          const { rows } = await server.owner.query<UnreadCounts>(
            `select (count(n.id) filter (where r.user_id is null))::int as announce,
               (select count(*) from furrow.user_message where user_id = $2 and tenant_id = $1 and read_flag = 0)::int as notify
             from furrow.tenant t left join furrow.notice n on n.tenant_id = t.id and n.status = 'PUBLISHED'
             left join furrow.notice_read r on r.notice_id = n.id and r.user_id = $2 where t.id = $1`,
            [t, id],
          )
          const waiting = `select count(*)::int as n from furrow.outbox where tenant_id = $1`
          await vi.waitFor(async () => expect((await server.owner.query(waiting, [t])).rows[0].n).toBe(0), { timeout: 10_000 })
          const { rows: settled } = await server.owner.query<{ notify: number }>(
            'select count(*)::int as notify from furrow.user_message where user_id = $1 and read_flag = 0',
            [id],
          )
          const truth = { announce: rows[0]!.announce, notify: settled[0]!.notify }
          expect((await client.call(messageCalls.count, { params: { t } })).body).toEqual(truth)
          if (heard.length > 0) await vi.waitFor(() => expect(heard.at(-1)).toEqual(truth), { timeout: 10_000 })
        }
      },
    ),
    { numRuns: 12 },
  )
  await Promise.all(readers.map(({ page }) => page.endAsync(true)))
})
