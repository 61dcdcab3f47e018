import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { alarmCalls } from '#contract/alarms/alarm'
import { alarmLiveCalls } from '#contract/alarms/live'
import { alarmSilenceCalls } from '#contract/alarms/silence'
import { alarmTrialCalls } from '#contract/alarms/trial'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { anAlarm, aRule, oxygenLow } from './anAlarm.ts'

const DAY = 86_400_000
let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const place = () => ({ tenant_id: farm.t, area_id: farm.north.id })

test('all bases that somebody may see are counted, the worst first; what is told to nobody is none of it', async () => {
  const [north, south] = [
    { tenant_id: farm.t, area_id: farm.north.id },
    { tenant_id: farm.t, area_id: (await farm.build.anArea({ tenant_id: farm.t, area_name: 'Reed bay' })).id },
  ]
  const inBase = async (stand: typeof north, more: object) =>
    anAlarm(farm.build, { ...stand, rule_id: (await aRule(farm.build, stand)).id, raised_at: 50, severity: 'minor', ...more })
  const seen = { acknowledged_at: 9, acknowledged_by: 'Lin' }
  await inBase(south, { severity: 'critical', ...seen })
  await inBase(south, { severity: 'critical', cause: 'noData', raised_at: 1 })
  const worst = await inBase(south, { severity: 'critical', raised_at: 2 })
  await inBase(south, { severity: 'critical', raised_at: 0, quiet: 'silence' })
  await inBase(south, { severity: 'critical', raised_at: 0, shelved_until: Date.now() + DAY })
  await inBase(south, { severity: 'critical', raised_at: 0, cleared_at: 3, state: 'cleared', ...seen })
  const own = await inBase(north, {})
  // What somebody knows of is not what waits.
  const hill = { tenant_id: farm.t, area_id: (await farm.build.anArea({ tenant_id: farm.t, area_name: 'Hill' })).id }
  await inBase(hill, { severity: 'critical', ...seen })
  const waits = await inBase(hill, { severity: 'warning' })
  const mill = { tenant_id: farm.t, area_id: (await farm.build.anArea({ tenant_id: farm.t, area_name: 'Mill' })).id }
  const known = await inBase(mill, { severity: 'critical', ...seen })
  await anAlarm(farm.build, { tenant_id: farm.elsewhere.id, area_id: farm.foreign.id, raised_at: 1 })
  const bases = async (client = farm.admin) =>
    (await client.call(alarmCalls.bases, { params: { t: farm.t } })).body.filter(({ areaId }) =>
      [north, south, hill, mill].some((base) => base.area_id === areaId),
    )
  const ofNorth = { areaId: north.area_id, areaName: 'North', active: 1, unacknowledged: 1, worst: { id: own.id } }
  expect(await bases()).toMatchObject([
    { areaId: south.area_id, areaName: 'Reed bay', active: 3, unacknowledged: 2, worst: { id: worst.id, cause: 'condition' } },
    ofNorth,
    { areaId: hill.area_id, unacknowledged: 1, worst: { id: waits.id } },
    { areaId: mill.area_id, unacknowledged: 0, worst: { id: known.id } },
  ])
  expect(await bases(farm.northerner)).toMatchObject([ofNorth])
  expect((await farm.viewer.call(alarmCalls.bases, { params: { t: farm.t } })).status).toBe(403)
  expect((await farm.rival.call(alarmCalls.bases, { params: { t: farm.t } })).status).toBe(404)
  await farm.owner.query('delete from alarm where area_id = any($1)', [[north, south, hill, mill].map((base) => base.area_id)])
})

