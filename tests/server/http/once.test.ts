import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { gatewayCalls } from '#contract/devices/gateway'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/core/idempotencyKey'
import { worker } from '#contract/farm/worker'
import { inTenant } from '#server/ground/database/scope'
import { CallFailure } from '#server/ground/failure'
import type { Asking } from '#server/ground/http/handler'
import { forgetDone, MOST_REMEMBERED, once } from '#server/ground/http/once'
import { arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let t: number
let other: number
let admin: Client
let colleague: Client
let areaId: number
let adminId: number
let otherArea: number
beforeAll(async () => {
  server = await startTestServer()
  const build = arrange(server.owner)
  t = (await build.aTenant()).id
  other = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: t })).id
  otherArea = (await build.anArea({ tenant_id: other })).id
  const user = await build.aUser({ tenantId: t, codes: ['*'] })
  adminId = user.id
  await build.insert('membership', { tenant_id: other, user_id: user.id })
  await build.aRole({ tenant_id: other, userId: user.id })
  admin = await server.signIn(user.login_name)
  colleague = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
})
afterAll(() => server?.close())

let key = ''
let made = 0
beforeEach(() => {
  key = `key-of-test-${++made}`
})

async function send(
  client: Client,
  body: object,
  { tenant = t, path = worker.calls.create.path as string, under = key, method = 'POST' } = {},
) {
  const answer = await client.raw(method, path.replace('{t}', String(tenant)), {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: under },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const named = (name: string) => ({ name, organizationId: areaId })
const count = async (name: string) =>
  Number((await server.owner.query('select count(*) as n from worker where name = $1', [name])).rows[0].n)

describe('an act that is sent again with its key', () => {
  test('is done once, and answered as the first time', async () => {
    const first = await send(admin, named('Weeding'))
    expect(first.status).toBe(200)
    expect(await send(admin, named('Weeding'))).toEqual(first)
    expect(await count('Weeding')).toBe(1)
  })

  test('is done once however many send it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(admin, named('Pruning'))))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    expect(await count('Pruning')).toBe(1)
  })

  test('is another act under another key, of another user and in another tenant', async () => {
    expect((await send(admin, named('Sowing'))).status).toBe(200)
    expect((await send(admin, named('Sowing'), { under: `${key}-2` })).status).toBe(200)
    expect((await send(colleague, named('Sowing'))).status).toBe(200)
    expect((await send(admin, { ...named('Sowing'), organizationId: otherArea }, { tenant: other })).status).toBe(200)
    expect(await count('Sowing')).toBe(4)
  })

  test('is refused where the key was another act’s', async () => {
    await send(admin, named('Mowing'))
    expect(await send(admin, named('Raking'))).toMatchObject({ status: 422, body: { code: 'error.call.otherInput' } })
    expect(await count('Raking')).toBe(0)
  })

  test('may be mended and sent again where it was refused', async () => {
    const stale = { workerId: 0, objectVersionNumber: 9, ...named('Baling') }
    const { body } = await send(admin, named('Baling'), { under: `${key}-made` })
    stale.workerId = body['workerId'] as number
    const put = { method: 'PUT', path: worker.calls.update.path }
    expect((await send(admin, stale, put)).status).toBe(409)
    expect((await send(admin, { ...stale, objectVersionNumber: 1 }, put)).status).toBe(200)
  })

  test('is said to have been received where the server ended before its answer was kept', async () => {
    await send(admin, named('Spraying'))
    await server.owner.query('update done_call set answer = null where key = $1', [key])
    expect(await send(admin, named('Spraying'))).toMatchObject({ status: 409, body: { code: 'error.call.repeated' } })
    expect(await count('Spraying')).toBe(1)
  })

  test('keeps no secret: who sends it again is told that it was done', async () => {
    const gateway = { name: 'Gate', eui: `once-${made}`, deviceType: 'gateway', areaId, landId: null, latlng: null, reportingMinutes: 5 }
    const body = { ...gateway, iccid: null, fileUrl: null, enabledFlag: 1 }
    const first = await send(admin, body, { path: gatewayCalls.create.path })
    expect(first).toMatchObject({ status: 200, body: { secret: expect.any(String) } })
    expect(await send(admin, body, { path: gatewayCalls.create.path })).toMatchObject({
      status: 409,
      body: { code: 'error.call.repeated' },
    })
    const { rows } = await server.owner.query('select * from done_call where key = $1', [key])
    expect(JSON.stringify(rows)).not.toContain(first.body['secret'])
  })

  test('is remembered among the last thousand of its user, so that nobody fills the database by acting', async () => {
    await server.owner.query(
      `insert into done_call (tenant_id, user_id, key, digest, at) select $1, $2, 'filler-' || n, 'x', n from generate_series(1, 3000) n`,
      [t, adminId],
    )
    await send(admin, named('Tilling'))
    const { rows } = await server.owner.query(
      'select count(*)::int as n, min(at)::int as oldest from done_call where user_id = $1 and at <= 3000',
      [adminId],
    )
    expect(rows[0].n).toBeLessThan(MOST_REMEMBERED)
    expect(rows[0].oldest).toBeGreaterThan(2000)
    expect((await send(admin, named('Tilling'))).status).toBe(200)
    expect(await count('Tilling')).toBe(1)
  })

  test('of the field is remembered for 90 days, and among the last thousand of the field', async () => {
    const under = `field.${key}`
    await send(admin, named('Scything'), { under })
    await server.owner.query(
      `insert into done_call (tenant_id, user_id, key, digest, at) select $1, $2, 'later-' || n, 'x', $3::bigint + n from generate_series(1, 1500) n`,
      [t, adminId, Date.now() + 60_000],
    )
    await send(admin, named('Tedding'))
    await forgetDone(server.services.serviceDb, Date.now() + 89 * 86_400_000)
    expect((await send(admin, named('Scything'), { under })).status).toBe(200)
    expect(await count('Scything')).toBe(1)
    await forgetDone(server.services.serviceDb, Date.now() + 91 * 86_400_000)
    await send(admin, named('Scything'), { under })
    expect(await count('Scything')).toBe(2)
  })

  test('is remembered for a day', async () => {
    await send(admin, named('Hoeing'))
    await forgetDone(server.services.serviceDb, Date.now() + 23 * 3_600_000)
    expect((await send(admin, named('Hoeing'))).status).toBe(200)
    expect(await count('Hoeing')).toBe(1)
    await forgetDone(server.services.serviceDb, Date.now() + 25 * 3_600_000)
    await send(admin, named('Hoeing'))
    expect(await count('Hoeing')).toBe(2)
  })

  const act = (name: string, work: (asking: Asking) => Promise<string>) => {
    const asking = {
      caller: { userId: adminId },
      grant: { tenantId: t },
      inTenant: (inside) => inTenant(server.services.requestDb, { tenantId: t, userId: adminId, areas: null }, inside),
    } as Asking
    return once({ key, act: name, input: {}, asking, clock: Date.now, isSecret: false }, work, String)
  }
  test('has its key back where it is refused after something was read', async () => {
    const read = (asking: Asking) => asking.inTenant(async () => 'read')
    const refused = act('one', async (asking) => {
      await read(asking)
      throw new CallFailure('error.busy')
    })
    await expect(refused).rejects.toMatchObject({ code: 'error.busy' })
    expect(await act('one', read)).toBe('read')
  })

  test('is another one where another call has the same input', async () => {
    const read = (asking: Asking) => asking.inTenant(async () => 'read')
    await act('one', read)
    await expect(act('another', read)).rejects.toMatchObject({ code: 'error.call.otherInput' })
  })

  test('is forgotten by a job of the server', async () => {
    await vi.waitFor(async () => {
      const { rows } = await server.owner.query(`select 1 from job where name = 'http.forgetDone'`)
      expect(rows).toHaveLength(1)
    })
  })

  test.each(['short', 'x'.repeat(101), 'with a blank'])('is refused under %j, which is no key', async (under) => {
    expect(await send(admin, named('Nothing'), { under })).toMatchObject({ status: 400, body: { code: 'error.input.invalid' } })
  })
})
