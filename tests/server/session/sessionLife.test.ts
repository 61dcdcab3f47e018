import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { areaCalls } from '#contract/farm/area'
import { gatewayCalls } from '#contract/devices/gateway'
import { oauthCalls, type Tokens } from '#contract/session/oauth'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/signIn'
import { userCalls } from '#contract/session/user'
import { type Arrange, arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let now = Date.now()

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
})
afterAll(() => server?.close())

async function renew(token: string) {
  const { status: code, body } = await server.anonymous.call(oauthCalls.token, {
    body: { grant_type: 'refresh_token', client_id: CLIENT_ID, client_secret: CLIENT_SECRET, refresh_token: token },
  })
  return { status: code, body: body as Tokens & typeof body }
}
const status = async (token: string) => (await server.clientOf(token).call(userCalls.self)).status
async function aMember(codes: string[] = ['*']) {
  const tenant = await build.aTenant()
  const user = await build.aUser({ tenantId: tenant.id, codes })
  return { tenant, user, client: await server.signIn(user.login_name) }
}

describe('an access token', () => {
  test('expires after fifteen minutes, with the code that the console knows', async () => {
    const { client } = await aMember()
    now += 15 * 60_000 - 2000
    expect(await status(client.token!)).toBe(200)
    now += 3000
    const answer = await client.call(userCalls.self)
    expect(answer).toMatchObject({ status: 401, body: { failed: true, code: 'error.permission.accessTokenExpired' } })
  })

  test('signed by anybody else is worth nothing', async () => {
    const { client } = await aMember()
    const claims = decodeJwt(client.token!)
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${client.token!.split('.')[1]}.`
    expect([await status(forged), await status(unsigned)]).toEqual([401, 401])
  })
})

describe('a refresh token', () => {
  test('is traded for a new pair, and the session goes on', async () => {
    const { client } = await aMember()
    now += 20 * 60_000
    const { status: code, body } = await renew(client.tokens.refresh_token)
    expect(code).toBe(200)
    expect(body.refresh_token).not.toBe(client.tokens.refresh_token)
    expect(await status(body.access_token)).toBe(200)
  })

  test('is kept hashed', async () => {
    const { client } = await aMember()
    const { rows } = await server.owner.query('select * from session')
    expect(JSON.stringify(rows)).not.toContain(client.tokens.refresh_token)
    expect(JSON.stringify(rows)).not.toContain(client.tokens.refresh_token.split('.')[1])
  })

  test('used by two tabs at once gives both the same pair', async () => {
    const { client } = await aMember()
    const both = await Promise.all([renew(client.tokens.refresh_token), renew(client.tokens.refresh_token)])
    expect(both.map((one) => one.status)).toEqual([200, 200])
    expect(both[0]!.body.refresh_token).toBe(both[1]!.body.refresh_token)
    now += 60_000
    expect((await renew(both[0]!.body.refresh_token)).status).toBe(200)
  })

  test('used again later ends the session, for the thief and for the owner', async () => {
    const { client } = await aMember()
    const owner = (await renew(client.tokens.refresh_token)).body
    now += 11_000
    expect((await renew(client.tokens.refresh_token)).body.code).toBe('error.signIn.refreshInvalid')
    expect(await status(owner.access_token)).toBe(401)
    expect((await renew(owner.refresh_token)).body.code).toBe('error.signIn.refreshInvalid')
  })

  test('of two rotations ago ends the session too', async () => {
    const { client } = await aMember()
    const second = (await renew(client.tokens.refresh_token)).body
    const third = (await renew(second.refresh_token)).body
    expect((await renew(client.tokens.refresh_token)).status).toBe(400)
    expect(await status(third.access_token)).toBe(401)
  })

  test('that was made up for a session harms nobody', async () => {
    const { client } = await aMember()
    const [sessionId] = client.tokens.refresh_token.split('.')
    expect((await renew(`${sessionId}.${'A'.repeat(43)}.${'A'.repeat(22)}`)).status).toBe(400)
    expect(await status(client.token!)).toBe(200)
  })

  test('is worth nothing after a month without use', async () => {
    const { client } = await aMember()
    now += 31 * 24 * 3_600_000
    expect((await renew(client.tokens.refresh_token)).status).toBe(400)
  })

  test('of a user who was disabled is worth nothing', async () => {
    const { client, user } = await aMember()
    await server.owner.query('update app_user set enabled = false where id = $1', [user.id])
    expect((await renew(client.tokens.refresh_token)).status).toBe(400)
  })
})

describe('logging out', () => {
  test('revokes both tokens at once', async () => {
    const { client } = await aMember()
    expect(await status(client.token!)).toBe(200)
    expect((await client.call(oauthCalls.logout, { body: { access_token: client.token! } })).body).toBe(true)
    const after = await client.call(userCalls.self)
    expect(after).toMatchObject({ status: 401, body: { code: 'error.permission.accessTokenInvalid' } })
    expect((await renew(client.tokens.refresh_token)).status).toBe(400)
  })
})

describe('what changes under a signed-in user acts at once, long before the token ends', () => {
  const soon = { interval: 20 }

  test('a session that was revoked elsewhere', async () => {
    const { client, user } = await aMember()
    expect(await status(client.token!)).toBe(200)
    await server.owner.query('update session set revoked_at = 1 where user_id = $1', [user.id])
    await vi.waitFor(async () => expect(await status(client.token!)).toBe(401), soon)
  })

  test('a role that gained and lost a code', async () => {
    const { client, user, tenant } = await aMember([])
    const area = await build.anArea({ tenant_id: tenant.id })
    const gateway = await build.aDevice({ tenant_id: tenant.id, area_id: area.id })
    const read = async () => (await client.call(gatewayCalls.get, { params: { t: tenant.id, id: gateway.id } })).status
    const give = (codes: string[]) =>
      server.owner.query('update role set codes = $1 where id in (select role_id from role_assignment where user_id = $2)', [
        codes,
        user.id,
      ])
    expect(await read()).toBe(403)
    await give(['wfpf.farm.equipment.gateway'])
    await vi.waitFor(async () => expect(await read()).toBe(200), soon)
    await give([])
    await vi.waitFor(async () => expect(await read()).toBe(403), soon)
  })

  test('a membership that ended', async () => {
    const { client, user, tenant } = await aMember()
    const read = async () => (await client.call(areaCalls.page, { params: { t: tenant.id } })).status
    expect(await read()).toBe(200)
    await server.owner.query('delete from membership where user_id = $1', [user.id])
    await vi.waitFor(async () => expect(await read()).toBe(404), soon)
  })
})

describe('tenants of a user', () => {
  test('switching makes another one current, and only one’s own can be chosen', async () => {
    const { client, user, tenant } = await aMember()
    const [second, foreign] = [await build.aTenant({ name: 'Second farm' }), await build.aTenant()]
    await build.insert('membership', { tenant_id: second.id, user_id: user.id })
    expect((await client.call(userCalls.switchTenant, { body: { tenantId: second.id } })).body).toBe(true)
    expect((await client.call(userCalls.self)).body.tenantId).toBe(second.id)
    expect((await client.call(userCalls.switchTenant, { body: { tenantId: foreign.id } })).status).toBe(404)
    expect((await client.call(userCalls.defaultTenant, { body: { tenantId: tenant.id } })).body).toBe(true)
    const page = (await client.call(userCalls.selfTenantsPage, { query: { tenantName: 'second', size: 1 } })).body
    expect(page).toMatchObject({ totalElements: 1, number: 1, size: 1, content: [{ tenantId: second.id, defaultTenantId: tenant.id }] })
  })

  test('a user without a tenant is signed in, and holds nothing', async () => {
    const user = await build.aUser()
    const client = await server.signIn(user.login_name)
    expect((await client.call(userCalls.self)).body).toMatchObject({ tenantId: -1, tenants: [] })
    expect((await client.call(userCalls.checkResources, { body: ['wfpf.farm.farm.map'] })).body).toEqual([
      { code: 'wfpf.farm.farm.map', approve: false },
    ])
  })
})

describe('menus', () => {
  test('list by application the routes whose codes the caller holds, and those that need only a login (PERMISSIONS-08, -25)', async () => {
    const { client } = await aMember(['wfpf.farm.farm.map', 'wfpf.company.config.crop'])
    const { body } = await client.call(userCalls.menuRole, { query: { subModule: 'wfpf-farm', lang: 'en-US' } })
    expect(body).toContainEqual({ code: 'wfpf.farm.farm.map', route: '/web/farm/map' })
    expect(body).toContainEqual({ code: '', route: '/web/farm/home' })
    expect(body.map(({ route }) => route)).not.toContain('/web/equipment/gateway')
    expect(body.map(({ route }) => route)).not.toContain('/system/crop')
    const company = (await client.call(userCalls.menuRole, { query: { subModule: 'wfpf-company' } })).body
    expect(company).toEqual([
      { code: 'wfpf.company.config.crop', route: '/system/crop' },
      // The root of the module leads to the first page that is theirs.
      { code: '', route: '/system' },
    ])
    expect((await client.call(userCalls.menuRole, { query: { subModule: 'wfpf-other' } })).body).toEqual([])
  })

  test('codes are answered one by one, patterns of a role included (PERMISSIONS-01)', async () => {
    const { client } = await aMember(['wfpf.farm.equipment.*'])
    const codes = ['wfpf.farm.equipment.gateway', 'wfpf.farm.farm.map', 'wfpf.farm.equipment.gateway.ps.delete']
    const approved = [true, false, true]
    expect((await client.call(userCalls.checkResources, { body: codes })).body).toEqual(
      codes.map((code, at) => ({ code, approve: approved[at] })),
    )
  })
})

test('a role that names bases lends its codes there alone', async () => {
  const tenant = await build.aTenant()
  const [north, south] = [await build.anArea({ tenant_id: tenant.id }), await build.anArea({ tenant_id: tenant.id })]
  const user = await build.aUser({ tenantId: tenant.id, codes: ['wfpf.farm.equipment.gateway'], areaIds: [south.id] })
  await build.aRole({ tenant_id: tenant.id, codes: ['*'], userId: user.id, areaIds: [north.id] })
  const [inNorth, inSouth] = await Promise.all([north, south].map(({ id }) => build.aDevice({ tenant_id: tenant.id, area_id: id })))
  const client = await server.signIn(user.login_name)
  const act = async (id: number) => (await client.call(gatewayCalls.secret, { params: { t: tenant.id, id } })).status
  const read = async (id: number) => (await client.call(gatewayCalls.get, { params: { t: tenant.id, id } })).status
  expect([await read(inNorth!.id), await read(inSouth!.id)]).toEqual([200, 200])
  expect([await act(inNorth!.id), await act(inSouth!.id)]).toEqual([200, 404])
})
