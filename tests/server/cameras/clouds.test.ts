import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cameraCalls } from '#contract/cameras/camera'
import { cameraCloudCalls as calls } from '#contract/cameras/cloud'
import { cameraControlCalls, DIRECTIONS } from '#contract/cameras/control'
import { CAMERAS_EDIT } from '#contract/cameras/permission'
import { findProgram } from '#server/ground/files/ffmpeg'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'
import { cameraBody } from './aCamera.ts'
import { BARS, barsOf } from './bars.ts'
import { type EzvizDouble, ezvizDouble } from './ezvizDouble.ts'
import { liveOf, watch } from './watching.ts'

const SECRET = 'f1sh-pond-s3cret'
const RIVAL_SECRET = 'other-pond-s3cret'
const lines: string[] = []
let cloud: EzvizDouble
let farm: Farm
let params: { t: number }
beforeAll(async () => {
  const program = findProgram()!
  cloud = await ezvizDouble(program, { ours: SECRET, theirs: RIVAL_SECRET })
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  farm = await startFarm({
    log,
    config: {
      cameras: { allow: [`127.0.0.1:${cloud.port}`], streams: 16, recordings: 8, playbacks: 8, ezvizUrl: cloud.url, discovery: null },
    },
  })
  params = { t: farm.t }
}, 60_000)
afterAll(async () => {
  await farm?.close()
  cloud?.close()
})
beforeEach(async () => {
  await farm.owner.query(`delete from furrow.camera_cloud`)
  await farm.owner.query(`delete from furrow.device where device_type = 'camera'`)
  cloud.told.length = 0
  cloud.instead = null
  cloud.liveUrl = null
  cloud.devices.clear()
  cloud.devices.set('C1', { appKey: 'ours', status: 1, isEncrypted: false, turns: true })
  cloud.devices.set('D1', { appKey: 'theirs', status: 1, isEncrypted: false, turns: false })
})

const get = async (client: Client = farm.admin, t = farm.t) => (await client.call(calls.get, { params: { t } })).body
/** Saves over what stands there now. */
async function save(more: object, client: Client = farm.admin, t = farm.t) {
  const { appKey, mediaServerUrl, objectVersionNumber } = await get(client, t)
  return client.call(calls.save, { params: { t }, body: { appKey, appSecret: null, mediaServerUrl, objectVersionNumber, ...more } })
}
const keyed = async () => save({ appKey: 'ours', appSecret: await farm.encrypt(SECRET) })
const add = (body: object, client: Client = farm.admin, t = farm.t) => client.call(cameraCalls.add, { params: { t }, body })
const ezviz = (deviceSerial: string, more: object = {}) => ({ ...cameraBody(farm.north.id, deviceSerial), cameraEnter: 1, ...more })
const faulty = ({ status, body }: { status: number; body: { fields?: object | undefined } }) => ({
  status,
  fields: Object.keys(body.fields ?? {}),
})

