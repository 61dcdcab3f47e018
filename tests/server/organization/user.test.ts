import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLE_READ } from '#contract/organization/role'
import { USERS_READ, userManageCalls } from '#contract/organization/user'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let t: number
let reader: Client
let roleId: number
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  const me = await build.aUser({ tenantId: t, codes: [USERS_READ], real_name: 'Zoe', login_name: 'zoe' })
  reader = await server.signIn(me.login_name)
  const ann = await build.aUser({ tenantId: t, real_name: 'Ann', login_name: 'ann.lee', phone: '13812345678' })
  roleId = (await build.aRole({ tenant_id: t, name: 'Field hands', userId: ann.id })).id
  await build.aRole({ tenant_id: t, name: 'Buyers', userId: ann.id })
  await build.aUser({ tenantId: t, real_name: 'Ben', login_name: 'ben', enabled: false })
  await build.aUser({ tenantId: t, real_name: 'Cid', login_name: 'cid' })
  // Somebody of another enterprise, and what Ann is there, are not this one's to see.
  const other = (await build.aTenant()).id
  await build.aUser({ tenantId: other, real_name: 'Ann of others', login_name: 'ann.other' })
  await build.insert('membership', { tenant_id: other, user_id: ann.id })
  await build.aRole({ tenant_id: other, name: 'Elsewhere', userId: ann.id })
})
afterAll(() => server?.close())

const found = async (query: Record<string, unknown> = {}) =>
  (await reader.call(userManageCalls.page, { params: { t }, query })).body.content.map(({ realName }) => realName)

test('people are listed by name, each with phone, state and the roles that they have here', async () => {
  const { body } = await reader.call(userManageCalls.page, { params: { t }, query: { size: 2 } })
  expect(body).toMatchObject({ totalElements: 4, content: [{ realName: 'Ann' }, { realName: 'Ben', state: 'disabled', roles: [] }] })
  expect(body.content[0]).toEqual({
    userId: expect.any(Number),
    realName: 'Ann',
    loginName: 'ann.lee',
    phone: '13812345678',
    email: null,
    begun: true,
    had: [],
    state: 'active',
    roles: ['Buyers', 'Field hands'],
  })
})

test.each([
  [{ search: 'ann' }, ['Ann']],
  [{ search: 'LEE' }, ['Ann']],
  [{ search: '2345' }, ['Ann']],
  [{ search: '%' }, []],
  [{ state: 'disabled' }, ['Ben']],
  [{ state: 'noRole' }, ['Cid']],
  [{ state: 'active' }, ['Ann', 'Zoe']],
  [{ state: 'active', search: 'zo' }, ['Zoe']],
])('%o finds %o', async (query, names) => expect(await found(query)).toEqual(names))

test('they are found by a role, and only who manages them sees them', async () => {
  expect(await found({ roleId })).toEqual(['Ann'])
  const seer = await build.aUser({ tenantId: (await build.aTenant()).id, codes: [ROLE_READ] })
  const client = await server.signIn(seer.login_name)
  expect((await client.call(userManageCalls.page, { params: { t } })).status).toBe(404)
  expect((await client.call(userManageCalls.page, { params: { t: seer.current_tenant_id! } })).status).toBe(403)
})
