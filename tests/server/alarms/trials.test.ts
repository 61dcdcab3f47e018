import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MOST_TRIED } from '#contract/alarms/trial'
import type { WatchLogic } from '#contract/watch/logic'
import { alarmTrials } from '#server/alarms/trial'
import type { Found, replay, Replayed } from '#server/ground/watch/replay'
import { trialJob } from '#server/ground/watch/trials/job'
import { answerOf } from '#server/ground/watch/trials/kind'
import { arrange } from '../arrange.ts'
import { silentLog, startTestDatabase } from '../database/testDatabase.ts'
import { anAlarm, aRule, oxygenLow } from './anAlarm.ts'

type Given = Parameters<typeof replay>[0]
const stricter: WatchLogic = { ...oxygenLow, holdSeconds: 120 }

let database: Awaited<ReturnType<typeof startTestDatabase>>
let farm: Awaited<ReturnType<typeof aFarm>>
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  farm = await aFarm()
})

async function aFarm() {
  const build = arrange(database.owner)
  const { id: t } = await build.aTenant()
  const { id: areaId } = await build.anArea({ tenant_id: t })
  const place = { tenant_id: t, area_id: areaId }
  const [device, rule, user] = [await build.aDevice(place), await aRule(build, place), await build.aUser({ tenantId: t })]
  const trial = await build.insert('alarm_trial', {
    ...place,
    rule_id: rule.id,
    user_id: user.id,
    created_at: 1,
    from_at: 1000,
    to_at: 9000,
    logic: JSON.stringify(stricter),
    in_force_logic: JSON.stringify(oxygenLow),
  })
  const live = { changed: vi.fn() }
  const read = async () =>
    answerOf(
      alarmTrials(database.store),
      await database.store.serviceDb.selectFrom('alarm_trial').selectAll().where('id', '=', trial.id).executeTakeFirstOrThrow(),
    )
  const run = (asked: (given: Given) => Promise<Replayed>, signal = new AbortController().signal) => {
    const { serviceDb } = database.store
    const job = trialJob(alarmTrials(database.store, asked), { serviceDb, live: live as never, log: silentLog })
    if (!('steps' in job)) throw new Error('a trial is run in steps')
    return job.steps({ tenantId: t, key: String(trial.id), payload: {}, dueAt: 1 }, signal)
  }
  const found = (raisedAt: number): Found => ({
    deviceId: device.id,
    ordinal: 0,
    episode: { cause: 'condition', raisedAt, since: raisedAt - 1, seen: [], cleared: null },
  })
  return { build, t, areaId, place, device, rule, trial, live, read, run, found }
}
/** A replay that goes on until it is stopped. */
const endless = ({ signal, onProgress }: Given): Promise<Replayed> =>
  new Promise((_, fail) => {
    onProgress(1, 10)
    signal.addEventListener('abort', () => fail(signal.reason as Error))
  })

describe('a dry run', () => {
  test('says what is wanted, what the version in force would have said and what was raised, in order', async () => {
    const { build, place, rule, device, run, read, found, areaId, t } = farm
    await anAlarm(build, { ...place, rule_id: rule.id, device_id: device.id, raised_at: 5000 })
    await anAlarm(build, { ...place, rule_id: rule.id, device_id: device.id, raised_at: 9001, ordinal: 1 })
    const asked: Given[] = []
    await run(async (given) => {
      asked.push(given)
      given.onProgress(4, 4)
      return { found: given.logic.holdSeconds === 120 ? [found(4000), found(2000)] : [found(3000)], knownSince: 1500 }
    })
    expect(asked.map(({ logic, from, to, areaId: base, tenantId }) => [logic.holdSeconds, from, to, base, tenantId])).toEqual([
      [120, 1000, 9000, areaId, t],
      [60, 1000, 9000, areaId, t],
    ])
    const trial = await read()
    expect(trial).toMatchObject({
      state: 'done',
      done: 8,
      total: 8,
      knownSince: 1500,
      wanted: { count: 2, alarms: [{ raisedAt: 2000, deviceName: 'A gateway', ordinal: null }, { raisedAt: 4000 }] },
      inForce: { count: 1 },
      happened: { count: 1, alarms: [{ raisedAt: 5000 }] },
    })
  })

  test('counts what it does not list', async () => {
    const { run, read, found } = farm
    await run(async () => ({ found: Array.from({ length: MOST_TRIED + 5 }, (_, at) => found(2000 + at)), knownSince: null }))
    const { wanted } = await read()
    expect([wanted.count, wanted.alarms.length]).toEqual([MOST_TRIED + 5, MOST_TRIED])
  })

  test('ends where somebody cancels it, whichever server runs it, and keeps what it found', async () => {
    const { run, read, found, trial, live } = farm
    const running = run((given) =>
      given.logic.holdSeconds === 120 ? Promise.resolve({ found: [found(2000)], knownSince: 1 }) : endless(given),
    )
    await vi.waitFor(async () => expect(await read()).toMatchObject({ state: 'running', done: 1, total: 10 }))
    expect(live.changed).toHaveBeenCalledWith(farm.t, 'alarmTrial', trial.id, farm.areaId)
    await database.owner.query('update furrow.alarm_trial set cancelled = true where id = $1', [trial.id])
    await running
    expect(await read()).toMatchObject({ state: 'cancelled', wanted: { count: 1 }, inForce: { count: 0 } })
  })

  test('that a stop of the server interrupts is run anew', async () => {
    const { run, read } = farm
    const stop = new AbortController()
    const running = run(endless, stop.signal)
    await vi.waitFor(async () => expect((await read()).state).toBe('running'))
    stop.abort()
    await running
    expect((await read()).state).toBe('running')
    await run(async () => ({ found: [], knownSince: null }))
    expect(await read()).toMatchObject({ state: 'done', wanted: { count: 0 } })
  })

  test('that fails says so, and one that is over is not run again', async () => {
    const { run, read } = farm
    await run(() => Promise.reject(new Error('a fault')))
    expect((await read()).state).toBe('failed')
    const again = vi.fn<(given: Given) => Promise<Replayed>>()
    await run(again)
    expect(again).not.toHaveBeenCalled()
  })
})
