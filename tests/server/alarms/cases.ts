import { randomUUID } from 'node:crypto'
import { alarmCalls } from '#contract/alarms/alarm'
import { alarmDutyCalls } from '#contract/alarms/duty'
import { alarmRuleCalls } from '#contract/alarms/rule'
import { alarmSilenceCalls } from '#contract/alarms/silence'
import { type AlarmStaffBody, alarmStaffCalls } from '#contract/alarms/staff'
import { alarmTrialCalls } from '#contract/alarms/trial'
import type { AreaCases } from '../areaCases.ts'
import { none, type Rows } from '../http/callCase.ts'
import { anAlarm, aRule, oxygenLow } from './anAlarm.ts'
import { aBrowser } from './pushBrowser.ts'

const soon = () => Date.now() + 3_600_000
const rule = (areaId: number) => ({ areaId, name: 'Oxygen', severity: 'major' as const, advice: '', ...oxygenLow })
const silence = (areaId: number) => ({ areaId, deviceIds: null, startsAt: 1 + Date.now(), endsAt: soon(), reason: 'Cleaning' })
const person = (areaId: number, userId: number | null = null): AlarmStaffBody => ({
  userId,
  name: 'Li Lei',
  language: 'zh-CN',
  areaIds: [areaId],
  shifts: [],
  enabledFlag: 1,
  channels: userId === null ? [] : [{ id: null, kind: 'message', address: '', secret: null, severity: 'minor' }],
})
const inBase = ({ areaId }: Rows) => ({ query: { areaId } })
const ofAlarm = ({ own }: Rows) => ({ params: { id: own.alarmId! } })
const ofStaff = ({ own }: Rows) => ({ params: { id: own.alarmStaffId! } })
const ofRule = ({ own }: Rows) => ({ params: { id: own.alarmRuleId! } })

