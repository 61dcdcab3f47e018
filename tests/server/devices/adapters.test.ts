import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inverterCalls } from '#contract/devices/adapters/inverter'
import { loraGatewayCalls, loraNodeCalls } from '#contract/devices/adapters/lora'
import { soilCalls } from '#contract/devices/adapters/soil'
import { gatewayCalls } from '#contract/devices/gateway'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
const open: mqtt.MqttClient[] = []
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.endAsync(true)))
  await farm?.close()
})

const t = () => ({ t: farm.t })
const body = (eui: string) => ({ name: `The ${eui}`, eui, areaId: farm.north.id })
/** A device that hears what it is told, and says what it is told to. */
async function device(eui: string, secret: string) {
  const options = {
    protocolVersion: 4,
    username: `${farm.t}/${eui}`,
    password: secret,
    clientId: `${eui}-test`,
    reconnectPeriod: 0,
  } as const
  // Without retries: a connection that is cut before it is answered fails, and does not wait for ever.
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, options, false)
  open.push(client)
  const told: Record<string, unknown>[] = []
  client.on('message', (_, payload) => told.push(JSON.parse(payload.toString()) as Record<string, unknown>))
  await client.subscribeAsync(`furrow/${farm.t}/${eui}/commands/+`, { qos: 1 })
  const say = (topic: 'readings' | 'state', what: object) =>
    client.publishAsync(`furrow/${farm.t}/${eui}/${topic}`, JSON.stringify(what), { qos: 1 })
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  return { told, say, closed }
}

describe('a soil device, by the ledger’s own addresses', () => {
  test('is made, read layer by layer, asked for its history as data and as a file, changed and taken away', async () => {
    const made = await farm.admin.call(soilCalls.add, { params: t(), body: body('soil-one') })
    expect(made.status).toBe(200)
    const { id, secret, userName: _, ...record } = made.body
    expect(record.deviceType).toBe('soil')
    const probe = await device('soil-one', secret)
    const ts = Date.now() - 60_000
    await probe.say('readings', {
      ts,
      values: {
        soilTemperature: 19.5,
        soilTemperature1: 18.5,
        soilMoisture1: 31.2,
        conductivity1: 0.12,
        soilMoisture2: 28,
        conductivity: 9,
        battery: 3.6,
      },
    })
    const layers = (await farm.admin.call(soilCalls.layers, { params: { ...t(), id } })).body
    expect(layers).toEqual({
      concentratorId: id,
      surfaceFlag: 1,
      layerList: [
        { number: 0, temperature: 19.5, humidity: null, conductivity: null, lastUpdateDate: ts },
        { number: 1, temperature: 18.5, humidity: 31.2, conductivity: 0.12, lastUpdateDate: ts },
        { number: 2, temperature: null, humidity: 28, conductivity: null, lastUpdateDate: ts },
      ],
    })
    const query = { startTime: ts - 1000, endTime: ts + 1000 }
    const history = (await farm.admin.call(soilCalls.history, { params: { ...t(), id }, query })).body
    expect(history).toEqual([
      { layer: 0, temperature: 19.5, humidity: null, conductivity: null, uploadTime: ts },
      { layer: 1, temperature: 18.5, humidity: 31.2, conductivity: 0.12, uploadTime: ts },
      { layer: 2, temperature: null, humidity: 28, conductivity: null, uploadTime: ts },
    ])
    const expert = (await farm.admin.call(soilCalls.historyExpert, { params: { ...t(), id }, query: { ...query, layer: 1 } })).body
    expect(expert).toMatchObject([{ layer: 1, humidity: 31.2, humiditySpan: { least: 31.2, most: 31.2 } }])
    const file = await farm.admin.call(soilCalls.historyExpertFile, { params: { ...t(), id }, query })
    const lines = (file.body as unknown as string).trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toMatch(/^地表,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,19\.5,19\.5,19\.5,,,,,,$/)
    expect((await farm.admin.call(soilCalls.history, { params: { ...t(), id }, query: { startTime: 2, endTime: 1 } })).status).toBe(422)

    const renamed = await farm.admin.call(soilCalls.edit, { params: t(), body: { ...record, id, name: 'Renamed' } })
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Renamed'])
    expect((await farm.admin.call(soilCalls.info, { params: { ...t(), id } })).body).toMatchObject({
      name: 'Renamed',
      baseConcentratorDTO: null,
    })
    const listed = await farm.admin.call(soilCalls.area, { params: { ...t(), id: farm.north.id }, query: {} })
    expect(listed.body.content.map((one) => one.id)).toEqual([id])
    const gone = await farm.admin.call(soilCalls.remove, { params: { ...t(), id } })
    expect([gone.status, gone.body]).toEqual([200, 1])
    await probe.closed
    expect((await farm.admin.call(soilCalls.info, { params: { ...t(), id } })).status).toBe(404)
  })

  test('is no device of another type', async () => {
    const other = await farm.admin.call(loraNodeCalls.add, { params: t(), body: body('no-soil') })
    const { id, secret: _, userName: __, ...record } = other.body
    const asked = await Promise.all([
      farm.admin.call(soilCalls.layers, { params: { ...t(), id } }),
      farm.admin.call(soilCalls.edit, { params: t(), body: { ...record, id } }),
      farm.admin.call(soilCalls.remove, { params: { ...t(), id } }),
      farm.admin.call(loraGatewayCalls.refresh, { params: { ...t(), id } }),
      farm.admin.call(loraGatewayCalls.configure, { params: { ...t(), id }, body: { reportingMinutes: 9 } }),
      farm.admin.call(inverterCalls.getLog, { params: t(), query: { concentratorId: id } }),
      farm.admin.call(inverterCalls.refresh, { params: t(), body: { concentratorId: id } }),
    ])
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 404))
  })
})

