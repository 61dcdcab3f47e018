import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GATHER_MS } from '#server/alarms/people/gather'
import { LATE_MS } from '#server/alarms/record/follow'
import { BACK_MS } from '#server/alarms/record/lift'
import { alarmDesk, raise, record, START } from './alarmDesk.ts'
import { oxygenLow } from './anAlarm.ts'

const MINUTE = 60_000
let desk: Awaited<ReturnType<typeof alarmDesk>>
beforeAll(async () => {
  desk = await alarmDesk()
})
afterAll(() => desk?.close())
beforeEach(() => {
  desk.now = START
})

describe('what is told to nobody', () => {
  test('was more than a quarter of an hour ago, whether or not it is over already', async () => {
    const pond = await desk.aPond()
    await pond.act(record(START - LATE_MS - 1, START - 4 * MINUTE))
    await desk.act(pond.t, [pond.on(record(START - 5 * MINUTE, START - 4 * MINUTE), pond.device.id, 1)])
    expect(await desk.alarmsOf(pond.t)).toMatchObject([
      { state: 'cleared', quiet: 'late', dueAt: null },
      { state: 'cleared', quiet: null, dueAt: START },
    ])
    const other = await desk.aPond()
    await other.act(raise(START - LATE_MS - 1))
    await desk.act(other.t, [other.on(raise(START - LATE_MS), other.device.id, 1)])
    expect(await desk.alarmsOf(other.t)).toMatchObject([
      { state: 'active', quiet: 'late', dueAt: null },
      { quiet: null, dueAt: START },
    ])
  })

  test('is behind a lost gateway, until that one is back for two minutes', async () => {
    const pond = await desk.aPond({ logic: { ...oxygenLow, when: { kind: 'offline' } }, gateway: 'offline' })
    await pond.act(raise(START, [{ verdict: 'yes', itemId: null, value: null, at: START, than: null }]))
    await desk.lift()
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ quiet: 'gateway', dueAt: null, direction: 'none' }])
    await desk.owner.query(`update furrow.device set presence = 'online', presence_at = $2 where id = $1`, [pond.gateway!.id, START])
    desk.now = START + BACK_MS - 1
    await desk.lift()
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ quiet: 'gateway' }])
    desk.now++
    await desk.lift()
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ quiet: null, dueAt: desk.now }])
  })

  test('but what a device behind it said itself is told', async () => {
    const pond = await desk.aPond({ gateway: 'offline' })
    await pond.act(raise(START))
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ quiet: null, dueAt: START }])
  })

  test('is covered by planned work, until that ends', async () => {
    const pond = await desk.aPond()
    const asking = await desk.asking(pond.t)
    const body = { areaId: pond.area.id, deviceIds: [pond.device.id], startsAt: START, endsAt: START + 1000, reason: 'Cleaning' }
    await desk.silences.add({ body } as never, asking)
    const other = await desk.build.aDevice(pond.place)
    await desk.act(pond.t, [pond.on(raise(START)), pond.on(raise(START), other.id)])
    await desk.lift()
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ quiet: 'silence', dueAt: null }, { quiet: null }])
    desk.now = START + 1000
    await desk.lift()
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ quiet: null, dueAt: desk.now }, { quiet: null }])
  })

  test('was put aside, until that ends; then it is told again', async () => {
    const pond = await desk.aPond()
    const asking = await desk.asking(pond.t)
    await pond.act(raise(START))
    desk.now += GATHER_MS
    await desk.tell()
    expect(await desk.postedIn(pond.t)).toHaveLength(1)
    const { id } = (await desk.alarmsOf(pond.t))[0]!
    const until = desk.now + 10 * MINUTE
    await desk.calls.shelve({ body: { ids: [id], minutes: 10 } } as never, asking)
    desk.now = until - 1
    await desk.lift()
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ shelvedUntil: until, dueAt: null }])
    desk.now = until
    await desk.lift()
    desk.now += GATHER_MS
    await desk.tell()
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ shelvedUntil: null, heardAt: desk.now }])
    expect(await desk.eventsOf(id)).toEqual(['raised', 'told', 'shelved', 'unshelved', 'told'])
    expect(await desk.postedIn(pond.t)).toHaveLength(2)
  })

  test('was put aside before anybody was told, and is told once somebody puts it back', async () => {
    const pond = await desk.aPond()
    const asking = await desk.asking(pond.t)
    await pond.act(raise(START))
    const { id } = (await desk.alarmsOf(pond.t))[0]!
    await desk.calls.shelve({ body: { ids: [id], minutes: 10 } } as never, asking)
    desk.now += GATHER_MS
    await desk.tell()
    expect(await desk.postedIn(pond.t)).toEqual([])
    expect(await desk.calls.shelve({ body: { ids: [id], minutes: 0 } } as never, asking)).toBe(1)
    desk.now += GATHER_MS
    await desk.tell()
    expect(await desk.postedIn(pond.t)).toHaveLength(1)
  })

  test('was raised, and work was planned before anybody was told', async () => {
    const pond = await desk.aPond()
    const asking = await desk.asking(pond.t)
    await pond.act(raise(START))
    const body = { areaId: pond.area.id, deviceIds: null, startsAt: START, endsAt: START + MINUTE, reason: 'Cleaning' }
    await desk.silences.add({ body } as never, asking)
    desk.now += GATHER_MS
    await desk.tell()
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ quiet: 'silence', dueAt: null, heardAt: null }])
    expect(desk.live.alarms.mock.lastCall![2]).toMatchObject([[expect.any(Number), desk.now, { quiet: 'silence' }]])
  })
})

describe('what nothing watches any more', () => {
  test.each([
    ['its rule is switched off', 'update furrow.alarm_rule set enabled_flag = 0 where id = $1', 'rule', 'ruleOff'],
    ['its rule is gone', 'delete from furrow.alarm_rule where id = $1', 'rule', 'ruleGone'],
    ['its device is gone', 'delete from furrow.device where id = $1', 'device', 'outOfScope'],
    ['its device is taken out of use', 'update furrow.device set enabled_flag = 0 where id = $1', 'device', 'outOfScope'],
    [
      'its rule is narrowed to others',
      `update furrow.alarm_rule set logic = jsonb_set(logic, '{scope,types}', '["soil"]') where id = $1`,
      'rule',
      'outOfScope',
    ],
    [
      'its rule is narrowed to a plot',
      `update furrow.alarm_rule set logic = jsonb_set(logic, '{scope,landIds}', '[1]') where id = $1`,
      'rule',
      'outOfScope',
    ],
  ] as const)('is cleared, and says why: %s', async (_, statement, of, clearedBy) => {
    const pond = await desk.aPond()
    await pond.act(raise(START))
    await desk.lift()
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ state: 'active' }])
    await desk.owner.query(statement, [pond[of].id])
    desk.now = START + 7
    await desk.lift()
    const [alarm] = await desk.alarmsOf(pond.t)
    expect(alarm).toMatchObject({ state: 'cleared', clearedAt: START + 7, clearedBy })
    expect(await desk.eventsOf(alarm!.id)).toEqual(['raised', 'cleared'])
  })
})
