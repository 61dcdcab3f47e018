import fc from 'fast-check'
import mqtt, { type MqttClient } from 'mqtt'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls'
import type { AnyCall } from '#contract/core/call'
import { deviceCalls } from '#contract/devices/device'
import { areaCalls } from '#contract/farm/area'
import { worker } from '#contract/farm/worker'
import {
  type Application,
  APPLICATION_CREATE,
  APPLICATION_EDIT,
  APPLICATION_READ,
  applicationCalls,
} from '#contract/organization/application'
import { auditCalls } from '#contract/organization/audit'
import { peopleCalls } from '#contract/organization/people'
import { scopeCodes } from '#contract/organization/scopes'
import { userManageCalls } from '#contract/organization/user'
import { oauthCalls, type Tokens } from '#contract/session/oauth'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/signIn'
import { personalTokenCalls, TOKEN_PREFIX } from '#contract/session/personalToken'
import { topics } from '#contract/topics'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const WORKERS = 'wfpf.farm.farm.worker'
const ADD_WORKER = 'wfpf.farm.farm.worker.ps.create'
const HOUR = 3_600_000

let server: TestServer
let build: Arrange
let now = Date.now()
/** Everything the server wrote, at the most talkative level there is. */
let written = ''
const sink = new Writable({
  write(bytes: Buffer, _, done) {
    written += bytes.toString()
    done()
  },
})
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  server = await startTestServer({ clock: () => now, log: pino({ level: 'trace' }, sink) })
  build = arrange(server.owner)
})
afterAll(async () => {
  for (const end of ends) await end()
  await server?.close()
})

async function aFarm(codes: readonly string[] = ['*'], areaIds: readonly number[] | null = null) {
  const t = (await build.aTenant()).id
  const [north, south] = [await build.anArea({ tenant_id: t }), await build.anArea({ tenant_id: t })]
  const user = await build.aUser({ tenantId: t, codes, areaIds })
  const admin = await server.signIn(user.login_name)
  return { t, params: { t }, north: north.id, south: south.id, user, admin }
}
type Farm = Awaited<ReturnType<typeof aFarm>>

let names = 0
const typed = (more: object = {}) => ({
  name: `ERP ${(names += 1)}`,
  scopes: [WORKERS],
  everyBase: true,
  areaIds: [] as number[],
  perMinute: 6000,
  ...more,
})
async function made({ admin, params }: Pick<Farm, 'admin' | 'params'>, more: object = {}) {
  const { status, body } = await admin.call(applicationCalls.create, { params, body: typed(more) })
  expect({ status, code: body.code }).toEqual({ status: 200, code: undefined })
  return { ...body.application, secret: body.secret }
}
const ask = ({ clientId, secret }: { clientId: string; secret: string }, more: object = {}) =>
  server.anonymous.call(oauthCalls.token, {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret, ...more },
  })
async function letIn(of: { clientId: string; secret: string }): Promise<Client> {
  const { status, body } = await ask(of)
  expect(status).toBe(200)
  return server.clientOf((body as Tokens).access_token)
}
const workersOf = async (client: Client, t: number) => (await client.call(worker.calls.page, { params: { t } })).status
/** Within a second it is nobody any more. */
const isNobodySoon = (client: Client, t: number) =>
  vi.waitFor(async () => expect(await workersOf(client, t)).toBe(401), { timeout: 1000, interval: 20 })

async function listen(token: string): Promise<MqttClient> {
  const page = await mqtt.connectAsync(`${server.url.replace('http', 'ws')}/mqtt`, {
    protocolVersion: 4,
    username: 'console',
    password: token,
    reconnectPeriod: 0,
  })
  page.on('error', () => undefined)
  ends.push(() => page.endAsync(true))
  return page
}
const hears = async (page: MqttClient, topic: string) => (await page.subscribeAsync(topic).catch(() => [{ qos: 128 }]))[0]?.qos !== 128