describe('the list', () => {
  test('keeps what is over and was not acknowledged among what is open, until it is acknowledged', async () => {
    const base = await farm.build.anArea({ tenant_id: farm.t })
    const stand = { tenant_id: farm.t, area_id: base.id }
    const rule = await aRule(farm.build, stand)
    const { id: deviceId } = await farm.build.aDevice(stand)
    const at = (raised: number) => ({ ...stand, rule_id: rule.id, device_id: deviceId, ordinal: raised, raised_at: raised })
    const seen = { acknowledged_at: 99, acknowledged_by: 'Lin' }
    const active = await anAlarm(farm.build, at(10))
    const acknowledged = await anAlarm(farm.build, { ...at(20), ...seen })
    const over = await anAlarm(farm.build, { ...at(30), state: 'cleared', cleared_at: 31 })
    await anAlarm(farm.build, { ...at(40), state: 'cleared', cleared_at: 41, ...seen })
    const standing = async (wanted: string) =>
      (await farm.admin.call(alarmCalls.page, { params: { t: farm.t }, query: { areaId: base.id, standing: wanted } })).body.content.map(
        ({ id }) => id,
      )
    expect((await standing('open')).toSorted((a, b) => a - b)).toEqual([active.id, acknowledged.id, over.id])
    expect(await standing('unacknowledged')).toEqual([over.id, active.id])
  })

  test('shows what stands open worst first, all else newest first, and finds by what it is about', async () => {
    const base = await farm.build.anArea({ tenant_id: farm.t })
    const stand = { tenant_id: farm.t, area_id: base.id }
    const rule = await aRule(farm.build, stand)
    const [pond, well] = [await farm.build.aDevice(stand), await farm.build.aDevice(stand)]
    const at = (raised: number) => ({ ...stand, rule_id: rule.id, device_id: pond.id, ordinal: raised, raised_at: raised })
    const minor = await anAlarm(farm.build, { ...at(30), severity: 'minor', device_id: well.id, device_name: 'Well 100%' })
    const old = await anAlarm(farm.build, at(10))
    const newer = await anAlarm(farm.build, at(20))
    const gone = await anAlarm(farm.build, { ...at(40), state: 'cleared', cleared_at: 41, acknowledged_at: 42, acknowledged_by: 'Lin' })
    const aside = await anAlarm(farm.build, { ...at(50), shelved_until: Date.now() + DAY })
    const page = async (query: object) =>
      (await farm.admin.call(alarmCalls.page, { params: { t: farm.t }, query: { areaId: base.id, ...query } })).body.content.map(
        ({ id }) => id,
      )
    expect(await page({})).toEqual([newer.id, old.id, minor.id])
    expect(await page({ standing: 'all' })).toEqual([aside.id, gone.id, minor.id, newer.id, old.id])
    expect(await page({ standing: 'active' })).toEqual([aside.id, minor.id, newer.id, old.id])
    expect(await page({ standing: 'shelved' })).toEqual([aside.id])
    expect(await page({ standing: 'all', text: '100%' })).toEqual([minor.id])
    expect(await page({ standing: 'all', severity: 'critical', startTime: 20, endTime: 40 })).toEqual([gone.id, newer.id])
    const { body: live } = await farm.admin.call(alarmLiveCalls.snapshot, { params: { t: farm.t }, query: { areaId: base.id } })
    expect(live.alarms.map(([id]) => id)).toEqual([aside.id, newer.id, old.id, minor.id])
    const { body: report } = await farm.admin.call(alarmCalls.report, {
      params: { t: farm.t },
      query: { areaId: base.id, startTime: 0, endTime: DAY },
    })
    expect(report).toMatchObject({
      total: 5,
      neverAcknowledged: 4,
      medianToAcknowledge: 2,
      hours: [[0, 5]],
      rules: [{ ruleId: rule.id, name: 'Oxygen low', count: 5, neverAcknowledged: 4 }],
    })
    expect(report.devices.map(({ name, count }) => [name, count])).toEqual([
      ['Pond 1', 4],
      ['Well 100%', 1],
    ])
    const long = await farm.admin.call(alarmCalls.report, {
      params: { t: farm.t },
      query: { areaId: base.id, startTime: 0, endTime: 32 * DAY },
    })
    expect([long.status, Object.keys(long.body.fields ?? {})]).toEqual([422, ['endTime']])
  })
})

describe('planned work', () => {
  const plan = (more: object) =>
    farm.admin.call(alarmSilenceCalls.add, {
      params: { t: farm.t },
      body: { areaId: farm.north.id, deviceIds: null, startsAt: Date.now(), endsAt: Date.now() + DAY, reason: ' Cleaning ', ...more },
    })
  test('is kept with who planned it, and ended at once', async () => {
    const { body: made } = await plan({})
    expect(made).toMatchObject({ areaId: farm.north.id, deviceIds: null, reason: 'Cleaning', by: 'A User' })
    expect((await farm.admin.call(alarmSilenceCalls.end, { params: { t: farm.t, id: made.id } })).body).toBe(1)
    const { body: page } = await farm.admin.call(alarmSilenceCalls.page, { params: { t: farm.t }, query: { areaId: farm.north.id } })
    expect(page.content.find(({ id }) => id === made.id)!.endsAt).toBeLessThanOrEqual(Date.now())
  })
  test.each([
    ['ends before it starts', () => ({ endsAt: Date.now() - 5 }), 'error.alarm.silenceOrder'],
    ['is past', () => ({ startsAt: 1, endsAt: 2 }), 'error.alarm.silencePast'],
    ['lasts longer than a month', () => ({ endsAt: Date.now() + 32 * DAY }), 'error.alarm.silenceLong'],
  ])('is refused beside its end where it %s', async (_, more, code) => {
    const { status, body: refused } = await plan(more())
    expect([status, refused.code, Object.keys(refused.fields ?? {})]).toEqual([422, code, ['endsAt']])
  })
  test('of devices of another base is refused', async () => {
    const { id } = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.south.id })
    expect((await plan({ deviceIds: [id] })).body.code).toBe('error.alarm.scope')
  })
})

describe('a dry run', () => {
  test('is one at a time for each person, and one that waits ends when it is cancelled', async () => {
    const person = await farm.enter(['*'])
    const { rows } = await farm.owner.query<{ user_id: number }>(
      'select max(user_id) as user_id from furrow.membership where tenant_id = $1',
      [farm.t],
    )
    const waiting = await farm.build.insert('alarm_trial', {
      ...place(),
      user_id: rows[0]!.user_id,
      created_at: 1,
      from_at: 0,
      to_at: 1,
      logic: JSON.stringify(oxygenLow),
    })
    const start = () =>
      person.call(alarmTrialCalls.start, { params: { t: farm.t }, body: { areaId: farm.north.id, ruleId: null, logic: oxygenLow } })
    const refused = await start()
    expect([refused.status, refused.body.code]).toEqual([409, 'error.alarm.trialRuns'])
    expect((await person.call(alarmTrialCalls.cancel, { params: { t: farm.t, id: waiting.id } })).body).toMatchObject({
      state: 'cancelled',
    })
    const { body: made } = await start()
    expect(made).toMatchObject({
      state: 'waiting',
      inForce: null,
      wanted: { count: 0 },
      to: made.createdAt,
      from: made.createdAt - 30 * DAY,
    })
    await vi.waitFor(async () => {
      const { body: trial } = await person.call(alarmTrialCalls.get, { params: { t: farm.t, id: made.id } })
      expect(['done', 'failed']).toContain(trial.state)
    })
  })
})
