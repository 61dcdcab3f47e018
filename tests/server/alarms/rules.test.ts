import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarmCalls } from '#contract/alarms/alarm'
import { ALARM_RULES_EDIT, ALARMS_HANDLE, ALARMS_READ } from '#contract/alarms/permission'
import { readyRules } from '#contract/alarms/ready'
import { alarmRuleCalls, type AlarmRuleBody, MOST_RULES } from '#contract/alarms/rule'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'
import { anAlarm, oxygenLow } from './anAlarm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const body = (more: Partial<AlarmRuleBody> = {}): AlarmRuleBody => ({
  areaId: farm.north.id,
  name: 'Oxygen low',
  severity: 'critical',
  advice: 'Start the aerators',
  ...oxygenLow,
  ...more,
})
const add = (more: Partial<AlarmRuleBody> = {}, by: Client = farm.admin) =>
  by.call(alarmRuleCalls.add, { params: { t: farm.t }, body: body(more) })
const get = async (id: number) => (await farm.admin.call(alarmRuleCalls.get, { params: { t: farm.t, id } })).body
const enable = (id: number, enabledFlag: 0 | 1) =>
  farm.admin.call(alarmRuleCalls.enable, { params: { t: farm.t, id }, body: { enabledFlag } })
const edit = (id: number, objectVersionNumber: number, more: Partial<AlarmRuleBody> = {}) =>
  farm.admin.call(alarmRuleCalls.edit, { params: { t: farm.t, id }, body: { ...body(more), objectVersionNumber } })
const scopeOf = (more: Partial<AlarmRuleBody['scope']>) => ({ scope: { ...oxygenLow.scope, ...more } })
const place = () => ({ tenant_id: farm.t, area_id: farm.north.id })
const active = (ruleId: number, deviceId: number | null = null) =>
  anAlarm(farm.build, { ...place(), rule_id: ruleId, device_id: deviceId, raised_at: Date.now() })
const alarm = async (id: number) => (await farm.admin.call(alarmCalls.get, { params: { t: farm.t, id } })).body

describe('a rule', () => {
  test('is made switched off, and watches once it is switched on', async () => {
    const { status, body: rule } = await add()
    expect(status).toBe(200)
    expect(rule).toMatchObject({
      ...body(),
      enabledFlag: 0,
      version: 1,
      ready: null,
      devices: 0,
      unknown: 0,
      active: 0,
      objectVersionNumber: 1,
    })
    expect((await enable(rule.id, 1)).body).toMatchObject({ enabledFlag: 1, version: 2 })
    // Nothing is changed by what is so already.
    expect((await enable(rule.id, 1)).body).toMatchObject({ enabledFlag: 1, version: 2 })
  })

  test('may name devices and plots of its base only', async () => {
    const inSouth = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.south.id })
    const foreign = await farm.build.aDevice({ tenant_id: farm.elsewhere.id, area_id: farm.foreign.id })
    const plot = await farm.build.aLand({ tenant_id: farm.t, area_id: farm.south.id })
    const here = await farm.build.aDevice(place())
    for (const scope of [{ deviceIds: [here.id, inSouth.id] }, { deviceIds: [foreign.id] }, { landIds: [plot.id] }]) {
      const { status, body: refused } = await add(scopeOf(scope))
      expect([status, refused.code]).toEqual([422, 'error.alarm.scope'])
    }
    expect((await add(scopeOf({ deviceIds: [here.id, here.id] }))).status).toBe(200)
  })

  test('is another version where what it watches for is another, and not for another name', async () => {
    const { id } = (await add()).body
    expect((await edit(id, 1, { name: 'Low oxygen', severity: 'major' })).body).toMatchObject({
      name: 'Low oxygen',
      severity: 'major',
      version: 1,
      objectVersionNumber: 2,
    })
    expect((await edit(id, 2, { holdSeconds: 90 })).body).toMatchObject({ holdSeconds: 90, version: 2, objectVersionNumber: 3 })
    const stale = await edit(id, 2, { holdSeconds: 120 })
    expect([stale.status, stale.body.code]).toEqual([409, 'error.version.stale'])
    expect(await get(id)).toMatchObject({ holdSeconds: 90 })
  })

  test('that is edited leaves active what it still watches, and clears what it does not', async () => {
    const [gateway, soil] = [await farm.build.aDevice(place()), await farm.build.aDevice({ ...place(), device_type: 'soil' })]
    const { id } = (await add()).body
    await enable(id, 1)
    const [kept, lost] = [await active(id, gateway.id), await active(id, soil.id)]
    expect(await get(id)).toMatchObject({ active: 2 })
    await edit(id, 2, scopeOf({ types: ['gateway'] }))
    expect([(await alarm(kept.id)).state, (await alarm(lost.id)).cleared]).toEqual(['active', { by: 'outOfScope', seen: [] }])
  })

  test('that is switched off, or deleted, clears its alarms and says why; they stay', async () => {
    const device = await farm.build.aDevice(place())
    const { id } = (await add({ name: 'To go' })).body
    await enable(id, 1)
    const first = await active(id, device.id)
    await enable(id, 0)
    expect(await alarm(first.id)).toMatchObject({
      state: 'cleared',
      cleared: { by: 'ruleOff' },
      events: [{ what: 'cleared', text: 'ruleOff', by: null }],
    })
    await enable(id, 1)
    const second = await active(id, device.id)
    expect((await farm.admin.call(alarmRuleCalls.remove, { params: { t: farm.t, id } })).body).toBe(1)
    expect(await alarm(second.id)).toMatchObject({ ruleId: null, ruleName: 'Oxygen low', cleared: { by: 'ruleGone' } })
    expect((await farm.admin.call(alarmRuleCalls.get, { params: { t: farm.t, id } })).status).toBe(404)
  })

  test('of the library is adopted once a base, and switched on', async () => {
    const adopt = (ready: string, areaId = farm.north.id) =>
      farm.admin.call(alarmRuleCalls.adopt, { params: { t: farm.t }, body: { areaId, ready } })
    const { body: rule } = await adopt('oxygenLow')
    expect(rule).toMatchObject({ ready: 'oxygenLow', enabledFlag: 1, severity: 'critical', ...readyRules.oxygenLow.logic })
    expect((await adopt('oxygenLow')).body).toEqual(rule)
    expect((await adopt('oxygenLow', farm.south.id)).body.id).not.toBe(rule.id)
    const unknown = await adopt('toString')
    expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([400, ['ready']])
  })

  test('is one of five hundred of a base at most', async () => {
    const base = await farm.build.anArea({ tenant_id: farm.t })
    await farm.owner.query(
      `insert into furrow.alarm_rule (tenant_id, area_id, name, severity, logic) select $1, $2, 'Rule ' || n, 'minor', $3 from generate_series(2, $4::int) n`,
      [farm.t, base.id, JSON.stringify(oxygenLow), MOST_RULES],
    )
    expect((await add({ areaId: base.id })).status).toBe(200)
    expect((await add({ areaId: base.id })).body.code).toBe('error.alarm.mostRules')
  })
})