describe('a client application', () => {
  test('is let in by id and secret, reads what it was lent, and is refused the rest, in another tenant too', async () => {
    const [farm, other] = [await aFarm(), await aFarm()]
    await build.aDevice({ tenant_id: farm.t, area_id: farm.north, name: 'Pump house' })
    const client = await letIn(await made(farm, { scopes: [...scopeCodes].filter((code) => !code.includes('.ps.')) }))
    const devices = await client.call(deviceCalls.tenantAll, { params: farm.params })
    expect(devices.status).toBe(200)
    expect(JSON.stringify(devices.body)).toContain('Pump house')
    expect(await workersOf(client, farm.t)).toBe(200)
    const write = await client.call(worker.calls.create, {
      params: farm.params,
      body: { name: 'A', code: 'A', organizationId: farm.north },
    })
    expect(write.body.code).toBe('error.permission.denied')
    expect(await workersOf(client, other.t)).toBe(404)
    const own = await client.call(personalTokenCalls.list, { params: farm.params })
    expect({ status: own.status, code: (own.body as { code?: string }).code }).toEqual({
      status: 403,
      code: 'error.permission.personNeeded',
    })
  })

  test('sees the bases that it was lent, and no other', async () => {
    const farm = await aFarm()
    for (const area of [farm.north, farm.south])
      await build.insert('worker', { tenant_id: farm.t, area_id: area, name: `w${area}`, code: `w${area}`, worker_type: 'regular' })
    const client = await letIn(await made(farm, { everyBase: false, areaIds: [farm.south] }))
    const { body } = await client.call(worker.calls.page, { params: farm.params })
    expect(body.content.map(({ organizationId }) => organizationId)).toEqual([farm.south])
    expect(
      (await client.call(areaCalls.page, { params: farm.params, query: { size: 0 } })).body.content.map(({ areaId }) => areaId),
    ).toEqual([farm.south])
  })

  test('writes in its own name: the byline, the trail and what stands after it is gone', async () => {
    const farm = await aFarm()
    const { applicationId, name, ...of } = await made(farm, { scopes: [WORKERS, ADD_WORKER] })
    const client = await letIn(of)
    const body = { name: 'Li', code: 'L-1', organizationId: farm.north }
    const { body: row, status } = await client.call(
      worker.calls.create,
      { params: farm.params, body },
      { 'idempotency-key': 'a-key-of-the-erp' },
    )
    expect(status).toBe(200)
    const byline = async () =>
      (await farm.admin.call(worker.calls.get, { params: { ...farm.params, id: row.workerId } })).body.byline?.madeBy
    expect(await byline()).toBe(`API · ${name}`)
    const { objectVersionNumber } = (await farm.admin.call(applicationCalls.page, { params: farm.params })).body.content.find(
      (one) => one.applicationId === applicationId,
    )!
    await farm.admin.call(applicationCalls.remove, { params: farm.params, body: { applicationId, objectVersionNumber } })
    expect(await byline()).toBe(`API · ${name}`)
    await isNobodySoon(client, farm.t)
  })

  test('is in the trail as what it is, when it was made and when it acts', async () => {
    const farm = await aFarm()
    const { name, ...of } = await made(farm, { scopes: [...scopeCodes] })
    const client = await letIn(of)
    const { status } = await client.call(areaCalls.create, { params: farm.params, body: { areaName: 'Made by a program' } })
    const entries = (await farm.admin.call(auditCalls.page, { params: farm.params, query: { size: 0 } })).body.content
    if (status === 200)
      expect(entries.find(({ kind, title }) => kind === 'area' && title === 'Made by a program')?.userName).toBe(`API · ${name}`)
    expect(entries.find(({ kind, title }) => kind === 'application' && title === name)).toMatchObject({
      verb: 'made',
      userName: farm.user.real_name,
    })
    expect(status).toBe(200)
  })

  test('is told what is wrong by the fields of RFC 6749, and comes by HTTP Basic too', async () => {
    const of = await made(await aFarm())
    const wrong = await ask({ ...of, secret: `${of.secret}x` })
    expect({ status: wrong.status, ...(wrong.body as object) }).toMatchObject({
      status: 401,
      error: 'invalid_client',
      code: 'error.signIn.clientSecret',
    })
    expect((await ask(of, { scope: 'wfpf.none' })).body).toMatchObject({ error: 'invalid_scope' })
    expect((await ask(of, { scope: WORKERS })).body).toMatchObject({ scope: WORKERS, token_type: 'bearer', expires_in: 900 })
    const unknown = await server.anonymous.call(oauthCalls.token, {
      body: { grant_type: 'implicit', client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
    })
    expect(unknown.body).toMatchObject({ error: 'unsupported_grant_type' })
    const basic = await server.anonymous.raw('POST', oauthCalls.token.path, {
      body: 'grant_type=client_credentials',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${of.clientId}:${of.secret}`).toString('base64')}`,
      },
    })
    expect(basic.status).toBe(200)
    const { refresh_token: none, access_token: token } = (await basic.json()) as Record<string, string>
    expect(none).toBeUndefined()
    expect(token).toBeTruthy()
  })

  test('goes on with the old secret for as long as was said, and with none once it is revoked, on every way in', async () => {
    const farm = await aFarm()
    const of = await made(farm)
    const [client, page] = [await letIn(of), await letIn(of)]
    const live = await listen(page.token!)
    const closed = new Promise<void>((resolve) => live.once('close', () => resolve()))
    const params = { ...farm.params, id: of.applicationId }
    const rotated = await farm.admin.call(applicationCalls.rotate, { params, body: { overlapHours: 1, objectVersionNumber: 1 } })
    expect(rotated.body.application.oldSecretUntil).toBe(now + HOUR)
    const again = await farm.admin.call(applicationCalls.rotate, { params, body: { overlapHours: 1, objectVersionNumber: 1 } })
    expect(again.status).toBe(409)
    const fresh = { ...of, secret: rotated.body.secret }
    for (const each of [of, fresh]) expect((await ask(each)).status).toBe(200)
    expect(await workersOf(client, farm.t)).toBe(200)
    expect((await farm.admin.call(applicationCalls.revoke, { params })).body).toMatchObject({ state: 'noSecret', oldSecretUntil: null })
    await isNobodySoon(client, farm.t)
    await closed
    for (const each of [of, fresh]) expect((await ask(each)).status).toBe(401)
  })

  test('loses an old secret when its time is over, and all when it is switched off or has ended', async () => {
    const farm = await aFarm()
    const of = await made(farm)
    const params = { ...farm.params, id: of.applicationId }
    await farm.admin.call(applicationCalls.rotate, { params, body: { overlapHours: 1, objectVersionNumber: 1 } })
    now += 50 * 60_000
    const late = await ask(of)
    expect((late.body as { expires_in: number }).expires_in).toBe(600)
    now += 11 * 60_000
    expect((await ask(of)).status).toBe(401)
    expect(await workersOf(server.clientOf((late.body as Tokens).access_token), farm.t)).toBe(401)

    const admin = await server.signIn(farm.user.login_name)
    const other = await made({ ...farm, admin })
    const client = await letIn(other)
    const off = { ...typed({ name: other.name, enabledFlag: 0 }), applicationId: other.applicationId, objectVersionNumber: 1 }
    expect((await admin.call(applicationCalls.update, { params: farm.params, body: off })).body.state).toBe('off')
    await isNobodySoon(client, farm.t)
    expect((await ask(other)).status).toBe(401)

    const ending = await made({ ...farm, admin }, { expiresAt: now + 60_000 })
    const last = await letIn(ending)
    now += 61_000
    expect(await workersOf(last, farm.t)).toBe(401)
    expect((await ask(ending)).status).toBe(401)
  })

  test('is lent nothing that its maker does not have, nor may whoever lacks it read a new secret or switch it on', async () => {
    const EDITS = [APPLICATION_READ, APPLICATION_CREATE, APPLICATION_EDIT]
    const farm = await aFarm()
    const small = await build.aUser({ tenantId: farm.t, codes: [...EDITS, WORKERS], areaIds: null })
    const local = await build.aUser({ tenantId: farm.t, codes: [...EDITS, WORKERS], areaIds: [farm.north] })
    const [narrow, north] = [await server.signIn(small.login_name), await server.signIn(local.login_name)]
    const create = (client: Client, more: object) => client.call(applicationCalls.create, { params: farm.params, body: typed(more) })
    expect((await create(narrow, { scopes: [WORKERS, ADD_WORKER] })).body.code).toBe('error.role.beyond')
    expect((await create(north, {})).body.code).toBe('error.role.beyond')
    expect((await create(north, { everyBase: false, areaIds: [farm.north] })).status).toBe(200)
    expect((await create(farm.admin, { scopes: ['wfpf.company.config.role'] })).body.fields).toHaveProperty('scopes')
    const big = await made(farm, { scopes: [WORKERS, ADD_WORKER], enabledFlag: 0 })
    const params = { ...farm.params, id: big.applicationId }
    expect((await narrow.call(applicationCalls.rotate, { params, body: { overlapHours: 0, objectVersionNumber: 1 } })).body.code).toBe(
      'error.role.beyond',
    )
    const wake = {
      ...typed({ name: big.name, scopes: [WORKERS, ADD_WORKER], enabledFlag: 1 }),
      applicationId: big.applicationId,
      objectVersionNumber: 1,
    }
    expect((await narrow.call(applicationCalls.update, { params: farm.params, body: wake })).body.code).toBe('error.role.beyond')
    const edit = (client: Client, { applicationId, objectVersionNumber, name }: Application, more: object) =>
      client.call(applicationCalls.update, { params: farm.params, body: { ...typed(more), name, applicationId, objectVersionNumber } })
    const everywhere = (await create(narrow, {})).body.application
    expect((await edit(narrow, everywhere, { scopes: [WORKERS, ADD_WORKER] })).body.code).toBe('error.role.beyond')
    const there = (await create(north, { everyBase: false, areaIds: [farm.north] })).body.application
    expect((await edit(north, there, {})).body.code).toBe('error.role.beyond')
    const unseen = await edit(north, there, { everyBase: false, areaIds: [farm.north, farm.south] })
    expect(unseen.body.fields).toHaveProperty('areaIds')
    // What stops it, everybody may who edits.
    expect((await narrow.call(applicationCalls.revoke, { params })).status).toBe(200)
  })

  test('may make so many calls a minute, is told how long to wait, and its use is written', async () => {
    const farm = await aFarm()
    const client = await letIn(await made(farm, { perMinute: 3 }))
    const path = worker.calls.page.path.replace('{t}', String(farm.t))
    const statuses = []
    for (let call = 0; call < 3; call += 1) statuses.push(await client.raw('GET', path))
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
    const refused = statuses[2]!
    expect(refused.headers.get('retry-after')).toBe('20')
    expect(statuses[0]!.headers.get('ratelimit')).toBe('"client";r=1;t=40')
    expect(refused.headers.get('ratelimit-policy')).toBe('"client";q=3;w=60')
    now += 20_000
    expect((await client.raw('GET', path)).status).toBe(200)
    await vi.waitFor(
      async () => {
        now += 21_000
        await client.raw('GET', path)
        const [one] = (await farm.admin.call(applicationCalls.page, { params: farm.params })).body.content
        expect(one!.day.limited).toBe(1)
        expect(one!.usedAt).not.toBeNull()
      },
      { timeout: 5000, interval: 50 },
    )
    const { rows } = await server.owner.query<{ n: string }>('select count(*) as n from client_use where tenant_id = $1', [farm.t])
    expect(Number(rows[0]!.n)).toBeLessThanOrEqual(2)
  })
})