test('what a device measures begins with the band that is normal for its type, and with none where the type says none', async () => {
  const { body: made } = await farm.admin.call(gatewayCalls.create, {
    params: t(),
    body: { ...body('water-one'), deviceType: 'gateway_water' },
  })
  const station = await device('water-one', made.secret)
  await station.say('readings', { dissolvedOxygen: 6.5, ammonia: 0.1, waterLevel: 2, ownName: 4 })
  const items = await farm.admin.call(gatewayCalls.all, { params: { ...t(), id: made.id } })
  expect(items.body.items.map(({ code, low, high }) => [code, low, high])).toEqual([
    ['dissolvedOxygen', 5, 14],
    ['ammonia', null, 0.5],
    ['waterLevel', null, null],
    ['ownName', null, null],
  ])
})

test('an inverter is run, stopped, asked to report, kept out and let in again, and its log says so', async () => {
  const made = await farm.admin.call(inverterCalls.add, { params: t(), body: body('inverter-one') })
  const { id, secret } = made.body
  const pump = await device('inverter-one', secret)
  await pump.say('state', { 1: 0 })
  const run = await farm.admin.call(inverterCalls.control, { params: t(), body: { concentratorId: id, en: 1 } })
  expect(run.body).toMatchObject({ result: 1 })
  await vi.waitFor(() => expect(pump.told).toContainEqual(expect.objectContaining({ circuit: 1, status: 1 })))
  expect((await farm.admin.call(inverterCalls.control, { params: t(), body: { concentratorId: id, en: 1, circuit: 2 } })).status).toBe(404)
  expect((await farm.admin.call(inverterCalls.refresh, { params: t(), body: { concentratorId: id } })).body).toEqual({ asked: true })
  await vi.waitFor(() => expect(pump.told).toContainEqual(expect.objectContaining({ report: true })))
  const log = await farm.admin.call(inverterCalls.getLog, { params: t(), query: { concentratorId: id } })
  expect(log.body.content).toMatchObject([{ circuit: 1, status: 1, concentratorId: id }])
  for (const list of [
    await farm.admin.call(inverterCalls.all, { params: t(), query: {} }),
    await farm.admin.call(inverterCalls.area, { params: t(), query: { areaId: farm.north.id } }),
  ])
    expect(list.body.content.map((one) => one.eui)).toEqual(['inverter-one'])
  expect((await farm.admin.call(inverterCalls.area, { params: t(), query: { areaId: farm.south.id } })).body.content).toEqual([])

  await pump.say('readings', { pipePressure: 2.5, fault: 7 })
  const config = (targetPressure: number) =>
    farm.admin.call(inverterCalls.config, { params: t(), body: { concentratorId: id, targetPressure } })
  for (const wrong of [0, 16.1]) expect((await config(wrong)).status).toBe(400)
  expect((await config(3.2)).body).toMatchObject({ result: 1 })
  await vi.waitFor(() => expect(pump.told).toContainEqual(expect.objectContaining({ verb: 'settings.set', args: { targetPressure: 3.2 } })))
  const alarm = await farm.admin.call(inverterCalls.alarm, { params: t(), query: { concentratorId: id } })
  expect(alarm.body.content).toMatchObject([{ code: 'fault', fault: 7, until: null }])
  const file = await farm.admin.call(inverterCalls.export, {
    params: t(),
    query: { concentratorId: id, startTime: Date.now() - 60_000, endTime: Date.now() + 60_000, format: 'csv' },
  })
  expect(String(file.body)).toMatch(/2\.5/)

  expect((await farm.admin.call(inverterCalls.close, { params: t(), body: { eui: 'inverter-one' } })).body).toEqual({ enabledFlag: 0 })
  await pump.closed
  await expect(device('inverter-one', secret)).rejects.toThrow(/not authorized|bad username/i)
  expect((await farm.admin.call(inverterCalls.connect, { params: t(), body: { eui: 'inverter-one' } })).body).toEqual({ enabledFlag: 1 })
  const again = await device('inverter-one', secret)
  await again.say('readings', { frequency: 42 })
  const history = await farm.admin.call(inverterCalls.history, {
    params: t(),
    query: { concentratorId: id, startTime: Date.now() - 60_000, endTime: Date.now() + 60_000 },
  })
  expect(history.body).toContainEqual(expect.objectContaining({ unit: 'Hz', collectionData: [42] }))
  expect((await farm.admin.call(inverterCalls.get, { params: { ...t(), id } })).body).toMatchObject({ name: 'The inverter-one', online: 1 })
  expect((await farm.admin.call(inverterCalls.remove, { params: { ...t(), id } })).body).toBe(1)
})

