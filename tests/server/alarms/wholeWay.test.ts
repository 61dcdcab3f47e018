import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AlarmFace, alarmCalls } from '#contract/alarms/alarm'
import { liveAlarms } from '#contract/alarms/live'
import { alarmPath } from '#contract/alarms/pages'
import { alarmRuleCalls, type AlarmRuleBody } from '#contract/alarms/rule'
import { alarmTrialCalls } from '#contract/alarms/trial'
import { gatewayCalls } from '#contract/devices/gateway'
import { onlineTopic, readingsTopic } from '#contract/devices/protocol'
import { messageCalls } from '#contract/notices/message'
import type { Condition } from '#contract/watch/condition'
import { BACK_MS } from '#server/alarms/record/lift'
import { DEVICE_SECRET } from '../arrange.ts'
import { silentLog } from '../database/testDatabase.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { startTestServer } from '../harness.ts'

let farm: Farm
let page: MqttClient
/** How far the clock of the server is ahead. */
let skipped = 0
const clients: MqttClient[] = []
const frames: (readonly [id: number, face: AlarmFace | null])[] = []
beforeAll(async () => {
  farm = await startFarm({ clock: () => Date.now() + skipped, log: silentLog })
  page = await connect({ url: `${farm.url.replace('http', 'ws')}/mqtt`, username: 'console', password: farm.admin.tokens.access_token })
  page.on('message', (_, payload) => {
    for (const [id, , face] of liveAlarms.payload.parse(JSON.parse(payload.toString())).v) frames.push([id, face])
  })
  await page.subscribeAsync(liveAlarms.of({ t: farm.t, areaId: farm.north.id }))
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)))
  await farm?.close()
})
beforeEach(() => void frames.splice(0))

async function connect({ url, username, password }: { url: string; username: string; password: string }) {
  const client = await mqtt.connectAsync(url, { username, password, protocolVersion: 4, reconnectPeriod: 0 })
  clients.push(client)
  return client
}
const soon = <T>(look: () => Promise<T> | T) => vi.waitFor(look, { timeout: 15_000, interval: 50 })
const place = () => ({ tenant_id: farm.t, area_id: farm.north.id })
const hot: Condition = { kind: 'compare', code: 'temperature', is: 'above', limit: 30, margin: 0, than: null }

/** A device that speaks as any device does. */
async function aSpeaker(more: { parent_id?: number } = {}) {
  const device = await farm.build.aDevice({ ...place(), name: 'Pond 1', ...more })
  const client = await connect({
    url: `mqtt://127.0.0.1:${farm.mqttPort}`,
    username: `${farm.t}/${device.eui}`,
    password: DEVICE_SECRET,
  })
  const of = { tenantId: farm.t, eui: device.eui }
  return {
    id: device.id,
    say: (temperature: number) => client.publishAsync(readingsTopic.of(of), JSON.stringify({ temperature }), { qos: 1 }),
    /** By a clock that is so much ahead, ms. */
    sayBy: (off: number, temperature: number) =>
      client.publishAsync(readingsTopic.of(of), JSON.stringify({ ts: Date.now() + skipped + off, values: { temperature } }), { qos: 1 }),
    be: (word: '0' | '1') => client.publishAsync(onlineTopic.of(of), word, { qos: 1, retain: true }),
    presence: async () =>
      (await farm.owner.query<{ presence: string }>('select presence from device where id = $1', [device.id])).rows[0]!.presence,
  }
}
/** A rule over these devices that is switched on, and watched by. */
async function aRule(when: Condition, deviceIds: number[], noData: AlarmRuleBody['noData'] = 'keep') {
  const body: AlarmRuleBody = {
    areaId: farm.north.id,
    name: 'Too hot',
    severity: 'major',
    advice: 'Open the windows',
    scope: { types: null, deviceIds, landIds: null },
    when,
    holdSeconds: 0,
    clear: null,
    clearSeconds: 0,
    noData,
    during: null,
  }
  const { body: rule } = await farm.admin.call(alarmRuleCalls.add, { params: { t: farm.t }, body })
  await farm.admin.call(alarmRuleCalls.enable, { params: { t: farm.t, id: rule.id }, body: { enabledFlag: 1 } })
  return { id: rule.id, body }
}
const isWatched = (ruleId: number, devices: number) =>
  soon(async () => expect((await farm.admin.call(alarmRuleCalls.get, { params: { t: farm.t, id: ruleId } })).body.devices).toBe(devices))
const alarmsOf = async (ruleId: number) =>
  (await farm.admin.call(alarmCalls.page, { params: { t: farm.t }, query: { areaId: farm.north.id, standing: 'all', ruleId } })).body
    .content
const messages = async () =>
  (await farm.admin.call(messageCalls.page, { params: { t: farm.t }, query: { lang: 'en-US', size: 50 } })).body.content