describe('a personal access token', () => {
  async function aToken(farm: Farm, scopes: readonly string[] = [WORKERS], more: object = {}) {
    const answer = await farm.admin.call(personalTokenCalls.create, {
      params: farm.params,
      body: { name: 'A script', scopes, expiresAt: now + 24 * HOUR, ...more },
    })
    return { ...answer, client: server.clientOf(answer.body.secret) }
  }

  test('opens nothing past a second factor that the enterprise demands and its person lacks; an application has none to lack', async () => {
    const farm = await aFarm()
    const [{ client }, application] = [await aToken(farm), await letIn(await made(farm))]
    expect(await workersOf(client, farm.t)).toBe(200)
    await server.owner.query('update tenant set demands_second_factor = true where id = $1', [farm.t])
    await vi.waitFor(async () => expect(await workersOf(client, farm.t)).toBe(403), { timeout: 1000, interval: 20 })
    expect((await client.call(worker.calls.page, { params: farm.params })).body).toMatchObject({ code: 'error.permission.secondFactor' })
    expect(await workersOf(application, farm.t)).toBe(200)
    await server.owner.query(`insert into second_factor (id, secret, last_step, recovery, since) values ($1, 'sealed', 0, '{}', 1)`, [
      farm.user.id,
    ])
    await vi.waitFor(async () => expect(await workersOf(client, farm.t)).toBe(200), { timeout: 1000, interval: 20 })
  })

  test('does what its scopes name and its person may at that moment', async () => {
    const farm = await aFarm([WORKERS, ADD_WORKER])
    const { body, client } = await aToken(farm)
    expect(body.secret).toMatch(new RegExp(`^${TOKEN_PREFIX}`))
    expect(await workersOf(client, farm.t)).toBe(200)
    const write = await client.call(worker.calls.create, {
      params: farm.params,
      body: { name: 'A', code: 'A', organizationId: farm.north },
    })
    expect(write.status).toBe(403)
    expect((await aToken(farm, ['wfpf.farm.farm.batch'])).body.code).toBe('error.role.beyond')
    await server.owner.query(`update role set codes = '{}' where tenant_id = $1`, [farm.t])
    await vi.waitFor(async () => expect(await workersOf(client, farm.t)).toBe(403), { timeout: 1000, interval: 20 })
  })

  test('must end, ends when it is revoked, with the membership and with the account', async () => {
    const farm = await aFarm()
    for (const expiresAt of [now, now + 400 * 24 * HOUR]) expect((await aToken(farm, [WORKERS], { expiresAt })).status).toBe(400)
    const [one, two, three] = [await aToken(farm), await aToken(farm), await aToken(farm, [WORKERS], { expiresAt: now + 1000 })]
    const live = await listen(one.body.secret)
    const closed = new Promise<void>((resolve) => live.once('close', () => resolve()))
    expect(await workersOf(three.client, farm.t)).toBe(200)
    now += 1001
    expect(await workersOf(three.client, farm.t)).toBe(401)
    await farm.admin.call(personalTokenCalls.revoke, { params: { ...farm.params, id: one.body.token.tokenId } })
    await isNobodySoon(one.client, farm.t)
    await closed
    expect(await workersOf(two.client, farm.t)).toBe(200)
    await server.owner.query('delete from role_assignment where user_id = $1', [farm.user.id])
    await server.owner.query('delete from membership where user_id = $1', [farm.user.id])
    await isNobodySoon(two.client, farm.t)
    const other = await aFarm()
    const disabled = await aToken(other)
    expect(await workersOf(disabled.client, other.t)).toBe(200)
    await server.owner.query('update app_user set enabled = false where id = $1', [other.user.id])
    await isNobodySoon(disabled.client, other.t)
  })

  test('is one person’s own', async () => {
    const farm = await aFarm()
    const { body } = await aToken(farm)
    const colleague = await server.signIn((await build.aUser({ tenantId: farm.t, codes: ['*'] })).login_name)
    expect((await colleague.call(personalTokenCalls.list, { params: farm.params })).body).toEqual([])
    expect((await colleague.call(personalTokenCalls.revoke, { params: { ...farm.params, id: body.token.tokenId } })).status).toBe(404)
  })

  test('is nobody where it was made up', async () => {
    for (const made of [`${TOKEN_PREFIX}x`, `${TOKEN_PREFIX}${'a'.repeat(51)}`, TOKEN_PREFIX])
      expect(await workersOf(server.clientOf(made), 1)).toBe(401)
  })
})

