import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Mapping } from '#contract/devices/mapping'
import { REASON } from '#machines/devices/commandLane'
import * as events from './chirpstackEvents.ts'
import { APPLICATION } from './chirpstackEvents.ts'
import { type Farm, startFarm } from './farm.ts'
import { aCircuit, anItem, ask, aSpeaker, rowsOf } from './foreignThings.ts'

let farm: Farm
let of: ReturnType<typeof rowsOf>
beforeAll(async () => {
  farm = await startFarm()
  of = rowsOf(farm)
})
afterAll(() => farm?.close())

const VALVE = aCircuit({
  params: { 0: '0100', 1: '0101' },
  key: 'valve',
  shows: { 0: ['closed', 0], 1: ['open', 1] },
  port: 10,
  confirmed: true,
})
let made = 0
const anEui = () => `a84041000181${String(++made).padStart(4, '0')}`

async function anApplication(mapping: Partial<Mapping> = {}) {
  const eui = anEui()
  const speaker = await aSpeaker(farm, 'chirpstack', { [eui]: mapping })
  const client = await farm.connect({ username: speaker.token })
  const say = (kind: string, event: unknown, devEui = eui) =>
    client.publishAsync(
      `application/${APPLICATION}/device/${devEui}/event/${kind}`,
      typeof event === 'string' ? event : JSON.stringify(event),
      { qos: 1 },
    )
  const got: { topic: string; payload: Record<string, unknown> }[] = []
  client.on('message', (topic, payload) => void got.push({ topic, payload: JSON.parse(payload.toString()) as Record<string, unknown> }))
  return { ...speaker, client, eui, say, got }
}

describe('an uplink', () => {
  test('of ChirpStack’s own codec is readings under its paths, at its time, with how well it was heard', async () => {
    const { say, eui, node } = await anApplication()
    const at = Date.now() - 5000
    await say('up', events.up(eui, at, { object: { temperature: 21.5, soil: { moisture: 33.1, wet: true }, text: 'ok' } }))
    expect(await of.values(node.id)).toEqual({ temperature: 21.5, 'soil.moisture': 33.1, 'soil.wet': 1, signal: -61, snr: 9.25 })
    expect(new Set((await of.readings(node.id)).map(({ ts }) => ts))).toEqual(new Set([at]))
    expect(await of.words(node.id)).toEqual({ text: 'ok' })
    expect(await of.rejected(node.id)).toEqual([])
  })

  test('is read from its bytes as the mapping says, on the port that it says', async () => {
    const bytes = (from: number, count: number, more: object = {}) => ({
      from,
      count,
      kind: 'signed' as const,
      littleEndian: false,
      bits: null,
      ...more,
    })
    const { say, eui, node } = await anApplication({
      items: [
        anItem({ code: 'temperature', bytes: bytes(2, 2), factor: 0.1, port: 1 }),
        anItem({
          code: 'level',
          bytes: bytes(2, 2, { littleEndian: true, kind: 'unsigned' }),
          factor: 0.5,
          offset: -1,
          unit: 'cm',
          port: 1,
        }),
        anItem({ code: 'mode', bytes: bytes(5, 1, { kind: 'unsigned', bits: { from: 1, count: 3 } }), port: 1 }),
        anItem({ code: 'elsewhere', bytes: bytes(0, 1), port: 2 }),
      ],
    })
    // 01 0a ff 38 02 0e
    await say('up', events.up(eui, Date.now(), { data: 'AQr/OAIO' }))
    expect(await of.values(node.id)).toMatchObject({ temperature: -20, level: 0x38ff * 0.5 - 1, mode: 7 })
    expect(await of.values(node.id)).not.toHaveProperty('elsewhere')
    expect((await of.readings(node.id)).find(({ code }) => code === 'level')?.unit).toBe('cm')
    await say('up', events.up(eui, Date.now(), { data: 'AQ==' }))
    expect(await of.rejected(node.id)).toMatchObject([
      {
        reason: 'shape',
        notes: [{ code: 'bytesEnd', name: 'temperature', count: 1 }, { name: 'level' }, { name: 'mode' }, { code: 'through' }],
      },
    ])
  })

  test('that comes again is stored once, also where it says no time', async () => {
    const { say, eui, node } = await anApplication()
    const { time: _, ...event } = events.up(eui, Date.now(), { object: { a: 1 } })
    await say('up', event)
    await say('up', event)
    expect((await of.readings(node.id)).filter(({ code }) => code === 'a')).toHaveLength(1)
  })

  test('with a broken clock, no JSON, or of a node that is not behind the record, is told on the pages that it concerns', async () => {
    const { say, eui, node, device, client } = await anApplication()
    await say('up', '{"time"')
    await say('up', { ...events.up(eui, 0), time: 'yesterday' })
    await say('up', events.up(eui, 0, { object: { a: 1 } }))
    await say('up', events.up(eui, Date.now()), 'ffffffffffffffff')
    expect((await of.rejected(node.id)).map(({ reason }) => reason)).toEqual(['notJson', 'shape', 'tooOld'])
    expect(await of.rejected(device.id)).toMatchObject([{ reason: 'notBehind', notes: [{ name: 'ffffffffffffffff' }] }])
    expect(client.connected).toBe(true)
  })

  test('finds its node however the digits of the DevEUI are written', async () => {
    const { say, eui, node } = await anApplication()
    await farm.query('update furrow.device set eui = upper(eui) where id = $1', [node.id])
    await vi.waitFor(async () => {
      await say('up', events.up(eui, Date.now(), { object: { a: 1 } }))
      expect(await of.values(node.id)).toMatchObject({ a: 1 })
    })
  })
})

