import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { INVITATION_DAYS, invitationCalls } from '#contract/organization/invitation'
import { ROLE_READ, roleCalls } from '#contract/organization/role'
import { USERS_CREATE, USERS_READ } from '#contract/organization/user'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let now = Date.now()
let t: number
let elsewhere: number
let admin: Client
let roleId: number
let guest: { id: number; login_name: string; client: Client }
beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
})
afterAll(() => server?.close())
let phones = 13_700_000_000
beforeEach(async () => {
  t = (await build.aTenant({ name: 'Green Farm' })).id
  elsewhere = (await build.aTenant()).id
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'], real_name: 'Ann' })).login_name)
  roleId = (await build.aRole({ tenant_id: t, name: 'Readers', codes: [ROLE_READ] })).id
  const made = await build.aUser({
    tenantId: elsewhere,
    codes: [],
    real_name: 'Gil',
    phone: String(++phones),
    email: `g${phones}@farm.example`,
  })
  guest = { ...made, client: await server.signIn(made.login_name) }
})

const invite = (asked: string, client = admin, everyBase = true) =>
  client.call(invitationCalls.invite, { params: { t }, body: { asked, roles: [{ roleId, everyBase, areaIds: [] }] } })
const received = async () => (await guest.client.call(invitationCalls.received)).body
const answer = (invitationId: number, accept: boolean, client = guest.client) =>
  client.call(invitationCalls.answer, { body: { invitationId, accept } })
const listed = async () => (await admin.call(invitationCalls.page, { params: { t }, query: {} })).body.content
const reads = async () => (await guest.client.call(roleCalls.page, { params: { t }, query: {} })).status

test('whoever is invited by phone, mail or sign-in name is asked, and a member of both once they accept', async () => {
  const phone = String(phones)
  for (const asked of [phone, `G${phone}@Farm.example`]) await invite(asked)
  const { body } = await invite(guest.login_name)
  expect((await received()).map(({ tenantName, invitedBy }) => `${tenantName} ${invitedBy}`)).toEqual(Array(3).fill('Green Farm Ann'))
  const told = await server.owner.query('select 1 from outbox where user_id = $1 union all select 1 from user_message where user_id = $1', [
    guest.id,
  ])
  expect(told.rowCount).toBeGreaterThan(0)
  expect(await reads()).toBe(404)
  // The gate forgets before the answer goes out: what it hears of the database may come later.
  const forget = vi.spyOn(server.services.gate, 'forget')
  expect((await answer(body.invitationId, true)).body).toEqual({ tenantId: t })
  expect(forget).toHaveBeenCalledWith('user', String(guest.id))
  forget.mockRestore()
  expect(await reads()).toBe(200)
  expect(await build.rowOf('membership', { tenant_id: elsewhere, user_id: guest.id })).toBeDefined()
  expect(await received()).toEqual([])
  expect((await listed())[0]).toMatchObject({ state: 'accepted', realName: 'Gil' })
  expect((await answer(body.invitationId, true)).status).toBe(404)
})

test('nothing tells before they accept whether there is such an account', async () => {
  const [known, unknown] = [await invite(guest.login_name), await invite('nobody.at.all')]
  const shape = ({ status, body: { invitationId, asked, ...body } }: typeof known) => ({
    status,
    body,
    id: typeof invitationId,
    asked: typeof asked,
  })
  expect(shape(known)).toEqual(shape(unknown))
  await answer(known.body.invitationId, false)
  expect((await listed()).find(({ invitationId }) => invitationId === known.body.invitationId)).toMatchObject({
    state: 'refused',
    realName: null,
  })
})

test('it can be withdrawn, expires, and is nobody else’s to accept', async () => {
  const { body: one } = await invite(guest.login_name)
  const stranger = await server.signIn((await build.aUser({ tenantId: elsewhere })).login_name)
  expect((await answer(one.invitationId, true, stranger)).status).toBe(404)
  const withdraw = () => admin.call(invitationCalls.withdraw, { params: { t }, body: { invitationId: one.invitationId } })
  expect((await withdraw()).body).toBe(1)
  expect((await withdraw()).status).toBe(404)
  expect((await answer(one.invitationId, true)).status).toBe(404)
  const { body: two } = await invite(guest.login_name)
  now += INVITATION_DAYS * 86_400_000
  guest = { ...guest, client: await server.signIn(guest.login_name) }
  expect((await answer(two.invitationId, true)).status).toBe(404)
  expect(await reads()).toBe(404)
})

test('it gives nothing that its sender does not hold, when it is made and when it is accepted', async () => {
  const sender = await build.aUser({ tenantId: t, codes: [USERS_READ, USERS_CREATE] })
  const client = await server.signIn(sender.login_name)
  expect((await invite(guest.login_name, client)).status).toBe(403)
  const lent = await build.aRole({ tenant_id: t, codes: [ROLE_READ], userId: sender.id })
  const { body } = await invite(guest.login_name, client)
  await server.owner.query('delete from role_assignment where role_id = $1', [lent.id])
  expect((await answer(body.invitationId, true)).status).toBe(200)
  expect(await reads()).toBe(403)
})

test('of two tabs that accept and refuse at once one decides', async () => {
  const { body } = await invite(guest.login_name)
  const both = await Promise.all([answer(body.invitationId, true), answer(body.invitationId, false)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
})
