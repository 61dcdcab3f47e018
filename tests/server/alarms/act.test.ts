import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CALM_MS, FLAP_MS } from '#server/alarms/record/follow'
import { alarmDesk, clear, raise, record, START } from './alarmDesk.ts'

const MINUTE = 60_000
let desk: Awaited<ReturnType<typeof alarmDesk>>
beforeAll(async () => {
  desk = await alarmDesk()
})
afterAll(() => desk?.close())
beforeEach(() => {
  desk.now = START
  desk.live.alarms.mockClear()
  desk.live.changed.mockClear()
})

describe('what is raised', () => {
  test('is written with what decided, and told to consoles after the commit', async () => {
    const pond = await desk.aPond()
    const item = await desk.build.anItem({ ...pond.place, device_id: pond.device.id, code: 'dissolvedOxygen2', unit: 'mg/L' })
    const seen = [{ verdict: 'yes' as const, itemId: item.id, value: 2.4, at: START, than: null }]
    await pond.act(raise(START - 1000, seen))
    const [alarm] = await desk.alarmsOf(pond.t)
    expect(alarm).toMatchObject({
      state: 'active',
      raisedAt: START - 1000,
      times: 1,
      quiet: null,
      dueAt: START,
      value: 2.4,
      limit: 3,
      direction: 'below',
      code: 'dissolvedOxygen2',
      unit: 'mg/L',
    })
    expect(desk.live.alarms.mock.lastCall).toMatchObject([
      pond.t,
      pond.area.id,
      [[alarm!.id, START, { ruleName: 'Oxygen low', deviceName: 'Pond 1', itemId: item.id, toldAt: START, ordinal: null }]],
    ])
    expect(desk.live.changed).toHaveBeenCalledWith(pond.t, 'alarm', null, pond.area.id)
    expect(await desk.eventsOf(alarm!.id)).toEqual(['raised'])
  })

  test('twice is written once, and again at another layer', async () => {
    const pond = await desk.aPond()
    await pond.act(raise(START), raise(START))
    await pond.act(raise(START))
    await desk.act(pond.t, [pond.on(raise(START), pond.device.id, 2)])
    expect(await desk.alarmsOf(pond.t)).toHaveLength(2)
    await pond.act(clear(START, START + 5))
    await pond.act(raise(START))
    expect((await desk.alarmsOf(pond.t)).map(({ state }) => state)).toEqual(['cleared', 'active'])
  })

  test('by a rule that is switched off or gone, or of a device that is gone, is nothing', async () => {
    const pond = await desk.aPond()
    await desk.act(pond.t, [pond.on(raise(START), pond.device.id + 999), { ...pond.on(raise(START)), ruleId: pond.rule.id + 999 }])
    await desk.owner.query('update furrow.alarm_rule set enabled_flag = 0 where id = $1', [pond.rule.id])
    await pond.act(raise(START), record(START - 5, START))
    expect(await desk.alarmsOf(pond.t)).toEqual([])
  })

  test('is cleared by its condition, and what was acknowledged stays so; an acknowledgement clears nothing', async () => {
    const pond = await desk.aPond()
    const asking = await desk.asking(pond.t)
    await pond.act(raise(START))
    const { id } = (await desk.alarmsOf(pond.t))[0]!
    expect(await desk.calls.acknowledge({ body: { ids: [id] } } as never, asking)).toBe(1)
    expect(await desk.calls.acknowledge({ body: { ids: [id] } } as never, asking)).toBe(0)
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ state: 'active', clearedAt: null, acknowledgedAt: START }])
    await pond.act(clear(START, START + 9))
    expect(await desk.alarmsOf(pond.t)).toMatchObject([
      { state: 'cleared', clearedAt: START + 9, clearedBy: 'condition', acknowledgedAt: START },
    ])
    // Cleared and acknowledged: no longer open.
    expect(desk.live.alarms.mock.lastCall![2]).toEqual([[id, START, null]])
    expect(await desk.eventsOf(id)).toEqual(['raised', 'acknowledged', 'cleared'])
  })

  test('and can no longer be judged is unknown until it can', async () => {
    const pond = await desk.aPond()
    const doubt = (unknown: boolean) => [{ ruleId: pond.rule.id, deviceId: pond.device.id, ordinal: 0, unknown }]
    await desk.act(pond.t, [pond.on(raise(START))], doubt(true))
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ state: 'unknown', clearedAt: null }])
    await desk.act(pond.t, [], doubt(false))
    expect(await desk.alarmsOf(pond.t)).toMatchObject([{ state: 'active' }])
  })

  test('five thousand times at once takes a handful of statements', async () => {
    const pond = await desk.aPond()
    const { rows } = await desk.owner.query<{ id: number }>(
      `insert into furrow.device (tenant_id, area_id, name, eui, device_type, secret_hash)
       select $1, $2, 'Sensor ' || n, 'storm-' || n, 'gateway', 'x' from generate_series(1, 5000) n returning id`,
      [pond.t, pond.area.id],
    )
    const statements = await desk.act(
      pond.t,
      rows.map(({ id }) => pond.on(raise(START), id)),
    )
    expect(statements).toBeLessThan(12)
    const alarms = await desk.alarmsOf(pond.t)
    expect(alarms).toHaveLength(5000)
    expect(desk.live.alarms).toHaveBeenCalledTimes(1)
    expect(desk.live.alarms.mock.lastCall![2]).toHaveLength(5000)
    expect(desk.live.changed.mock.calls.filter(([t]) => t === pond.t)).toHaveLength(1)
    const cleared = await desk.act(
      pond.t,
      rows.map(({ id }) => pond.on(clear(START, START + 5), id)),
    )
    expect(cleared).toBeLessThan(12)
    expect(new Set((await desk.alarmsOf(pond.t)).map(({ state }) => state))).toEqual(new Set(['cleared']))
  })
})

