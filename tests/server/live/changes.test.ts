import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CHANGES } from '#contract/areas'
import type { ChangeName } from '#contract/core/change'
import { collectCalls } from '#contract/devices/collect'
import { gatewayCalls } from '#contract/devices/gateway'
import { switchCalls } from '#contract/devices/switch'
import { aplionform } from '#contract/inventory/aplionform'
import { noticeCalls } from '#contract/notices/notice'
import { undeliveredCalls } from '#contract/notices/undelivered'
import { type ResourceName, resources } from '#contract/resources'
import { changedCalls, changedTopic } from '#contract/session/changed'
import { STANDS_HEADER, type Stands } from '#contract/session/standsHeader'
import { areaCases } from '../areaCases.ts'
import { DEVICE_SECRET } from '../arrange.ts'
import { lawful } from '../crud/lawful.ts'
import { buildPlaces } from '../crud/places.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'

let farm: Farm
let page: mqtt.MqttClient
let device: Awaited<ReturnType<Farm['build']['aDevice']>>
const heard: { name: string; id: number | null; areaId: number | null }[] = []
const numbers: { name: string; seq: number; start: number }[] = []

beforeAll(async () => {
  farm = await startFarm()
  device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })
  page = await mqtt.connectAsync(`${farm.url.replace('http', 'ws')}/mqtt`, {
    username: 'console',
    password: farm.admin.tokens.access_token,
    protocolVersion: 4,
  })
  page.on('message', (topic, payload) => {
    const { id, areaId, seq, start } = changedTopic.payload.parse(JSON.parse(payload.toString()))
    const name = changedTopic.match(topic)!.resource
    heard.push({ name, id, areaId })
    numbers.push({ name, seq, start })
  })
  await page.subscribeAsync(CHANGES.map((resource) => changedTopic.of({ t: farm.t, resource })))
})
afterAll(async () => {
  await page?.endAsync()
  await farm?.close()
})

const ours = () => ({ tenant_id: farm.t, device_id: device.id, area_id: farm.north.id })
const created = (name: ResourceName) => async () => {
  const of = resources[name]
  const body = lawful[name](await buildPlaces(farm.build, { tenant_id: farm.t, area_id: farm.north.id }))
  const answer = (await farm.admin.call(of.calls.create, { params: { t: farm.t }, body })).body as unknown as Record<string, number>
  return answer[of.idName]!
}

/** What a person or a device does so that a change of this name is told; answers the id that is told. */
const acts: Partial<Record<ChangeName, () => Promise<number | null>>> = {
  ...Object.fromEntries((Object.keys(resources) as ResourceName[]).map((name) => [name, created(name)])),
  ...Object.fromEntries(areaCases.flatMap((area) => Object.entries(area.acts ?? {}).map(([name, act]) => [name, () => act(farm)]))),
  gateway: async () => {
    const body = { name: 'A new gateway', eui: 'told-1', deviceType: 'gateway', areaId: farm.north.id, landId: null, latlng: null }
    const rest = { iccid: null, fileUrl: null, reportingMinutes: 5, enabledFlag: 1 }
    return (await farm.admin.call(gatewayCalls.create, { params: { t: farm.t }, body: { ...body, ...rest } })).body.id
  },
  item: async () => {
    const { id } = await farm.build.anItem(ours())
    await farm.admin.call(collectCalls.editItem, { params: { t: farm.t }, body: { id, name: 'Warmth', objectVersionNumber: 1 } })
    return id
  },
  switch: async () => {
    const { id } = await farm.build.aSwitch({ ...ours(), circuit: 1 })
    await farm.admin.call(switchCalls.edit, { params: { t: farm.t }, body: { id, name: 'Gate', type: 'ordinary', objectVersionNumber: 1 } })
    return id
  },
  command: async () => {
    const { id } = await farm.build.aSwitch({ ...ours(), circuit: 2, status: 0, status_at: 1 })
    const body = { switchId: id, sw: 1, eui: device.eui, circuit: 2 }
    await farm.admin.call(switchCalls.control, { params: { t: farm.t }, body })
    return null
  },
  rejectedMessage: async () => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, {
      username: `${farm.t}/${device.eui}`,
      password: DEVICE_SECRET,
      protocolVersion: 4,
    })
    await client.publishAsync(`furrow/${farm.t}/${device.eui}/readings`, 'no JSON', { qos: 1 })
    await client.endAsync()
    return device.id
  },
  notice: async () => {
    const body = { title: 'To everybody', noticeContent: { noticeBody: '<p>Rain</p>' } }
    return (await farm.admin.call(noticeCalls.create, { params: { t: farm.t }, body })).body.noticeId
  },
  undelivered: async () => {
    const { id } = await farm.build.insert('outbox', { tenant_id: farm.t, kind: 'unread', body: '{}', dead_at: 1, created_at: 1 })
    await farm.admin.call(undeliveredCalls.remove, { params: { t: farm.t, id } })
    return id
  },
  aplionform: async () => {
    const body = { areaId: farm.north.id, title: 'Seeds', lines: [] }
    return (await farm.admin.call(aplionform.calls.create, { params: { t: farm.t }, body })).body.id
  },
}

