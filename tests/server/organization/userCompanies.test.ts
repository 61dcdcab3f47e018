import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { invitationCalls } from '#contract/organization/invitation'
import { ORGANIZATION_EDIT, unitCalls } from '#contract/organization/unit'
import { USERS_CREATE, USERS_DISABLE, USERS_READ, userManageCalls } from '#contract/organization/user'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const MAP = 'wfpf.farm.farm.map'

let server: TestServer
let build: Arrange
let t: number
let admin: Client
let mapRole: number
let root: number
let company: number
let other: number
let north: number
let south: number
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

const aCompany = async (name: string, tenant = t) => {
  const parent = (await build.rowOf('org_unit', { tenant_id: tenant, kind: 'enterprise' }))!.id
  return (await build.insert('org_unit', { tenant_id: tenant, kind: 'company', parent_id: parent, name })).id
}
const put = (areaId: number, unitId: number) =>
  server.owner.query('update org_unit set parent_id = $1 where area_id = $2', [unitId, areaId])
beforeEach(async () => {
  t = (await build.aTenant()).id
  north = (await build.anArea({ tenant_id: t, area_name: 'North' })).id
  south = (await build.anArea({ tenant_id: t, area_name: 'South' })).id
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
  mapRole = (await build.aRole({ tenant_id: t, name: 'Map', codes: [MAP] })).id
  root = (await build.rowOf('org_unit', { tenant_id: t, kind: 'enterprise' }))!.id
  company = await aCompany('Company')
  other = await aCompany('Other')
  await put(north, company)
})

let names = 0
const given = (companyIds: readonly number[], areaIds: readonly number[] = [], everyBase = false) => ({
  roleId: mapRole,
  everyBase,
  areaIds: [...areaIds],
  companyIds: [...companyIds],
})
type Given = ReturnType<typeof given>
const params = () => ({ t })
const create = (client: Client, roles: readonly Given[]) =>
  client.call(userManageCalls.create, {
    params: params(),
    body: { loginName: `of.company-${++names}-${Date.now()}`, realName: 'Bo', roles: roles as Given[] },
  })
const enable = (client: Client, userId: number, roles: readonly Given[]) =>
  client.call(userManageCalls.enable, { params: params(), body: { userId, roles: roles as Given[] } })
const disable = (userId: number) => admin.call(userManageCalls.disable, { params: params(), body: { userId } })
const invite = (client: Client, asked: string, roles: readonly Given[]) =>
  client.call(invitationCalls.invite, { params: params(), body: { asked, roles: roles as Given[] } })
const placesOf = async (userId: number) => {
  const row = await build.rowOf('role_assignment', { user_id: userId, role_id: mapRole })
  return row && { areas: row.area_ids, named: row.named_ids, units: row.unit_ids }
}
const listed = async (userId: number) =>
  (await admin.call(userManageCalls.page, { params: params(), query: { size: 0 } })).body.content.find((one) => one.userId === userId)!
/** Somebody of another enterprise. */
const aGuest = async () => {
  const user = await build.aUser({ tenantId: (await build.aTenant()).id })
  return { id: user.id, name: user.login_name, client: await server.signIn(user.login_name) }
}
const accept = async (client: Client) => {
  const [first] = (await client.call(invitationCalls.received)).body
  return client.call(invitationCalls.answer, { body: { invitationId: first!.invitationId, accept: true } })
}

test('a user is made for companies, whose bases they reach now and in future', async () => {
  const { body } = await create(admin, [given([company], [south])])
  expect(await placesOf(body.userId)).toEqual({ areas: [north, south], named: [south], units: [company] })
  await put(north, other)
  expect(await placesOf(body.userId)).toMatchObject({ areas: [south] })
})

test('what is no company of here is refused beside the roles, and so is what is neither or both', async () => {
  const theirs = (await build.aTenant()).id
  const foreign = await aCompany('Foreign', theirs)
  const guest = await aGuest()
  const past = await build.aUser({ tenantId: t, codes: [MAP] })
  await disable(past.id)
  const base = (await build.rowOf('org_unit', { area_id: north }))!.id
  for (const wrong of [given([foreign]), given([base]), given([root]), given([]), given([company], [], true)])
    for (const act of [() => create(admin, [wrong]), () => enable(admin, past.id, [wrong]), () => invite(admin, guest.name, [wrong])])
      expect(await act()).toMatchObject({ status: 400, body: { fields: { roles: expect.any(String) } } })
  expect((await create(admin, [given([company, company])])).status).toBe(200)
})

