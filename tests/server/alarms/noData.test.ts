import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Asking } from '#server/ground/http/handler'
import type { Seen } from '#contract/watch/condition'
import { GATHER_MS } from '#server/alarms/people/gather'
import { say } from '#server/ground/words'
import { alarmDesk, clear, raise, START } from './alarmDesk.ts'
import { aRule, oxygenLow } from './anAlarm.ts'

const MINUTE = 60_000
let desk: Awaited<ReturnType<typeof alarmDesk>>
beforeAll(async () => {
  desk = await alarmDesk()
})
afterAll(() => desk?.close())
beforeEach(() => {
  desk.now = START
})

/** The last oxygen of 7.8 mg/L, too old to be believed for five minutes. */
const stale = (itemId: number | null = null): Seen[] => [{ verdict: 'unknown', itemId, value: 7.8, at: START - 8 * MINUTE, than: null }]
const lowNow: Seen[] = [{ verdict: 'yes', itemId: null, value: 0.5, at: START + MINUTE, than: null }]

/** Lets what is gathered come due, and tells it. */
const tellAll = async () => {
  desk.now += GATHER_MS
  await desk.tell()
}
async function aPond() {
  const pond = await desk.aPond({ logic: { ...oxygenLow, noData: 'raise' } })
  const asking: Asking = await desk.asking(pond.t)
  const told = async () =>
    (await desk.postedIn(pond.t)).map(({ body: { subject, content, params } }) => ({
      subject: say('en-US', subject, params as never),
      content: say('en-US', content, params as never),
      chinese: `${say('zh-CN', subject, params as never)} ${say('zh-CN', content, params as never)}`,
    }))
  const page = async () =>
    (await desk.calls.page({ query: { areaId: pond.area.id, standing: 'open', page: 1, size: 10 } } as never, asking)).content
  return { ...pond, asking, told, page }
}

