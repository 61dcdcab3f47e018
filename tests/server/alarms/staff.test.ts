import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ALARM_STAFF_EDIT, ALARM_STAFF_READ, ALARMS_READ } from '#contract/alarms/permission'
import { alarmDutyCalls } from '#contract/alarms/duty'
import { type AlarmStaffBody, alarmStaffCalls } from '#contract/alarms/staff'
import { messageCalls } from '#contract/notices/message'
import { arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { aMailServer, aService } from './otherSide.ts'

const START = Date.parse('2027-01-15T08:00:00Z')
let now = START
let server: TestServer
let build: ReturnType<typeof arrange>
let service: Awaited<ReturnType<typeof aService>>
let mail: Awaited<ReturnType<typeof aMailServer>>
beforeAll(async () => {
  ;[service, mail] = await Promise.all([aService(), aMailServer()])
  server = await startTestServer({
    clock: () => now,
    config: { alarms: { allow: [service.host], smtp: { url: mail.url, from: 'alarms@farm.example' } } },
  })
  build = arrange(server.owner)
})
afterAll(async () => {
  await Promise.all([server?.close(), service?.close(), mail?.close()])
})
beforeEach(() => {
  service.reply = () => ({})
})

async function aFarm() {
  const { id: t } = await build.aTenant()
  const [north, south] = [
    await build.anArea({ tenant_id: t, area_name: 'North' }),
    await build.anArea({ tenant_id: t, area_name: 'South' }),
  ]
  const enter = async (codes: readonly string[], areaIds: readonly number[] | null = null) => {
    const user = await build.aUser({ tenantId: t, codes, areaIds })
    return server.signIn(user.login_name)
  }
  return { t, north, south, enter, admin: await enter(['*']) }
}
const person = (areaIds: number[], more: Partial<AlarmStaffBody> = {}): AlarmStaffBody => ({
  userId: null,
  name: 'Li Lei',
  language: 'en-US',
  areaIds,
  shifts: [],
  enabledFlag: 1,
  channels: [],
  ...more,
})
const channel = (
  kind: AlarmStaffBody['channels'][number]['kind'],
  address: string,
  more: Partial<AlarmStaffBody['channels'][number]> = {},
): AlarmStaffBody['channels'][number] => ({ id: null, kind, address, secret: null, severity: 'minor', ...more })

describe('a person', () => {
  test('is made, read, changed and deleted', async () => {
    const { t, north, admin } = await aFarm()
    const shifts = [{ days: [1, 2, 3, 4], from: 480, to: 1080 }]
    const made = await admin.call(alarmStaffCalls.add, {
      params: { t },
      body: person([north.id], { shifts, channels: [channel('email', 'li@farm.example'), channel('sms', '13800000000')] }),
    })
    expect(made).toMatchObject({ status: 200, body: { name: 'Li Lei', areaIds: [north.id], shifts, enabledFlag: 1, onDuty: false } })
    const { id, channels, objectVersionNumber } = made.body
    expect((await admin.call(alarmStaffCalls.get, { params: { t, id } })).body).toEqual(made.body)
    expect((await admin.call(alarmStaffCalls.page, { params: { t }, query: { areaId: north.id } })).body).toMatchObject({
      content: [made.body],
      totalElements: 1,
    })
    const body = {
      ...person([north.id], { name: 'Han Mei', channels: [channel('sms', '13900000000', { id: channels[1]!.id })] }),
      objectVersionNumber,
    }
    const changed = await admin.call(alarmStaffCalls.edit, { params: { t, id }, body })
    expect(changed.body).toMatchObject({ name: 'Han Mei', onDuty: true, channels: [{ id: channels[1]!.id, address: '13900000000' }] })
    expect((await admin.call(alarmStaffCalls.edit, { params: { t, id }, body })).body.code).toBe('error.version.stale')
    expect((await admin.call(alarmStaffCalls.remove, { params: { t, id } })).body).toBe(1)
    expect((await admin.call(alarmStaffCalls.get, { params: { t, id } })).status).toBe(404)
  })

  test('with an account is called as it is', async () => {
    const { t, north, admin } = await aFarm()
    const user = await build.aUser({ tenantId: t, real_name: 'Lin Yue' })
    const made = await admin.call(alarmStaffCalls.add, {
      params: { t },
      body: person([north.id], { userId: user.id, name: '', channels: [channel('message', '')] }),
    })
    expect(made.body).toMatchObject({ name: 'Lin Yue', userId: user.id })
    const { content } = (await admin.call(alarmStaffCalls.page, { params: { t }, query: { areaId: north.id, name: 'yue' } })).body
    expect(content).toHaveLength(1)
    expect((await admin.call(alarmStaffCalls.choices, { params: { t } })).body).toMatchObject({
      users: expect.arrayContaining([{ id: user.id, name: 'Lin Yue', browsers: 0 }]) as unknown,
      notConfigured: ['sms'],
    })
  })

  test.each([
    ['nobody by name', { name: ' ' }, 'name'],
    ['an account of no member', { userId: 1 }, 'userId'],
    ['no base', { areaIds: [] }, 'areaIds'],
    ['a message without an account', { channels: [channel('message', '')] }, 'channels.0'],
    ['no mail address', { channels: [channel('email', 'li')] }, 'channels.0'],
    ['a mail address of several', { channels: [channel('email', 'a@x.example, b@x.example')] }, 'channels.0'],
    ['no phone', { channels: [channel('sms', 'call me')] }, 'channels.0'],
    ['a webhook at home', { channels: [channel('webhook', 'http://127.0.0.1:5432/')] }, 'channels.0'],
    ['a robot at the metadata', { channels: [channel('dingtalk', 'http://169.254.169.254/latest')] }, 'channels.0'],
    ['a webhook that is no http', { channels: [channel('webhook', 'ftp://example.com/')] }, 'channels.0'],
    ['a second channel that is none', { channels: [channel('sms', '13800000000'), channel('sms', 'call me')] }, 'channels.1'],
    ['browsers without an account', { channels: [channel('webPush', '')] }, 'channels.0'],
    ['hours without a day', { shifts: [{ days: [], from: 0, to: 1 }] }, 'shifts'],
  ] as [string, Partial<AlarmStaffBody>, string][])('is refused with %s, beside its cause', async (_what, given, field) => {
    const { t, north, admin } = await aFarm()
    const { status, body } = await admin.call(alarmStaffCalls.add, { params: { t }, body: person([north.id], given) })
    expect([status >= 400 && status < 500, Object.keys(body.fields ?? {})]).toEqual([true, [field]])
  })

  test('has secrets that are never answered, and that go nowhere else', async () => {
    const { t, north, admin } = await aFarm()
    const url = service.url('/hook?key=abc')
    const made = await admin.call(alarmStaffCalls.add, {
      params: { t },
      body: person([north.id], { channels: [channel('webhook', url, { secret: 'a secret' })] }),
    })
    const [answered] = made.body.channels as [(typeof made.body.channels)[number]]
    expect(answered).toMatchObject({ address: `http://${service.host}/…`, hasSecret: true })
    const kept = async () =>
      (await server.owner.query('select address, secret from furrow.alarm_channel where id = $1', [answered.id])).rows[0] as unknown
    const edit = async (more: Partial<AlarmStaffBody['channels'][number]>, objectVersionNumber: number) =>
      admin.call(alarmStaffCalls.edit, {
        params: { t, id: made.body.id },
        body: {
          ...person([north.id], { channels: [channel('webhook', answered.address, { id: answered.id, ...more })] }),
          objectVersionNumber,
        },
      })
    expect(JSON.stringify((await edit({}, 1)).body)).not.toMatch(/abc|a secret/)
    expect(await kept()).toEqual({ address: url, secret: 'a secret' })
    await edit({ address: service.url('/elsewhere') }, 2)
    expect(await kept()).toEqual({ address: service.url('/elsewhere'), secret: null })
    await edit({ secret: 'another' }, 3)
    await edit({ secret: '' }, 4)
    expect(await kept()).toEqual({ address: service.url('/elsewhere'), secret: null })
  })

  test('keeps the bases that whoever changes them may not see', async () => {
    const { t, north, south, enter, admin } = await aFarm()
    const made = await admin.call(alarmStaffCalls.add, { params: { t }, body: person([north.id, south.id]) })
    const { id } = made.body
    const northern = await enter([ALARM_STAFF_READ, ALARM_STAFF_EDIT], [north.id])
    expect((await northern.call(alarmStaffCalls.get, { params: { t, id } })).body.areaIds).toEqual([north.id])
    const body = { ...person([north.id], { name: 'Han Mei' }), objectVersionNumber: 1 }
    expect((await northern.call(alarmStaffCalls.edit, { params: { t, id }, body })).body.areaIds).toEqual([north.id])
    expect((await northern.call(alarmStaffCalls.add, { params: { t }, body: person([south.id]) })).status).toBe(404)
    expect((await admin.call(alarmStaffCalls.get, { params: { t, id } })).body.areaIds).toEqual([north.id, south.id])
    expect((await northern.call(alarmStaffCalls.remove, { params: { t, id } })).body).toBe(1)
    expect((await northern.call(alarmStaffCalls.get, { params: { t, id } })).status).toBe(404)
    expect((await admin.call(alarmStaffCalls.get, { params: { t, id } })).body.areaIds).toEqual([south.id])
  })

  test('is read by one right and changed by another', async () => {
    const { t, north, enter } = await aFarm()
    const [reader, stranger] = [await enter([ALARM_STAFF_READ]), await enter([ALARMS_READ])]
    expect((await reader.call(alarmStaffCalls.page, { params: { t }, query: { areaId: north.id } })).status).toBe(200)
    expect((await reader.call(alarmStaffCalls.add, { params: { t }, body: person([north.id]) })).status).toBe(403)
    expect((await stranger.call(alarmStaffCalls.page, { params: { t }, query: { areaId: north.id } })).status).toBe(403)
  })
})

describe('the steps of a base', () => {
  test('are none at first, are set, and set by one at a time', async () => {
    const { t, north, admin } = await aFarm()
    const { id } = (await admin.call(alarmStaffCalls.add, { params: { t }, body: person([north.id]) })).body
    const get = async () => (await admin.call(alarmDutyCalls.get, { params: { t }, query: { areaId: north.id } })).body
    expect(await get()).toEqual({ areaId: north.id, severity: 'major', steps: [], objectVersionNumber: 0 })
    const body = { areaId: north.id, severity: 'minor', steps: [{ afterMinutes: 0, staffIds: [id, id] }], objectVersionNumber: 0 }
    const set = await admin.call(alarmDutyCalls.set, { params: { t }, body })
    expect(set.body).toEqual({ ...body, steps: [{ afterMinutes: 0, staffIds: [id] }], objectVersionNumber: 1 })
    expect((await admin.call(alarmDutyCalls.set, { params: { t }, body })).body.code).toBe('error.version.stale')
    expect((await admin.call(alarmDutyCalls.set, { params: { t }, body: { ...body, steps: [], objectVersionNumber: 1 } })).status).toBe(200)
    expect(await get()).toMatchObject({ steps: [], objectVersionNumber: 2 })
  })

  test('name people of the base, later and later, who cannot be taken from it', async () => {
    const { t, north, south, admin } = await aFarm()
    const { id } = (await admin.call(alarmStaffCalls.add, { params: { t }, body: person([north.id, south.id]) })).body
    const other = (await admin.call(alarmStaffCalls.add, { params: { t }, body: person([south.id]) })).body
    const set = async (steps: { afterMinutes: number; staffIds: number[] }[]) =>
      (
        await admin.call(alarmDutyCalls.set, {
          params: { t },
          body: { areaId: north.id, severity: 'minor', steps, objectVersionNumber: 0 },
        })
      ).body
    expect((await set([{ afterMinutes: 0, staffIds: [other.id] }])).fields).toHaveProperty('steps')
    const twice = [
      { afterMinutes: 5, staffIds: [id] },
      { afterMinutes: 5, staffIds: [id] },
    ]
    expect((await set(twice)).code).toBe('error.alarm.stepsOrder')
    await set([{ afterMinutes: 0, staffIds: [id] }])
    expect((await admin.call(alarmStaffCalls.remove, { params: { t, id } })).body.code).toBe('error.alarm.staffInSteps')
    const left = { ...person([south.id]), objectVersionNumber: 1 }
    expect((await admin.call(alarmStaffCalls.edit, { params: { t, id }, body: left })).body.code).toBe('error.alarm.staffInSteps')
    const stays = { ...person([north.id]), objectVersionNumber: 1 }
    expect((await admin.call(alarmStaffCalls.edit, { params: { t, id }, body: stays })).body.areaIds).toEqual([north.id])
  })
})

describe('a test', () => {
  async function aChannel(given: AlarmStaffBody['channels'][number], more: Partial<AlarmStaffBody> = {}) {
    const farm = await aFarm()
    const { id, channels } = (
      await farm.admin.call(alarmStaffCalls.add, { params: { t: farm.t }, body: person([farm.north.id], { channels: [given], ...more }) })
    ).body
    const test = async () =>
      (await farm.admin.call(alarmStaffCalls.test, { params: { t: farm.t, id }, body: { channelId: channels[0]!.id } })).body
    return { ...farm, id, test }
  }

  test('is sent at once, is one of the tries, and comes not more often than every ten seconds', async () => {
    const { t, north, id, admin, test: send } = await aChannel(channel('webhook', service.url('/test')))
    expect(await send()).toEqual({ state: 'sent', why: null, code: 200 })
    expect(service.calls.at(-1)).toMatchObject({ path: '/test', body: expect.stringContaining('This is a test') as string })
    expect((await send()).code).toBe('error.busy')
    now += 10_000
    service.reply = () => ({ status: 404 })
    expect(await send()).toEqual({ state: 'givenUp', why: 'declined', code: 404 })
    const attempts = async (query: object) =>
      (await admin.call(alarmStaffCalls.attempts, { params: { t }, query: { areaId: north.id, ...query } })).body
    expect(await attempts({ staffId: id })).toMatchObject({
      totalElements: 2,
      content: [
        {
          state: 'givenUp',
          why: 'declined',
          code: 404,
          kind: 'webhook',
          address: `http://${service.host}/…`,
          staffName: 'Li Lei',
          step: null,
        },
        { state: 'sent', why: null, code: 200, alarms: null, alarmId: null, nth: 1 },
      ],
    })
    expect(await attempts({ staffId: id, state: 'sent' })).toMatchObject({ totalElements: 1 })
    expect(await attempts({ alarmId: 1 })).toMatchObject({ totalElements: 0 })
  })

  test('of a mail arrives', async () => {
    const { test: send } = await aChannel(channel('email', 'li@farm.example'))
    expect(await send()).toMatchObject({ state: 'sent', code: 250 })
    expect(mail.mails.at(-1)).toMatchObject({ to: expect.stringContaining('li@farm.example') as string })
  })

  test('of a text message says that nobody configured the service', async () => {
    const { test: send } = await aChannel(channel('sms', '13800000000'))
    expect(await send()).toEqual({ state: 'givenUp', why: 'notConfigured', code: null })
  })

  test.each([
    ['dingtalk', '{"errcode":0}', (body: { text: { content: string } }) => body.text.content],
    ['wecom', '{"errcode":0}', (body: { text: { content: string } }) => body.text.content],
    ['feishu', '{"code":0}', (body: { content: { text: string } }) => body.content.text],
  ] as const)('of a robot of %s arrives, and one that it does not take says its number', async (kind, taken, textIn) => {
    const { test: send } = await aChannel(channel(kind, service.url(`/${kind}`)))
    service.reply = () => ({ body: taken })
    expect(await send()).toEqual({ state: 'sent', why: null, code: 200 })
    const sent = service.calls.at(-1)!
    expect([sent.path.split('?')[0], textIn(JSON.parse(sent.body) as never)]).toEqual([
      `/${kind}`,
      expect.stringContaining('This is a test') as string,
    ])
    now += 10_000
    service.reply = () => ({ body: taken.replace('0', '19021') })
    expect(await send()).toEqual({ state: 'givenUp', why: 'declined', code: 19_021 })
  })

  test('of a message of the console stands among the messages of its person, once', async () => {
    const farm = await aFarm()
    const user = await build.aUser({ tenantId: farm.t, codes: [ALARMS_READ] })
    const body = person([farm.north.id], { userId: user.id, channels: [channel('message', '')] })
    const { id, channels } = (await farm.admin.call(alarmStaffCalls.add, { params: { t: farm.t }, body })).body
    const asked = { params: { t: farm.t, id }, body: { channelId: channels[0]!.id } }
    expect((await farm.admin.call(alarmStaffCalls.test, asked)).body).toEqual({ state: 'sent', why: null, code: null })
    const own = await server.signIn(user.login_name)
    await vi.waitFor(async () => {
      const { content } = (await own.call(messageCalls.page, { params: { t: farm.t }, query: { lang: 'en-US' } })).body
      expect(content.map(({ subject }) => subject)).toEqual([expect.stringContaining('test') as string])
    })
  })

  test('of the channel of somebody else is not found', async () => {
    const one = await aChannel(channel('sms', '13800000000'))
    const other = await aChannel(channel('sms', '13800000000'))
    const { body } = await other.admin.call(alarmStaffCalls.get, { params: { t: other.t, id: other.id } })
    const asked = { params: { t: one.t, id: one.id }, body: { channelId: body.channels[0]!.id } }
    expect((await one.admin.call(alarmStaffCalls.test, asked)).status).toBe(404)
  })
})