test('the account of an application is nobody’s to sign in to, and nobody among the people', async () => {
  const farm = await aFarm()
  const { clientId, name } = await made(farm)
  const password = await server.encrypt('')
  const { status } = await server.anonymous.call(oauthCalls.token, {
    body: { grant_type: 'password', client_id: CLIENT_ID, client_secret: CLIENT_SECRET, username: clientId, password },
  })
  expect(status).toBe(400)
  for (const call of [peopleCalls.page, userManageCalls.page])
    expect(JSON.stringify((await farm.admin.call(call, { params: farm.params, query: { size: 0 } })).body)).not.toContain(name)
})

test('a token stops to hear what its person may hear no more, and hears less than its person from the first', async () => {
  const codesOf = (topic: (typeof topics)[number]) => topic.access.console
  const topic = topics.find(
    (one) => Array.isArray(codesOf(one)) && one.pattern.includes('{t}') && (codesOf(one) as string[]).some((code) => scopeCodes.has(code)),
  )!
  const needed = (codesOf(topic) as string[]).find((code) => scopeCodes.has(code))!
  const farm = await aFarm([needed, WORKERS])
  const name = topic.of({ t: farm.t, areaId: farm.north, userId: farm.user.id })
  const tokenOf = async (scope: string) =>
    (
      await farm.admin.call(personalTokenCalls.create, {
        params: farm.params,
        body: { name: scope.slice(-40), scopes: [scope], expiresAt: now + HOUR },
      })
    ).body.secret
  const [may, mayNot] = [await listen(await tokenOf(needed)), await listen(await tokenOf(WORKERS))]
  expect(await hears(may, name)).toBe(true)
  expect(await hears(mayNot, name)).toBe(false)
  const closed = new Promise<void>((resolve) => may.once('close', () => resolve()))
  await server.owner.query(`update role set codes = $2 where tenant_id = $1`, [farm.t, [WORKERS]])
  await closed
  expect(mayNot.connected).toBe(true)
})

