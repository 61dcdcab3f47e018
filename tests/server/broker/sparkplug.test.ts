import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Mapping } from '#contract/devices/mapping'
import { decodePayload, TYPES, valueOf } from '#server/ground/broker/sparkplug/payload'
import { type Farm, startFarm } from './farm.ts'
import { aCircuit, anItem, ask, aSpeaker, rowsOf } from './foreignThings.ts'
import { encode, type SaidMetric } from './sparkplugPayload.ts'

let farm: Farm
let of: ReturnType<typeof rowsOf>
let clock = () => Date.now()
beforeAll(async () => {
  farm = await startFarm({ clock: () => clock() })
  of = rowsOf(farm)
})
afterAll(() => farm?.close())

let made = 0
const bdSeq = (value: number): SaidMetric => ({ name: 'bdSeq', type: 'Int64', value })
const REBIRTH: SaidMetric = { name: 'Node Control/Rebirth', type: 'Boolean', value: false }

/** An edge node with devices behind it, by the names that it gives them; connected, with its will. */
async function anEdge(devices: Readonly<Record<string, Partial<Mapping>>> = {}, own: Partial<Mapping> = {}) {
  const named = Object.entries(devices)
  const speaker = await aSpeaker(
    farm,
    'sparkplug',
    Object.fromEntries(named.map(([calledBy, mapping]) => [`edge-device-${++made}`, { calledBy, ...mapping }])),
  )
  await farm.query('update furrow.device set mapping = mapping || $1 where id = $2', [JSON.stringify(own), speaker.device.id])
  const edge = `Edge ${++made}`
  const topic = (kind: string, device?: string) => `spBv1.0/Farm/${kind}/${edge}${device === undefined ? '' : `/${device}`}`
  const got: { topic: string; metrics: object[] }[] = []
  const enter = async (session = 0) => {
    const client = await farm.connect({
      username: speaker.token,
      password: '',
      will: { topic: topic('NDEATH'), payload: encode({ metrics: [bdSeq(session)] }), qos: 1, retain: false },
    })
    client.on('message', (name, payload) => void got.push({ topic: name, metrics: read(payload) }))
    await client.subscribeAsync([topic('NCMD', '#'), topic('DCMD', '#')])
    return client
  }
  let seq = -1
  const say = (client: MqttClient, kind: string, metrics: readonly SaidMetric[], device?: string, given: { seq?: number } = {}) => {
    seq = given.seq ?? (kind === 'NBIRTH' ? 0 : (seq + 1) % 256)
    return client.publishAsync(topic(kind, device), encode({ timestamp: Date.now(), seq, metrics }), { qos: 1 })
  }
  const client = await enter()
  return {
    ...speaker,
    client,
    enter,
    edge,
    topic,
    got,
    say,
    born: (more: SaidMetric[] = []) => say(client, 'NBIRTH', [bdSeq(0), REBIRTH, ...more]),
  }
}
const read = (payload: Buffer) =>
  decodePayload(payload)!.metrics.map((metric) => ({
    ...(metric.name === null ? {} : { name: metric.name }),
    ...(metric.alias === null ? {} : { alias: metric.alias }),
    type: TYPES[metric.type!],
    value: valueOf(metric, metric.type!),
  }))
const asksRebirth = (name: string) => ({ topic: name, metrics: [{ name: 'Node Control/Rebirth', type: 'Boolean', value: true }] })