test('battery, margin, joins and the log of the network are kept; a word of the network is none of the node', async () => {
  const { say, eui, node } = await anApplication()
  await say('log', events.log(eui, Date.now()))
  expect(await of.presence(node.id)).toBe('unknown')
  await say('join', events.join(eui, Date.now()))
  await say('status', events.status(eui, Date.now()))
  await say('status', events.status(eui, Date.now() + 1, { externalPowerSource: true, batteryLevel: 0, margin: 12 }))
  expect(await of.values(node.id)).toEqual({ batteryLevel: 98.43, margin: 12 })
  expect(await of.words(node.id)).toEqual({
    joined: { devAddr: '00189440' },
    log: { level: 'ERROR', code: 'UPLINK_CODEC', description: 'Exception generated by quickjs' },
  })
  await vi.waitFor(async () => expect(await of.presence(node.id)).toBe('online'))
})

describe('a command', () => {
  async function aValve() {
    const made = await anApplication({ circuits: [VALVE] })
    await made.client.subscribeAsync('application/+/device/+/command/+', { qos: 1 })
    await made.say('up', events.up(made.eui, Date.now(), { object: { valve: 'closed' } }))
    const answer = await ask(farm, made.tenant.id, made.node.id, 1)
    await vi.waitFor(() => expect(made.got).toHaveLength(1))
    return { ...made, answer, told: made.got[0]! }
  }

  test('is a downlink in the node’s application, under the command’s number', async () => {
    const { told, eui, answer } = await aValve()
    expect(told).toEqual({
      topic: `application/${APPLICATION}/device/${eui}/command/down`,
      payload: { id: answer.commandId, devEui: eui, confirmed: true, fPort: 10, data: 'AQE=' },
    })
  })

  test('says that it is on the air, that the node confirmed it, and that it shows', async () => {
    const { say, eui, answer, node } = await aValve()
    await say('txack', events.txack(eui, Date.now(), answer.commandId))
    await vi.waitFor(async () => expect(await of.command(answer.commandId)).toEqual({ state: 'sent', message: REASON.radioed }))
    await say('ack', events.ack(eui, Date.now(), answer.commandId, true))
    await vi.waitFor(async () => expect(await of.command(answer.commandId)).toEqual({ state: 'acknowledged', message: null }))
    await say('up', events.up(eui, Date.now(), { object: { valve: 'open' } }))
    await vi.waitFor(async () => expect((await of.command(answer.commandId)).state).toBe('observed'))
    expect(await of.states(node.id)).toEqual({ 1: 1 })
  })

  test('that the node did not confirm is refused', async () => {
    const { say, eui, answer } = await aValve()
    await say('ack', events.ack(eui, Date.now(), answer.commandId, false))
    await vi.waitFor(async () => expect(await of.command(answer.commandId)).toEqual({ state: 'refused', message: REASON.notConfirmed }))
  })

  test('is not confirmed by another node’s word', async () => {
    const { say, answer, tenant, area, device } = await aValve()
    const other = anEui()
    await farm.build.aDevice({ tenant_id: tenant.id, area_id: area.id, parent_id: device.id, eui: other })
    await vi.waitFor(async () => {
      await farm.query('delete from furrow.rejected_message where device_id = $1', [device.id])
      await say('ack', events.ack(other, Date.now(), answer.commandId, true), other)
      expect(await of.rejected(device.id)).toEqual([])
    })
    expect((await of.command(answer.commandId)).state).toBe('sent')
  })
})

describe('a connection of ChirpStack', () => {
  test('hears downlinks alone', async () => {
    const { client } = await anApplication()
    for (const filter of [
      'application/+/device/+/event/up',
      '#',
      'application/#',
      'v1/devices/me/rpc/request/+',
      '$share/x/application/+/device/+/command/+',
    ])
      await expect(client.subscribeAsync(filter)).rejects.toThrow()
    for (const filter of [`application/${APPLICATION}/device/+/command/down`, 'application/+/device/+/command/+'])
      expect((await client.subscribeAsync(filter))[0]?.qos).toBe(0)
  })

  test('does not speak ThingsBoard beside it', async () => {
    const { client } = await anApplication()
    client.publish('v1/devices/me/telemetry', '{"a":1}')
    await vi.waitFor(() => expect(client.connected).toBe(false))
  })
})
