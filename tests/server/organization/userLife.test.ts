import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { entryCalls } from '#contract/session/entry'
import { roleCalls } from '#contract/organization/role'
import { USERS_CREATE, USERS_DISABLE, USERS_EDIT, USERS_READ, USERS_RESET, userManageCalls } from '#contract/organization/user'
import { userCalls } from '#contract/session/user'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const MAP = 'wfpf.farm.farm.map'
const USERS = [USERS_READ, USERS_CREATE, USERS_EDIT, USERS_DISABLE, USERS_RESET]
const HOUR = 3_600_000

let server: TestServer
let build: Arrange
let now = Date.now()
let t: number
let base: number
let admin: Client
let adminId: number
let mapRole: number
beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
})
afterAll(() => server?.close())
beforeEach(async () => {
  t = (await build.aTenant()).id
  base = (await build.anArea({ tenant_id: t, area_name: 'North' })).id
  const user = await build.aUser({ tenantId: t, codes: ['*'], real_name: 'Ann' })
  adminId = user.id
  admin = await server.signIn(user.login_name)
  mapRole = (await build.aRole({ tenant_id: t, name: 'Map', codes: [MAP] })).id
})

let names = 0
const aName = () => `new.user-${++names}-${Date.now()}`
const aPhone = () => `139${String(10_000_000 + ++names)}`
const here = () => ({ params: { t } })
const everywhere = (roleId: number) => ({ roleId, everyBase: true, areaIds: [] })
const make = (client: Client, given: Record<string, unknown> = {}) =>
  client.call(userManageCalls.create, { ...here(), body: { loginName: aName(), realName: 'Bo', phone: aPhone(), roles: [], ...given } })
const tokenOf = (link: string | null) => link!.split('#')[1]!
const open = async (token: string, password = 'Field2026') =>
  server.anonymous.call(entryCalls.open, { body: { token, password: await server.encrypt(password) } })
const look = (token: string) => server.anonymous.call(entryCalls.look, { body: { token } })
const act = (name: 'disable' | 'reset', client: Client, userId: number) =>
  client.call(userManageCalls[name], { ...here(), body: { userId } })
const listed = async (userId: number) =>
  (await admin.call(userManageCalls.page, { ...here(), query: { size: 0 } })).body.content.find((one) => one.userId === userId)

/** The gate hears of it from the database, a moment later. */
const isOut = (client: Client) => vi.waitFor(async () => expect((await client.call(userCalls.self)).status).toBe(401), { timeout: 1000 })

