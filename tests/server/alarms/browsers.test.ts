import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { alarmBrowserCalls, MOST_BROWSERS } from '#contract/alarms/browser'
import { type AlarmStaffBody, alarmStaffCalls } from '#contract/alarms/staff'
import { accountCalls } from '#contract/session/account'
import { oauthCalls } from '#contract/session/oauth'
import { arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import { aService } from './otherSide.ts'
import { aBrowser, senderOf } from './pushBrowser.ts'

let server: TestServer
let build: ReturnType<typeof arrange>
let service: Awaited<ReturnType<typeof aService>>
beforeAll(async () => {
  service = await aService()
  server = await startTestServer({ config: { alarms: { allow: [service.host], smtp: null } } })
  build = arrange(server.owner)
})
afterAll(async () => {
  await Promise.all([server?.close(), service?.close()])
})
beforeEach(() => {
  service.reply = () => ({ status: 201 })
  service.calls.length = 0
})

const here = () => aBrowser(`http://${service.host}`)
async function aPerson(tenantId?: number) {
  const t = tenantId ?? (await build.aTenant()).id
  const user = await build.aUser({ tenantId: t, codes: ['*'], real_name: 'Lin Yue' })
  return { t, user, client: await server.signIn(user.login_name) }
}
const listOf = async (client: Client, t: number) => (await client.call(alarmBrowserCalls.list, { params: { t } })).body.browsers
const turnOn = (client: Client, t: number, browser = here()) => client.call(alarmBrowserCalls.add, { params: { t }, body: browser.body })

describe('the own browsers', () => {
  test('are turned on, listed and removed, each by the session in which it was', async () => {
    const { t, user, client } = await aPerson()
    const phone = await server.signIn(user.login_name)
    const [one, other] = [await turnOn(client, t), await turnOn(phone, t)]
    expect(one.body).toMatchObject({ current: true, since: expect.any(Number) as unknown })
    expect((await listOf(client, t)).map(({ id, current }) => [id, current])).toEqual([
      [one.body.id, true],
      [other.body.id, false],
    ])
    expect(JSON.stringify(await listOf(client, t))).not.toContain('/push/')
    expect((await client.call(alarmBrowserCalls.remove, { params: { t, id: other.body.id } })).body).toBe(1)
    expect((await client.call(alarmBrowserCalls.remove, { params: { t, id: other.body.id } })).status).toBe(404)
    expect(await listOf(client, t)).toMatchObject([{ id: one.body.id }])
  })

  test('are renewed and not doubled, also under another address', async () => {
    const { t, client } = await aPerson()
    const browser = here()
    const { body } = await turnOn(client, t, browser)
    expect((await turnOn(client, t, browser)).body).toEqual(body)
    await turnOn(client, t)
    expect(await listOf(client, t)).toHaveLength(1)
  })

  test('are nobody else’s, nor another tenant’s', async () => {
    const { t, user, client } = await aPerson()
    const colleague = await aPerson(t)
    const { id } = (await turnOn(client, t)).body
    expect(await listOf(colleague.client, t)).toEqual([])
    expect((await colleague.client.call(alarmBrowserCalls.remove, { params: { t, id } })).status).toBe(404)
    const { id: second } = await build.aTenant()
    expect((await client.call(alarmBrowserCalls.list, { params: { t: second } })).status).toBe(404)
    await build.insert('membership', { tenant_id: second, user_id: user.id })
    await vi.waitFor(async () => expect(await listOf(client, second)).toEqual([]))
    expect((await client.call(alarmBrowserCalls.remove, { params: { t: second, id } })).status).toBe(404)
    expect(await listOf(client, t)).toHaveLength(1)
  })

  test(`are at most ${MOST_BROWSERS} of one person, also where two come at once`, async () => {
    const { t, user } = await aPerson()
    const clients = [await server.signIn(user.login_name), await server.signIn(user.login_name)]
    const { rows } = await server.owner.query<{ id: string }>('select id from furrow.session where user_id = $1 limit 1', [user.id])
    for (let n = 1; n < MOST_BROWSERS; n++)
      await build.insert('alarm_browser', { tenant_id: t, user_id: user.id, session_id: rows[0]!.id, ...aBrowser().row })
    const answers = await Promise.all(clients.map((client) => turnOn(client, t)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 422)!.body.code).toBe('error.alarm.mostBrowsers')
    expect(await listOf(clients[0]!, t)).toHaveLength(MOST_BROWSERS)
  })

  test.each([
    ['plain http', 'http://push.example.com/x'],
    ['an address at home', 'https://127.0.0.1/x'],
    ['the metadata', 'https://169.254.169.254/x'],
    ['another scheme', 'file:///etc/passwd'],
    ['a password', 'https://me:secret@push.example.com/x'],
    ['nothing', ''],
  ])('are not at %s', async (_what, endpoint) => {
    const { t, client } = await aPerson()
    const { status, body } = await client.call(alarmBrowserCalls.add, { params: { t }, body: { ...here().body, endpoint } })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'error.alarm.channelAddress', fields: { endpoint: expect.any(String) as unknown } })
    expect(await listOf(client, t)).toEqual([])
  })

  test.each([
    ['too short', { p256dh: 'BAAA', auth: aBrowser().body.keys.auth }],
    ['no point of the curve', { p256dh: `B${'A'.repeat(86)}`, auth: aBrowser().body.keys.auth }],
    ['half an auth', { p256dh: aBrowser().body.keys.p256dh, auth: 'AAAA' }],
  ])('have keys that are right: %s', async (_what, keys) => {
    const { t, client } = await aPerson()
    const { status, body } = await client.call(alarmBrowserCalls.add, { params: { t }, body: { ...here().body, keys } })
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('keys')
  })
})

