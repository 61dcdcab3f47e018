import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ALARMS_READ } from '#contract/alarms/permission'
import { alarmPath } from '#contract/alarms/pages'
import { GATHER_MS } from '#server/alarms/people/gather'
import { say } from '#server/ground/words'
import { alarmDesk, clear, raise, START } from './alarmDesk.ts'
import { aRule } from './anAlarm.ts'

let desk: Awaited<ReturnType<typeof alarmDesk>>
beforeAll(async () => {
  desk = await alarmDesk()
})
afterAll(() => desk?.close())
beforeEach(() => {
  desk.now = START
})

/** Lets what is gathered come due, and tells it. */
const tellAll = async () => {
  desk.now += GATHER_MS
  await desk.tell()
}

describe('an alarm', () => {
  test('is told to who may see the alarms of its base, and to nobody else', async () => {
    const pond = await desk.aPond()
    const south = await desk.build.anArea({ tenant_id: pond.t })
    const [everywhere, here] = [
      await desk.build.aUser({ tenantId: pond.t, codes: [ALARMS_READ], real_name: 'A' }),
      await desk.build.aUser({ tenantId: pond.t, codes: ['wfpf.farm.*'], areaIds: [pond.area.id], real_name: 'B' }),
    ]
    await desk.build.aUser({ tenantId: pond.t, codes: [ALARMS_READ], areaIds: [south.id] })
    await desk.build.aUser({ tenantId: pond.t, codes: ['wfpf.farm.land'] })
    await desk.build.aUser({ tenantId: pond.t, codes: ['*'], enabled: false })
    await desk.build.aUser({ tenantId: (await desk.build.aTenant()).id, codes: ['*'] })
    await pond.act(raise(START))
    await desk.tell()
    const posted = await desk.postedIn(pond.t)
    expect(posted.map(({ userId }) => userId)).toEqual([everywhere.id, here.id])
    const [alarm] = await desk.alarmsOf(pond.t)
    expect(posted[0]).toMatchObject({
      severity: 'critical',
      link: alarmPath(alarm!.id),
      body: {
        subject: 'notices:alarm.subject.one',
        content: 'notices:alarm.content.below',
        params: { rule: 'Oxygen low', device: 'Pond 1', area: 'North base', value: '2.4 mg/L', limit: '3 mg/L', since: '2027-01-15 15:59' },
      },
    })
    const { content, params } = posted[0]!.body
    expect(say('en-US', content, params as never)).toBe(
      'Pond 1 at North base: 2.4 mg/L is below the limit of 3 mg/L, since 2027-01-15 15:59. Start the aerators',
    )
    expect(say('zh-CN', content, params as never)).toContain('低于限值 3 mg/L')
    expect(await desk.eventsOf(alarm!.id)).toEqual(['raised', 'told'])
  })

  test('is told once, however often it is looked', async () => {
    const pond = await desk.aPond()
    await desk.asking(pond.t)
    await pond.act(raise(START))
    await tellAll()
    await tellAll()
    await pond.act(raise(START), clear(START, START + 5))
    await tellAll()
    expect(await desk.postedIn(pond.t)).toHaveLength(1)
  })

  test('is told again by a look whose transaction was lost, once', async () => {
    const pond = await desk.aPond()
    await desk.asking(pond.t)
    await pond.act(raise(START))
    await desk.owner.query(
      `create function furrow.bar_posts() returns trigger language plpgsql as 'begin raise exception ''nobody is told''; end';
       create trigger bar_posts before insert on furrow.outbox for each row when (new.tenant_id = ${pond.t}) execute function furrow.bar_posts()`,
    )
    const free = await desk.aPond()
    await desk.asking(free.t)
    await free.act(raise(START))
    await tellAll()
    // What cannot be told in one tenant keeps no other waiting.
    expect([await desk.postedIn(pond.t), await desk.postedIn(free.t)]).toMatchObject([[], [{ severity: 'critical' }]])
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ dueAt: START, heardAt: null }])
    await desk.owner.query('drop trigger bar_posts on furrow.outbox; drop function furrow.bar_posts()')
    await tellAll()
    expect(await desk.postedIn(pond.t)).toHaveLength(1)
  })

  test.each([
    ['major', 'critical'],
    ['minor', 'warning'],
    ['warning', 'info'],
    ['indeterminate', 'info'],
  ] as const)('that is %s is a message that is %s', async (severity, told) => {
    const pond = await desk.aPond()
    await desk.asking(pond.t)
    const rule = await aRule(desk.build, { ...pond.place, severity })
    await desk.act(pond.t, [{ ...pond.on(raise(START)), ruleId: rule.id }])
    await tellAll()
    expect((await desk.postedIn(pond.t)).map((one) => one.severity)).toEqual([told])
  })

  test('is told to who is to see to it', async () => {
    const pond = await desk.aPond()
    const [asking, other] = [await desk.asking(pond.t), await desk.asking(pond.t)]
    const stranger = await desk.build.aUser({ tenantId: pond.t, codes: ['wfpf.farm.land'] })
    await pond.act(raise(START))
    const { id } = (await desk.alarmsOf(pond.t))[0]!
    const assign = (userId: number | null) => desk.calls.assign({ params: { id }, body: { userId } } as never, asking)
    await expect(assign(stranger.id)).rejects.toMatchObject({ code: 'error.alarm.assignee' })
    expect(await assign(other.caller.userId)).toMatchObject({ assigneeId: other.caller.userId, assigneeName: 'Lin Yue' })
    await assign(other.caller.userId)
    expect(await desk.postedIn(pond.t)).toMatchObject([
      { userId: other.caller.userId, body: { content: 'notices:alarm.content.assigned', params: { by: 'Lin Yue' } } },
    ])
    expect(await assign(null)).toMatchObject({ assigneeId: null })
  })
})