describe('the keys of a tenant', () => {
  test('are kept sealed and never answered; a secret is of the key that it was given with', async () => {
    expect(await get()).toEqual({ appKey: '', hasSecret: false, mediaServerUrl: '', objectVersionNumber: 0 })
    expect(faulty(await save({ appKey: 'ours' }))).toEqual({ status: 422, fields: ['appSecret'] })
    expect(faulty(await save({ appKey: 'ours', appSecret: SECRET }))).toEqual({ status: 400, fields: ['appSecret'] })
    const { status, body } = await save({ appKey: 'ours', appSecret: await farm.encrypt(SECRET) })
    expect({ status, body }).toEqual({
      status: 200,
      body: { appKey: 'ours', hasSecret: true, mediaServerUrl: '', objectVersionNumber: 1 },
    })
    const { rows } = await farm.owner.query<{ app_secret: string }>('select * from furrow.camera_cloud')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(SECRET)
    expect(faulty(await save({ appKey: 'other' }))).toEqual({ status: 422, fields: ['appSecret'] })
    expect((await save({ appKey: 'ours' })).body).toMatchObject({ hasSecret: true, objectVersionNumber: 2 })
    expect((await save({ objectVersionNumber: 1 })).body.code).toBe('error.version.stale')
    expect(await get(farm.rival, farm.elsewhere.id)).toMatchObject({ appKey: '', hasSecret: false })
  })

  test('are read by who edits cameras, and changed by administrators of cameras', async () => {
    await keyed()
    const editor = await farm.enter([CAMERAS_EDIT])
    expect(await get(editor)).toMatchObject({ appKey: 'ours', hasSecret: true })
    expect((await save({}, editor)).status).toBe(403)
    expect((await editor.call(calls.test, { params, body: { appKey: 'ours', appSecret: null } })).status).toBe(403)
  })

  test('are tried before they are saved', async () => {
    await keyed()
    const tried = async (appKey: string, appSecret: string | null) => {
      const sent = appSecret === null ? null : await farm.encrypt(appSecret)
      return farm.admin.call(calls.test, { params, body: { appKey, appSecret: sent } })
    }
    expect((await tried('ours', null)).body).toEqual({ fault: null })
    expect((await tried('', null)).body).toEqual({ fault: 'noKeys' })
    expect((await tried('ours', 'wrong')).body).toEqual({ fault: 'wrongKeys' })
    expect(faulty(await tried('theirs', null))).toEqual({ status: 422, fields: ['appSecret'] })
    cloud.instead = (_, __, response) => {
      response.end('garbage')
      return true
    }
    expect((await tried('ours', null)).body).toEqual({ fault: 'unreachable' })
  })
})

describe('a camera of the cloud', () => {
  test('is one that the cloud knows by the keys of its tenant, and turns where the cloud says so', async () => {
    await keyed()
    const unknown = await add(ezviz('X9'))
    expect(faulty(unknown)).toEqual({ status: 404, fields: ['deviceSerial'] })
    expect(unknown.body.fields).toEqual({ deviceSerial: '设备不存在，请检查序列号' })
    expect(faulty(await add(ezviz('D1')))).toEqual({ status: 404, fields: ['deviceSerial'] })
    const foreign = { ...ezviz('D1'), areaId: farm.foreign.id }
    expect(faulty(await add(foreign, farm.rival, farm.elsewhere.id))).toEqual({ status: 422, fields: ['cameraEnter'] })
    await save({ appKey: 'theirs', appSecret: await farm.encrypt(RIVAL_SECRET) }, farm.rival, farm.elsewhere.id)
    expect(await add(foreign, farm.rival, farm.elsewhere.id)).toMatchObject({ status: 200, body: { ptz: 0, cameraEnter: 1 } })
    const { rows } = await farm.owner.query(`select from furrow.device where eui in ('X9')`)
    expect(rows).toHaveLength(0)
  })

  test('is looked through before it is saved, watched, and turned as long as it is held', { timeout: 40_000 }, async () => {
    await keyed()
    const body = ezviz('c1')
    const { cameraEnter, channelNo, deviceSerial, hdUrl, sdUrl, onvifUrl, userName, password } = body
    const asked = { cameraEnter, channelNo, deviceSerial, hdUrl, sdUrl, onvifUrl, userName, password }
    const { body: probed } = await farm.admin.call(cameraCalls.probe, { params, body: asked })
    expect(probed).toMatchObject({ ptz: 1, fault: null })
    expect(await barsOf(Buffer.from(probed.picture!.replace('data:image/jpeg;base64,', ''), 'base64'))).toEqual(BARS)
    const missed = await farm.admin.call(cameraCalls.probe, { params, body: { ...asked, deviceSerial: 'X9' } })
    expect(faulty(missed)).toEqual({ status: 404, fields: ['deviceSerial'] })

    const { status, body: made } = await add(body)
    expect({ status, ptz: made.ptz }).toEqual({ status: 200, ptz: 1 })
    const one = await watch(farm, (await liveOf(farm.admin, farm.t, made.id)).url)
    await vi.waitFor(() => expect(one.bytes().length).toBeGreaterThan(20_000), { timeout: 15_000 })
    expect(one.words.at(-1)).toMatchObject({ state: 'live' })
    one.socket.terminate()

    cloud.told.length = 0
    const press = { direction: DIRECTIONS.left, hold: 'press-1' }
    expect((await farm.admin.call(cameraControlCalls.move, { params: { ...params, id: made.id }, body: press })).body).toBe(1)
    // Nobody says any more that it is held.
    await vi.waitFor(() => expect(cloud.told).toEqual(['device/ptz/start C1 2', 'device/ptz/stop C1 2']), { timeout: 4000 })

    // Renamed it is the same camera, whatever the cloud says now.
    cloud.devices.clear()
    const edit = { ...body, name: 'Renamed', id: made.id, objectVersionNumber: made.objectVersionNumber }
    expect(await farm.admin.call(cameraCalls.edit, { params, body: edit })).toMatchObject({
      status: 200,
      body: { name: 'Renamed', ptz: 1 },
    })
    const other = { ...edit, deviceSerial: 'X9', objectVersionNumber: made.objectVersionNumber + 1 }
    expect(faulty(await farm.admin.call(cameraCalls.edit, { params, body: other }))).toEqual({ status: 404, fields: ['deviceSerial'] })
  })

  test('is not looked through where its cloud names an address of a private network', async () => {
    await keyed()
    cloud.liveUrl = 'http://192.168.77.9/live.flv'
    const { cameraEnter, channelNo, deviceSerial, hdUrl, sdUrl, onvifUrl, userName, password } = ezviz('C1')
    const body = { cameraEnter, channelNo, deviceSerial, hdUrl, sdUrl, onvifUrl, userName, password }
    expect((await farm.admin.call(cameraCalls.probe, { params, body })).body).toMatchObject({ picture: null, fault: 'address' })
  })

  test('is added while its cloud is away: it may be known later', async () => {
    await keyed()
    cloud.instead = (_, __, response) => {
      response.destroy()
      return true
    }
    expect(await add(ezviz('later-1', { cameraType: 0 }))).toMatchObject({ status: 200, body: { ptz: 0 } })
  })
})

