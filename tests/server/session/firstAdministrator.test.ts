import { afterAll, beforeAll, expect, test } from 'vitest'
import { oauthCalls } from '#contract/session/oauth'
import { userCalls } from '#contract/session/user'
import { createApp } from '#server/app'
import { DEFAULT_RETENTION } from '#server/ground/config'
import { arrange } from '../arrange.ts'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { encryptPassword } from '#tests/encryptPassword'
import { startTestServer, type TestServer } from '../harness.ts'

const config = {
  port: 0,
  host: '127.0.0.1',
  mqttPort: 0,
  dataDir: '.data',
  trustProxy: [],
  demo: false,
  tiles: [],
  weather: { url: null, key: null },
  sms: { url: null, key: null },
  oidc: null,
  alarms: { allow: [], smtp: null },
  cameras: { allow: [], streams: 16, recordings: 8, playbacks: 8, ezvizUrl: 'https://open.ys7.com', discovery: null },
  heartbeat: null,
  retention: DEFAULT_RETENTION,
  publicUrl: null,
  insectModel: null,
  files: { panoramaMaxMb: 50, quotaMb: null, s3: null },
}
let database: Awaited<ReturnType<typeof emptyDatabase>>
let server: TestServer | null = null
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(async () => {
  await server?.close()
  await database.drop()
})

test('a product without users opens one link, once, and who uses it administers a tenant of its own', async () => {
  const before = await createApp({ ...config, databaseUrl: database.url }, { log: silentLog })
  const printed = new URL(before.setupUrl!)
  await before.close()
  const app = await createApp({ ...config, databaseUrl: database.url }, { log: silentLog })
  const link = new URL(app.setupUrl!)
  expect(link.pathname).toBe('/setup')
  // Whoever has the link may use it after a restart, too.
  expect(link.hash).toBe(printed.hash)
  const page = await (await fetch(`${app.url}/setup`, { headers: { 'accept-language': 'en' } })).text()
  expect(page).toContain('First administrator')
  expect((await fetch(`${app.url}/setup/encrypt.js`)).status).toBe(200)

  const pem = await (await fetch(`${app.url}${oauthCalls.publicKey.path}`)).text()
  const send = async (token: string, password: string) => {
    const body = JSON.stringify({
      token,
      tenantName: 'My farm',
      loginName: 'grower',
      realName: 'A Grower',
      password: encryptPassword(pem, password),
    })
    const answer = await fetch(`${app.url}${oauthCalls.firstAdministrator.path}?lang=en-US`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const token = link.hash.slice(1)
  expect(await send('guessed', 'Harvest2026')).toMatchObject({ status: 404 })
  expect(await send(token, 'harvest')).toMatchObject({ status: 400, body: { fields: { password: expect.stringContaining('8') } } })
  expect(new Set((await Promise.all([send(token, 'Harvest2026'), send(token, 'Harvest2027')])).map(({ status }) => status))).toEqual(
    new Set([200, 404]),
  )
  const closed = await fetch(`${app.url}/setup`, { redirect: 'manual' })
  expect([closed.status, closed.headers.get('location')]).toEqual([302, '/login'])
  await app.close()

  server = await startTestServer({ databaseUrl: database.url })
  const grower = await server.signIn('grower', 'Harvest2026').catch(() => server!.signIn('grower', 'Harvest2027'))
  expect((await grower.call(userCalls.self)).body.tenants).toMatchObject([{ tenantName: 'My farm' }])
  expect((await grower.call(userCalls.checkResources, { body: ['wfpf.farm.farm.map'] })).body).toEqual([
    { code: 'wfpf.farm.farm.map', approve: true },
  ])
})

test('with somebody there no link is printed, and demo accounts do not count while the demo is off', async () => {
  // A database is one server's at a time.
  await server!.close()
  const again = await createApp({ ...config, databaseUrl: database.url }, { log: silentLog })
  expect(again.setupUrl).toBeNull()
  await again.close()
  server = await startTestServer({ databaseUrl: database.url })
  const build = arrange(server!.owner)
  const demo = await build.aUser({ demo: true })
  await expect(server!.signIn(demo.login_name)).rejects.toThrow('error.signIn.wrong')
})
