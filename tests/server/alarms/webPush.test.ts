import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { START, raise } from './alarmDesk.ts'
import { callDesk } from './callDesk.ts'
import { aService } from './otherSide.ts'
import { aBrowser, senderOf } from './pushBrowser.ts'

let desk: Awaited<ReturnType<typeof callDesk>>
let service: Awaited<ReturnType<typeof aService>>
beforeAll(async () => {
  service = await aService()
  desk = await callDesk({ alarms: { allow: [service.host], smtp: null }, publicUrl: 'https://farm.example' })
})
afterAll(async () => {
  await Promise.all([desk?.close(), service?.close()])
})
beforeEach(() => {
  desk.now = START
  service.reply = () => ({ status: 201 })
  service.calls.length = 0
})

type Browser = ReturnType<typeof aBrowser>
const here = () => aBrowser(`http://${service.host}`)

/** A session of a user in which a browser was turned on. */
async function register(tenantId: number, userId: number, browser: Browser) {
  const id = randomUUID()
  await desk.build.insert('session', { id, user_id: userId, device: '', token_hash: id, created_at: 1, used_at: 1, expires_at: 9e12 })
  const row = await desk.build.insert('alarm_browser', { tenant_id: tenantId, user_id: userId, session_id: id, ...browser.row })
  return { browserId: row.id, sessionId: id }
}

/** A base that calls on somebody with an account by their browsers, and an alarm of it that was told. */
async function aCall(browsers: readonly Browser[], name = 'Li Lei') {
  const pond = await desk.aPond()
  const user = await desk.build.aUser({ tenantId: pond.t, real_name: name })
  const registered = []
  for (const browser of browsers) registered.push(await register(pond.t, user.id, browser))
  const staffId = await desk.aPerson(pond, name, [{ kind: 'webPush' }], { user_id: user.id })
  await desk.aDuty(pond, [{ afterMinutes: 0, staffIds: [staffId] }])
  await pond.act(raise(START))
  await desk.tellAll()
  const [alarm] = await desk.alarmsOf(pond.t)
  return { ...pond, userId: user.id, alarmId: alarm!.id, staffId, registered }
}
const left = async (tenantId: number) =>
  (await desk.ask<{ id: number }>('select id from furrow.alarm_browser where tenant_id = $1 order by id', [tenantId])).map(({ id }) => id)
const after = async (ms: number) => {
  desk.now += ms
  await desk.deliver()
}