const cleared = async (alarmId: number) => (await farm.admin.call(alarmCalls.get, { params: { t: farm.t, id: alarmId } })).body.cleared?.by
/** A hot device under a rule of its own, as far as the list. */
async function aHotDevice() {
  const speaker = await aSpeaker()
  await speaker.say(20)
  await soon(async () => {
    const { rowCount } = await farm.owner.query('select from item where device_id = $1', [speaker.id])
    expect(rowCount).toBe(1)
  })
  const rule = await aRule(hot, [speaker.id])
  await isWatched(rule.id, 1)
  await speaker.say(35)
  const alarm = await soon(async () => {
    const [found] = await alarmsOf(rule.id)
    expect(found).toMatchObject({ state: 'active' })
    return found!
  })
  return { speaker, rule, alarm }
}

describe('what a device says', { timeout: 60_000 }, () => {
  test('raises an alarm, which is listed, shown at once and told, and clears it', async () => {
    const { speaker, rule, alarm } = await aHotDevice()
    expect(alarm).toMatchObject({
      ruleName: 'Too hot',
      deviceId: speaker.id,
      severity: 'major',
      value: 35,
      limit: 30,
      unit: '°C',
      direction: 'above',
      quiet: null,
    })
    await soon(() => expect(frames).toContainEqual([alarm.id, expect.objectContaining({ id: alarm.id, state: 'active', value: 35 })]))
    await soon(async () =>
      expect((await messages()).find(({ link }) => link === alarmPath(alarm.id))?.content).toContain(
        'Pond 1 at North: 35 °C is above the limit of 30 °C',
      ),
    )
    await speaker.say(25)
    await soon(async () => expect(await alarmsOf(rule.id)).toMatchObject([{ id: alarm.id, state: 'cleared' }]))
    expect(await cleared(alarm.id)).toBe('condition')
    await soon(() => expect(frames).toContainEqual([alarm.id, expect.objectContaining({ state: 'cleared' })]))
  })

  test('by a clock that is twenty minutes slow is no late news: the alarm is told, and says what is wrong with the clock', async () => {
    const off = -20 * 60_000
    const speaker = await aSpeaker()
    await speaker.sayBy(0, 20)
    await soon(async () => expect((await farm.owner.query('select from item where device_id = $1', [speaker.id])).rowCount).toBe(1))
    const rule = await aRule(hot, [speaker.id])
    await isWatched(rule.id, 1)
    const clockOf = async () => {
      const { status, body } = await farm.admin.call(gatewayCalls.details, { params: { t: farm.t, id: speaker.id } })
      expect(status).toBe(200)
      return body.clock
    }
    await soon(async () => {
      await speaker.sayBy(off, 21)
      expect((await clockOf())?.offset).toBeLessThan(-19 * 60_000)
    })
    await speaker.sayBy(off, 71)
    const alarm = await soon(async () => {
      const [found] = await alarmsOf(rule.id)
      expect(found).toMatchObject({ state: 'active', value: 71, quiet: null })
      return found!
    })
    expect(Math.abs(alarm.raisedAt - Date.now() - skipped)).toBeLessThan(30_000)
    const { body } = await farm.admin.call(alarmCalls.get, { params: { t: farm.t, id: alarm.id } })
    expect(body.clock?.offset).toBeLessThan(-19 * 60_000)
    await soon(async () => expect((await messages()).find(({ link }) => link === alarmPath(alarm.id))?.content).toContain('71 °C is above'))
    // Set right, it says no more of it.
    await speaker.sayBy(0, 72)
    await soon(async () => expect(await clockOf()).toBeNull())
  })

  test('that has fallen silent is told as no data; what it says then is told anew, with its own value', async () => {
    const speaker = await aSpeaker()
    await farm.owner.query('update device set reporting_period = 60000 where id = $1', [speaker.id])
    await speaker.say(20)
    await soon(async () => expect((await farm.owner.query('select from item where device_id = $1', [speaker.id])).rowCount).toBe(1))
    const rule = await aRule(hot, [speaker.id], 'raise')
    await isWatched(rule.id, 1)
    const skip = 4 * 60_000
    skipped += skip
    const silence = await soon(async () => {
      const [found] = await alarmsOf(rule.id)
      expect(found).toMatchObject({ cause: 'noData', state: 'active', value: null, code: 'temperature' })
      return found!
    })
    expect(silence.raisedAt - silence.seenAt!).toBeGreaterThan(2 * 60_000)
    await soon(async () =>
      expect((await messages()).find(({ link }) => link === alarmPath(silence.id))).toMatchObject({
        subject: 'No data: Air temperature, Pond 1',
        content: expect.stringContaining('Whether “Too hot” holds is not known') as string,
      }),
    )
    await farm.admin.call(alarmCalls.acknowledge, { params: { t: farm.t }, body: { ids: [silence.id] } })
    await speaker.say(41)
    const real = await soon(async () => {
      const all = await alarmsOf(rule.id)
      expect(all).toMatchObject([
        { cause: 'condition', state: 'active', value: 41, acknowledgedAt: null },
        { cause: 'noData', state: 'cleared' },
      ])
      return all[0]!
    })
    await soon(() => expect(frames).toContainEqual([real.id, expect.objectContaining({ cause: 'condition', value: 41 })]))
    // Told within ten seconds behind the one before it.
    skipped += 10_000
    await soon(async () =>
      expect((await messages()).find(({ link }) => link === alarmPath(real.id))?.content).toContain('41 °C is above the limit of 30 °C'),
    )
  })

  test('is over where its rule is switched off, and what it says then raises nothing', async () => {
    const { speaker, rule, alarm } = await aHotDevice()
    await farm.admin.call(alarmRuleCalls.enable, { params: { t: farm.t, id: rule.id }, body: { enabledFlag: 0 } })
    expect(await cleared(alarm.id)).toBe('ruleOff')
    await isWatched(rule.id, 0)
    await speaker.say(40)
    const other = await aHotDevice()
    expect(other.alarm.id).toBeGreaterThan(alarm.id)
    expect(await alarmsOf(rule.id)).toHaveLength(1)
  })

  test('is over where the device moves to another base', async () => {
    const { speaker, alarm } = await aHotDevice()
    await farm.owner.query('update device set area_id = $2 where id = $1', [speaker.id, farm.south.id])
    await soon(async () => expect(await cleared(alarm.id)).toBe('outOfScope'))
  })

  test('is found by a dry run as it was raised, and by the version in force', async () => {
    const { speaker, rule, alarm } = await aHotDevice()
    await speaker.say(33)
    const { body: logic } = rule
    const { areaId, name: _, severity: __, advice: ___, ...inForce } = logic
    const { body: started } = await farm.admin.call(alarmTrialCalls.start, {
      params: { t: farm.t },
      body: { areaId, ruleId: rule.id, logic: { ...inForce, when: { ...hot, limit: 36 } as Condition } },
    })
    const trial = await soon(async () => {
      const { body } = await farm.admin.call(alarmTrialCalls.get, { params: { t: farm.t, id: started.id } })
      expect(body.state).toBe('done')
      return body
    })
    const raised = { deviceId: speaker.id, raisedAt: alarm.raisedAt }
    expect(trial.wanted.count).toBe(0)
    expect(trial.happened).toMatchObject({ count: 1, alarms: [raised] })
    expect(trial.inForce).toMatchObject({ count: 1, alarms: [{ ...raised, clearedAt: null, seen: [{ value: 35 }] }] })
  })
})

