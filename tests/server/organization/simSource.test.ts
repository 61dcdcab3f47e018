import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atPath, isDotted } from '#contract/core/dotted'
import { isIccid } from '#contract/core/iccid'
import { simCard, SIMS } from '#contract/organization/simCard'
import { simSourceCalls } from '#contract/organization/simSource'
import { askCarrier } from '#server/organization/sim/askCarrier'
import { mapAnswer } from '#server/organization/sim/mapAnswer'
import { readSims, takeOver } from '#server/organization/sim/readCards'
import { encryptPassword } from '../../encryptPassword.ts'
import { aService } from '../alarms/otherSide.ts'
import { type Arrange, arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

const SECRET = 'Bearer of-a-secret-nobody-reads'
let server: TestServer
let build: Arrange
let carrier: Awaited<ReturnType<typeof aService>>
let key: string
let cards = 5000
const anIccid = () => {
  const body = `89861${String(cards++).padStart(14, '0')}`
  return Array.from({ length: 10 }, (_, last) => `${body}${last}`).find(isIccid)!
}
beforeAll(async () => {
  carrier = await aService()
  server = await startTestServer({ config: { alarms: { allow: [carrier.host], smtp: null } } })
  build = arrange(server.owner)
  key = await (await server.anonymous.raw('GET', '/oauth/public/key')).text()
})
afterAll(async () => {
  await server?.close()
  await carrier?.close()
})
beforeEach(() => {
  carrier.calls.length = 0
  carrier.reply = () => ({ body: JSON.stringify({ data: { used: 1536, all: '2048', state: 'ACT', end: '2031-02-03 00:00:00' } }) })
})

const given = () => ({
  address: carrier.url('/cards/{iccid}'),
  method: 'GET' as const,
  headerName: 'Authorization',
  usedPath: 'data.used',
  allowancePath: 'data.all',
  statePath: 'data.state',
  expiryPath: 'data.end',
  unit: 'KB' as const,
  states: [{ from: 'ACT', to: 'active' as const }],
  enabledFlag: 1,
  secret: encryptPassword(key, SECRET),
})
async function aFarm() {
  const t = (await build.aTenant()).id
  const area = await build.anArea({ tenant_id: t })
  const admin = await build.aUser({ tenantId: t, codes: [`${SIMS}*`] })
  const client = await server.signIn(admin.login_name)
  const put = (change: object = {}, objectVersionNumber = 0) =>
    client.call(simSourceCalls.save, { params: { t }, body: { ...given(), objectVersionNumber, ...change } })
  const save = async (change: object = {}, objectVersionNumber = 0) => {
    await client.call(simSourceCalls.try, { params: { t }, body: { ...given(), iccid: '8986', ...change } })
    carrier.calls.length = 0
    return put(change, objectVersionNumber)
  }
  const tryIt = async (change: object = {}) => {
    const { status, body } = await client.call(simSourceCalls.try, { params: { t }, body: { ...given(), iccid: '8986', ...change } })
    expect(status).toBe(200)
    return body
  }
  const card = async () => {
    const body = { iccid: anIccid(), organizationId: area.id, allowanceMb: 5 }
    return (await client.call(simCard.calls.create, { params: { t }, body: body as never })).body as unknown as {
      simCardId: number
      iccid: string
    }
  }
  const get = async (id: number) =>
    (await client.call(simCard.calls.page, { params: { t } })).body.content.find((one) => one.simCardId === id)!
  return { t, area, client, save, put, tryIt, card, get }
}

describe("the carrier's service", () => {
  test('is tried before it is saved: what came is shown without the secret, and what was read in it', async () => {
    const { tryIt, client, t } = await aFarm()
    carrier.reply = ({ headers }) => ({
      body: JSON.stringify({ echo: headers.authorization, data: { used: 1536, all: '2048', state: 'ACT', end: 1927843200 } }),
    })
    const answer = await tryIt()
    expect(answer).toMatchObject({
      fault: null,
      status: 200,
      wrongPaths: [],
      mapped: { usedMb: 1.5, allowanceMb: 2, cardState: 'active', expiresOn: '2031-02-03' },
    })
    expect(answer.raw).toContain('"echo":"***"')
    expect(carrier.calls.map(({ path, headers }) => [path, headers.authorization])).toEqual([['/cards/8986', SECRET]])
    expect((await client.call(simSourceCalls.get, { params: { t } })).body).toMatchObject({ address: '', hasSecret: false })
  })

  test.each([
    [
      'a place that is not there',
      { usedPath: 'data.nothing' },
      undefined,
      { fault: 'path', wrongPaths: ['usedPath'], mapped: { allowanceMb: 2 } },
    ],
    ['a state that was not named', { states: [] }, undefined, { fault: 'path', wrongPaths: ['statePath'] }],
    ['what is no JSON', {}, { body: '<html>' }, { fault: 'notJson', raw: '<html>', mapped: null }],
    ['an error', {}, { status: 401, body: 'no' }, { fault: 'status', status: 401, raw: 'no' }],
    ['a way to another address', {}, { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, { fault: 'redirected' }],
    ['far too much', {}, { body: JSON.stringify({ pad: 'x'.repeat(300_000) }) }, { fault: 'notJson' }],
    [
      'an error page',
      {},
      { headers: { 'content-type': 'text/html' }, body: `<h1>${'x'.repeat(100_000)}` },
      { fault: 'notJson', mapped: null },
    ],
    ['100,000 letters of JSON', {}, { body: JSON.stringify('x'.repeat(100_000)) }, { fault: 'notJson', mapped: null }],
    ['nothing', {}, 'drop' as const, { fault: 'unreachable' }],
  ])('answers %s: that is said', async (_, change, reply, told) => {
    const { tryIt } = await aFarm()
    if (reply !== undefined) carrier.reply = () => reply
    const answer = await tryIt(change)
    expect(answer).toMatchObject(told)
    expect(answer.raw.length).toBeLessThanOrEqual(4000)
  })

  test('stands nowhere inside: such an address is neither tried nor saved', async () => {
    const { client, t, save } = await aFarm()
    for (const address of [
      'http://127.0.0.1:1/{iccid}',
      'http://169.254.169.254/{iccid}',
      'file:///{iccid}',
      'http://[::1]/{iccid}',
      carrier.url('/no-place'),
    ]) {
      const tried = await client.call(simSourceCalls.try, { params: { t }, body: { ...given(), address, iccid: '8986' } })
      const saved = await save({ address })
      for (const { status, body } of [tried, saved])
        expect([address, status, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([address, 400, ['address']])
    }
    expect(carrier.calls).toEqual([])
  })

  test('is given its secret alone, which is sealed, answered to nobody, and goes to no other host', async () => {
    const { client, t, save, tryIt } = await aFarm()
    expect((await save()).body).toMatchObject({ hasSecret: true, objectVersionNumber: 1 })
    const { rows } = await server.owner.query('select * from furrow.sim_source where tenant_id = $1', [t])
    expect(JSON.stringify(rows)).not.toContain(SECRET)
    expect(JSON.stringify((await client.call(simSourceCalls.get, { params: { t } })).body)).not.toContain('of-a-secret')
    await tryIt({ secret: null })
    expect(carrier.calls.at(-1)!.headers.authorization).toBe(SECRET)
    const elsewhere = await save({ address: 'https://other.example/{iccid}', secret: null }, 1)
    expect([elsewhere.status, Object.keys((elsewhere.body as { fields?: object }).fields ?? {})]).toEqual([400, ['secret']])
    const { rows: trail } = await server.owner.query('select * from furrow.audit_entry where tenant_id = $1', [t])
    expect(JSON.stringify(trail)).not.toContain('of-a-secret')
    // Of two who save at once one is told.
    expect((await Promise.all([save({}, 1), save({}, 1)])).map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ])
  })

  test('is asked about each card once a day; one that fails says why, and the others are read', async () => {
    const { t, save, card, get } = await aFarm()
    await save()
    const [good, bad] = [await card(), await card()]
    carrier.reply = ({ path }) =>
      path.endsWith(bad.iccid)
        ? { status: 500 }
        : { body: JSON.stringify({ data: { used: 512, all: 4096, state: 'ACT', end: '20310203' } }) }
    let now = Date.now() + 60_000
    const job = readSims({ ...server.services, clock: () => now })
    const turn = async () => {
      if (!('steps' in job)) throw new Error('it is no job of steps')
      await job.steps({ tenantId: null, key: '', payload: {}, dueAt: 0 }, new AbortController().signal)
    }
    await turn()
    expect(await get(good.simCardId)).toMatchObject({ usedMb: 0.5, allowanceMb: 4, expiresOn: '2031-02-03', readAt: now, readFault: null })
    expect(await get(bad.simCardId)).toMatchObject({ usedMb: null, allowanceMb: 5, readAt: null, readFault: 'status 500' })
    const asked = carrier.calls.length
    await turn()
    expect(carrier.calls).toHaveLength(asked)
    now += 86_400_000
    await turn()
    expect(carrier.calls).toHaveLength(asked + 2)
    expect((await server.owner.query('select count(*)::int as n from furrow.sim_card where tenant_id = $1', [t])).rows[0].n).toBe(2)
  })

  test('is switched on only as it was tried, by somebody of the enterprise, within a day', async () => {
    const [{ t, area, client, put, tryIt }, other] = [await aFarm(), await aFarm()]
    const ofOne = await server.signIn((await build.aUser({ tenantId: t, codes: [`${SIMS}*`], areaIds: [area.id] })).login_name)
    const untried = async (answer: ReturnType<typeof put>) => {
      const { status, body } = await answer
      expect([status, (body as { code?: string }).code]).toEqual([409, 'error.sim.untried'])
    }
    // Whoever knows the call without the console is not believed either; a draft may be kept switched off.
    await untried(put())
    await untried(other.put())
    expect((await put({ enabledFlag: 0 })).status).toBe(200)
    await untried(put({}, 1))
    // A try that read nothing, or not all, speaks for nothing.
    carrier.reply = () => ({ body: '<html>' })
    expect((await tryIt()).fault).toBe('notJson')
    carrier.reply = () => ({ body: JSON.stringify({ data: { used: 1536, all: '2048', state: 'GONE', end: '2031-02-03' } }) })
    expect((await tryIt()).fault).toBe('path')
    await untried(put({}, 1))
    carrier.reply = () => ({ body: JSON.stringify({ data: { used: 1536, all: '2048', state: 'ACT', end: '2031-02-03' } }) })
    expect((await tryIt()).fault).toBeNull()
    // Another enterprise's try speaks for it alone, and anything that was changed since is untried.
    await untried(other.put())
    const secret = encryptPassword(key, 'another')
    const changes = [
      { address: carrier.url('/elsewhere/{iccid}') },
      { method: 'POST' },
      { headerName: 'X-Key' },
      { usedPath: 'data.all' },
      { expiryPath: '' },
      { unit: 'MB' },
      { states: [{ from: 'ACT', to: 'suspended' }] },
      { secret },
    ]
    for (const change of changes) await untried(put(change, 1))
    expect((await put({}, 1)).body).toMatchObject({ enabledFlag: 1, objectVersionNumber: 2 })
    // What stands is saved again without a try, the kept secret too; from off to on a try is asked for once it is a day old.
    await server.owner.query('update furrow.sim_trial set tried_at = tried_at - 86400000 where tenant_id = $1', [t])
    expect((await put({ secret: null }, 2)).status).toBe(200)
    expect((await put({ enabledFlag: 0 }, 3)).status).toBe(200)
    await untried(put({}, 4))
    // Nothing to read is nothing to switch on.
    const none = { usedPath: '', allowancePath: '', statePath: '', expiryPath: '' }
    const tryBy = (by: typeof client, change: object = {}) =>
      by.call(simSourceCalls.try, { params: { t }, body: { ...given(), iccid: '8986', ...change } })
    for (const answer of [await put(none, 4), await tryBy(client, none)])
      expect([answer.status, Object.keys((answer.body as { fields?: object }).fields ?? {})]).toEqual([400, ['usedPath']])
    // It is every base's: who acts in one alone neither reads, tries nor changes it.
    const saving = { params: { t }, body: { ...given(), objectVersionNumber: 4 } }
    const answers = [
      await ofOne.call(simSourceCalls.get, { params: { t } }),
      await tryBy(ofOne),
      await ofOne.call(simSourceCalls.save, saving),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    // No row tells the secret.
    const { rows } = await server.owner.query('select asked from furrow.sim_trial where tenant_id = $1', [t])
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('of-a-secret')
  })

  test('that hangs is given up, and what is told of a card says so', async () => {
    carrier.reply = () => 'hang'
    const { secret: _, enabledFlag: _on, ...asked } = given()
    const tried = await askCarrier(
      { ...asked, secret: null },
      '8986',
      { allow: [carrier.host], patienceMs: 50 },
      new AbortController().signal,
    )
    expect(tried).toMatchObject({ fault: 'tooSlow', mapped: null, raw: '' })
  })

  test('never writes over what a person entered later', async () => {
    const { t, client, card, get } = await aFarm()
    const { simCardId: id } = await card()
    const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', year: 'numeric', month: '2-digit' }).format(Date.now())
    const askedAt = Date.now()
    await client.call(simCard.actions.saveUsage, { params: { t, id }, body: { month, usedMb: 7 } })
    const mapped = { usedMb: 1, allowanceMb: 9, cardState: 'suspended' as const, expiresOn: null }
    const tried = { fault: null, wrongPaths: [], status: 200, raw: '', mapped }
    await takeOver(server.services.serviceDb, t, id, tried, askedAt - 60_000)
    expect(await get(id)).toMatchObject({ usedMb: 7, allowanceMb: 5, cardState: 'active' })
    await takeOver(server.services.serviceDb, t, id, tried, askedAt + 60_000)
    expect(await get(id)).toMatchObject({ usedMb: 1, allowanceMb: 9, cardState: 'suspended' })
  })
})

test('a place in JSON is walked by its own names alone, whatever stands there', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (json, path) => {
      const found = atPath(json, path)
      expect(typeof found).not.toBe('function')
      const mapping = { usedPath: path, allowancePath: path, statePath: path, expiryPath: path, unit: 'MB' as const, states: [] }
      const { mapped, wrong } = mapAnswer(json, mapping)
      if (path !== '') expect(wrong.includes('usedPath')).toBe(mapped.usedMb === null)
    }),
  )
  for (const path of ['__proto__', 'constructor.name', 'a.length', 'toString']) expect(atPath({ a: 'text' }, path)).toBeUndefined()
  expect(atPath({ a: [{ b: 3 }] }, 'a.0.b')).toBe(3)
  expect([isDotted('a.0.b'), isDotted('a..b'), isDotted('.a'), isDotted('a b'), isDotted('')]).toEqual([true, false, false, false, false])
})
