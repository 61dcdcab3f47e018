import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { foreignCalls } from '#contract/devices/foreign'
import { gatewayCalls } from '#contract/devices/gateway'
import { type Mapping, PLAIN_MAPPING } from '#contract/devices/mapping'
import { switchCalls } from '#contract/devices/switch'
import { type Client } from '../harness.ts'
import { type Farm, GATEWAY_CODE, startFarm } from './farmOfDevices.ts'

let farm: Farm
let editor: Client
beforeAll(async () => {
  farm = await startFarm()
  editor = await farm.enter([GATEWAY_CODE, `${GATEWAY_CODE}.ps.edit`])
})
afterAll(() => farm?.close())

const aDevice = (given: object = {}) => farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, ...given })
const at = (id: number) => ({ t: farm.t, id })
const enter = (token: string) =>
  mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, { username: token, protocolVersion: 4, reconnectPeriod: 0 })
const giveToken = async (id: number, body: object = {}) =>
  (await editor.call(foreignCalls.token, { params: at(id), body })).body as { token: string }
const PUMP: Mapping['circuits'][number] = {
  circuit: 2,
  method: 'pump',
  params: { 0: false, 1: true },
  key: 'pump state',
  shows: { 0: ['idle', 0], 1: ['running', 1] },
  port: null,
  confirmed: false,
}
const plain = PLAIN_MAPPING
const setMapping = async (id: number, mapping: Mapping, client = editor) => {
  const { objectVersionNumber } = (await editor.call(foreignCalls.mapping, { params: at(id) })).body
  return client.call(foreignCalls.setMapping, { params: at(id), body: { mapping, objectVersionNumber } })
}

describe('an access token', () => {
  test('is shown once, opens the broker, and is kept as a hash alone', async () => {
    const { id } = await aDevice()
    const { token } = await giveToken(id)
    expect(token).toMatch(/^[A-Za-z0-9]{24}$/)
    const client = await enter(token)
    await client.endAsync()
    expect((await editor.call(foreignCalls.mapping, { params: at(id) })).body.hasToken).toBe(true)
    const rows = await farm.owner.query('select d.*, (select jsonb_agg(a.*) from audit_entry a) from device d where d.id = $1', [id])
    expect(JSON.stringify(rows.rows)).not.toContain(token)
  })

  test('a new one takes the place of the old, and ends the connections; taken away, none opens', async () => {
    const { id } = await aDevice()
    const first = (await giveToken(id)).token
    const client = await enter(first)
    const second = (await giveToken(id)).token
    await vi.waitFor(() => expect(client.connected).toBe(false))
    await expect(enter(first)).rejects.toMatchObject({ code: 4 })
    const again = await enter(second)
    expect((await editor.call(foreignCalls.endToken, { params: at(id) })).body).toBe(1)
    await vi.waitFor(() => expect(again.connected).toBe(false))
    await expect(enter(second)).rejects.toMatchObject({ code: 4 })
  })

  test('may be the one that the device has already; not one that another has, of any tenant, nor a poor one', async () => {
    const { id } = await aDevice()
    const token = 'A1B2C3D4E5F6G7H8I9J0'
    expect(await giveToken(id, { token })).toEqual({ token })
    const theirs = await farm.build.aDevice({ tenant_id: farm.elsewhere.id, area_id: farm.foreign.id })
    const taken = await farm.rival.call(foreignCalls.token, { params: { t: farm.elsewhere.id, id: theirs.id }, body: { token } })
    expect([taken.status, taken.body.code]).toEqual([409, 'error.device.tokenTaken'])
    for (const poor of ['short', 'aaaaaaaaaaaaaaaaaaaaaaaa', 'with/slash0123456789abc', 'x'.repeat(65)]) {
      const { status, body } = await editor.call(foreignCalls.token, { params: at(id), body: { token: poor } })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['token']])
    }
  })

  test('is given by who may edit, to devices that they see', async () => {
    const { id } = await aDevice({ area_id: farm.south.id })
    expect((await farm.viewer.call(foreignCalls.token, { params: at(id), body: {} })).status).toBe(403)
    expect((await farm.northerner.call(foreignCalls.token, { params: at(id), body: {} })).status).toBe(404)
    expect((await farm.viewer.call(foreignCalls.mapping, { params: at(id) })).status).toBe(200)
  })
})