describe('a user who is made', () => {
  test('opens the link once, chooses a password, and has the roles that were given', async () => {
    const loginName = aName()
    const { status, body } = await make(admin, { loginName, email: `${loginName}@farm.example`, roles: [everywhere(mapRole)] })
    expect({ status, sent: body.sent }).toMatchObject({ status: 200, sent: { by: 'shown', to: null, expiresAt: now + 72 * HOUR } })
    await expect(server.signIn(loginName)).rejects.toThrow('error.signIn.wrong')
    expect(await listed(body.userId)).toMatchObject({ begun: false, state: 'active', roles: ['Map'] })
    const token = tokenOf(body.sent.link)
    expect((await look(token)).body).toEqual({ realName: 'Bo', loginName, purpose: 'begin' })
    expect(await open(token, 'short')).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
    expect(await open(token)).toMatchObject({ status: 200, body: { loginName } })
    expect(await open(token)).toMatchObject({ status: 409, body: { code: 'error.entry.used' } })
    const client = await server.signIn(loginName, 'Field2026')
    const menu = await client.call(userCalls.menuRole, { query: { subModule: 'wfpf-farm' } })
    expect(menu.body.map(({ code }) => code)).toContain(MAP)
    expect(await listed(body.userId)).toMatchObject({ begun: true })
    const { rows } = await server.owner.query('select token_hash from entry_link where user_id = $1', [body.userId])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('of two who open one link at once one chooses', async () => {
    const { body } = await make(admin)
    const both = await Promise.all([open(tokenOf(body.sent.link), 'First2026'), open(tokenOf(body.sent.link), 'Second2026')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('has a link that ends, and an unknown one opens nothing', async () => {
    const { body } = await make(admin)
    now += 72 * HOUR
    expect(await look(tokenOf(body.sent.link))).toMatchObject({ status: 409, body: { code: 'error.entry.expired' } })
    expect(await open(tokenOf(body.sent.link))).toMatchObject({ status: 409, body: { code: 'error.entry.expired' } })
    expect(await look('made up')).toMatchObject({ status: 404, body: { code: 'error.entry.unknown' } })
  })

  test('has a name, phone and mail that no other account in the product has', async () => {
    const phone = aPhone()
    const other = await build.aUser({ tenantId: (await build.aTenant()).id, login_name: aName(), phone, email: `x${names}@farm.example` })
    const fields = async (given: Record<string, unknown>) => {
      const { status, body } = await make(admin, given)
      return { status, fields: Object.keys((body as unknown as { fields?: object }).fields ?? {}) }
    }
    expect(await fields({ loginName: other.login_name.toUpperCase() })).toEqual({ status: 409, fields: ['loginName'] })
    expect(await fields({ phone })).toEqual({ status: 409, fields: ['phone'] })
    expect(await fields({ email: other.email!.toUpperCase() })).toEqual({ status: 409, fields: ['email'] })
    expect(await fields({ loginName: phone })).toEqual({ status: 409, fields: ['loginName'] })
    const mine = aName()
    const both = await Promise.all([make(admin, { loginName: mine }), make(admin, { loginName: mine })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('is given no role that its maker does not hold, there and whole', async () => {
    const maker = await build.aUser({ tenantId: t, codes: [...USERS, MAP], areaIds: [base] })
    const client = await server.signIn(maker.login_name)
    expect(await make(client, { roles: [everywhere(mapRole)] })).toMatchObject({ status: 403, body: { code: 'error.role.beyond' } })
    expect((await make(client, { roles: [{ roleId: mapRole, everyBase: false, areaIds: [base] }] })).status).toBe(200)
    const theirs = await build.aRole({ tenant_id: (await build.aTenant()).id, codes: [] })
    expect((await make(admin, { roles: [everywhere(theirs.id)] })).status).toBe(404)
    expect((await make(admin, { roles: [everywhere(mapRole), everywhere(mapRole)] })).status).toBe(400)
    expect((await make(admin, { roles: [{ roleId: mapRole, everyBase: false, areaIds: [] }] })).status).toBe(400)
  })

  test('is mended until a password was chosen, and the link to the wrong phone is good no more', async () => {
    const first = aPhone()
    const { body } = await make(admin, { phone: first })
    const seen = (realName: string, phone: string, email: string | null = null) => ({ realName, phone, email })
    const mend = (realName: string, phone: string, was: ReturnType<typeof seen>) =>
      admin.call(userManageCalls.update, { ...here(), body: { userId: body.userId, realName, phone, email: null, was } })
    const phone = aPhone()
    expect((await mend('Bob', phone, seen('Bo', first))).body).toBe(true)
    // Another tab still shows what was there before.
    expect(await mend('Ben', first, seen('Bo', first))).toMatchObject({ status: 409, body: { code: 'error.version.stale' } })
    for (const was of [seen('Bob', phone, 'bo@example.com'), seen('Bob', first), seen('Bo', phone)])
      expect((await mend('Ben', phone, was)).body).toMatchObject({ code: 'error.version.stale' })
    expect((await look(tokenOf(body.sent.link))).status).toBe(409)
    expect(await listed(body.userId)).toMatchObject({ realName: 'Bob', phone })
    const again = await act('reset', admin, body.userId)
    expect(again.body).toMatchObject({ by: 'shown' })
    await open(tokenOf((again.body as { link: string }).link))
    expect(await mend('Rob', aPhone(), seen('Bob', phone))).toMatchObject({ status: 409, body: { code: 'error.user.own' } })
  })
})

describe('a membership that ends', () => {
  test('ends here alone, with its roles; an open session has nothing here at the next call', async () => {
    const other = (await build.aTenant()).id
    const user = await build.aUser({ tenantId: t, codes: [MAP], real_name: 'Cid' })
    await build.insert('membership', { tenant_id: other, user_id: user.id })
    await build.aRole({ tenant_id: other, codes: [MAP], userId: user.id })
    const client = await server.signIn(user.login_name)
    expect((await act('disable', admin, user.id)).body).toBe(true)
    const list = (tenant: number) => client.call(roleCalls.page, { params: { t: tenant }, query: {} })
    expect((await list(t)).status).toBe(404)
    expect((await list(other)).status).toBe(403)
    expect(await build.rowOf('role_assignment', { tenant_id: t, user_id: user.id })).toBeUndefined()
    expect(await build.rowOf('role_assignment', { tenant_id: other, user_id: user.id })).toBeDefined()
    expect(await listed(user.id)).toMatchObject({ state: 'disabled', roles: [], had: [{ areaIds: null }] })
    expect((await act('disable', admin, user.id)).status).toBe(404)
  })

  test('signs out who has no other, and is begun again with the roles that are chosen then', async () => {
    const unit = (await build.rowOf('org_unit', { tenant_id: t, kind: 'base' }))!
    const user = await build.aUser({ tenantId: t, codes: [MAP] })
    await server.owner.query(`update membership set unit_id = $1, title = 'Foreman' where user_id = $2`, [unit.id, user.id])
    const client = await server.signIn(user.login_name)
    await act('disable', admin, user.id)
    await isOut(client)
    const enable = () =>
      admin.call(userManageCalls.enable, {
        ...here(),
        body: { userId: user.id, roles: [{ roleId: mapRole, everyBase: false, areaIds: [base] }] },
      })
    expect((await enable()).body).toBe(true)
    expect((await enable()).status).toBe(404)
    expect(await listed(user.id)).toMatchObject({ state: 'active', roles: ['Map'] })
    expect(await build.rowOf('membership', { tenant_id: t, user_id: user.id })).toMatchObject({ unit_id: unit.id, title: 'Foreman' })
    await server.signIn(user.login_name)
  })

  test('is never the own one, nor that of the last administrator, nor of who may do more', async () => {
    expect(await act('disable', admin, adminId)).toMatchObject({ status: 409, body: { code: 'error.user.self' } })
    const manager = await build.aUser({ tenantId: t, codes: USERS })
    const client = await server.signIn(manager.login_name)
    expect(await act('disable', client, adminId)).toMatchObject({ status: 403, body: { code: 'error.role.beyond' } })
    expect(await act('reset', client, adminId)).toMatchObject({ status: 403, body: { code: 'error.role.beyond' } })
    const second = await build.aUser({ tenantId: t, codes: ['*'] })
    const other = await server.signIn(second.login_name)
    const both = await Promise.all([act('disable', admin, second.id), act('disable', other, adminId)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('another password', () => {
  test('is never set or seen by an administrator: without a way to its person there is no link', async () => {
    const user = await build.aUser({ tenantId: t, codes: [MAP], phone: aPhone() })
    expect(await act('reset', admin, user.id)).toMatchObject({ status: 409, body: { code: 'error.user.unreachable' } })
    expect(await build.rowOf('entry_link', { user_id: user.id })).toBeUndefined()
  })

  test('comes by a link to the own phone, under the product’s own address; sessions end once it is set', async () => {
    const texts: { phone: string; text: string }[] = []
    const service = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        texts.push(JSON.parse(body) as (typeof texts)[number])
        response.writeHead(204).end()
      })
    })
    await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/send`
    const sending = await startTestServer({ config: { sms: { url, key: null }, publicUrl: 'https://farm.example' } })
    try {
      const there = arrange(sending.owner)
      const tenant = (await there.aTenant({ name: 'Green Farm' })).id
      const boss = await sending.signIn((await there.aUser({ tenantId: tenant, codes: ['*'] })).login_name)
      const phone = aPhone()
      const user = await there.aUser({ tenantId: tenant, codes: [MAP], phone })
      const client = await sending.signIn(user.login_name)
      const reset = () => boss.call(userManageCalls.reset, { params: { t: tenant }, body: { userId: user.id } })
      const { body } = await reset()
      expect(body).toMatchObject({ by: 'phone', link: null, to: `139****${phone.slice(-4)}` })
      expect(texts[0]).toMatchObject({ phone, text: expect.stringContaining('https://farm.example/setPassword#') })
      expect((await client.call(userCalls.self)).status).toBe(200)
      const token = /#([\w-]+)/.exec(texts[0]!.text)![1]!
      const opened = await sending.anonymous.call(entryCalls.open, { body: { token, password: await sending.encrypt('Other2026') } })
      expect(opened.status).toBe(200)
      await isOut(client)
      await sending.signIn(user.login_name, 'Other2026')
      await reset()
      await reset()
      expect(await reset()).toMatchObject({ status: 429 })
    } finally {
      await sending.close()
      service.close()
    }
  })
})

test('with the demo off its administrators are nobody: the last real one is not disabled for them', async () => {
  const demo = await build.aUser({ tenantId: t, codes: ['*'], demo: true })
  const manager = await build.aUser({ tenantId: t, codes: ['*'] })
  const client = await server.signIn(manager.login_name)
  expect((await act('disable', client, adminId)).status).toBe(200)
  const role = (await build.rowOf('role_assignment', { user_id: manager.id }))!
  const body = { roleId: role.role_id, userId: manager.id, objectVersionNumber: 1 }
  const answer = await client.call(roleCalls.unassign, { ...here(), body })
  expect(answer).toMatchObject({ status: 409, body: { code: 'error.role.lastAdministrator' } })
  expect(demo.id).toBeGreaterThan(0)
})