export const cases: AreaCases = {
  rows: async (build, { tenantId, areaId, userId }) => {
    const place = { tenant_id: tenantId, area_id: areaId }
    const { id: deviceId } = await build.aDevice(place)
    const { id: ruleId } = await aRule(build, place)
    const { id: alarmId } = await anAlarm(build, { ...place, rule_id: ruleId, device_id: deviceId, raised_at: Date.now() })
    const { id: silenceId } = await build.insert('alarm_silence', { ...place, starts_at: 1, ends_at: 2, reason: 'Cleaning' })
    const { id: trialId } = await build.insert('alarm_trial', {
      ...place,
      rule_id: ruleId,
      user_id: userId,
      created_at: 1,
      from_at: 0,
      to_at: 1,
      state: 'done',
      logic: JSON.stringify(oxygenLow),
    })
    const { id: staffId } = await build.insert('alarm_staff', { tenant_id: tenantId, name: 'Li Lei' })
    await build.insert('alarm_staff_area', { tenant_id: tenantId, staff_id: staffId, area_id: areaId })
    const { id: channelId } = await build.insert('alarm_channel', {
      tenant_id: tenantId,
      staff_id: staffId,
      nth: 0,
      kind: 'sms',
      address: '13800000000',
      severity: 'minor',
    })
    const sessionId = randomUUID()
    // Over, and not swept away yet: of others there may be but so many.
    const until = { created_at: 1, used_at: 1, expires_at: 1 }
    await build.insert('session', { id: sessionId, user_id: userId, device: 'Firefox', token_hash: sessionId, ...until })
    const { id: browserId } = await build.insert('alarm_browser', {
      tenant_id: tenantId,
      user_id: userId,
      session_id: sessionId,
      ...aBrowser().row,
    })
    return {
      alarmBrowserId: browserId,
      alarmStaffId: staffId,
      alarmChannelId: channelId,
      alarmRuleId: ruleId,
      alarmId,
      alarmSilenceId: silenceId,
      alarmTrialId: trialId,
    }
  },
  calls: {
    'alarm.page': ['nothing', inBase],
    'alarm.get': [404, ofAlarm],
    'alarm.acknowledge': [404, ({ own }) => ({ body: { ids: [own.alarmId!] } })],
    'alarm.shelve': [404, ({ own }) => ({ body: { ids: [own.alarmId!], minutes: 10 } })],
    'alarm.assign': [404, (rows) => ({ ...ofAlarm(rows), body: { userId: rows.userId } })],
    'alarm.people': [404, inBase],
    'alarm.comment': [404, (rows) => ({ ...ofAlarm(rows), body: { text: 'On my way' } })],
    'alarm.bases': none,
    'alarm.report': [404, ({ areaId }) => ({ query: { areaId, startTime: 0, endTime: 1 } })],
    'alarmLive.snapshot': ['nothing', inBase],
    'alarmRule.page': ['nothing', inBase],
    'alarmRule.get': [404, ofRule],
    'alarmRule.add': [404, ({ areaId }) => ({ body: rule(areaId) })],
    'alarmRule.edit': [404, (rows) => ({ ...ofRule(rows), body: { ...rule(rows.areaId), objectVersionNumber: 1 } })],
    'alarmRule.enable': [404, (rows) => ({ ...ofRule(rows), body: { enabledFlag: 0 } })],
    'alarmRule.remove': [404, ofRule],
    'alarmRule.adopt': [404, ({ areaId }) => ({ body: { areaId, ready: 'frost' } })],
    'alarmSilence.page': ['nothing', inBase],
    'alarmSilence.add': [404, ({ areaId }) => ({ body: silence(areaId) })],
    'alarmSilence.end': [404, ({ own }) => ({ params: { id: own.alarmSilenceId! } })],
    'alarmTrial.start': [404, ({ areaId }) => ({ body: { areaId, ruleId: null, logic: oxygenLow } })],
    'alarmTrial.get': [404, ({ own }) => ({ params: { id: own.alarmTrialId! } })],
    'alarmTrial.cancel': [404, ({ own }) => ({ params: { id: own.alarmTrialId! } })],
    'alarmStaff.page': ['nothing', inBase],
    'alarmStaff.get': [404, ofStaff],
    'alarmStaff.add': [404, ({ areaId }) => ({ body: person(areaId) })],
    'alarmStaff.edit': [404, (rows) => ({ ...ofStaff(rows), body: { ...person(rows.areaId), objectVersionNumber: 1 } })],
    'alarmStaff.remove': [404, ofStaff],
    'alarmStaff.test': [404, (rows) => ({ ...ofStaff(rows), body: { channelId: rows.own.alarmChannelId! } })],
    'alarmStaff.choices': none,
    'alarmStaff.attempts': ['nothing', inBase],
    'alarmDuty.get': [404, inBase],
    'alarmBrowser.list': none,
    'alarmBrowser.add': [null, () => ({ body: aBrowser().body })],
    'alarmBrowser.remove': [404, ({ own }) => ({ params: { id: own.alarmBrowserId! } })],
    'alarmDuty.set': [404, ({ areaId }) => ({ body: { areaId, severity: 'major', steps: [], objectVersionNumber: 0 } })],
  },
  acts: {
    alarm: async ({ build, t, north, admin }) => {
      const { id } = await anAlarm(build, { tenant_id: t, area_id: north.id, raised_at: 5 })
      await admin.call(alarmCalls.acknowledge, { params: { t }, body: { ids: [id] } })
      return null
    },
    alarmRule: async ({ t, north, admin }) => (await admin.call(alarmRuleCalls.add, { params: { t }, body: rule(north.id) })).body.id,
    alarmSilence: async ({ t, north, admin }) =>
      (await admin.call(alarmSilenceCalls.add, { params: { t }, body: silence(north.id) })).body.id,
    alarmStaff: async ({ t, north, admin }) => (await admin.call(alarmStaffCalls.add, { params: { t }, body: person(north.id) })).body.id,
    alarmDuty: async ({ t, north, admin }) => {
      const body = { areaId: north.id, severity: 'major' as const, steps: [], objectVersionNumber: 0 }
      await admin.call(alarmDutyCalls.set, { params: { t }, body })
      return null
    },
    alarmAttempt: async ({ build, t, north, enter }) => {
      const user = await build.aUser({ tenantId: t })
      const client = await enter(['*'])
      const { id, channels } = (await client.call(alarmStaffCalls.add, { params: { t }, body: person(north.id, user.id) })).body
      await client.call(alarmStaffCalls.test, { params: { t, id }, body: { channelId: channels[0]!.id } })
      return null
    },
    alarmTrial: async ({ t, north, enter }) => {
      const body = { areaId: north.id, ruleId: null, logic: oxygenLow }
      return (await (await enter(['*'])).call(alarmTrialCalls.start, { params: { t }, body })).body.id
    },
  },
  withoutWho: {
    alarm_browser: 'says whose it is and since when itself; only its owner makes it',
    alarm_attempt: 'the job that sends writes it; the delivery says for whom',
    alarm_channel: 'a part of a person, whose own row says who wrote it',
    alarm_delivery: 'says whom it is for and when itself; whoever made it is the product',
    alarm_escalation: 'the product calls, step by step',
    alarm_staff_area: 'a part of a person, whose own row says who wrote it',
    alarm: 'the engine writes it; alarm_event says what people did to it and when',
    alarm_event: 'never changed, and says itself who and when',
    alarm_trial: 'says whose it is and when itself, and is never changed but by its job',
  },
}