describe('every declared call', () => {
  const pathOf = ({ path }: AnyCall, t: number) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === 't' ? String(t) : name === 'uuid' ? '00000000-0000-4000-8000-000000000000' : '999999999',
    )
  test('that needs a person refuses an application and a token that hold everything, and no other does', { timeout: 180_000 }, async () => {
    const farm = await aFarm()
    const scopes = [...scopeCodes]
    const application = await letIn(await made(farm, { scopes }))
    const answer = await farm.admin.call(personalTokenCalls.create, {
      params: farm.params,
      body: { name: 'All', scopes, expiresAt: now + HOUR },
    })
    const token = server.clientOf(answer.body.secret)
    const wrong: string[] = []
    let persons = 0
    for (const call of calls.filter(({ permission }) => permission !== 'public')) {
      if (call.persons) persons += 1
      for (const client of [application, token]) {
        now += 250
        const broken = call.method === 'GET' ? {} : { body: '{"broken', headers: { 'content-type': 'application/json' } }
        const given = await client.raw(call.method, pathOf(call, farm.t), broken)
        const { code } = given.headers.get('content-type')?.includes('json') ? ((await given.json()) as { code?: string }) : {}
        if ((code === 'error.permission.personNeeded') !== call.persons || code === 'error.permission.denied')
          wrong.push(`${call.name} ${code}`)
      }
    }
    expect(wrong).toEqual([])
    expect(persons).toBeGreaterThan(50)
  })

  test('of these are what is one’s own, what decides, what opens rights and what shows a secret', () => {
    const of = (name: string) => calls.find((call) => call.name === name)?.persons
    const needed = ['approval.approve', 'account.password', 'user.self', 'role.assign', 'application.create', 'personalToken.create']
    for (const name of [
      ...needed,
      'message.page',
      'oauth.logout',
      'aplionform.submit',
      'gateway.secret',
      'cameraStream.live',
      'theme.save',
    ])
      expect({ name, persons: of(name) }).toEqual({ name, persons: true })
    for (const name of ['device.tenantAll', 'worker.page', 'switch.control', 'audit.page'])
      expect({ name, persons: of(name) }).toEqual({ name, persons: false })
  })
})