describe('a browser whose session ends is forgotten', () => {
  const ends: Record<string, (whole: { client: Client; other: Client; user: { id: number } }) => Promise<unknown>> = {
    'by signing out': ({ client }) => client.call(oauthCalls.logout, { body: { access_token: client.token } }),
    'by another device': async ({ client, other }) => {
      const session = (await client.call(accountCalls.sessions)).body.find(({ current }) => current)!
      return other.call(accountCalls.endSession, { params: { key: session.key } })
    },
    'with all others': ({ other }) => other.call(accountCalls.endOthers),
    'when it is swept away': ({ user }) => server.owner.query('delete from furrow.session where user_id = $1', [user.id]),
  }
  test.each(Object.keys(ends))('%s', async (how) => {
    const { t, user, client } = await aPerson()
    const other = await server.signIn(user.login_name)
    await turnOn(client, t)
    await ends[how]!({ client, other, user })
    const { rows } = await server.owner.query('select from furrow.alarm_browser where user_id = $1', [user.id])
    expect(rows).toHaveLength(0)
  })

  test('when it has lasted its time, before it is swept away', async () => {
    const { t, user, client } = await aPerson()
    const other = await server.signIn(user.login_name)
    await turnOn(client, t)
    const choices = async () => (await other.call(alarmStaffCalls.choices, { params: { t } })).body.users
    expect([(await listOf(other, t)).length, (await choices())[0]!.browsers]).toEqual([1, 1])
    await server.owner.query(
      'update furrow.session set expires_at = 1 where id in (select session_id from furrow.alarm_browser where user_id = $1)',
      [user.id],
    )
    expect([(await listOf(other, t)).length, (await choices())[0]!.browsers]).toEqual([0, 0])
  })

  test('and the others of the same person stay', async () => {
    const { t, user, client } = await aPerson()
    const other = await server.signIn(user.login_name)
    await turnOn(client, t)
    const { id } = (await turnOn(other, t)).body
    await client.call(oauthCalls.logout, { body: { access_token: client.token } })
    expect(await listOf(other, t)).toMatchObject([{ id }])
  })

  test('and is the next person’s alone, in whichever tenant', async () => {
    const [first, next] = [await aPerson(), await aPerson()]
    const browser = here()
    await turnOn(first.client, first.t, browser)
    await turnOn(next.client, next.t, browser)
    expect(await listOf(first.client, first.t)).toEqual([])
    expect(await listOf(next.client, next.t)).toHaveLength(1)
    // Who knows the address and not its keys takes nobody's browser.
    await turnOn(first.client, first.t, { ...browser, body: { ...here().body, endpoint: browser.body.endpoint } })
    expect(await listOf(next.client, next.t)).toHaveLength(1)
  })
})

