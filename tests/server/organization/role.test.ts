import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { explainCalls } from '#contract/organization/explain'
import { unitCalls } from '#contract/organization/unit'
import { ROLE_ASSIGN, ROLE_CREATE, ROLE_DELETE, ROLE_EDIT, ROLE_READ, roleCalls } from '#contract/organization/role'
import { userCalls } from '#contract/session/user'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const MAP = 'wfpf.farm.farm.map'
const WORKER = 'wfpf.farm.farm.worker'
const ADD_WORKER = 'wfpf.farm.farm.worker.ps.create'
const ROLES = [ROLE_READ, ROLE_CREATE, ROLE_EDIT, ROLE_DELETE, ROLE_ASSIGN]

let server: TestServer
let build: Arrange
let t: number
let north: number
let south: number
let admin: Client
let adminId: number
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())
beforeEach(async () => {
  t = (await build.aTenant()).id
  north = (await build.anArea({ tenant_id: t, area_name: 'North' })).id
  south = (await build.anArea({ tenant_id: t, area_name: 'South' })).id
  const user = await build.aUser({ tenantId: t, codes: ['*'], real_name: 'Ann' })
  adminId = user.id
  admin = await server.signIn(user.login_name)
})

const here = () => ({ params: { t } })
const make = (client: Client, name: string, codes: readonly string[]) => client.call(roleCalls.create, { ...here(), body: { name, codes } })
const give = (
  client: Client,
  roleId: number,
  userId: number,
  areaIds: readonly number[] | null,
  objectVersionNumber: number | null = null,
) =>
  client.call(roleCalls.assign, {
    ...here(),
    body: { roleId, userId, everyBase: areaIds === null, areaIds: areaIds ?? [], objectVersionNumber },
  })
const take = (client: Client, roleId: number, userId: number, objectVersionNumber = 1) =>
  client.call(roleCalls.unassign, { ...here(), body: { roleId, userId, objectVersionNumber } })
const change = (client: Client, roleId: number, codes: readonly string[], objectVersionNumber = 1, name = `Role ${roleId}`) =>
  client.call(roleCalls.update, { ...here(), body: { roleId, name, codes, objectVersionNumber } })
const given = async (userId: number) => (await admin.call(roleCalls.assignments, { ...here(), query: { userId, size: 0 } })).body.content
const person = async (codes: readonly string[], areaIds: readonly number[] | null = null) => {
  const user = await build.aUser({ tenantId: t, codes, areaIds, real_name: 'Ben' })
  return { id: user.id, client: await server.signIn(user.login_name), roleId: (await given(user.id))[0]!.roleId }
}

describe('a role', () => {
  test('is made, found by its name, changed at its version and deleted', async () => {
    const { status, body } = await make(admin, ' Field hands ', [MAP, MAP])
    expect({ status, body }).toMatchObject({ status: 200, body: { name: 'Field hands', codes: [MAP], people: 0, objectVersionNumber: 1 } })
    const found = await admin.call(roleCalls.page, { ...here(), query: { search: 'field' } })
    expect(found.body.content.map(({ name }) => name)).toEqual(['Field hands'])
    expect((await change(admin, body.roleId, [WORKER])).body).toMatchObject({ codes: [WORKER], objectVersionNumber: 2 })
    expect(await change(admin, body.roleId, [MAP])).toMatchObject({ status: 409, body: { code: 'error.version.stale' } })
    const stale = await admin.call(roleCalls.remove, { ...here(), body: { roleId: body.roleId, objectVersionNumber: 1 } })
    expect(stale.status).toBe(409)
    expect((await admin.call(roleCalls.remove, { ...here(), body: { roleId: body.roleId, objectVersionNumber: 2 } })).body).toBe(1)
  })

  test('has a name of its own, and codes that something asks for', async () => {
    await make(admin, 'Field hands', [])
    expect(await make(admin, 'Field hands', [])).toMatchObject({ status: 409, body: { fields: { name: expect.any(String) } } })
    for (const codes of [['wfpf.farm.farm.mapp'], ['wfpf.nothing.*'], ['farm'], ['*.*'], ['wfpf.*.x']])
      expect((await make(admin, 'Others', codes)).status).toBe(400)
    expect((await make(admin, 'Others', ['wfpf.farm.*'])).status).toBe(200)
  })

  test('that somebody has, or a flow of approval names, is not deleted: it is said by whom', async () => {
    const ben = await person([MAP])
    const remove = () => admin.call(roleCalls.remove, { ...here(), body: { roleId: ben.roleId, objectVersionNumber: 1 } })
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'error.role.inUse', message: expect.stringContaining('Ben') } })
    await take(admin, ben.roleId, ben.id)
    await build.insert('approval_definition', {
      tenant_id: t,
      form_code: 'aplionform',
      version: 1,
      name: 'Purchases',
      nodes: JSON.stringify([{ id: 'a', name: 'A', kind: 'OR', who: { by: 'role', roleId: ben.roleId } }]) as never,
      when_nobody: 'administrator',
      when_applicant: 'pass',
      created_at: 1,
    })
    expect(await remove()).toMatchObject({ status: 409, body: { message: expect.stringContaining('Purchases') } })
  })
})