describe('a mapping', () => {
  test('is kept as it was said, and its circuits appear as switches that say nothing yet', async () => {
    const { id } = await aDevice()
    expect((await editor.call(foreignCalls.mapping, { params: at(id) })).body).toMatchObject({ mapping: plain, hasToken: false })
    const mapping = { ...plain, calledBy: 'Pump 1', circuits: [PUMP] }
    const { status, body } = await setMapping(id, mapping)
    expect([status, body.mapping]).toEqual([200, mapping])
    const rows = await farm.owner.query('select circuit, kind, status from switch where device_id = $1', [id])
    expect(rows.rows).toEqual([{ circuit: 2, kind: 'ordinary', status: null }])
    expect((await setMapping(id, mapping)).status).toBe(200)
  })

  test('of somebody who saw an older one is refused', async () => {
    const { id } = await aDevice()
    const body = { mapping: plain, objectVersionNumber: 1 }
    expect((await editor.call(foreignCalls.setMapping, { params: at(id), body })).status).toBe(200)
    const late = await editor.call(foreignCalls.setMapping, { params: at(id), body })
    expect([late.status, late.body.code]).toEqual([409, 'error.version.stale'])
  })

  test.each<[string, object]>([
    ['a circuit twice', { circuits: [PUMP, PUMP] }],
    ['one value for two statuses', { circuits: [{ ...PUMP, shows: { 0: ['x'], 1: ['x'] } }] }],
    ['circuit 65', { circuits: [{ ...PUMP, circuit: 65 }] }],
    ['parameters without end', { circuits: [{ ...PUMP, params: { 0: 'x'.repeat(2000) } }] }],
    ['no method', { circuits: [{ ...PUMP, method: '' }] }],
    ['a NUL in a key', { circuits: [{ ...PUMP, key: 'a\u0000' }] }],
  ])('with %s is refused beside its input', async (_, given) => {
    const { id } = await aDevice()
    const { status, body } = await editor.call(foreignCalls.setMapping, {
      params: at(id),
      body: { mapping: { ...plain, ...given }, objectVersionNumber: 1 },
    })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['mapping']])
    expect((await editor.call(foreignCalls.mapping, { params: at(id) })).body.mapping).toEqual(plain)
  })

  test('turns a switch of the console into a call of the device, and what it shows into the switch, at once', async () => {
    const { id, eui } = await aDevice()
    const client = await enter((await giveToken(id)).token)
    const got: [string, unknown][] = []
    client.on('message', (topic, payload) => void got.push([topic, JSON.parse(payload.toString())]))
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    await setMapping(id, { ...plain, circuits: [PUMP] })
    const [one] = (await farm.admin.call(switchCalls.detailsSwitch, { params: at(id) })).body
    const control = await vi.waitFor(async () => {
      const answer = await farm.admin.call(switchCalls.control, {
        params: { t: farm.t },
        body: { switchId: one!.id, sw: 1, eui, circuit: 2 },
      })
      expect(answer.body.state).toBe('sent')
      return answer.body
    })
    await vi.waitFor(() => expect(got.at(-1)?.[1]).toEqual({ method: 'pump', params: true }))
    await client.publishAsync('v1/devices/me/telemetry', '{"pump state":"running"}', { qos: 1 })
    await vi.waitFor(async () => {
      const { rows } = await farm.owner.query('select state from command where id = $1', [control.commandId])
      expect(rows).toEqual([{ state: 'observed' }])
    })
    await client.endAsync()
  })
})

describe('a message that is tried', () => {
  test('says what would come of it, under the mapping at hand, and nothing is kept', async () => {
    const { id } = await aDevice()
    const now = Date.now()
    const sample = JSON.stringify({
      ts: now - 1000,
      values: { temperature: 21.5, 'door open': true, mode: 'auto', 'pump state': 'running', 'bad\u0000': 1 },
    })
    const { status, body } = await editor.call(foreignCalls.tryMapping, {
      params: at(id),
      body: { mapping: { ...plain, circuits: [PUMP] }, scope: 'telemetry', sample },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      readings: [
        { code: 'temperature', name: null, at: now - 1000, value: 21.5 },
        { code: expect.stringMatching(/^key-.{22}$/) as string, name: 'door open', at: now - 1000, value: 1 },
      ],
      words: [{ scope: 'telemetry', name: 'mode', at: now - 1000, value: '"auto"' }],
      states: [{ circuit: 2, status: 1 }],
      faults: [{ reason: 'itemName', notes: [{ code: 'key', name: 'bad\u0000', limit: 255 }], count: 1 }],
      calls: [
        { circuit: 2, status: 0, method: 'pump', params: 'false' },
        { circuit: 2, status: 1, method: 'pump', params: 'true' },
      ],
    })
    const { rows } = await farm.owner.query(
      `select (select count(*) from item where device_id = $1)::int as items, (select count(*) from switch where device_id = $1)::int as switches,
        (select mapping from device where id = $1) as mapping`,
      [id],
    )
    expect(rows).toEqual([{ items: 0, switches: 0, mapping: null }])
  })

  test('of attributes is read as attributes, and nonsense as nonsense', async () => {
    const { id } = await aDevice()
    const tried = async (scope: string, sample: string) =>
      (await editor.call(foreignCalls.tryMapping, { params: at(id), body: { mapping: plain, scope, sample } })).body
    expect(await tried('attribute', '{"level":3}')).toMatchObject({
      readings: [],
      words: [{ scope: 'attribute', name: 'level', value: '3' }],
    })
    expect(await tried('telemetry', '{"level"')).toMatchObject({ readings: [], words: [], faults: [{ reason: 'notJson' }] })
  })
})

