import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { livePresence } from '#contract/devices/live'
import { rightsTopic } from '#contract/session/rights'
import { type Arrange, arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

/** An open console that listens to a base, and asks for nothing more. */
async function aPage(codes = ['wfpf.farm.farm.map']) {
  const { id: t } = await build.aTenant()
  const area = await build.anArea({ tenant_id: t })
  const user = await build.aUser({ tenantId: t, codes })
  const { token } = await server.signIn(user.login_name)
  const page = await mqtt.connectAsync(`${server.url.replace('http', 'ws')}/mqtt`, {
    protocolVersion: 4,
    username: 'console',
    password: token!,
    reconnectPeriod: 0,
  })
  await page.subscribeAsync([livePresence.of({ t, areaId: area.id }), rightsTopic.of({ userId: user.id })])
  const isClosed = (within: number) => vi.waitFor(() => expect(page.connected).toBe(false), { timeout: within, interval: 20 })
  return { t, user, page, isClosed }
}

/** Breaks the connection on which the server hears of changes, and answers once the database has lost it. */
async function deafen(): Promise<void> {
  const { rows } = await server.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ~ '^listen '`,
  )
  expect(rows).toHaveLength(1)
}
const hearing = () =>
  vi.waitFor(
    async () => {
      const { rowCount } = await server.owner.query(
        `select 1 from pg_stat_activity where datname = current_database() and query ~ '^listen .*furrow_gate' and state = 'idle'`,
      )
      expect(rowCount).toBe(1)
    },
    { timeout: 5000 },
  )

test('a user who may no longer sign in hears nothing more on an open console', async () => {
  const { user, page, isClosed } = await aPage()
  await server.owner.query('update app_user set enabled = false where id = $1', [user.id])
  await isClosed(4000)
  await page.endAsync(true)
})

test('a role that lost its code while the server could not hear of it ends what it had opened', async () => {
  const { t, page, isClosed } = await aPage()
  await deafen()
  await server.owner.query(`update role set codes = '{}' where tenant_id = $1`, [t])
  await isClosed(5000)
  await page.endAsync(true)
  await hearing()
})

test('a role that loses its code ends what it had opened, also where nobody has asked for anything for long', async () => {
  const { t, page, isClosed } = await aPage()
  // What was known of grants is forgotten with the connection.
  await deafen()
  await hearing()
  expect(page.connected).toBe(true)
  await server.owner.query(`update role set codes = '{}' where tenant_id = $1`, [t])
  await isClosed(4000)
  await page.endAsync(true)
})