test('every kind of topic is opened to an application as its scopes and bases say, and none of a person', async () => {
  const farm = await aFarm()
  const other = await aFarm()
  const scopes = [...scopeCodes]
  const tokens = [
    (await letIn(await made(farm, { scopes, everyBase: false, areaIds: [farm.north] }))).token!,
    (await letIn(await made(farm, { scopes: [WORKERS], everyBase: false, areaIds: [farm.north] }))).token!,
  ]
  const [all, little] = [await listen(tokens[0]!), await listen(tokens[1]!)]
  const { rows } = await server.owner.query<{ user_id: string }>('select user_id from application where tenant_id = $1 limit 1', [farm.t])
  let opened = 0
  for (const topic of topics) {
    const at = (t: number, areaId: number) =>
      topic.of({ t, tenantId: t, areaId, userId: Number(rows[0]!.user_id), eui: 'x', commandId: 'x', child: 'x' })
    const access = topic.access.console
    const ofPerson = topic.pattern.includes('{userId}')
    const hasBase = topic.pattern.includes('{areaId}')
    const mayAll = access !== undefined && !ofPerson && (access === 'login' || access.some((code) => scopeCodes.has(code)))
    const mayLittle = mayAll && (access === 'login' || access.includes(WORKERS))
    if (mayAll) opened += 1
    expect({ topic: topic.pattern, heard: await hears(all, at(farm.t, farm.north)) }).toEqual({ topic: topic.pattern, heard: mayAll })
    expect({ topic: topic.pattern, heard: await hears(little, at(farm.t, farm.north)) }).toEqual({ topic: topic.pattern, heard: mayLittle })
    if (topic.pattern.includes('{t}')) expect(await hears(all, at(other.t, other.north))).toBe(false)
    if (hasBase) expect(await hears(all, at(farm.t, farm.south))).toBe(false)
  }
  expect(opened).toBeGreaterThan(2)
})