describe('an edge node', () => {
  test('says its metrics at its birth, and by their aliases after it', async () => {
    const { born, say, client, device, got } = await anEdge()
    const at = Date.now() - 1000
    await born([
      { name: 'Temperature', alias: 1, type: 'Float', value: 21.5, timestamp: at },
      { name: 'Running', alias: 2, type: 'Boolean', value: true, timestamp: at },
      { name: 'Offset', alias: 3, type: 'Int32', value: -7, timestamp: at },
      { name: 'Serial', alias: 4, type: 'String', value: 'X-1', timestamp: at },
    ])
    await say(client, 'NDATA', [{ alias: 1, value: 22.25, type: 'Float', timestamp: at + 500 }])
    // The type may be left to the birth.
    await say(client, 'NDATA', [{ alias: 3, value: -8, as: 'Int32', timestamp: at + 500 }])
    const values = (await of.readings(device.id)).map(({ code, ts, value }) => [code, ts - at, value])
    const wanted = [
      ['Temperature', 0, 21.5],
      ['Running', 0, 1],
      ['Offset', 0, -7],
      ['Temperature', 500, 22.25],
      ['Offset', 500, -8],
    ]
    expect(new Set(values.map(String))).toEqual(new Set(wanted.map(String)))
    expect(await of.words(device.id)).toEqual({ Serial: 'X-1' })
    expect(await of.rejected(device.id)).toEqual([])
    expect(got).toEqual([])
  })

  test('whose sequence has a gap is asked to be born anew, once in five seconds; what it says is taken all the same', async () => {
    const { born, say, client, device, got, topic } = await anEdge()
    const begun = Date.now()
    const data = (value: number, seq: number) =>
      say(client, 'NDATA', [{ alias: 1, type: 'Int32', value, timestamp: begun + value }], undefined, { seq })
    await born([{ name: 'a', alias: 1, type: 'Int32', value: 1, timestamp: begun + 1 }])
    await data(2, 1)
    expect(got).toEqual([])
    await data(3, 255)
    await vi.waitFor(() => expect(got).toEqual([asksRebirth(topic('NCMD'))]))
    // It goes round after 255.
    await data(4, 0)
    await data(5, 7)
    expect(got).toHaveLength(1)
    try {
      clock = () => Date.now() + 6000
      await data(6, 9)
      await vi.waitFor(() => expect(got).toHaveLength(2))
    } finally {
      clock = () => Date.now()
    }
    expect((await of.readings(device.id)).map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('that uses an alias which no birth has said is asked for one, and the metric is told', async () => {
    const { say, client, device, got, topic } = await anEdge()
    await say(client, 'NDATA', [{ alias: 9, type: 'Int32', value: 1 }])
    await vi.waitFor(() => expect(got).toEqual([asksRebirth(topic('NCMD'))]))
    expect(await of.rejected(device.id)).toMatchObject([{ reason: 'itemName', notes: [{ code: 'alias', name: '9' }] }])
  })

  test('says what was under the time that it was, what is nobody’s to keep and how it is run is not kept', async () => {
    const { born, say, client, device } = await anEdge(
      {},
      { circuits: [aCircuit({ method: 'Pump', key: 'Pump', shows: { 0: [false], 1: [true] } })] },
    )
    const at = Date.now() - 3_600_000
    await born([{ name: 'Pump', alias: 1, type: 'Boolean', value: false }])
    await say(client, 'NDATA', [
      { alias: 1, type: 'Boolean', value: true, isHistorical: true, timestamp: at },
      { name: 'Was', type: 'Double', value: 4.5, isHistorical: true, timestamp: at },
      { name: 'Passing', type: 'Double', value: 1, isTransient: true },
      { name: 'Gone', type: 'Double', value: null },
      { name: 'Broken', type: 'Float', value: NaN },
    ])
    expect(await of.readings(device.id)).toMatchObject([{ code: 'Was', ts: at, value: 4.5 }])
    expect(await of.states(device.id)).toEqual({ 1: 0 })
    expect(await of.rejected(device.id)).toMatchObject([{ reason: 'notNumber', notes: [{ code: 'number', name: 'Broken' }] }])
  })

  test('whose bytes are no payload is told so, with the bytes, and stays connected', async () => {
    const { client, device, topic } = await anEdge()
    await client.publishAsync(topic('NDATA'), Buffer.from('08ff', 'hex'), { qos: 1 })
    expect(await of.rejected(device.id)).toMatchObject([{ reason: 'shape', payload: '08ff', notes: [{ code: 'protobuf' }] }])
    expect(client.connected).toBe(true)
  })

  test('is one a connection: it speaks for no other edge node, and hears no other’s commands', async () => {
    const { client, topic } = await anEdge()
    for (const filter of ['spBv1.0/Farm/NCMD/Other/#', 'spBv1.0/+/NCMD/+', 'spBv1.0/#', `${topic('NDATA')}`])
      await expect(client.subscribeAsync(filter)).rejects.toThrow()
    client.publish('spBv1.0/Farm/NDATA/Other', encode({ seq: 1, metrics: [] }))
    await vi.waitFor(() => expect(client.connected).toBe(false))
  })
})

describe('death', () => {
  test('of the edge node, by its will, is that of its devices', async () => {
    const { born, say, client, device, node } = await anEdge({ 'Pump 1': {} })
    await born()
    await vi.waitFor(async () => {
      await say(client, 'DBIRTH', [{ name: 'a', type: 'Int32', value: 1 }], 'Pump 1')
      expect(await of.presence(node.id)).toBe('online')
    })
    expect(await of.presence(device.id)).toBe('online')
    client.stream.destroy()
    await vi.waitFor(async () => expect([await of.presence(device.id), await of.presence(node.id)]).toEqual(['offline', 'offline']))
  })

  test('of an earlier session says nothing of the one that holds', async () => {
    const { born, client, device, topic } = await anEdge()
    await born()
    await vi.waitFor(async () => expect(await of.presence(device.id)).toBe('online'))
    await client.publishAsync(topic('NDEATH'), encode({ metrics: [bdSeq(41)] }), { qos: 1 })
    // What came before it is stored once it is.
    await client.publishAsync(topic('NDATA'), encode({ seq: 1, metrics: [] }), { qos: 1 })
    expect(await of.presence(device.id)).toBe('online')
    await client.publishAsync(topic('NDEATH'), encode({ metrics: [bdSeq(0)] }), { qos: 1 })
    await vi.waitFor(async () => expect(await of.presence(device.id)).toBe('offline'))
  })

  test('of one device is its own alone', async () => {
    const { born, say, client, device, node } = await anEdge({ 'Pump 1': {} })
    await born()
    await vi.waitFor(async () => {
      await say(client, 'DBIRTH', [], 'Pump 1')
      expect(await of.presence(node.id)).toBe('online')
    })
    await say(client, 'DDEATH', [], 'Pump 1')
    await vi.waitFor(async () => expect(await of.presence(node.id)).toBe('offline'))
    expect(await of.presence(device.id)).toBe('online')
  })
})

describe('a device behind an edge node', () => {
  const PUMP = aCircuit({ method: 'Outputs/Pump', params: { 0: false, 1: true }, key: 'Outputs/Pump', shows: { 0: [false], 1: [true] } })

  test('is known by what its gateway calls it, and its metrics become items as its mapping says', async () => {
    const { born, say, client, node } = await anEdge({
      'Pump 1': { items: [anItem({ key: 'Inputs/Pressure', code: 'pipePressure', factor: 0.001 })], onlyMapped: true },
    })
    await born()
    await vi.waitFor(async () => {
      await say(
        client,
        'DBIRTH',
        [
          { name: 'Inputs/Pressure', alias: 1, type: 'UInt16', value: 4200 },
          { name: 'x', type: 'Int8', value: 1 },
        ],
        'Pump 1',
      )
      expect(await of.values(node.id)).toEqual({ pipePressure: 4.2 })
    })
  })

  test('that nobody has is a rejected message of the edge node’s, and none is made', async () => {
    const { born, say, client, device } = await anEdge()
    await born()
    await say(client, 'DDATA', [{ name: 'a', type: 'Int32', value: 1 }], 'Stranger')
    expect(await of.rejected(device.id)).toMatchObject([{ reason: 'notBehind', notes: [{ name: 'Stranger' }] }])
    expect(await farm.query('select 1 from furrow.device where parent_id = $1', [device.id])).toEqual([])
  })

  test('is told by the metric, under the alias and type of its birth, and its data confirm it', async () => {
    const { born, say, client, node, tenant, got, topic } = await anEdge({ 'Pump 1': { circuits: [PUMP] } })
    await born()
    await vi.waitFor(async () => {
      await say(client, 'DBIRTH', [{ name: 'Outputs/Pump', alias: 5, type: 'Boolean', value: false }], 'Pump 1')
      expect(await of.states(node.id)).toEqual({ 1: 0 })
    })
    got.length = 0
    const answer = await ask(farm, tenant.id, node.id, 1)
    expect(answer.state).toBe('sent')
    await vi.waitFor(() =>
      expect(got).toEqual([{ topic: topic('DCMD', 'Pump 1'), metrics: [{ alias: '5', type: 'Boolean', value: true }] }]),
    )
    await say(client, 'DDATA', [{ alias: 5, type: 'Boolean', value: true }], 'Pump 1')
    await vi.waitFor(async () => expect((await of.command(answer.commandId)).state).toBe('observed'))
  })
})

test('an edge node is told itself by its own topic, by name where its birth gave no alias', async () => {
  const { born, device, tenant, got, topic } = await anEdge(
    {},
    { circuits: [aCircuit({ method: 'Level', params: { 0: 0, 1: 7.5 }, key: 'Level', shows: { 0: [0], 1: [7.5] } })] },
  )
  await born([{ name: 'Level', type: 'Float', value: 0 }])
  await ask(farm, tenant.id, device.id, 1)
  await vi.waitFor(() => expect(got).toEqual([{ topic: topic('NCMD'), metrics: [{ name: 'Level', type: 'Float', value: 7.5 }] }]))
})