describe('a storm', () => {
  const sensors = async (pond: Awaited<ReturnType<typeof desk.aPond>>, count: number) =>
    (
      await desk.owner.query<{ id: number }>(
        `insert into furrow.device (tenant_id, area_id, name, eui, device_type, secret_hash)
         select $1, $2::bigint, 'Sensor ' || n, 'people-' || $2::bigint || '-' || n, 'gateway', 'x' from generate_series(1, $3::int) n returning id`,
        [pond.t, pond.area.id, count],
      )
    ).rows.map(({ id }) => id)

  test('is told at once and then in one message in ten seconds to each, which says the worst', async () => {
    const pond = await desk.aPond()
    await desk.asking(pond.t)
    await desk.asking(pond.t)
    const minor = await aRule(desk.build, { ...pond.place, severity: 'minor', name: 'Water cold' })
    const [first, ...ids] = await sensors(pond, 128)
    await desk.act(pond.t, [{ ...pond.on(raise(START), first), ruleId: minor.id }])
    await desk.tell()
    const atOnce = await desk.postedIn(pond.t)
    expect(atOnce).toMatchObject(Array(2).fill({ severity: 'warning', body: { params: { rule: 'Water cold', device: 'Sensor 1' } } }))
    await desk.act(
      pond.t,
      ids.map((id) => ({ ...pond.on(raise(START + 1), id), ruleId: minor.id })),
    )
    desk.now = START + GATHER_MS - 1
    await pond.act(raise(desk.now))
    await desk.tell()
    expect(await desk.postedIn(pond.t)).toHaveLength(2)
    desk.now++
    await desk.tell()
    const posted = (await desk.postedIn(pond.t)).slice(2)
    expect(posted).toHaveLength(2)
    expect(posted[0]).toMatchObject({
      severity: 'critical',
      link: '/web/equipment/warning-manage',
      body: { content: 'notices:alarm.content.many', params: { count: 128, rule: 'Oxygen low', device: 'Pond 1', area: 'North base' } },
    })
    await tellAll()
    expect(await desk.postedIn(pond.t)).toHaveLength(4)
  })

  test('of one base keeps no other waiting', async () => {
    const pond = await desk.aPond()
    await desk.asking(pond.t)
    const south = await desk.build.anArea({ tenant_id: pond.t, area_name: 'South base' })
    const there = { tenant_id: pond.t, area_id: south.id }
    const [device, rule] = [await desk.build.aDevice(there), await aRule(desk.build, there)]
    await pond.act(raise(START))
    await desk.tell()
    desk.now += 1000
    await desk.act(pond.t, [{ ...pond.on(raise(desk.now), device.id), ruleId: rule.id }])
    await desk.tell()
    expect((await desk.postedIn(pond.t)).map(({ body }) => body.params['area'])).toEqual(['North base', 'South base'])
  })

  test('is told though the clock was set back since', async () => {
    const pond = await desk.aPond()
    await desk.asking(pond.t)
    await pond.act(raise(START))
    await desk.tell()
    desk.now -= 3_600_000
    const [other] = await sensors(pond, 1)
    await desk.act(pond.t, [pond.on(raise(desk.now), other)])
    await desk.tell()
    expect(await desk.postedIn(pond.t)).toHaveLength(2)
  })

  test('of five thousand within ten seconds is two messages, and each alarm says that it was told', async () => {
    const pond = await desk.aPond()
    await desk.asking(pond.t)
    const ids = await sensors(pond, 5000)
    const raiseAll = (some: readonly number[]) =>
      desk.act(
        pond.t,
        some.map((id) => pond.on(raise(desk.now), id)),
      )
    await raiseAll(ids.slice(0, 100))
    await desk.tell()
    for (let at = 100; at < 5000; at += 700) {
      desk.now += 1000
      await raiseAll(ids.slice(at, at + 700))
      await desk.tell()
    }
    await tellAll()
    expect(await desk.postedIn(pond.t)).toMatchObject([{ body: { params: { count: 100 } } }, { body: { params: { count: 4900 } } }])
    const [{ n }] = (await desk.ask(`select count(*)::int as n from furrow.alarm_event where tenant_id = $1 and what = 'told'`, [
      pond.t,
    ])) as [{ n: number }]
    expect(n).toBe(5000)
  })
})