test('a secret is in no log line, no row, no trail, no spreadsheet and no answer but the first', async () => {
  const farm = await aFarm()
  const one = await made(farm)
  const params = { ...farm.params, id: one.applicationId }
  const rotated = await farm.admin.call(applicationCalls.rotate, { params, body: { overlapHours: 24, objectVersionNumber: 1 } })
  const pat = await farm.admin.call(personalTokenCalls.create, {
    params: farm.params,
    body: { name: 'A script', scopes: [WORKERS], expiresAt: now + HOUR },
  })
  const secrets = [one.secret, rotated.body.secret, pat.body.secret]
  for (const secret of [...secrets, 'wrong']) await ask({ ...one, secret })
  await workersOf(server.clientOf(pat.body.secret), farm.t)
  await workersOf(server.clientOf(`${pat.body.secret}x`), farm.t)
  const answers = await Promise.all([
    farm.admin.call(applicationCalls.page, { params: farm.params }),
    farm.admin.call(personalTokenCalls.list, { params: farm.params }),
    farm.admin.call(auditCalls.page, { params: farm.params, query: { size: 0 } }),
    farm.admin.call(auditCalls.export, { params: farm.params }),
  ])
  const { rows: tables } = await server.owner.query<{ tablename: string }>(`select tablename from pg_tables where schemaname = 'furrow'`)
  let stored = ''
  for (const { tablename } of tables)
    stored += JSON.stringify((await server.owner.query(`select to_jsonb(t) from furrow."${tablename}" t`)).rows)
  for (const secret of secrets) {
    for (const text of [written, stored, JSON.stringify(answers)]) expect(text.includes(secret)).toBe(false)
  }
  expect(stored).toContain(one.clientId)
})

