import { createHash } from 'node:crypto'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deviceCalls } from '#contract/devices/device'
import { FIRMWARE_WAIT_MS, firmwareCalls } from '#contract/devices/firmware'
import { fileCalls } from '#contract/media/files'
import { DEVICE_SECRET } from '../arrange.ts'
import { inbox } from '../broker/farm.ts'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const POND = 'aerator_ii'
const BYTES = Buffer.from('furrow firmware '.repeat(500))
const SHA = createHash('sha256').update(BYTES).digest('hex')
const params = () => ({ t: farm.t })
const aPond = (name: string) => farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: POND, name })

async function kept(version: string, bytes: Buffer = BYTES) {
  const file = new File([new Uint8Array(bytes)], 'pond.bin')
  const { body } = await farm.admin.call(fileCalls.upload, { params: params(), body: { kind: 'file', file } })
  return farm.admin.call(firmwareCalls.add, { params: params(), body: { deviceType: POND, version, fileId: body.id } })
}
const offer = (id: number, devices: readonly { id: number }[], client = farm.admin, t = farm.t) =>
  client.call(firmwareCalls.offer, { params: { t, id }, body: { deviceIds: devices.map((one) => one.id) } })
const ofDevice = async (id: number) => (await farm.admin.call(firmwareCalls.ofDevice, { params: { ...params(), id } })).body

async function online(device: { eui: string }) {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, {
    username: `${farm.t}/${device.eui}`,
    password: DEVICE_SECRET,
    protocolVersion: 4,
  })
  const topic = `furrow/${farm.t}/${device.eui}`
  const got = inbox<{ id: string; verb: string; args: { download: string; size: number; sha256: string; version: string } }>(client)
  await client.subscribeAsync(`${topic}/commands/+`, { qos: 1 })
  return {
    got,
    about: (firmware: string) => client.publishAsync(`${topic}/about`, JSON.stringify({ firmware }), { qos: 1 }),
    answer: (id: string, reply: object) => client.publishAsync(`${topic}/commands/${id}/reply`, JSON.stringify(reply), { qos: 1 }),
    end: () => client.endAsync(true),
  }
}

test('a firmware is offered by a command, read at its address, and runs once the device says so itself', async () => {
  const made = await kept('2.0.0')
  expect(made.body).toMatchObject({ deviceType: POND, version: '2.0.0', bytes: BYTES.length, sha256: SHA, fileName: 'pond.bin' })
  const pond = await aPond('Pond')
  const away = await aPond('Away')
  const one = await online(pond)
  await one.about('1.0.0')
  await vi.waitFor(async () => expect(await ofDevice(pond.id)).toMatchObject({ version: '1.0.0', offers: [] }))

  expect((await offer(made.body.id, [pond, away])).body).toHaveLength(2)
  await vi.waitFor(() => expect(one.got).toHaveLength(1))
  const { id, verb, args } = one.got[0]!
  expect([verb, args]).toMatchObject(['firmware.update', { version: '2.0.0', size: BYTES.length, sha256: SHA }])
  expect((await ofDevice(away.id)).offers).toMatchObject([{ version: '2.0.0', state: 'queued' }])
  const read = await fetch(farm.url + args.download, { headers: { range: 'bytes=0-99' } })
  expect([read.status, (await read.arrayBuffer()).byteLength]).toEqual([206, 100])
  const whole = Buffer.from(await (await fetch(farm.url + args.download)).arrayBuffer())
  expect(createHash('sha256').update(whole).digest('hex')).toBe(SHA)
  for (const wrong of [args.download.replace(pond.eui, away.eui), `${args.download}x`, args.download.replace(`/${farm.t}/`, '/999/')])
    expect((await fetch(farm.url + wrong)).status).toBe(404)

  await one.answer(id, { ok: true })
  await vi.waitFor(async () => expect((await ofDevice(pond.id)).offers).toMatchObject([{ state: 'observed' }]))
  // What it was told says nothing of what it runs.
  expect((await ofDevice(pond.id)).version).toBe('1.0.0')
  expect((await fetch(farm.url + args.download)).status).toBe(409)
  await one.about('2.0.0')
  await vi.waitFor(async () => expect(await ofDevice(pond.id)).toMatchObject({ version: '2.0.0', offers: [{ state: 'taken' }] }))
  const listed = await farm.admin.call(deviceCalls.tenantAll, { params: params(), query: { page: 1, size: 10, firmware: '2.0' } })
  expect(listed.body.content).toMatchObject([{ id: pond.id, firmware: '2.0.0' }])

  expect((await farm.admin.call(firmwareCalls.remove, { params: { ...params(), id: made.body.id } })).status).toBe(409)
  const late = await online(away)
  await vi.waitFor(() => expect(late.got).toMatchObject([{ verb: 'firmware.update' }]))
  await late.answer(late.got[0]!.id, { ok: false, message: 'checksum' })
  await vi.waitFor(async () =>
    expect((await ofDevice(away.id)).offers).toMatchObject([{ state: 'refused', message: 'checksum', downloadedAt: null }]),
  )
  expect((await farm.admin.call(firmwareCalls.remove, { params: { ...params(), id: made.body.id } })).status).toBe(200)
  await Promise.all([one.end(), late.end()])
})