describe('a camera of a national-standard server', () => {
  test.each([
    'http://media.farm/rtp/{channelNo}.flv',
    'http://{deviceSerial}/live.flv',
    'http://media.farm/{deviceSerial}/{other}.flv',
    'http://media.farm/{deviceSerial',
    'http://user:secret@media.farm/{deviceSerial}.flv',
    'rtmp://media.farm/{deviceSerial}',
    'http://127.0.0.1:1/{deviceSerial}.flv',
    'rtsp://169.254.169.254/{deviceSerial}',
  ])('is not reached by %s', async (mediaServerUrl) => {
    expect(faulty(await save({ mediaServerUrl }))).toEqual({ status: 422, fields: ['mediaServerUrl'] })
  })

  test('shows what stands at its address, and does not turn', { timeout: 30_000 }, async () => {
    const body = ezviz('N1', { cameraEnter: 3, nationalChannel: '34020000001320000001' })
    expect(faulty(await add(body))).toEqual({ status: 422, fields: ['cameraEnter'] })
    expect((await save({ mediaServerUrl: `${cloud.url}/live/{deviceSerial}_{channelNo}.flv` })).status).toBe(200)
    const asked: string[] = []
    cloud.instead = (path) => {
      asked.push(path)
      return false
    }
    const { body: made } = await add(body)
    expect(made).toMatchObject({ ptz: 0, cameraEnter: 3 })
    const { deviceSerial, cameraEnter, channelNo } = body
    const bare = { hdUrl: '', sdUrl: '', onvifUrl: '', userName: '', password: null }
    const { body: probed } = await farm.admin.call(cameraCalls.probe, {
      params,
      body: { deviceSerial, cameraEnter, channelNo, nationalChannel: '34020000001320000001', ...bare },
    })
    expect(probed).toMatchObject({ ptz: 0, fault: null })
    expect(await barsOf(Buffer.from(probed.picture!.replace('data:image/jpeg;base64,', ''), 'base64'))).toEqual(BARS)
    expect(asked).toEqual(['/live/N1_34020000001320000001.flv'])
    const moved = await farm.admin.call(cameraControlCalls.move, { params: { ...params, id: made.id }, body: { direction: 2, hold: 'a' } })
    expect(moved.body).toBe(0)
  })
})

test('no line of the log holds a secret, a token or an address that the cloud gave out', () => {
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines)
    for (const secret of [SECRET, RIVAL_SECRET, 'at.ours', 'at.theirs', 't=secret']) expect(line).not.toContain(secret)
})
