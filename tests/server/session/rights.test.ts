import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rightsTopic } from '#contract/session/rights'
import { userCalls } from '#contract/session/user'
import { type Arrange, arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

test('an open console is told at once that its user’s role has changed, and the next answer is by the new one', async () => {
  const { id: t } = await build.aTenant()
  const user = await build.aUser({ tenantId: t, codes: ['wfpf.farm.farm.map'] })
  const client = await server.signIn(user.login_name)
  const menu = async () => (await client.call(userCalls.menuRole, { query: { subModule: 'wfpf-farm' } })).body.map(({ code }) => code)
  expect(await menu()).toContain('wfpf.farm.farm.map')
  const page = await mqtt.connectAsync(`${server.url.replace('http', 'ws')}/mqtt`, {
    protocolVersion: 4,
    username: 'console',
    password: client.token!,
    reconnectPeriod: 0,
  })
  let told = 0
  page.on('message', (_, payload) => (told += rightsTopic.payload.parse(JSON.parse(payload.toString())).at > 0 ? 1 : 0))
  await page.subscribeAsync(rightsTopic.of({ userId: user.id }))
  await server.owner.query("update role set codes = '{wfpf.farm.equipment.gateway}' where tenant_id = $1", [t])
  await vi.waitFor(() => expect(told).toBeGreaterThan(0), { interval: 20 })
  const after = await menu()
  expect(after).not.toContain('wfpf.farm.farm.map')
  expect(after).toContain('wfpf.farm.equipment.gateway')
  await page.endAsync(true)
})