test('a LoRa gateway and the nodes behind another are listed, told how often to report, and asked for all they know', async () => {
  const made = await farm.admin.call(loraGatewayCalls.add, { params: t(), body: body('lora-one') })
  const { id, secret, userName: _, ...record } = made.body
  const box = await device('lora-one', secret)
  const set = await farm.admin.call(loraGatewayCalls.configure, { params: { ...t(), id }, body: { reportingMinutes: 7 } })
  expect(set.body).toEqual({ asked: true, reportingMinutes: 7 })
  await vi.waitFor(() => expect(box.told).toContainEqual(expect.objectContaining({ reportingPeriod: 420_000 })))
  expect((await farm.admin.call(loraGatewayCalls.refresh, { params: { ...t(), id } })).body).toEqual({ asked: true })
  await box.say('readings', { battery: 3.7 })
  const history = await farm.admin.call(loraGatewayCalls.history, {
    params: { ...t(), id },
    query: { startTime: Date.now() - 60_000, endTime: Date.now() + 60_000 },
  })
  expect(history.body).toMatchObject([{ collectionData: [3.7] }])
  const changed = await farm.admin.call(loraGatewayCalls.edit, {
    params: t(),
    body: { ...record, id, name: 'Hill', objectVersionNumber: 2 },
  })
  expect([changed.status, changed.body.name]).toEqual([200, 'Hill'])
  expect((await farm.admin.call(loraGatewayCalls.list, { params: t(), query: { name: 'hil' } })).body.content.map((one) => one.id)).toEqual(
    [id],
  )

  const node = (await farm.admin.call(loraNodeCalls.add, { params: t(), body: body('node-one') })).body
  await farm.admin.call(gatewayCalls.place, {
    params: { ...t(), id: node.id },
    body: { areaId: farm.north.id, landId: null, parentId: id },
  })
  expect((await farm.admin.call(loraNodeCalls.details, { params: { ...t(), id: node.id } })).body).toMatchObject({
    baseConcentratorDTO: { id },
  })
  expect((await farm.admin.call(loraNodeCalls.synchronize, { params: { ...t(), id: node.id } })).body).toEqual({
    asked: expect.any(Boolean),
  })
  expect(
    (await farm.admin.call(loraNodeCalls.list, { params: t(), query: { areaId: farm.north.id } })).body.content.map((one) => one.eui),
  ).toContain('node-one')
  expect((await farm.admin.call(loraNodeCalls.remove, { params: { ...t(), id: node.id } })).body).toBe(1)
  expect((await farm.admin.call(loraGatewayCalls.remove, { params: { ...t(), id } })).body).toBe(1)
})

