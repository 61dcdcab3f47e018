import { afterAll, beforeAll, expect, test } from 'vitest'
import { userCalls } from '#contract/session/user'
import { arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('a user signs in and reads who it is', async () => {
  const build = arrange(server.owner)
  const tenant = await build.aTenant({ name: 'Green' })
  const user = await build.aUser({ tenantId: tenant.id, codes: ['*'] })
  const client = await server.signIn(user.login_name)
  const { status, body } = await client.call(userCalls.self)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: user.id, tenantId: tenant.id, tenants: [{ tenantName: 'Green', defaultTenantId: tenant.id }] })
})