test('a version that no database reads as text costs no other device its own', async () => {
  const [odd, pond] = [await aPond('Odd'), await aPond('Plain')]
  const [one, other] = [await online(odd), await online(pond)]
  for (const version of ['\u0000', '\ud800', '"\\', '']) await one.about(version)
  await one.about('\u0000')
  await other.about('1.2 (build 3)')
  await vi.waitFor(async () => expect((await ofDevice(pond.id)).version).toBe('1.2 (build 3)'), { timeout: 10_000 })
  expect((await ofDevice(odd.id)).version).toBeNull()
  await one.about('1.0.1')
  await vi.waitFor(async () => expect((await ofDevice(odd.id)).version).toBe('1.0.1'), { timeout: 10_000 })
  await Promise.all([one.end(), other.end()])
})

test('a device that goes on with its old version has not taken it, and a later offer takes the place of an earlier one', async () => {
  const [first, second] = [(await kept('3.0.0')).body, (await kept('3.1.0')).body]
  const pond = await aPond('Stuck')
  const one = await online(pond)
  await offer(first.id, [pond])
  await vi.waitFor(() => expect(one.got).toHaveLength(1))
  await offer(second.id, [pond])
  await vi.waitFor(() => expect(one.got).toHaveLength(2))
  await one.answer(one.got[1]!.id, { ok: true })
  await vi.waitFor(async () => expect((await ofDevice(pond.id)).offers).toMatchObject([{ state: 'observed' }, { state: 'replaced' }]))
  await farm.owner.query('update furrow.command set state_at = state_at - $2 where id = $1', [one.got[1]!.id, FIRMWARE_WAIT_MS])
  await one.about('1.0.0')
  await vi.waitFor(async () => expect((await ofDevice(pond.id)).offers[0]!.state).toBe('notTaken'), { timeout: 10_000 })
  await one.about('3.1.0')
  await vi.waitFor(async () => expect((await ofDevice(pond.id)).offers[0]!.state).toBe('taken'), { timeout: 10_000 })
  await one.end()
})

test('what is too large, of a taken version, of somebody else, or not all of its type is refused, and then nothing is offered', async () => {
  const { body: firmware } = await kept('4.0.0')
  expect((await kept('4.0.0')).body.fields).toHaveProperty('version')
  expect((await kept('no version')).status).toBe(400)
  expect((await kept('5.0.0', Buffer.alloc(17 * 1024 * 1024, 1))).body).toMatchObject({ code: 'error.file.fileTooBig' })
  const pond = await aPond('Mine')
  const valve = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: 'tzgk_electric_valve', name: 'Valve' })
  expect((await offer(firmware.id, [pond, valve])).body).toMatchObject({ code: 'error.settings.leftOut' })
  expect((await offer(firmware.id, [pond], farm.viewer)).status).toBe(403)
  expect((await offer(firmware.id, [pond], farm.rival, farm.elsewhere.id)).status).toBe(404)
  expect((await ofDevice(pond.id)).offers).toEqual([])
})

test('an offer that was written before a server ended is asked for by the next look, once', async () => {
  const { body: firmware } = await kept('6.0.0')
  const pond = await aPond('Killed')
  await offer(firmware.id, [pond])
  const rows = async () => (await farm.owner.query('select id from furrow.command where device_id = $1', [pond.id])).rows
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), { timeout: 10_000 })
  const before = await rows()
  const asked = () => farm.owner.query('select asked from furrow.firmware_offer where device_id = $1', [pond.id])
  // The command was recorded, and the server ended before it noted that.
  await farm.owner.query('update furrow.firmware_offer set asked = false where device_id = $1', [pond.id])
  await vi.waitFor(async () => expect((await asked()).rows).toEqual([{ asked: true }]), { timeout: 10_000 })
  expect(await rows()).toEqual(before)
  // It was not recorded.
  await farm.owner.query('delete from furrow.command where device_id = $1', [pond.id])
  await farm.owner.query('update furrow.firmware_offer set asked = false where device_id = $1', [pond.id])
  await vi.waitFor(async () => expect(await rows()).toEqual(before), { timeout: 10_000 })
})
