import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls'
import type { AnyCall } from '#contract/core/call'
import { explainCalls } from '#contract/organization/explain'
import { ROLE_READ, roleCalls } from '#contract/organization/role'
import { declaredCodes } from '#contract/organization/roleMatrix'
import { userCalls } from '#contract/session/user'
import { demoForeman, demoRoles } from '#demo/farm'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let t: number
let base: number
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  base = (await build.anArea({ tenant_id: t, area_name: 'North' })).id
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
})
afterAll(() => server?.close())

const explain = async (userId: number) => (await admin.call(explainCalls.user, { params: { t }, query: { userId } })).body
const saidOf = async (userId: number, code: string) => (await explain(userId)).codes.find((one) => one.code === code)

/** What the server does with a call, before it looks at what is sent: nothing is done, as a body of that kind is never read. */
async function isRefused(client: Client, { method, path }: AnyCall): Promise<boolean> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 't' ? String(t) : name === 'uuid' ? '00000000-0000-4000-8000-000000000000' : '999999999',
  )
  const unread = method === 'GET' ? {} : { body: 'x', headers: { 'content-type': 'application/x-nothing' } }
  const answer = await client.raw(method, address, unread)
  await answer.arrayBuffer()
  return answer.status === 403
}

const gated = calls.filter(({ permission }) => permission !== 'public' && permission !== 'login')
// Of the demo each kind of role once.
const roles = [
  ...demoRoles.filter(({ tenantId }) => tenantId === 1),
  { name: demoForeman.roleName, codes: demoForeman.codes, areas: [demoForeman.areaId] },
]

describe('the explainer says of every call what the server does', () => {
  test.each(roles.map((role) => [role.name, role] as const))('to whoever has the role %s', async (_, { codes, ...role }) => {
    const user = await build.aUser({ tenantId: t, codes, areaIds: 'areas' in role ? [base] : null })
    const client = await server.signIn(user.login_name)
    const { codes: said } = await explain(user.id)
    const allowed = new Set(said.filter((one) => one.allowed).map(({ code }) => code))
    const wrong: string[] = []
    for (const call of gated) {
      const mayBy = [call.permission].flat().some((code) => allowed.has(code))
      if ((await isRefused(client, call)) === mayBy) wrong.push(call.name)
    }
    expect(wrong).toEqual([])
    expect(gated.length).toBeGreaterThan(300)
  })

  test('and of every page and button what the console is told', async () => {
    const user = await build.aUser({ tenantId: t, codes: demoForeman.codes, areaIds: [base] })
    const client = await server.signIn(user.login_name)
    const { codes: said } = await explain(user.id)
    const told = await client.call(userCalls.checkResources, { body: [...declaredCodes] })
    expect(said.map(({ code, allowed }) => ({ code, approve: allowed }))).toEqual(told.body)
  })
})

describe('why', () => {
  const WORKER = 'wfpf.farm.farm.worker'

  test('names the roles, what each says, and the bases', async () => {
    const user = await build.aUser({ tenantId: t })
    const wide = await build.aRole({ tenant_id: t, name: 'All of the farm', codes: ['wfpf.farm.*'], userId: user.id, areaIds: [base] })
    const exact = await build.aRole({ tenant_id: t, name: 'Workers', codes: ['wfpf.farm.farm.map', WORKER], userId: user.id })
    const { roles: held, codes } = await explain(user.id)
    expect(held).toEqual([
      { roleId: wide.id, name: 'All of the farm', bases: [{ areaId: base, areaName: 'North' }], companies: [] },
      { roleId: exact.id, name: 'Workers', bases: null, companies: [] },
    ])
    const said = codes.find(({ code }) => code === WORKER)!
    expect(said).toMatchObject({ allowed: true, reason: 'role', areaIds: null })
    expect(said.by.toSorted((a, b) => a.roleId - b.roleId)).toEqual([
      { roleId: wide.id, pattern: 'wfpf.farm.*' },
      { roleId: exact.id, pattern: WORKER },
    ])
    expect(codes.find(({ code }) => code === `${WORKER}.ps.edit`)).toMatchObject({ allowed: true, areaIds: [base] })
  })

  test('says that nobody gave it, that there is no role at all, or that the account is disabled', async () => {
    const some = await build.aUser({ tenantId: t, codes: ['wfpf.farm.farm.map'] })
    const none = await build.aUser({ tenantId: t })
    const disabled = await build.aUser({ tenantId: t, codes: ['*'], enabled: false })
    expect(await saidOf(some.id, WORKER)).toEqual({ code: WORKER, allowed: false, reason: 'notGiven', by: [], areaIds: [] })
    expect(await saidOf(none.id, WORKER)).toMatchObject({ allowed: false, reason: 'noRole' })
    expect(await saidOf(disabled.id, WORKER)).toMatchObject({ allowed: false, reason: 'disabled' })
  })

  test('is told of the own enterprise’s people alone, and to whoever may see roles', async () => {
    const other = (await build.aTenant()).id
    const stranger = await build.aUser({ tenantId: other })
    expect((await admin.call(explainCalls.user, { params: { t }, query: { userId: stranger.id } })).status).toBe(404)
    const reader = await build.aUser({ tenantId: t, codes: [ROLE_READ] })
    expect(
      (await (await server.signIn(reader.login_name)).call(explainCalls.user, { params: { t }, query: { userId: reader.id } })).status,
    ).toBe(200)
  })
})

test('says that a demanded second factor is missing, as long as the server refuses everything for it', async () => {
  const tenant = await build.aTenant()
  const withFactor = (id: number) => build.insert('second_factor', { id, secret: 'sealed', last_step: 0, recovery: [], since: 1 })
  const boss = await build.aUser({ tenantId: tenant.id, codes: ['*'] })
  const asker = await server.signIn(boss.login_name)
  await withFactor(boss.id)
  const late = await build.aUser({ tenantId: tenant.id, codes: [ROLE_READ] })
  const client = await server.signIn(late.login_name)
  const lacks = async () => (await asker.call(explainCalls.user, { params: { t: tenant.id }, query: { userId: late.id } })).body.lacksFactor
  const opens = async () => (await client.call(roleCalls.page, { params: { t: tenant.id }, query: {} })).status
  expect([await lacks(), await opens()]).toEqual([false, 200])
  await server.owner.query('update tenant set demands_second_factor = true where id = $1', [tenant.id])
  await vi.waitFor(async () => expect([await lacks(), await opens()]).toEqual([true, 403]), { timeout: 1000 })
  await withFactor(late.id)
  await vi.waitFor(async () => expect(await lacks()).toBe(false), { timeout: 1000 })
})