describe('that nothing is known', () => {
  test('is an alarm in words of its own, with when the last reading was, and without a value', async () => {
    const pond = await aPond()
    const item = await desk.build.anItem({ ...pond.place, device_id: pond.device.id, code: 'dissolvedOxygen', unit: 'mg/L' })
    await pond.act(raise(START, stale(item.id), 'noData'))
    await desk.tell()
    expect(await pond.page()).toMatchObject([
      {
        cause: 'noData',
        code: 'dissolvedOxygen',
        itemId: item.id,
        value: null,
        limit: null,
        direction: 'none',
        seenAt: START - 8 * MINUTE,
        state: 'active',
      },
    ])
    expect(await pond.told()).toEqual([
      {
        subject: 'No data: Dissolved oxygen, Pond 1',
        content:
          'Pond 1 at North base: no reading of Dissolved oxygen for 8 minutes, the last one at 2027-01-15 15:52. Whether “Oxygen low” holds is not known. Please check the device, its power and its network.',
        chinese: expect.stringContaining('已 8 分钟没有溶解氧读数'),
      },
    ])
  })

  test('of what never came says so, and names the item as a person did', async () => {
    const pond = await aPond()
    const item = await desk.build.anItem({ ...pond.place, device_id: pond.device.id, code: 'probeA', unit: null, name: 'Inlet probe' })
    await pond.act(raise(START, [{ verdict: 'unknown', itemId: item.id, value: null, at: null, than: null }], 'noData'))
    await desk.tell()
    expect((await pond.told()).map(({ content }) => content)).toEqual([
      expect.stringContaining('no reading of Inlet probe has ever arrived'),
    ])
  })

  test('hides nothing: the real alarm comes beside it, is told anew with its own value, and stands first', async () => {
    const pond = await aPond()
    await pond.act(raise(START, stale(), 'noData'))
    await tellAll()
    const [silence] = await pond.page()
    await desk.calls.acknowledge({ body: { ids: [silence!.id] } } as never, pond.asking)
    await pond.act(raise(START + MINUTE, lowNow))
    await tellAll()
    expect(await pond.page()).toMatchObject([
      { cause: 'condition', value: 0.5, limit: 3, direction: 'below', acknowledgedAt: null },
      { cause: 'noData', value: null, acknowledgedAt: expect.any(Number) as number },
    ])
    expect((await pond.told()).map(({ content }) => content)).toEqual([
      expect.stringContaining('no reading of Dissolved oxygen'),
      expect.stringContaining('0.5 mg/L is below the limit of 3 mg/L'),
    ])
  })

  test('ends by itself, and leaves what is known as it is; so does the end of that', async () => {
    const pond = await aPond()
    await pond.act(raise(START, stale(), 'noData'), raise(START + 1, lowNow), clear(START, START + 2, 'noData'))
    expect(await desk.alarmsOf(pond.t)).toMatchObject([
      { cause: 'noData', state: 'cleared', clearedAt: START + 2 },
      { cause: 'condition', state: 'active' },
    ])
    await pond.act(raise(START + 3, stale(), 'noData'), clear(START + 1, START + 4))
    expect(await desk.alarmsOf(pond.t)).toMatchObject([
      { cause: 'noData', state: 'cleared' },
      { cause: 'condition', state: 'cleared', clearedAt: START + 4 },
      { cause: 'noData', state: 'active', raisedAt: START + 3 },
    ])
  })

  test('that comes and goes is joined with itself, whatever the condition does beside it; later than the real one, it still stands behind it', async () => {
    const pond = await aPond()
    await pond.act(raise(START, lowNow))
    for (let nth = 1; nth <= 4; nth++) {
      await pond.act(raise(START + nth * MINUTE, stale(), 'noData'))
      if (nth < 4) await pond.act(clear(START + nth * MINUTE, START + nth * MINUTE + 9, 'noData'))
    }
    expect((await desk.alarmsOf(pond.t)).map(({ cause, times, state }) => [cause, times, state])).toEqual([
      ['condition', 1, 'active'],
      ['noData', 1, 'cleared'],
      ['noData', 1, 'cleared'],
      ['noData', 2, 'active'],
    ])
    expect((await pond.page()).map(({ cause }) => cause)[0]).toBe('condition')
  })

  test('may begin at the moment at which the condition does: each is written', async () => {
    const pond = await aPond()
    await pond.act(raise(START, stale(), 'noData'), clear(START, START, 'noData'), raise(START, lowNow))
    expect((await desk.alarmsOf(pond.t)).map(({ cause }) => cause).toSorted()).toEqual(['condition', 'noData'])
  })

  test('puts a doubt on the alarm of the condition alone', async () => {
    const pond = await aPond()
    await pond.act(raise(START, lowNow), raise(START + 1, stale(), 'noData'))
    const doubt = { ruleId: pond.rule.id, deviceId: pond.device.id, ordinal: 0, unknown: true }
    await desk.act(pond.t, [], [doubt])
    expect(await desk.alarmsOf(pond.t)).toMatchObject([
      { cause: 'condition', state: 'unknown' },
      { cause: 'noData', state: 'active' },
    ])
  })

  test('of many is told as such where it is the worst, and is the worst only where nothing is known to be wrong', async () => {
    const pond = await aPond()
    await desk.asking(pond.t)
    await pond.act(raise(START, stale(), 'noData'))
    await tellAll()
    const other = await aRule(desk.build, { ...pond.place, logic: { ...oxygenLow, noData: 'raise' }, name: 'Second' })
    const third = await aRule(desk.build, { ...pond.place, logic: oxygenLow, name: 'Third', severity: 'critical' })
    const on = (ruleId: number, action: ReturnType<typeof raise>) => ({ ...pond.on(action), ruleId })
    await desk.act(pond.t, [on(other.id, raise(START, stale(), 'noData')), on(third.id, raise(START + 9, lowNow))])
    await tellAll()
    expect((await pond.told()).at(-1)!.content).toContain('The worst: Third (Pond 1)')
    await desk.act(pond.t, [
      on(other.id, clear(START, START + 20, 'noData')),
      on(third.id, clear(START + 9, START + 20)),
      on(third.id, raise(START + 30, stale(), 'noData')),
      on(other.id, raise(START + 40, stale(), 'noData')),
    ])
    await tellAll()
    expect((await pond.told()).at(-1)!.content).toContain('The worst: no data of Dissolved oxygen (Pond 1)')
  })

  test('is what somebody is made to see to, in its own words', async () => {
    const pond = await aPond()
    const other = await desk.asking(pond.t)
    await pond.act(raise(START, stale(), 'noData'))
    const { id } = (await pond.page())[0]!
    await desk.calls.assign({ params: { id }, body: { userId: other.caller.userId } } as never, pond.asking)
    expect((await pond.told()).map(({ subject }) => subject)).toEqual(['An alarm was assigned to you: no data for Dissolved oxygen'])
  })
})
