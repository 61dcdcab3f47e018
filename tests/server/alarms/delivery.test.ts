import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { raise, START } from './alarmDesk.ts'
import { callDesk, type GivenChannel } from './callDesk.ts'
import { aMailServer, aService } from './otherSide.ts'

let desk: Awaited<ReturnType<typeof callDesk>>
let service: Awaited<ReturnType<typeof aService>>
let mail: Awaited<ReturnType<typeof aMailServer>>
let phones: Awaited<ReturnType<typeof aService>>
beforeAll(async () => {
  ;[service, phones, mail] = await Promise.all([aService(), aService(), aMailServer(['nobody@'])])
  desk = await callDesk({
    alarms: { allow: [service.host], smtp: { url: mail.url, from: 'Furrow <alarms@farm.example>' } },
    sms: { url: phones.url('/sms'), key: 'a-key' },
    publicUrl: 'https://farm.example',
  })
})
afterAll(async () => {
  await Promise.all([desk?.close(), service?.close(), phones?.close(), mail?.close()])
})
beforeEach(() => {
  desk.now = START
  service.reply = () => ({})
  phones.reply = () => ({})
  service.calls.length = 0
  phones.calls.length = 0
  mail.mails.length = 0
})

/** A base that calls on one person with these channels, and an alarm of it that was told. */
async function aCall(channels: readonly GivenChannel[], more: Parameters<typeof desk.aPerson>[3] = {}) {
  const pond = await desk.aPond()
  const id = await desk.aPerson(pond, 'Li Lei', channels, more)
  await desk.aDuty(pond, [{ afterMinutes: 0, staffIds: [id] }])
  await pond.act(raise(START))
  await desk.tellAll()
  const [alarm] = await desk.alarmsOf(pond.t)
  return { ...pond, alarmId: alarm!.id, staffId: id }
}
const text = 'Pond 1 at North base: 2.4 mg/L is below the limit of 3 mg/L, since 2027-01-15 15:59. Start the aerators'
const base64 = (key: string, words: string) => createHmac('sha256', key).update(words).digest('base64')