describe('a device is moved', () => {
  const make = async (eui: string) => (await farm.admin.call(loraGatewayCalls.add, { params: t(), body: body(eui) })).body
  const place = (id: number, to: { areaId: number; landId?: number | null; parentId?: number | null }, client = farm.admin) =>
    client.call(gatewayCalls.place, { params: { ...t(), id }, body: to as never })

  test('to another base with what it measures, and its connection begins anew there', async () => {
    const one = await make('mover')
    const box = await device('mover', one.secret)
    await box.say('readings', { battery: 3.3 })
    const moved = await place(one.id, { areaId: farm.south.id })
    expect([moved.status, moved.body.areaId]).toEqual([200, farm.south.id])
    await box.closed
    const { rows } = await farm.owner.query('select area_id from furrow.item where device_id = $1', [one.id])
    expect(rows).toEqual([{ area_id: farm.south.id }])
    // Who sees the north alone sees it no more, and cannot fetch it back.
    expect((await place(one.id, { areaId: farm.north.id }, farm.northerner)).status).toBe(404)
  })

  test('with its position on the map within its base, and without it to another', async () => {
    const one = await make('placed')
    const spot = async () =>
      (await farm.owner.query('select longitude, latitude from furrow.device where id = $1', [one.id])).rows[0] as Record<string, unknown>
    await farm.owner.query('update furrow.device set longitude = 120.1, latitude = 30.2 where id = $1', [one.id])
    const land = await farm.build.aLand({ tenant_id: farm.t, area_id: farm.north.id })
    await place(one.id, { areaId: farm.north.id, landId: land.id })
    expect(await spot()).toEqual({ longitude: 120.1, latitude: 30.2 })
    expect((await place(one.id, { areaId: farm.south.id })).body.latlng).toBeNull()
    expect(await spot()).toEqual({ longitude: null, latitude: null })
  })

  test('and stays behind its gateway where none is said, or behind none where that is said', async () => {
    const [front, back] = [await make('stays-front'), await make('stays-back')]
    const parent = async () =>
      (await farm.owner.query('select parent_id from furrow.device where id = $1', [back.id])).rows.map((row) => row.parent_id as number)
    await place(back.id, { areaId: farm.north.id, parentId: front.id })
    await place(back.id, { areaId: farm.south.id, landId: null })
    expect(await parent()).toEqual([front.id])
    await place(back.id, { areaId: farm.south.id, parentId: null })
    expect(await parent()).toEqual([null])
  })

  test('never to a base or plot that is not there for the caller, nor behind what stands behind something itself', async () => {
    const [front, middle, back] = [await make('front'), await make('middle'), await make('back')]
    const land = await farm.build.aLand({ tenant_id: farm.t, area_id: farm.south.id })
    const code = async (answer: Promise<{ status: number; body: unknown }>) =>
      ((await answer).body as { code?: string }).code ?? (await answer).status
    expect(await code(place(front.id, { areaId: farm.foreign.id }))).toBe('error.device.areaUnknown')
    expect(await code(place(front.id, { areaId: farm.north.id, landId: land.id }))).toBe('error.device.landUnknown')
    expect(await code(place(front.id, { areaId: farm.north.id, parentId: front.id }))).toBe('error.device.parentUnknown')
    expect(await code(place(front.id, { areaId: farm.north.id, parentId: 999_999 }))).toBe('error.device.parentUnknown')
    expect(await code(place(middle.id, { areaId: farm.north.id, parentId: front.id }))).toBe(200)
    expect(await code(place(back.id, { areaId: farm.north.id, parentId: middle.id }))).toBe('error.device.parentDeep')
    expect(await code(place(front.id, { areaId: farm.north.id, parentId: back.id }))).toBe('error.device.parentDeep')
    expect(await code(place(middle.id, { areaId: farm.south.id }, farm.northerner))).toBe('error.device.areaUnknown')
  })
})

test('a device that broke is replaced: the new one signs in by its own number and secret, the history stays, the old one is out', async () => {
  const one = (await farm.admin.call(loraGatewayCalls.add, { params: t(), body: body('broken') })).body
  const old = await device('broken', one.secret)
  await old.say('readings', { battery: 3.1 })
  const taken = await farm.admin.call(loraGatewayCalls.add, { params: t(), body: body('taken') })
  const refused = await farm.admin.call(gatewayCalls.replace, { params: { ...t(), id: one.id }, body: { eui: 'taken', iccid: null } })
  expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([409, 'error.device.euiTaken'])
  expect(taken.status).toBe(200)
  const replaced = await farm.admin.call(gatewayCalls.replace, { params: { ...t(), id: one.id }, body: { eui: 'mended', iccid: '8986' } })
  expect(replaced.body).toMatchObject({ id: one.id, eui: 'mended', iccid: '8986', name: 'The broken' })
  await old.closed
  await expect(device('broken', one.secret)).rejects.toThrow(/not authorized|bad username/i)
  const fresh = await device('mended', replaced.body.secret)
  await fresh.say('readings', { battery: 3.9 })
  const history = await farm.admin.call(loraGatewayCalls.history, {
    params: { ...t(), id: one.id },
    query: { startTime: Date.now() - 60_000, endTime: Date.now() + 60_000 },
  })
  expect(history.body).toMatchObject([{ collectionData: [3.1, 3.9] }])
})