describe('giving a role', () => {
  test('names bases, or says every base; an open session has it at the next call', async () => {
    const ben = await person([])
    const { body: role } = await make(admin, 'Map', [MAP])
    expect((await give(admin, role.roleId, ben.id, [south, north])).body.bases).toEqual([
      { areaId: north, areaName: 'North' },
      { areaId: south, areaName: 'South' },
    ])
    const menu = await ben.client.call(userCalls.menuRole, { query: { subModule: 'wfpf-farm' } })
    expect(menu.body.map(({ code }) => code)).toContain(MAP)
    expect((await give(admin, role.roleId, ben.id, null)).status).toBe(409)
    expect((await give(admin, role.roleId, ben.id, null, 1)).body).toMatchObject({ bases: null, objectVersionNumber: 2 })
    expect(await give(admin, role.roleId, ben.id, [], 2)).toMatchObject({ status: 400 })
    expect(await give(admin, role.roleId, ben.id, [999_999], 2)).toMatchObject({ status: 400 })
    expect((await take(admin, role.roleId, ben.id)).status).toBe(409)
    expect((await take(admin, role.roleId, ben.id, 2)).body).toBe(1)
  })

  test('is for members who may sign in, and of roles of this enterprise', async () => {
    const { body: role } = await make(admin, 'Map', [MAP])
    const other = (await build.aTenant()).id
    const stranger = await build.aUser({ tenantId: other, codes: [MAP] })
    const disabled = await build.aUser({ tenantId: t, enabled: false })
    const theirs = await build.aRole({ tenant_id: other, codes: [MAP] })
    expect((await give(admin, role.roleId, stranger.id, null)).status).toBe(404)
    expect((await give(admin, role.roleId, disabled.id, null)).status).toBe(404)
    expect((await give(admin, theirs.id, adminId, null)).status).toBe(404)
  })
})

describe('nobody gives more than they have', () => {
  test('in codes', async () => {
    const ben = await person([...ROLES, WORKER])
    const { body: all } = await make(admin, 'All', ['*'])
    const { body: own } = await make(admin, 'Own', [WORKER])
    const beyond = { status: 403, body: { code: 'error.role.beyond' } }
    for (const codes of [[MAP], [WORKER, MAP], ['wfpf.farm.farm.worker*'], ['*'], ['wfpf.*']])
      expect(await make(ben.client, 'Mine', codes)).toMatchObject(beyond)
    expect(await give(ben.client, all.roleId, ben.id, null)).toMatchObject(beyond)
    expect(await change(ben.client, own.roleId, [WORKER, ADD_WORKER])).toMatchObject(beyond)
    expect(await change(ben.client, ben.roleId, [...ROLES, WORKER, MAP])).toMatchObject(beyond)
    expect((await change(ben.client, own.roleId, [])).status).toBe(200)
    expect((await make(ben.client, 'Mine', [WORKER])).status).toBe(200)
  })

  test('in bases: neither for others, nor for those to come, nor by changing what somebody has there', async () => {
    const ben = await person([...ROLES, WORKER], [north])
    const eve = await person([])
    const { body: role } = await make(admin, 'Workers', [WORKER])
    for (const areas of [[south], [north, south], null])
      expect(await give(ben.client, role.roleId, eve.id, areas)).toMatchObject({ status: 403, body: { code: 'error.role.beyond' } })
    expect((await give(ben.client, role.roleId, eve.id, [north])).status).toBe(200)
    expect((await give(admin, role.roleId, eve.id, [north, south], 1)).status).toBe(200)
    expect((await give(ben.client, role.roleId, eve.id, [north], 2)).status).toBe(403)
    expect((await change(ben.client, role.roleId, [])).status).toBe(403)
    expect((await take(ben.client, role.roleId, eve.id, 2)).status).toBe(403)
    expect((await give(ben.client, role.roleId, eve.id, [south], 2)).status).toBe(200)
  })

  test('nor takes from others what they do not have', async () => {
    const ben = await person([...ROLES, WORKER])
    const roleId = (await given(adminId))[0]!.roleId
    expect((await take(ben.client, roleId, adminId)).status).toBe(403)
    expect((await change(ben.client, roleId, [WORKER])).status).toBe(403)
  })
})

