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

test('who asks who is signed in is told by a mark whether the rights are still the same', async () => {
  const { id: t } = await build.aTenant()
  const [here, there] = [await build.anArea({ tenant_id: t }), await build.anArea({ tenant_id: t })]
  const user = await build.aUser({ tenantId: t, codes: ['wfpf.farm.farm.map'], areaIds: [here.id] })
  await build.aRole({ tenant_id: t, userId: user.id, codes: ['wfpf.farm.farm.land'], areaIds: [there.id] })
  const client = await server.signIn(user.login_name)
  const mark = async () => (await client.call(userCalls.self)).body.rights
  const first = await mark()
  expect(first).toMatch(/^[\w-]{16}$/)
  expect(await mark()).toBe(first)
  const marks = new Set([first])
  for (const [change, values] of [
    ["update role set codes = '{wfpf.farm.equipment.gateway}' where tenant_id = $1 and codes = '{wfpf.farm.farm.map}'", [t]],
    // The bases of the two roles change places: in all the user sees the same ones.
    [
      'update role_assignment set area_ids = case when area_ids = array[$2::bigint] then array[$3::bigint] else array[$2::bigint] end where tenant_id = $1',
      [t, here.id, there.id],
    ],
    ['delete from role_assignment where tenant_id = $1', [t]],
  ] as const) {
    await server.owner.query(change, [...values])
    await vi.waitFor(async () => expect(marks.has(await mark())).toBe(false), { interval: 20 })
    marks.add(await mark())
  }
  expect(marks.size).toBe(4)

  // The farm's clock is one of the rights' neighbours: pages that show another are told to read anew.
  const zone = async () => (await client.call(userCalls.self)).body.timeZone
  expect(await zone()).toBe('Asia/Shanghai')
  await server.owner.query("update tenant set time_zone = 'Asia/Kolkata' where id = $1", [t])
  await vi.waitFor(async () => expect(await zone()).toBe('Asia/Kolkata'), { interval: 20 })
  expect(marks.has(await mark())).toBe(false)
})

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