describe('of every name that a console may hear', () => {
  test.each(CHANGES)('%s is told when it changes, with what it is about', async (name) => {
    heard.length = 0
    const id = await acts[name]!()
    await vi.waitFor(() => expect(heard).toContainEqual({ name, id, areaId: expect.toBeOneOf([null, farm.north.id, id]) }))
  })
})

describe('a switch or an item that another person changes', () => {
  test('is told under its own name: renamed, bound anew, hidden, forgotten', async () => {
    const { id } = await farm.build.aSwitch({ ...ours(), circuit: 9 })
    heard.length = 0
    await farm.admin.call(switchCalls.remove, { params: { t: farm.t, id } })
    await vi.waitFor(() => expect(heard.filter(({ name }) => name === 'switch')).toEqual([{ name: 'switch', id, areaId: farm.north.id }]))
  })
})

describe('how many were told', () => {
  const stands = async (client = farm.admin, t = farm.t) => (await client.call(changedCalls.stands, { params: { t } })).body
  const rename = async (id: number, name: string, version: number) => {
    const body = { id, name, type: 'ordinary' as const, objectVersionNumber: version }
    await farm.admin.call(switchCalls.edit, { params: { t: farm.t }, body })
  }

  test('counts on with each word, by tenant and name, and the console that asks hears the number of the last one', async () => {
    const { id } = await farm.build.aSwitch({ ...ours(), circuit: 11 })
    const before = await stands()
    heard.length = 0
    numbers.length = 0
    await rename(id, 'First', 1)
    await rename(id, 'Second', 2)
    // What came about before may still be told: alarms keep a pace of their own.
    const ofSwitches = () => numbers.filter(({ name }) => name === 'switch')
    await vi.waitFor(() => expect(ofSwitches()).toHaveLength(2))
    const seq = before.seq['switch'] ?? 0
    expect(ofSwitches()).toEqual([
      { name: 'switch', seq: seq + 1, start: before.start },
      { name: 'switch', seq: seq + 2, start: before.start },
    ])
    expect(await stands()).toMatchObject({ start: before.start, seq: { switch: seq + 2 } })
  })

  test('of another tenant stands apart, and is not told to who does not belong to it', async () => {
    expect((await stands(farm.rival, farm.elsewhere.id)).seq).toEqual({})
    const refused = await farm.rival.call(changedCalls.stands, { params: { t: farm.t } })
    expect(refused.status).toBe(404)
  })
})

test('an answer says how far the changes that it follows were counted before it was read', async () => {
  const read = async () => {
    const { path, method } = resources.crop.calls.page
    const answer = await farm.admin.raw(method, path.replace('{t}', String(farm.t)))
    return JSON.parse(answer.headers.get(STANDS_HEADER)!) as Stands
  }
  const before = await read()
  await created('crop')()
  await vi.waitFor(() => expect(numbers.filter(({ name }) => name === 'crop').at(-1)?.seq).toBeGreaterThan(before.seq['crop']!))
  const after = await read()
  const told = numbers.filter(({ name }) => name === 'crop').at(-1)!
  expect(after).toMatchObject({ start: told.start, seq: { crop: told.seq } })
  expect(Object.keys(after.seq)).toEqual([...resources.crop.calls.page.follows])
})
