import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { newClient, type UPayload } from 'sparkplug-client'
import { type Farm, startFarm } from './farm.ts'
import { aCircuit, ask, aSpeaker, rowsOf } from './foreignThings.ts'

let farm: Farm
let of: ReturnType<typeof rowsOf>
beforeAll(async () => {
  farm = await startFarm()
  of = rowsOf(farm)
})
afterAll(() => farm?.close())

const patience = { timeout: 10_000 }
const PUMP = aCircuit({ method: 'Outputs/Pump', params: { 0: false, 1: true }, key: 'Outputs/Pump', shows: { 0: [false], 1: [true] } })

test('the published client of Eclipse Tahu connects unchanged: it is born, measures, is commanded, is asked to be born anew, and dies', async () => {
  const speaker = await aSpeaker(farm, 'sparkplug', { 'edge-pump-1': { calledBy: 'Pump 1', circuits: [PUMP] } })
  const { device, node, tenant, token } = speaker
  const edge = newClient({
    serverUrl: `mqtt://127.0.0.1:${farm.mqttPort}`,
    username: token,
    password: '',
    groupId: 'Farm',
    edgeNode: 'Published',
    clientId: 'published-client',
    version: 'spBv1.0',
    publishDeath: true,
  })
  let stopped = false
  const stop = () => {
    if (!stopped) edge.stop()
    stopped = true
  }
  onTestFinished(stop)
  let births = 0
  const told: { device: string; metrics: UPayload['metrics'] }[] = []
  edge.on('error', () => undefined)
  edge.on('birth', () => {
    births++
    edge.publishNodeBirth({
      timestamp: Date.now(),
      metrics: [
        { name: 'Node Control/Rebirth', type: 'Boolean', value: false },
        { name: 'Temperature', type: 'Float', value: 21.5 },
      ],
    })
    edge.publishDeviceBirth('Pump 1', {
      timestamp: Date.now(),
      metrics: [
        { name: 'Pressure', type: 'Double', value: 4.25 },
        { name: 'Outputs/Pump', alias: 5, type: 'Boolean', value: false },
        { name: 'Serial', type: 'String', value: 'X-1' },
      ],
    })
  })
  edge.on('ncmd', ({ metrics }) => {
    if (metrics?.some(({ name, value }) => name === 'Node Control/Rebirth' && value === true)) edge.emit('birth')
  })
  edge.on('dcmd', (name, { metrics }) => void told.push({ device: name, metrics }))

  await vi.waitFor(async () => {
    expect(await of.values(device.id)).toEqual({ Temperature: 21.5 })
    expect(await of.values(node.id)).toEqual({ Pressure: 4.25 })
    expect(await of.words(node.id)).toEqual({ Serial: 'X-1' })
    expect(await of.states(node.id)).toEqual({ 1: 0 })
    expect([await of.presence(device.id), await of.presence(node.id)]).toEqual(['online', 'online'])
  }, patience)

  const { commandId } = await ask(farm, tenant.id, node.id, 1)
  await vi.waitFor(() => expect(told).toHaveLength(1), patience)
  const [metric] = told[0]!.metrics!
  expect([told[0]!.device, Number(metric!.alias), metric!.type, metric!.value]).toEqual(['Pump 1', 5, 'Boolean', true])
  edge.publishDeviceData('Pump 1', { timestamp: Date.now(), metrics: [{ name: 'Outputs/Pump', alias: 5, type: 'Boolean', value: true }] })
  await vi.waitFor(async () => expect((await of.command(commandId)).state).toBe('observed'), patience)

  // Packed, by either of its ways.
  for (const [nth, algorithm] of (['DEFLATE', 'GZIP'] as const).entries())
    edge.publishDeviceData(
      'Pump 1',
      { timestamp: Date.now() + nth, metrics: [{ name: 'Pressure', type: 'Double', value: 5 + nth }] },
      {
        compress: true,
        algorithm,
      },
    )
  edge.publishNodeData({ timestamp: Date.now(), metrics: [{ name: 'Temperature', type: 'Float', value: 20.25 }] }, { compress: true })
  await vi.waitFor(async () => {
    expect((await of.readings(node.id)).map(({ value }) => value)).toEqual([4.25, 5, 6])
    expect((await of.readings(device.id)).map(({ value }) => value)).toEqual([21.5, 20.25])
  }, patience)

  // What it lost on the way is a hole in its numbers.
  expect(births).toBe(1)
  ;(edge as unknown as { seq: number }).seq += 3
  edge.publishNodeData({ timestamp: Date.now(), metrics: [{ name: 'Temperature', type: 'Float', value: 22.5 }] })
  await vi.waitFor(() => expect(births).toBe(2), patience)
  await vi.waitFor(async () => expect((await of.readings(device.id)).map(({ value }) => value)).toContain(22.5), patience)
  stop()
  await vi.waitFor(async () => expect([await of.presence(device.id), await of.presence(node.id)]).toEqual(['offline', 'offline']), patience)
  expect([await of.rejected(device.id), await of.rejected(node.id)]).toEqual([[], []])
})