describe('another protocol', () => {
  const field = { from: 0, count: 2, kind: 'signed' as const, littleEndian: false, bits: null }
  const item = { key: '', bytes: field, port: null, code: 'temperature', factor: 0.1, offset: 0, unit: null }
  const downlink = { ...PUMP, method: '', params: { 1: '01ff' }, port: 10, confirmed: true }

  test('is tried as what it is: an uplink by its bytes, with the downlinks that would be sent', async () => {
    const { id } = await aDevice()
    const mapping: Mapping = { ...plain, protocol: 'chirpstack', items: [item], circuits: [downlink] }
    const sample = JSON.stringify({ time: new Date(Date.now()).toISOString(), fPort: 1, data: 'AQo=', object: { 'pump state': 'idle' } })
    const { body } = await editor.call(foreignCalls.tryMapping, { params: at(id), body: { mapping, scope: 'telemetry', sample } })
    expect(body).toMatchObject({
      readings: [{ code: 'temperature', value: 26.6 }],
      states: [{ circuit: 2, status: 0 }],
      faults: [],
      calls: [{ circuit: 2, status: 1, method: 'down', params: '{"fPort":10,"confirmed":true,"data":"Af8="}' }],
    })
  })

  test('of Sparkplug is tried in the JSON of its clients', async () => {
    const { id } = await aDevice()
    const mapping: Mapping = { ...plain, protocol: 'sparkplug', items: [{ ...item, bytes: null, key: 'Inputs/T' }] }
    const sample = JSON.stringify({
      metrics: [
        { name: 'Inputs/T', type: 'Int16', value: 215 },
        { name: 'Bad', type: 'Float', value: 'NaN' },
      ],
    })
    const { body } = await editor.call(foreignCalls.tryMapping, { params: at(id), body: { mapping, scope: 'telemetry', sample } })
    expect(body).toMatchObject({ readings: [{ code: 'temperature', value: 21.5 }], faults: [{ reason: 'notNumber' }] })
  })

  test.each<[string, Partial<Mapping>]>([
    ['a downlink without its port', { protocol: 'chirpstack', circuits: [{ ...downlink, port: null }] }],
    ['a downlink that is no bytes', { protocol: 'chirpstack', circuits: [{ ...downlink, params: { 1: '1ff' } }] }],
    ['a metric that is written with an object', { protocol: 'sparkplug', circuits: [{ ...PUMP, params: { 1: { on: true } } }] }],
    ['bytes where there are none', { protocol: 'sparkplug', items: [item] }],
    ['neither key nor bytes', { protocol: 'chirpstack', items: [{ ...item, bytes: null }] }],
    ['bits beyond the bytes', { protocol: 'chirpstack', items: [{ ...item, bytes: { ...field, bits: { from: 10, count: 7 } } }] }],
    ['a float of three bytes', { protocol: 'chirpstack', items: [{ ...item, bytes: { ...field, count: 3, kind: 'float' } }] }],
    ['the factor 0', { items: [{ ...item, bytes: null, key: 'a', factor: 0 }] }],
    [
      'one code twice',
      {
        items: [
          { ...item, bytes: null, key: 'a' },
          { ...item, bytes: null, key: 'b' },
        ],
      },
    ],
  ])('refuses a mapping with %s', async (_, given) => {
    const { id } = await aDevice()
    const { status } = await setMapping(id, { ...plain, ...given })
    expect(status).toBe(400)
  })

  test('ends the connections of the one before', async () => {
    const { id } = await aDevice()
    const client = await enter((await giveToken(id)).token)
    await setMapping(id, { ...plain, protocol: 'sparkplug' })
    await vi.waitFor(() => expect(client.connected).toBe(false))
  })
})

test('last words stand by name with their times, to whoever sees the device', async () => {
  const { id } = await aDevice()
  const client = await enter((await giveToken(id)).token)
  await client.publishAsync('v1/devices/me/attributes', '{"model":"X","serial":12}', { qos: 1 })
  await client.publishAsync('v1/devices/me/telemetry', '{"ts":1790000000000,"values":{"mode":"auto"}}', { qos: 1 })
  await client.endAsync()
  const { body } = await farm.viewer.call(foreignCalls.words, { params: at(id) })
  expect(body.content).toMatchObject([
    { scope: 'attribute', name: 'model', value: '"X"' },
    { scope: 'attribute', name: 'serial', value: '12' },
    { scope: 'telemetry', name: 'mode', value: '"auto"', at: 1790000000000 },
  ])
  expect(body.totalElements).toBe(3)
  // With the device goes what it said.
  await farm.admin.call(gatewayCalls.remove, { params: at(id), query: { objectVersionNumber: 1 } })
  expect((await farm.owner.query('select * from device_word where device_id = $1', [id])).rows).toEqual([])
})