describe('what flaps', () => {
  test('is one alarm from its fourth time within half an hour, and over once it has been calm for ten minutes', async () => {
    const pond = await desk.aPond()
    const asking = await desk.asking(pond.t)
    const turn = async (at: number) => {
      desk.now = at
      await pond.act(raise(at))
      desk.now = at + MINUTE
      await pond.act(clear(at, at + MINUTE))
    }
    for (let times = 0; times < 3; times++) await turn(START + times * 5 * MINUTE)
    expect(await desk.alarmsOf(pond.t)).toHaveLength(3)
    const last = (await desk.alarmsOf(pond.t))[2]!
    await desk.calls.acknowledge({ body: { ids: [last.id] } } as never, asking)
    await turn(START + 15 * MINUTE)
    await turn(START + 20 * MINUTE)
    const alarms = await desk.alarmsOf(pond.t)
    expect(alarms).toHaveLength(3)
    expect(alarms[2]).toMatchObject({ state: 'active', times: 3, calmAt: START + 21 * MINUTE, clearedAt: null })
    expect(alarms[2]!.acknowledgedAt).not.toBeNull()
    expect(await desk.eventsOf(last.id)).toEqual(['raised', 'cleared', 'acknowledged', 'again', 'again'])
    desk.now = START + 21 * MINUTE + CALM_MS - 1
    await desk.lift()
    expect((await desk.alarmsOf(pond.t))[2]).toMatchObject({ state: 'active' })
    desk.now++
    await desk.lift()
    expect((await desk.alarmsOf(pond.t))[2]).toMatchObject({
      state: 'cleared',
      clearedAt: START + 21 * MINUTE,
      clearedBy: 'condition',
      times: 3,
    })
  })

  test('no more, once it has been steady for half an hour, is a new alarm', async () => {
    const pond = await desk.aPond()
    for (const at of [0, 5, 10].map((minutes) => START + minutes * MINUTE)) await pond.act(raise(at), clear(at, at + MINUTE))
    desk.now = START + 10 * MINUTE + FLAP_MS
    await pond.act(raise(desk.now))
    expect(await desk.alarmsOf(pond.t)).toHaveLength(4)
  })

  test('is told to people once', async () => {
    const pond = await desk.aPond()
    await desk.asking(pond.t)
    for (let times = 0; times < 8; times++) {
      await pond.act(raise(desk.now))
      desk.now += MINUTE
      await desk.tell()
      await pond.act(clear(desk.now - MINUTE, desk.now))
      desk.now += MINUTE
      await desk.lift()
      await desk.tell()
    }
    // Three that were alarms of their own; the last of them stands for all that came after.
    expect(await desk.postedIn(pond.t)).toHaveLength(3)
    expect((await desk.alarmsOf(pond.t)).map(({ times }) => times)).toEqual([1, 1, 6])
  })
})

test('whatever comes in whatever order, one alarm is active while it is so, every time is counted, and people and the engine do not mix', async () => {
  const step = fc.oneof(
    fc.record({ what: fc.constantFrom('turn', 'repeat', 'acknowledge', 'shelve', 'look'), ms: fc.integer({ min: 1, max: 12 * MINUTE }) }),
    fc.record({ what: fc.constant('turn'), ms: fc.integer({ min: 1, max: MINUTE }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const pond = await desk.aPond()
      const asking = await desk.asking(pond.t)
      let since: number | null = null
      let raised = 0
      const told: ReturnType<typeof raise>[] = []
      for (const { what, ms } of steps) {
        desk.now += ms
        const before = await desk.alarmsOf(pond.t)
        const ids = before.map(({ id }) => id)
        if (what === 'turn') {
          told.push(since === null ? raise(desk.now) : clear(since, desk.now))
          if (since === null) raised++
          since = since === null ? desk.now : null
          await pond.act(told.at(-1)!)
        } else if (what === 'repeat') await pond.act(...told.slice(-3))
        else if (what === 'look') {
          await desk.lift()
          await desk.tell()
        } else if (ids.length > 0 && what === 'acknowledge') await desk.calls.acknowledge({ body: { ids } } as never, asking)
        else if (ids.length > 0) await desk.calls.shelve({ body: { ids, minutes: 5 } } as never, asking)

        const after = await desk.alarmsOf(pond.t)
        const active = after.filter(({ clearedAt }) => clearedAt === null)
        expect(active.length).toBeLessThanOrEqual(1)
        if (since !== null) expect(active).toMatchObject([{ state: 'active', calmAt: null }])
        else for (const one of active) expect(one.calmAt).not.toBeNull()
        expect(after.reduce((sum, { times }) => sum + times, 0)).toBe(raised)
        for (const old of before) {
          const now = after.find(({ id }) => id === old.id)!
          if (what !== 'acknowledge') expect(now.acknowledgedAt).toBe(old.acknowledgedAt)
          if (what === 'acknowledge' || what === 'shelve') expect(now.clearedAt).toBe(old.clearedAt)
        }
      }
      desk.now += CALM_MS
      await desk.lift()
      expect((await desk.alarmsOf(pond.t)).filter(({ clearedAt }) => clearedAt === null)).toHaveLength(since === null ? 0 : 1)
    }),
    { numRuns: 20 },
  )
}, 60_000)