describe('who may', () => {
  const asked = { startTime: 0, endTime: 1 }
  test('what the codes say, in the bases in which they are held', async () => {
    const reader = await farm.enter([ALARMS_READ])
    const { id } = (await add()).body
    const device = await farm.build.aDevice(place())
    const one = await active(id, device.id)
    const params = { t: farm.t, id: one.id }
    expect((await reader.call(alarmCalls.get, { params })).status).toBe(200)
    expect((await reader.call(alarmCalls.comment, { params, body: { text: 'x' } })).status).toBe(403)
    expect((await add({}, reader)).status).toBe(403)
    const handler = await farm.enter([ALARMS_READ, ALARMS_HANDLE])
    expect((await handler.call(alarmCalls.comment, { params, body: { text: ' On my way ' } })).body.events.at(-1)).toMatchObject({
      what: 'commented',
      by: 'A User',
      text: 'On my way',
    })
    expect((await add({}, handler)).status).toBe(403)
    const southerner = await farm.enter([ALARMS_READ, ALARMS_HANDLE, ALARM_RULES_EDIT], { areaIds: [farm.south.id] })
    expect((await southerner.call(alarmCalls.get, { params })).status).toBe(404)
    expect((await southerner.call(alarmCalls.acknowledge, { params, body: { ids: [one.id] } })).status).toBe(404)
    expect((await add({}, southerner)).status).toBe(404)
    expect((await southerner.call(alarmRuleCalls.page, { params, query: { areaId: farm.north.id } })).body.content).toEqual([])
    const report = await southerner.call(alarmCalls.report, { params, query: { areaId: farm.north.id, ...asked } })
    expect(report.status).toBe(404)
    // Nothing of what one may not see is done with what one may.
    const own = await anAlarm(farm.build, { tenant_id: farm.t, area_id: farm.south.id, raised_at: 5 })
    expect((await southerner.call(alarmCalls.acknowledge, { params, body: { ids: [own.id, one.id] } })).status).toBe(404)
    expect(await alarm(own.id)).toMatchObject({ acknowledgedAt: null })
  })

  test('handle alarms of a base is told by name', async () => {
    const base = await farm.build.anArea({ tenant_id: farm.t })
    await farm.build.aUser({ tenantId: farm.t, codes: [ALARMS_READ, ALARMS_HANDLE], areaIds: [base.id], real_name: 'Zhao Handles' })
    await farm.build.aUser({ tenantId: farm.t, codes: [ALARMS_READ], areaIds: [base.id], real_name: 'Zhao Reads' })
    const { body: people } = await farm.admin.call(alarmCalls.people, { params: { t: farm.t }, query: { areaId: base.id } })
    const names = people.map(({ name }) => name)
    expect(names).toContain('Zhao Handles')
    expect(names).not.toContain('Zhao Reads')
  })
})