describe('a webhook', () => {
  test('is sent what happened, signed, under a key', async () => {
    const { t, area, alarmId } = await aCall([{ kind: 'webhook', address: service.url('/hook'), secret: 'a secret' }])
    await desk.deliver()
    const [call] = service.calls as [(typeof service.calls)[number]]
    const { key } = (await desk.sentIn(t))[0]!
    expect(JSON.parse(call.body)).toEqual({
      key,
      tenantId: t,
      areaId: area.id,
      severity: 'critical',
      subject: 'Oxygen low: Pond 1',
      text,
      link: `https://farm.example/web/equipment/warning-manage/info/${alarmId}?tenant=${t}`,
      alarms: 1,
      alarmIds: [alarmId],
    })
    const stamp = call.headers['x-furrow-timestamp'] as string
    const sign = createHmac('sha256', 'a secret').update(`${stamp}.${call.body}`).digest('hex')
    expect(call.headers).toMatchObject({ 'idempotency-key': key, 'x-furrow-signature': `sha256=${sign}` })
    expect(Number(stamp)).toBe(desk.now)
    expect(await desk.triesIn(t)).toMatchObject([{ nth: 1, state: 'sent', why: null, code: 200 }])
    await desk.deliver()
    expect(service.calls).toHaveLength(1)
  })

  test('that fails is tried again after pauses that double, at most 24 times, and then the alarm says so', async () => {
    service.reply = () => ({ status: 500 })
    const { t, alarmId } = await aCall([{ kind: 'webhook', address: service.url('/hook') }])
    const pauses: number[] = []
    for (let nth = 1; nth <= 24; nth++) {
      await desk.deliver()
      const { dueAt } = (await desk.sentIn(t))[0]!
      if (dueAt === null) break
      pauses.push((dueAt - desk.now) / 1000)
      desk.now = dueAt - 1
      await desk.deliver()
      expect(service.calls).toHaveLength(nth)
      desk.now = dueAt
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, ...Array.from({ length: 14 }, () => 3600)])
    expect(service.calls).toHaveLength(24)
    expect(new Set(service.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(new Set(service.calls.map(({ body }) => body)).size).toBe(1)
    const tries = await desk.triesIn(t)
    expect(tries.map(({ state, code }) => [state, code])).toEqual([...Array.from({ length: 23 }, () => ['failed', 500]), ['givenUp', 500]])
    expect(await desk.toldOf(alarmId)).toEqual([
      { what: 'called', words: 'Li Lei' },
      { what: 'unreached', words: 'Li Lei' },
    ])
  })

  test('that comes back is sent it, and the tries say how it was', async () => {
    const replies = ['drop', { status: 302, headers: { location: '/other' } }, { status: 429 }, { status: 204 }] as const
    service.reply = () => replies[service.calls.length - 1]!
    const { t } = await aCall([{ kind: 'webhook', address: service.url('/hook') }])
    for (const _ of replies) {
      await desk.deliver()
      desk.now += 3_600_000
    }
    expect((await desk.triesIn(t)).map(({ state, why, code }) => [state, why, code])).toEqual([
      ['failed', 'unreachable', null],
      ['failed', 'redirected', null],
      ['failed', 'declined', 429],
      ['sent', null, 204],
    ])
  })

  test('is not tried again once somebody has acknowledged', async () => {
    service.reply = () => ({ status: 500 })
    const { t, alarmId } = await aCall([{ kind: 'webhook', address: service.url('/hook') }])
    await desk.deliver()
    const asking = await desk.asking(t)
    await desk.calls.acknowledge({ body: { ids: [alarmId] } } as never, asking)
    desk.now += 10_000
    await desk.deliver()
    expect(service.calls).toHaveLength(1)
    expect((await desk.triesIn(t)).map(({ state, why }) => [state, why])).toEqual([
      ['failed', 'declined'],
      ['givenUp', 'handled'],
    ])
  })

  test('is not tried again while planned work covers the device, and is after it', async () => {
    service.reply = () => ({ status: 500 })
    const { t, area } = await aCall([{ kind: 'webhook', address: service.url('/hook') }])
    await desk.deliver()
    const silence = { tenant_id: t, area_id: area.id, starts_at: desk.now, ends_at: desk.now + 60_000, reason: 'Cleaning' }
    await desk.build.insert('alarm_silence', silence)
    desk.now += 59_999
    await desk.deliver()
    expect(service.calls).toHaveLength(1)
    desk.now += 1
    await desk.deliver()
    expect(service.calls).toHaveLength(2)
  })

  test('within a network that may not be called is given up at once', async () => {
    const { t } = await aCall([{ kind: 'webhook', address: 'http://127.0.0.1:9/' }])
    await desk.deliver()
    expect(await desk.triesIn(t)).toMatchObject([{ state: 'givenUp', why: 'refused' }])
  })

  test('that is removed, or whose person is, is given up', async () => {
    const { t } = await aCall([{ kind: 'webhook', address: service.url('/hook') }])
    await desk.owner.query('delete from furrow.alarm_staff where tenant_id = $1', [t])
    await desk.deliver()
    expect(await desk.triesIn(t)).toMatchObject([{ state: 'givenUp', why: 'gone' }])
    expect(service.calls).toEqual([])
  })

  test('that was sent to and not written down, since a kill came in between, is sent to again under the same key', async () => {
    const end = new AbortController()
    // The other side has it, and this side dies before it hears so.
    service.reply = () => (end.abort(), 'hang')
    const { t } = await aCall([{ kind: 'webhook', address: service.url('/hook') }])
    await desk.deliver(end.signal)
    expect(await desk.triesIn(t)).toMatchObject([{ nth: 1, state: 'waiting' }])
    service.reply = () => ({})
    await desk.deliver()
    expect(service.calls).toHaveLength(2)
    expect(new Set(service.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(await desk.triesIn(t)).toMatchObject([{ nth: 1, state: 'sent' }])
  })

  test('that was taken, and could not be written down, is sent to again under the same key', async () => {
    const { t } = await aCall([{ kind: 'webhook', address: service.url('/hook') }])
    await desk.owner.query(
      `create function furrow.bar_marks() returns trigger language plpgsql as 'begin raise exception ''gone''; end';
       create trigger bar_marks before update on furrow.alarm_attempt for each row when (new.tenant_id = ${t}) execute function furrow.bar_marks()`,
    )
    await expect(desk.deliver()).rejects.toThrow()
    await desk.owner.query('drop trigger bar_marks on furrow.alarm_attempt; drop function furrow.bar_marks()')
    await desk.deliver()
    expect(service.calls).toHaveLength(2)
    expect(new Set(service.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })
})

describe('a robot', () => {
  test('of DingTalk is signed in its address', async () => {
    service.reply = () => ({ body: '{"errcode":0,"errmsg":"ok"}' })
    const { t } = await aCall([{ kind: 'dingtalk', address: service.url('/robot/send?access_token=x'), secret: 'SEC1' }])
    await desk.deliver()
    const url = new URL(service.calls[0]!.path, 'http://x')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      access_token: 'x',
      timestamp: String(desk.now),
      sign: base64('SEC1', `${desk.now}\nSEC1`),
    })
    expect(JSON.parse(service.calls[0]!.body)).toEqual({
      msgtype: 'text',
      text: { content: expect.stringMatching(/^Oxygen low: Pond 1\nPond 1 at North base: .*\nhttps:\/\/farm\.example\/web\//s) as string },
    })
    expect(await desk.triesIn(t)).toMatchObject([{ state: 'sent', code: 200 }])
  })
  test('of Feishu is signed in its body', async () => {
    service.reply = () => ({ body: '{"code":0,"msg":"success"}' })
    const { t } = await aCall([{ kind: 'feishu', address: service.url('/hook/x'), secret: 'S2' }])
    await desk.deliver()
    const timestamp = String(Math.floor(desk.now / 1000))
    expect(JSON.parse(service.calls[0]!.body)).toMatchObject({
      timestamp,
      sign: base64(`${timestamp}\nS2`, ''),
      msg_type: 'text',
      content: { text: expect.stringContaining('Oxygen low') as string },
    })
    expect(await desk.triesIn(t)).toMatchObject([{ state: 'sent' }])
  })
  test('of WeCom takes as much as it can, and no half sign', async () => {
    service.reply = () => ({ body: '{"errcode":0}' })
    const pond = await desk.aPond()
    await desk.owner.query('update furrow.device set name = $2 where id = $1', [pond.device.id, '塘'.repeat(900)])
    const id = await desk.aPerson(pond, 'Li Lei', [{ kind: 'wecom', address: service.url('/send?key=x') }])
    await desk.aDuty(pond, [{ afterMinutes: 0, staffIds: [id] }])
    await pond.act(raise(START))
    await desk.tellAll()
    await desk.deliver()
    const { content } = (JSON.parse(service.calls[0]!.body) as { text: { content: string } }).text
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(2048)
    expect(content).toMatch(/塘…$/)
  })
  test.each([
    ['dingtalk', '{"errcode":310000,"errmsg":"sign not match"}', 310_000],
    ['wecom', '{"errcode":93000}', 93_000],
    ['feishu', '{"code":19021}', 19_021],
    ['feishu', 'no json', 200],
    ['dingtalk', '{}', 200],
  ] as const)('of %s that answers %s has not taken it', async (kind, body, code) => {
    service.reply = () => ({ body })
    const { t } = await aCall([{ kind, address: service.url('/r') }])
    await desk.deliver()
    expect((await desk.triesIn(t))[0]).toMatchObject({ state: 'failed', why: 'declined', code })
  })
})

describe('a mail', () => {
  test('is sent to the address, in the language of who reads it', async () => {
    const { t } = await aCall([{ kind: 'email', address: 'li@farm.example' }], { language: 'zh-CN' })
    await desk.deliver()
    const { key } = (await desk.sentIn(t))[0]!
    expect(mail.mails).toMatchObject([{ to: expect.stringContaining('li@farm.example') as string }])
    expect(mail.mails[0]!.data).toContain(`Message-ID: <${key}@furrow>`)
    expect(mail.mails[0]!.data).toMatch(/^From: Furrow <alarms@farm\.example>$/m)
    expect(await desk.triesIn(t)).toMatchObject([{ state: 'sent', code: 250 }])
  })
  test('that is refused says with which number', async () => {
    const { t } = await aCall([{ kind: 'email', address: 'nobody@farm.example' }])
    await desk.deliver()
    expect((await desk.triesIn(t))[0]).toMatchObject({ state: 'failed', why: 'declined', code: 550 })
  })
})

describe('a text message', () => {
  test('goes out by the service of the installation', async () => {
    const { t } = await aCall([{ kind: 'sms', address: '13800000000' }])
    await desk.deliver()
    expect(phones.calls.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { phone: '13800000000', text: `Oxygen low: Pond 1\n${text}` },
    ])
    expect(await desk.triesIn(t)).toMatchObject([{ state: 'sent' }])
  })
  test('that the service refuses is tried again', async () => {
    phones.reply = () => ({ status: 500 })
    const { t } = await aCall([{ kind: 'sms', address: '13800000000' }])
    await desk.deliver()
    expect((await desk.triesIn(t)).map(({ state }) => state)).toEqual(['failed', 'waiting'])
  })
})

test('a service that nobody configured is said to be none', async () => {
  const bare = await callDesk()
  try {
    const pond = await bare.aPond()
    const id = await bare.aPerson(pond, 'Li Lei', [
      { kind: 'email', address: 'li@farm.example' },
      { kind: 'sms', address: '13800000000' },
    ])
    await bare.aDuty(pond, [{ afterMinutes: 0, staffIds: [id] }])
    await pond.act(raise(START))
    await bare.tellAll()
    await bare.deliver()
    expect((await bare.triesIn(pond.t)).map(({ state, why }) => [state, why])).toEqual([
      ['givenUp', 'notConfigured'],
      ['givenUp', 'notConfigured'],
    ])
  } finally {
    await bare.close()
  }
})

test('a message of the console is posted once, and is the one that who reads alarms gets anyway', async () => {
  const pond = await desk.aPond()
  const { caller } = await desk.asking(pond.t)
  const id = await desk.aPerson(pond, '', [{ kind: 'message' }], { user_id: caller.userId })
  await desk.aDuty(pond, [
    { afterMinutes: 0, staffIds: [id] },
    { afterMinutes: 5, staffIds: [id] },
  ])
  await pond.act(raise(START))
  await desk.tellAll()
  await desk.deliver()
  const keys = async () =>
    (await desk.ask<{ key: string }>(`select key from furrow.outbox where tenant_id = $1 and kind = 'message' order by id`, [pond.t])).map(
      ({ key }) => key,
    )
  expect(new Set(await keys()).size).toBe(1)
  desk.now += 5 * 60_000
  await desk.escalate()
  await desk.deliver()
  expect((await keys()).at(-1)).toMatch(/:step1:/)
  expect((await desk.sentIn(pond.t)).map(({ name }) => name)).toEqual(['Lin Yue', 'Lin Yue'])
})

describe('a storm', () => {
  test('of five hundred alarms is one call of each channel that is for such', async () => {
    const pond = await desk.aPond()
    const id = await desk.aPerson(pond, 'Li Lei', [
      { kind: 'webhook', address: service.url('/all') },
      { kind: 'webhook', address: service.url('/critical'), severity: 'critical' },
    ])
    await desk.aDuty(pond, [{ afterMinutes: 0, staffIds: [id] }])
    const ids = (
      await desk.owner.query<{ id: number }>(
        `insert into furrow.device (tenant_id, area_id, name, eui, device_type, secret_hash)
         select $1, $2::bigint, 'Sensor ' || n, 'storm-' || $2::bigint || '-' || n, 'gateway', 'x' from generate_series(1, 500) n returning id`,
        [pond.t, pond.area.id],
      )
    ).rows.map((row) => row.id)
    await desk.act(
      pond.t,
      ids.map((device) => pond.on(raise(START), device)),
    )
    await desk.owner.query(`update furrow.alarm set severity = 'minor' where tenant_id = $1 and device_id = any($2::bigint[])`, [
      pond.t,
      ids.slice(0, 499),
    ])
    await desk.tellAll()
    await desk.deliver()
    const said = service.calls.map(({ path, body }) => [path, (JSON.parse(body) as { alarms: number }).alarms])
    expect(said.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
      ['/all', 500],
      ['/critical', 1],
    ])
  })

  test('of tries to one tenant holds up no other', async () => {
    const slow = await aCall([])
    for (let n = 0; n < 12; n++)
      await desk.build.insert('alarm_channel', {
        tenant_id: slow.t,
        staff_id: slow.staffId,
        nth: n,
        kind: 'webhook',
        address: service.url(`/slow/${n}`),
        severity: 'indeterminate',
      })
    desk.now = START
    await desk.owner.query('update furrow.alarm set due_at = $2, heard_at = null where tenant_id = $1', [slow.t, START])
    await desk.tellAll()
    desk.now = START
    const quick = await aCall([{ kind: 'webhook', address: service.url('/quick') }])
    let open = 0
    let most = 0
    const gate = Promise.withResolvers<void>()
    service.reply = async ({ path }) => {
      if (!path.startsWith('/slow')) return {}
      most = Math.max(most, ++open)
      await gate.promise
      open--
      return {}
    }
    const work = desk.deliver()
    await vi.waitFor(async () => expect(await desk.triesIn(quick.t)).toMatchObject([{ state: 'sent' }]))
    gate.resolve()
    await work
    expect(most).toBeLessThanOrEqual(4)
    expect((await desk.triesIn(slow.t)).filter(({ state }) => state === 'sent')).toHaveLength(12)
  })
})

test('what was sent is forgotten with the other logs', async () => {
  const { t } = await aCall([{ kind: 'webhook', address: service.url('/hook') }])
  await desk.deliver()
  await desk.forget()
  expect(await desk.sentIn(t)).toHaveLength(1)
  desk.now += desk.config.retention.logs + 60_000
  await desk.forget()
  expect([await desk.sentIn(t), await desk.triesIn(t)]).toEqual([[], []])
})