describe('a browser', () => {
  test('is sent what only it can read, by an installation that says who it is', async () => {
    const browser = here()
    const { t, alarmId } = await aCall([browser])
    await desk.deliver()
    expect(service.calls).toHaveLength(1)
    const call = service.calls[0]!
    const { key } = (await desk.sentIn(t))[0]!
    expect(call.path).toBe(browser.path)
    expect(browser.read(call)).toEqual({
      title: 'Oxygen low: Pond 1',
      text: 'Pond 1 at North base: 2.4 mg/L is below the limit of 3 mg/L, since 2027-01-15 15:59. Start the aerators',
      link: `/web/equipment/warning-manage/info/${alarmId}?tenant=${t}`,
      severity: 'critical',
      tag: key,
    })
    expect(() => here().read(call)).toThrow()
    expect(call.headers).toMatchObject({ ttl: '86400', urgency: 'high', topic: key.replaceAll('-', '') })
    const { claims, publicKey } = senderOf(call)
    expect(publicKey).toBe((await desk.pushKeys()).publicKey)
    expect(claims).toMatchObject({ aud: `http://${service.host}`, sub: 'https://farm.example' })
    expect(claims.exp * 1000 - Date.now()).toBeGreaterThan(0)
    expect(claims.exp * 1000 - Date.now()).toBeLessThanOrEqual(86_400_000)
    expect(await desk.triesIn(t)).toMatchObject([{ state: 'sent', why: null, code: 201 }])
    await desk.deliver()
    expect(service.calls).toHaveLength(1)
  })

  test('is tried again under the same topic and tag while its service is busy', async () => {
    service.reply = () => ({ status: service.calls.length < 3 ? 503 : 201 })
    const browser = here()
    const { t } = await aCall([browser])
    await desk.deliver()
    await after(10_000)
    await after(20_000)
    expect(service.calls).toHaveLength(3)
    expect(new Set(service.calls.map(({ headers }) => headers['topic'])).size).toBe(1)
    expect(new Set(service.calls.map((call) => browser.read(call)['tag'])).size).toBe(1)
    expect((await desk.triesIn(t)).map(({ state, why, code }) => [state, why, code])).toEqual([
      ['failed', 'declined', 503],
      ['failed', 'declined', 503],
      ['sent', null, 201],
    ])
  })

  test.each([404, 410])('that its service knows no more (%d) is forgotten, and the alarm says who was not reached', async (status) => {
    service.reply = () => ({ status })
    const { t, alarmId } = await aCall([here()])
    await desk.deliver()
    expect(await left(t)).toEqual([])
    expect(await desk.triesIn(t)).toMatchObject([{ state: 'givenUp', why: 'gone', code: status }])
    expect(await desk.toldOf(alarmId)).toMatchObject([{ what: 'called' }, { what: 'unreached', words: 'Li Lei' }])
    await after(3_600_000)
    expect(service.calls).toHaveLength(1)
  })

  test('that is gone beside one that is not, leaves its person reached', async () => {
    const [gone, good] = [here(), here()]
    service.reply = ({ path }) => ({ status: path === gone.path ? 410 : 201 })
    const { t, alarmId, registered } = await aCall([gone, good])
    await desk.deliver()
    expect(service.calls.map(({ path }) => path).toSorted()).toEqual([gone.path, good.path].toSorted())
    expect(await left(t)).toEqual([registered[1]!.browserId])
    expect(new Set((await desk.sentIn(t)).map(({ key }) => key)).size).toBe(2)
    expect((await desk.triesIn(t)).map(({ state }) => state)).toEqual(['givenUp', 'sent'])
    expect(await desk.toldOf(alarmId)).toEqual([{ what: 'called', words: 'Li Lei' }])
  })

  test('that nobody has turned on is said, and not tried again', async () => {
    const { t, alarmId } = await aCall([])
    await desk.deliver()
    await after(3_600_000)
    expect(await desk.triesIn(t)).toMatchObject([{ state: 'givenUp', why: 'noBrowser', code: null }])
    expect(await desk.toldOf(alarmId)).toMatchObject([{ what: 'called' }, { what: 'unreached' }])
  })

  test('whose session ends while it is tried is told no more', async () => {
    service.reply = () => ({ status: 503 })
    const { t, registered } = await aCall([here()])
    await desk.deliver()
    await desk.ask('update furrow.session set revoked_at = 1 where id = $1', [registered[0]!.sessionId])
    expect(await left(t)).toEqual([])
    await after(10_000)
    expect(service.calls).toHaveLength(1)
    expect((await desk.triesIn(t)).map(({ why }) => why)).toEqual(['declined', 'noBrowser'])
  })

  test('whose session has lasted its time is told no more, at once', async () => {
    service.reply = () => ({ status: 503 })
    const { t, registered } = await aCall([here()])
    await desk.deliver()
    await desk.ask('update furrow.session set expires_at = $2 where id = $1', [registered[0]!.sessionId, desk.now + 9999])
    await after(10_000)
    expect(service.calls).toHaveLength(1)
    expect((await desk.triesIn(t)).map(({ why }) => why)).toEqual(['declined', 'noBrowser'])
  })

  test('whose session has lasted its time is not tried for what comes then', async () => {
    const browser = here()
    const pond = await desk.aPond()
    const user = await desk.build.aUser({ tenantId: pond.t })
    const { sessionId } = await register(pond.t, user.id, browser)
    await register(pond.t, user.id, here())
    await desk.ask('update furrow.session set expires_at = $2 where id = $1', [sessionId, desk.now])
    const staffId = await desk.aPerson(pond, 'Li Lei', [{ kind: 'webPush' }], { user_id: user.id })
    await desk.aDuty(pond, [{ afterMinutes: 0, staffIds: [staffId] }])
    await pond.act(raise(START))
    await desk.tellAll()
    await desk.deliver()
    expect(service.calls.map(({ path }) => path)).not.toContain(browser.path)
    expect(await desk.triesIn(pond.t)).toMatchObject([{ state: 'sent' }])
  })

  test('hears nothing of another tenant', async () => {
    const [one, other] = [here(), here()]
    const first = await aCall([one], 'Li Lei')
    const pond = await desk.aPond()
    await desk.build.insert('membership', { tenant_id: pond.t, user_id: first.userId })
    // The same person, told in the other tenant by another browser.
    await register(pond.t, first.userId, other)
    const staffId = await desk.aPerson(pond, 'Li Lei', [{ kind: 'webPush' }], { user_id: first.userId })
    await desk.aDuty(pond, [{ afterMinutes: 0, staffIds: [staffId] }])
    await desk.deliver()
    expect(service.calls.map(({ path }) => path)).toEqual([one.path])
    await pond.act(raise(START))
    await desk.tellAll()
    await desk.deliver()
    expect(service.calls.map(({ path }) => path)).toEqual([one.path, other.path])
    const [alarm] = await desk.alarmsOf(pond.t)
    expect(other.read(service.calls[1]!)['link']).toBe(`/web/equipment/warning-manage/info/${alarm!.id}?tenant=${pond.t}`)
    // Nothing was meant for the first browser that was not sent there.
    expect(await desk.triesIn(pond.t)).toMatchObject([{ state: 'sent' }])
  })

  test('of somebody who may sign in no more is not told', async () => {
    const { t, userId } = await aCall([here()])
    await desk.ask('update furrow.app_user set enabled = false where id = $1', [userId])
    await desk.deliver()
    expect(service.calls).toHaveLength(0)
    expect(await desk.triesIn(t)).toMatchObject([{ state: 'givenUp', why: 'gone' }])
  })

  test.each([
    ['http://127.0.0.1:1/push', 'refused'],
    ['http://push.example.com/push', 'refused'],
    ['https://10.0.0.1/push', 'refused'],
    ['https://[::1]/push', 'refused'],
  ])('at %s is not called', async (endpoint, why) => {
    const browser = here()
    const { t } = await aCall([{ ...browser, row: { ...browser.row, endpoint } }])
    await desk.deliver()
    expect(await desk.triesIn(t)).toMatchObject([{ state: 'givenUp', why }])
  })

  test('whose service leads elsewhere is not followed there', async () => {
    service.reply = () => ({ status: 307, headers: { location: `http://${service.host}/elsewhere` } })
    const { t } = await aCall([here()])
    await desk.deliver()
    expect(service.calls).toHaveLength(1)
    expect((await desk.triesIn(t))[0]).toMatchObject({ state: 'failed', why: 'redirected' })
  })

  test('is sent at most 3 KB, and no half sign', async () => {
    const browser = here()
    const pond = await desk.aPond()
    await desk.ask(`update furrow.alarm_rule set name = $1, advice = $2 where id = $3`, [
      '氧'.repeat(90),
      '开增氧机'.repeat(2000),
      pond.rule.id,
    ])
    const user = await desk.build.aUser({ tenantId: pond.t })
    await register(pond.t, user.id, browser)
    const staffId = await desk.aPerson(pond, 'Li Lei', [{ kind: 'webPush' }], { user_id: user.id, language: 'zh-CN' })
    await desk.aDuty(pond, [{ afterMinutes: 0, staffIds: [staffId] }])
    await pond.act(raise(START))
    await desk.tellAll()
    await desk.deliver()
    const read = browser.read(service.calls[0]!)
    expect(Buffer.byteLength(JSON.stringify(read))).toBeLessThanOrEqual(3072)
    expect(read['text']).toMatch(/[开增氧机]…$/)
    expect(service.calls[0]!.bytes.length).toBeLessThanOrEqual(4096)
  })
})