test('no sequence of edits lets an application do what nobody could give', { timeout: 120_000 }, async () => {
  const EDITS = [APPLICATION_READ, APPLICATION_CREATE, APPLICATION_EDIT]
  const CODES = [WORKERS, ADD_WORKER, 'wfpf.farm.farm.batch', 'wfpf.farm.farm.map'].filter((code) => scopeCodes.has(code))
  const act = fc.record({
    lawful: fc.boolean(),
    keep: fc.constantFrom('scopes' as const, 'bases' as const, null),
    who: fc.nat(2),
    at: fc.nat(3),
    make: fc.boolean(),
    scopes: fc.uniqueArray(fc.constantFrom(...CODES), { minLength: 1, maxLength: 3 }),
    bases: fc.option(fc.uniqueArray(fc.nat(1), { minLength: 1 })),
    enabledFlag: fc.nat(1),
  })
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async (acts) => {
      const farm = await aFarm()
      const bases = [farm.north, farm.south]
      const held: { codes: string[]; areas: number[] | null }[] = [
        { codes: [WORKERS, ADD_WORKER], areas: [farm.north] },
        { codes: [WORKERS, CODES.at(-1)!], areas: [farm.south] },
        { codes: [WORKERS], areas: null },
      ]
      const people: Client[] = []
      for (const { codes, areas } of held) {
        const user = await build.aUser({ tenantId: farm.t, codes, areaIds: areas })
        // Whoever edits applications may so everywhere.
        await build.aRole({ tenant_id: farm.t, codes: EDITS, userId: user.id })
        people.push(await server.signIn(user.login_name))
      }
      const list = async (): Promise<Application[]> =>
        (await farm.admin.call(applicationCalls.page, { params: farm.params, query: { size: 0 } })).body.content
      for (const { who, at, make, lawful, keep, scopes, bases: chosen, enabledFlag } of acts) {
        const areas = lawful ? held[who]!.areas : (chosen?.map((each) => bases[each]!) ?? null)
        const lent = { scopes: lawful ? held[who]!.codes : scopes, everyBase: areas === null, areaIds: areas ?? [] }
        const body = typed({ ...lent, enabledFlag })
        const all = await list()
        const one = all[at % all.length]
        const { status } =
          make || !one
            ? await people[who]!.call(applicationCalls.create, { params: farm.params, body })
            : await people[who]!.call(applicationCalls.update, {
                params: farm.params,
                body: {
                  ...body,
                  ...(keep === 'scopes' && { scopes: one.scopes }),
                  ...(keep === 'bases' && { everyBase: one.bases === null, areaIds: one.bases?.map(({ areaId }) => areaId) ?? [] }),
                  name: one.name,
                  applicationId: one.applicationId,
                  objectVersionNumber: one.objectVersionNumber,
                },
              })
        if (status === 200) done += 1
      }
      for (const { scopes, bases: lent } of await list())
        for (const code of scopes)
          for (const area of lent?.map(({ areaId }) => areaId) ?? [null]) {
            const somebody = held.some(
              ({ codes, areas }) => codes.includes(code) && (areas === null || (area !== null && areas.includes(area))),
            )
            expect({ code, area, somebody }).toEqual({ code, area, somebody: true })
          }
    }),
    { numRuns: 15 },
  )
  expect(done).toBeGreaterThan(10)
})
