import mqtt from 'mqtt'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { alarmCalls } from '#contract/alarms/alarm'
import { liveAlarms } from '#contract/alarms/live'
import { alarmPath } from '#contract/alarms/pages'
import { alarmRuleCalls } from '#contract/alarms/rule'
import { messageCalls } from '#contract/notices/message'
import { GATHER_MS } from '#server/alarms/people/gather'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { anAlarm, aRule } from './anAlarm.ts'

let farm: Farm
let page: mqtt.MqttClient
const rows: ReturnType<typeof liveAlarms.payload.parse>['v'] = []
const place = () => ({ tenant_id: farm.t, area_id: farm.north.id })
/** Of a rule and a device of their own: what nothing watches is cleared. */
async function aWatched(given: Partial<Parameters<typeof anAlarm>[1]> = {}) {
  const [rule, device] = [await aRule(farm.build, place()), await farm.build.aDevice(place())]
  const { id } = await anAlarm(farm.build, { ...place(), rule_id: rule.id, device_id: device.id, raised_at: 5, ...given })
  return { id, ruleId: rule.id }
}
beforeAll(async () => {
  farm = await startFarm()
  page = await mqtt.connectAsync(`${farm.url.replace('http', 'ws')}/mqtt`, {
    username: 'console',
    password: farm.admin.tokens.access_token,
    protocolVersion: 4,
  })
  page.on('message', (_, payload) => rows.push(...liveAlarms.payload.parse(JSON.parse(payload.toString())).v))
  await page.subscribeAsync(liveAlarms.of({ t: farm.t, areaId: farm.north.id }))
})
afterAll(async () => {
  await page?.endAsync()
  await farm?.close()
})
beforeEach(() => void rows.splice(0))

test('a console hears how an alarm stands as soon as somebody acts on it', async () => {
  const { id } = await aWatched()
  await farm.admin.call(alarmCalls.acknowledge, { params: { t: farm.t }, body: { ids: [id] } })
  await vi.waitFor(() =>
    expect(rows).toEqual([[id, expect.any(Number), expect.objectContaining({ id, acknowledgedBy: 'A User', state: 'active' })]]),
  )
})

test('and that one is no longer open, once its rule is switched off', async () => {
  const { id, ruleId } = await aWatched({ acknowledged_at: 6, acknowledged_by: 'Lin' })
  await farm.admin.call(alarmRuleCalls.enable, { params: { t: farm.t, id: ruleId }, body: { enabledFlag: 0 } })
  await vi.waitFor(() => expect(rows).toEqual([[id, expect.any(Number), null]]))
})

test('and what its time brings: one that was put aside comes back by itself', async () => {
  const { id } = await aWatched({ shelved_until: 6 })
  await vi.waitFor(() => expect(rows).toContainEqual([id, expect.any(Number), expect.objectContaining({ id, shelvedUntil: null })]), 10_000)
})

test('a person reads what was raised, in words', async () => {
  // A base that was told a moment ago waits, and is told of several in one.
  await farm.owner.query('update furrow.alarm set due_at = null, heard_at = null')
  const { id } = await aWatched({ due_at: Date.now() - GATHER_MS, value: 2.4, limit_value: 3, unit: 'mg/L', direction: 'below' })
  await vi.waitFor(async () => {
    const { body } = await farm.admin.call(messageCalls.page, { params: { t: farm.t }, query: { lang: 'en-US' } })
    const found = body.content.find(({ link }) => link === alarmPath(id))
    expect(found).toMatchObject({ severity: 'critical', subject: 'Oxygen low: Pond 1' })
    expect(found?.content).toContain('Pond 1 at North: 2.4 mg/L is below the limit of 3 mg/L')
  }, 20_000)
})