test('nobody gives for a company what they do not hold for it', async () => {
  const codes = [MAP, USERS_READ, USERS_CREATE, USERS_DISABLE]
  const user = await build.aUser({ tenantId: t })
  const role = await build.aRole({ tenant_id: t, codes })
  const places = { area_ids: [], named_ids: [], unit_ids: [company] }
  await build.insert('role_assignment', { tenant_id: t, user_id: user.id, role_id: role.id, ...places })
  const ofCompany = await server.signIn(user.login_name)
  const ofBase = await server.signIn((await build.aUser({ tenantId: t, codes, areaIds: [north] })).login_name)
  const guest = await aGuest()
  for (const act of [
    (client: Client, roles: Given[]) => create(client, roles),
    (client: Client, roles: Given[]) => invite(client, guest.name, roles),
  ]) {
    const beyond = { status: 403, body: { code: 'error.role.beyond' } }
    // Who has it in each base of it has it not in those to come.
    expect(await act(ofBase, [given([company])])).toMatchObject(beyond)
    expect(await act(ofCompany, [given([other])])).toMatchObject(beyond)
    expect(await act(ofCompany, [given([], [], true)])).toMatchObject(beyond)
    expect((await act(ofCompany, [given([company])])).status).toBe(200)
  }
})

test('who comes back is offered the companies and the named bases that they had, as far as they are there', async () => {
  const gone = await aCompany('Gone')
  const { body } = await create(admin, [given([company, gone], [south])])
  expect((await disable(body.userId)).status).toBe(200)
  const companies = [
    { unitId: company, name: 'Company' },
    { unitId: gone, name: 'Gone' },
  ]
  expect((await listed(body.userId)).had).toEqual([{ roleId: mapRole, areaIds: [south], companies }])
  const remove = await admin.call(unitCalls.remove, { params: params(), body: { unitId: gone, objectVersionNumber: 1 } })
  expect(remove.status).toBe(200)
  const [had] = (await listed(body.userId)).had
  expect(had!.companies).toEqual([companies[0]])
  await enable(admin, body.userId, [
    given(
      had!.companies.map(({ unitId }) => unitId),
      had!.areaIds!,
    ),
  ])
  expect(await placesOf(body.userId)).toEqual({ areas: [north, south], named: [south], units: [company] })
  const everywhere = await build.aUser({ tenantId: t, codes: [MAP] })
  await disable(everywhere.id)
  expect((await listed(everywhere.id)).had).toMatchObject([{ areaIds: null, companies: [] }])
})

test('an invitation gives for companies what its sender still may, when it is accepted', async () => {
  const [guest, late, unlucky] = [await aGuest(), await aGuest(), await aGuest()]
  await invite(admin, guest.name, [given([company])])
  expect((await accept(guest.client)).status).toBe(200)
  expect(await placesOf(guest.id)).toEqual({ areas: [north], named: [], units: [company] })

  const user = await build.aUser({ tenantId: t, codes: [MAP, USERS_READ, USERS_CREATE, ORGANIZATION_EDIT] })
  const sender = await server.signIn(user.login_name)
  expect((await invite(sender, late.name, [given([company])])).status).toBe(200)
  await server.owner.query('update role_assignment set area_ids = $2 where user_id = $1', [user.id, [north]])
  await accept(late.client)
  expect(await placesOf(late.id)).toBeUndefined()
  expect(await build.rowOf('membership', { tenant_id: t, user_id: late.id })).toBeDefined()

  // Nor what is there no more.
  const gone = await aCompany('Gone')
  await invite(admin, unlucky.name, [given([gone])])
  await admin.call(unitCalls.remove, { params: params(), body: { unitId: gone, objectVersionNumber: 1 } })
  expect((await accept(unlucky.client)).status).toBe(200)
  expect(await placesOf(unlucky.id)).toBeUndefined()
})