describe('the last administrator', () => {
  test('cannot lock everybody out, by any of the ways', async () => {
    const roleId = (await given(adminId))[0]!.roleId
    const last = { status: 409, body: { code: 'error.role.lastAdministrator' } }
    expect(await take(admin, roleId, adminId)).toMatchObject(last)
    expect(await give(admin, roleId, adminId, [north, south], 1)).toMatchObject(last)
    expect(await change(admin, roleId, ROLES)).toMatchObject(last)
    await build.aUser({ tenantId: t, codes: ['*'], enabled: false })
    await build.aUser({ tenantId: t, codes: ['*'], areaIds: [north] })
    expect(await take(admin, roleId, adminId)).toMatchObject(last)
    await build.aUser({ tenantId: t, codes: ['*'] })
    expect((await take(admin, roleId, adminId)).status).toBe(200)
  })
})

describe('a role for companies', () => {
  const unit = async (name: string, parentId: number) =>
    (await build.insert('org_unit', { tenant_id: t, kind: 'company', parent_id: parentId, name })).id
  const move = (client: Client, unitId: number, parentId: number) =>
    client.call(unitCalls.move, { ...here(), body: { unitId, parentId, beforeId: null, objectVersionNumber: 1 } })
  const unitOf = async (areaId: number) => (await build.rowOf('org_unit', { area_id: areaId }))!.id
  const forCompany = (client: Client, roleId: number, userId: number, companyIds: readonly number[], areaIds: readonly number[] = []) =>
    client.call(roleCalls.assign, {
      ...here(),
      body: { roleId, userId, everyBase: false, areaIds: [...areaIds], companyIds: [...companyIds] },
    })
  const rootId = async () => (await build.rowOf('org_unit', { tenant_id: t, kind: 'enterprise' }))!.id

  test('reaches the bases below it, those that come as well, and no more those that go', async () => {
    const company = await unit('Company', await rootId())
    const below = await unit('Below', company)
    const ben = await person([])
    const { body: role } = await make(admin, 'Map', [MAP])
    const { body: given } = await forCompany(admin, role.roleId, ben.id, [company], [south])
    expect(given).toMatchObject({ bases: [{ areaId: south }], companies: [{ name: 'Company' }], named: [south] })
    const reach = async () =>
      (await admin.call(explainCalls.user, { ...here(), query: { userId: ben.id } })).body.codes.find(({ code }) => code === MAP)?.areaIds
    expect(await reach()).toEqual([south])
    await move(admin, await unitOf(north), below)
    await vi.waitFor(async () => expect(new Set(await reach())).toEqual(new Set([north, south])), { timeout: 1000 })
    const said = (await admin.call(explainCalls.user, { ...here(), query: { userId: ben.id } })).body.roles
    expect(said).toContainEqual(expect.objectContaining({ roleId: role.roleId, companies: ['Company'] }))
    const remove = await admin.call(unitCalls.remove, { ...here(), body: { unitId: company, objectVersionNumber: 1 } })
    expect(remove.status).toBe(409)
    await server.owner.query(`update furrow.org_unit set parent_id = $1 where area_id = $2`, [await rootId(), north])
    await vi.waitFor(async () => expect(await reach()).toEqual([south]), { timeout: 1000 })
  })

  test('is given by who has it everywhere or for that company, and nobody moves a base to themselves', async () => {
    const company = await unit('Company', await rootId())
    const other = await unit('Other', await rootId())
    const { body: role } = await make(admin, 'Map', [MAP])
    const ben = await person([...ROLES, 'wfpf.company.config.organization*'])
    const cid = await person([])
    await give(admin, role.roleId, ben.id, [north, south])
    expect((await forCompany(ben.client, role.roleId, cid.id, [company])).status).toBe(403)
    await take(admin, role.roleId, ben.id)
    await forCompany(admin, role.roleId, ben.id, [company])
    expect((await forCompany(ben.client, role.roleId, cid.id, [other])).status).toBe(403)
    expect((await forCompany(ben.client, role.roleId, cid.id, [company])).status).toBe(200)
    expect(await move(ben.client, await unitOf(north), company)).toMatchObject({ status: 403, body: { code: 'error.role.beyond' } })
    expect((await move(admin, await unitOf(north), company)).status).toBe(200)
    expect((await forCompany(admin, role.roleId, cid.id, [await unitOf(south)])).status).toBe(400)
  })
})