describe('a person of the staff', () => {
  async function aStaff() {
    const { t, user, client } = await aPerson()
    const { id: areaId } = await build.anArea({ tenant_id: t })
    const body: AlarmStaffBody = {
      userId: user.id,
      name: '',
      language: 'en-US',
      areaIds: [areaId],
      shifts: [],
      enabledFlag: 1,
      channels: [{ id: null, kind: 'webPush', address: '', secret: null, severity: 'minor' }],
    }
    return { t, user, client, areaId, body }
  }

  test('needs an account for it, and how many browsers it has turned on is said', async () => {
    const { t, user, client, body } = await aStaff()
    const nobody = await client.call(alarmStaffCalls.add, { params: { t }, body: { ...body, userId: null, name: 'Li Lei' } })
    expect(nobody).toMatchObject({ status: 422, body: { code: 'error.alarm.channelUser' } })
    const choices = async () => (await client.call(alarmStaffCalls.choices, { params: { t } })).body
    expect(await choices()).toMatchObject({ users: [{ id: user.id, browsers: 0 }] })
    expect((await choices()).notConfigured).not.toContain('webPush')
    await turnOn(client, t)
    expect((await choices()).users[0]!.browsers).toBe(1)
  })

  test('is sent a test in every browser, and the tries say which', async () => {
    const { t, user, client, areaId, body } = await aStaff()
    const made = (await client.call(alarmStaffCalls.add, { params: { t }, body })).body
    const [good, gone] = [here(), here()]
    await turnOn(client, t, good)
    await turnOn(await server.signIn(user.login_name), t, gone)
    service.reply = ({ path }) => ({ status: path === gone.path ? 410 : 201 })
    const tested = await client.call(alarmStaffCalls.test, { params: { t, id: made.id }, body: { channelId: made.channels[0]!.id } })
    expect(tested.body).toEqual({ state: 'sent', why: null, code: 201 })
    const call = service.calls.find(({ path }) => path === good.path)!
    expect(good.read(call)).toMatchObject({ title: 'Furrow: test message', link: `/web/equipment/warning-staff?tenant=${t}` })
    expect(senderOf(call).publicKey).toBe((await client.call(alarmBrowserCalls.list, { params: { t } })).body.publicKey)
    expect(await listOf(client, t)).toHaveLength(1)
    const { content } = (await client.call(alarmStaffCalls.attempts, { params: { t }, query: { areaId } })).body
    expect(content).toHaveLength(2)
    expect(content.map(({ why }) => String(why)).toSorted((a, b) => a.localeCompare(b))).toEqual(['gone', 'null'])
    expect(content).toMatchObject([{ kind: 'webPush', address: 'node' }, { address: 'node' }])
  })

  test('without a browser is told so', async () => {
    const { t, client, body } = await aStaff()
    const made = (await client.call(alarmStaffCalls.add, { params: { t }, body })).body
    const tested = await client.call(alarmStaffCalls.test, { params: { t, id: made.id }, body: { channelId: made.channels[0]!.id } })
    expect(tested.body).toEqual({ state: 'givenUp', why: 'noBrowser', code: null })
  })
})