test('a device behind a lost gateway is told of once that is back and it is still lost', { timeout: 60_000 }, async () => {
  const gateway = await aSpeaker()
  const child = await aSpeaker({ parent_id: gateway.id })
  await gateway.be('1')
  await child.be('1')
  await soon(async () => expect([await gateway.presence(), await child.presence()]).toEqual(['online', 'online']))
  const rule = await aRule({ kind: 'offline' }, [child.id])
  await isWatched(rule.id, 1)
  await gateway.be('0')
  await soon(async () => expect(await gateway.presence()).toBe('offline'))
  await child.be('0')
  const { id } = await soon(async () => {
    const found = await alarmsOf(rule.id)
    expect(found).toMatchObject([{ deviceId: child.id, quiet: 'gateway', state: 'active' }])
    return found[0]!
  })
  await gateway.be('1')
  await soon(async () => expect(await gateway.presence()).toBe('online'))
  expect(await alarmsOf(rule.id)).toMatchObject([{ quiet: 'gateway' }])
  // What was raised before is told before: what is told together says nothing of one.
  await soon(async () => expect((await farm.owner.query('select from alarm where due_at is not null')).rowCount).toBe(0))
  skipped += BACK_MS + 1000
  await soon(async () => expect(await alarmsOf(rule.id)).toMatchObject([{ quiet: null, state: 'active' }]))
  await soon(async () => expect((await messages()).filter(({ link }) => link === alarmPath(id))).toHaveLength(1))
  // One event, one notice.
  await soon(async () => expect((await farm.owner.query(`select from job where name = 'notices.deviceLoss'`)).rowCount).toBe(0))
  const { rows } = await farm.owner.query<{ told: number }>('select count(*)::int as told from device_loss where device_id = $1', [
    child.id,
  ])
  expect(rows[0]!.told).toBe(0)
})

test(
  'a second server on the database is refused while the first writes, so that each alarm is raised once',
  { timeout: 60_000 },
  async () => {
    await expect(startTestServer({ databaseUrl: farm.databaseUrl })).rejects.toThrow(/another|already|Another/)
    const { rule, alarm } = await aHotDevice()
    expect(await alarmsOf(rule.id)).toHaveLength(1)
    const { rows } = await farm.owner.query<{ what: string }>('select what from alarm_event where alarm_id = $1 and what = $2', [
      alarm.id,
      'raised',
    ])
    expect(rows).toHaveLength(1)
  },
)
