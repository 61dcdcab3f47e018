import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cameraCalls as calls } from '#contract/cameras/camera'
import { cameraLogCalls } from '#contract/cameras/log'
import { farmLogCalls } from '#contract/farm/log'
import { MOST_TEMPLATES, splitScreenCalls } from '#contract/cameras/splitScreen'
import { cameraStreamCalls } from '#contract/cameras/stream'
import { deviceCalls } from '#contract/devices/device'
import { encryptPassword } from '#tests/encryptPassword'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'
import { aCamera, cameraBody } from './aCamera.ts'
import { lastStrip } from './watching.ts'

let farm: Farm
let params: { t: number }
let north: number
let south: number
beforeAll(async () => {
  farm = await startFarm()
  params = { t: farm.t }
}, 60_000)
afterAll(() => farm?.close())
beforeEach(async () => {
  north = (await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.north.id, name: 'Of the north' })).id
  south = (await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.south.id, name: 'Of the south' })).id
})

const add = (body: object, client: Client = farm.admin) => client.call(calls.add, { params, body })
const ids = (cameras: readonly { id: number }[]) => cameras.map(({ id }) => id)

describe('a camera', () => {
  test('is a device from the moment on that it is added, and as long as it is there', async () => {
    const { status, body: made } = await add(cameraBody(farm.north.id, 'made-1'))
    expect({ status, made }).toMatchObject({ status: 200, made: { deviceSerial: 'made-1', ptz: 1, disabled: 0, shared: 0, fault: null } })
    const devices = (await farm.admin.call(deviceCalls.areaCameras, { params: { ...params, id: farm.north.id } })).body
    expect(JSON.stringify(devices)).toContain('Pond')
    expect((await farm.admin.call(calls.remove, { params: { ...params, id: made.id } })).body).toBe(1)
    const { rows } = await farm.owner.query('select from furrow.device where id = $1', [made.id])
    expect(rows).toHaveLength(0)
  })

  test('is refused beside what is wrong with it', async () => {
    await add(cameraBody(farm.north.id, 'taken-1'))
    const refused = async (more: object) => {
      const { status, body } = await add({ ...cameraBody(farm.north.id, 'other-1'), ...more })
      return { status, fields: Object.keys(body.fields ?? {}) }
    }
    expect(await refused({ deviceSerial: 'taken-1' })).toEqual({ status: 409, fields: ['deviceSerial'] })
    expect(await refused({ deviceSerial: 'with space' })).toMatchObject({ fields: ['deviceSerial'] })
    expect(await refused({ name: ' ' })).toMatchObject({ fields: ['name'] })
    for (const cameraEnter of [1, 2, 3]) expect(await refused({ cameraEnter })).toMatchObject({ fields: ['cameraEnter'] })
    expect(await refused({ cameraEnter: 6 })).toMatchObject({ fields: ['cameraEnter'] })
    expect(await refused({ cameraEnter: 3, nationalChannel: '123' })).toMatchObject({ fields: ['nationalChannel'] })
    for (const hdUrl of ['', 'http://10.0.0.1/', 'rtsp://127.0.0.1/', 'rtsp://169.254.169.254/', 'rtsp://[::1]/', 'file:///etc/passwd'])
      expect(await refused({ cameraEnter: 4, hdUrl })).toMatchObject({ fields: ['hdUrl'] })
    const { rows } = await farm.owner.query(`select from furrow.device where eui = 'other-1'`)
    expect(rows).toHaveLength(0)
  })

  test('keeps its password to itself, and has it given anew where its address is another', async () => {
    const body = {
      ...cameraBody(farm.north.id, 'secret-1'),
      cameraEnter: 4,
      hdUrl: 'rtsp://10.1.2.3/one',
      userName: 'li',
      password: await farm.encrypt('f1shp0nd'),
    }
    const { body: made } = await add(body)
    const reach = (await farm.admin.call(calls.reach, { params: { ...params, id: made.id } })).body
    expect(reach).toMatchObject({ hdUrl: 'rtsp://10.1.2.3/one', userName: 'li', passwordSet: true })
    expect(JSON.stringify([made, reach])).not.toContain('f1shp0nd')
    const { rows } = await farm.owner.query<{ password: string }>('select password from furrow.camera where device_id = $1', [made.id])
    expect(rows[0]!.password).toMatch(/^[A-Za-z0-9+/=]{40,}$/)
    const change = (more: object) =>
      farm.admin.call(calls.edit, { params, body: { ...body, password: null, id: made.id, objectVersionNumber: 1, ...more } })
    const stolen = await change({ hdUrl: 'rtsp://10.9.9.9/one' })
    expect(Object.keys(stolen.body.fields ?? {})).toEqual(['password'])
    expect(await change({ name: 'Renamed' })).toMatchObject({ status: 200, body: { name: 'Renamed', objectVersionNumber: 2 } })
    expect((await change({ name: 'Late' })).body.code).toBe('error.version.stale')
    const kept = await farm.owner.query<{ password: string }>('select password from furrow.camera where device_id = $1', [made.id])
    expect(kept.rows).toEqual(rows)
  })

  test('is found by its state, and is neither online nor offline while it is closed', async () => {
    const place = { tenant_id: farm.t, area_id: farm.south.id }
    const [there, away, closed] = [
      await aCamera(farm.build, { ...place, name: 'State there', presence: 'online' }),
      await aCamera(farm.build, { ...place, name: 'State away' }),
      await aCamera(farm.build, { ...place, name: 'State closed', presence: 'online', disabled_flag: 1 }),
    ]
    const found = async (state?: 'online' | 'offline' | 'closed') => {
      const query = { page: 1, size: 10, name: 'State', ...(state ? { state } : {}) }
      return ids((await farm.admin.call(calls.page, { params, query })).body.content)
    }
    expect(await found()).toEqual([away.id, closed.id, there.id])
    expect([await found('online'), await found('offline'), await found('closed')]).toEqual([[there.id], [away.id], [closed.id]])
    const wrong = await farm.admin.call(calls.page, { params, query: { page: 1, size: 10, state: 'lost' as 'online' } })
    expect(Object.keys(wrong.body.fields ?? {})).toEqual(['state'])
  })

  test('is deleted with others or not at all', async () => {
    const stranger = await aCamera(farm.build, { tenant_id: farm.elsewhere.id, area_id: farm.foreign.id })
    const removal = await farm.admin.call(calls.removeAll, { params, body: [{ id: north }, { id: stranger.id }] })
    expect(removal.status).toBe(404)
    expect((await farm.admin.call(calls.get, { params: { ...params, id: north } })).status).toBe(200)
    expect((await farm.admin.call(calls.removeAll, { params, body: [{ id: north }, { id: south }] })).body).toBe(1)
    expect((await farm.admin.call(calls.get, { params: { ...params, id: north } })).status).toBe(404)
  })
})

test('a password that is not encrypted, by another key, or too long is refused beside its field, and nothing is written', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const otherKey = encryptPassword(publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'f1shp0nd')
  const reach = { cameraEnter: 4, hdUrl: 'rtsp://10.1.2.3/one', userName: 'li' }
  for (const [password, code] of [
    ['f1shp0nd', 'error.secret.cipher'],
    [otherKey, 'error.secret.cipher'],
    [await farm.encrypt('x'.repeat(101)), 'error.secret.long'],
  ]) {
    const { body } = await add({ ...cameraBody(farm.north.id, 'sealed-1'), ...reach, password })
    expect([body.code, Object.keys(body.fields ?? {})]).toEqual([code, ['password']])
    const { sdUrl, onvifUrl } = cameraBody(0, '')
    const probed = await farm.admin.call(calls.probe, { params, body: { ...reach, channelNo: 1, sdUrl, onvifUrl, password: password! } })
    expect(probed.body).toMatchObject({ code })
  }
  const { rows } = await farm.owner.query(`select from furrow.device where eui = 'sealed-1'`)
  expect(rows).toHaveLength(0)
})

describe('a camera of another base', () => {
  const share = (areaIds: number[], status = 1) => farm.admin.call(calls.saveShare, { params, body: { cameraId: south, status, areaIds } })

  test('is seen where it is shared, changed nowhere but at home', async () => {
    const get = () => farm.northerner.call(calls.get, { params: { ...params, id: south } })
    const shares = async () => ids((await farm.northerner.call(calls.shares, { params: { ...params, id: farm.north.id } })).body)
    const seen = async (relation?: 'owner' | 'share') =>
      ids((await farm.northerner.call(calls.tenant, { params, query: { relation } })).body)
    expect([(await get()).status, await shares(), await seen('share')]).toEqual([404, [], []])
    expect((await share([farm.north.id])).body).toEqual({ status: 1, areaIds: [farm.north.id] })
    expect(await get()).toMatchObject({ status: 200, body: { shared: 1 } })
    expect(await shares()).toEqual([south])
    expect(await seen('share')).toEqual([south])
    expect(await seen('owner')).not.toContain(south)
    expect(await seen()).toEqual(expect.arrayContaining([north, south]))
    const closing = await farm.northerner.call(calls.disable, { params: { ...params, id: south }, body: { status: 1 } })
    expect(closing.body.code).toBe('error.permission.denied')
    expect((await farm.northerner.call(calls.reach, { params: { ...params, id: south } })).status).toBe(403)
    expect((await share([], 0)).body).toEqual({ status: 0, areaIds: [] })
    expect((await get()).status).toBe(404)
  })

  test('is shared with bases of its own tenant, and not with its own base', async () => {
    for (const areaId of [farm.foreign.id, farm.south.id]) {
      const { body } = await share([areaId])
      expect(Object.keys(body.fields ?? {})).toEqual(['areaIds'])
    }
  })
})

describe('what is seen', () => {
  test('is kept as a picture of the tenant, and written of', { timeout: 30_000 }, async () => {
    const { status, body: taken } = await farm.admin.call(cameraStreamCalls.capture, { params: { ...params, id: north } })
    expect(status).toBe(200)
    const picture = await farm.admin.raw('GET', taken.fileUrl)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(await lastStrip(Buffer.from(await picture.arrayBuffer()))).toMatchObject({ pan: 0, tilt: -8, zoom: 1 })
    expect((await farm.rival.raw('GET', taken.fileUrl)).status).toBe(404)
    expect((await farm.admin.call(calls.get, { params: { ...params, id: north } })).body).toMatchObject({
      fileUrl: taken.fileUrl,
      pictureAt: taken.takenAt,
    })
    const entry = { logTitle: 'Leaves', description: '', areaId: farm.north.id, deviceId: north, logType: 'image', logLevel: 'warn' }
    const write = (content: string[], more: object = {}) =>
      farm.admin.call(farmLogCalls.write, { params, body: { ...entry, content, ...more } })
    const foreign = taken.fileUrl.replace(`/${farm.t}/`, `/${farm.elsewhere.id}/`)
    for (const content of [
      [foreign],
      ['https://example.org/a.jpg'],
      [taken.fileUrl, taken.fileUrl.replace(/[0-9a-f]{4}\/content/, '0000/content')],
    ])
      expect(Object.keys((await write(content)).body.fields ?? {})).toEqual(['content'])
    expect((await write([taken.fileUrl], { areaId: farm.south.id })).status).toBe(404)
    const { body: written } = await write([taken.fileUrl])
    const page = (await farm.northerner.call(cameraLogCalls.page, { params: { ...params, id: north }, query: { page: 1, size: 10 } })).body
    expect(page.content).toEqual([written])
    expect(written).toMatchObject({ logTitle: 'Leaves', content: [taken.fileUrl], by: 'A User' })
  })

  test('is looked at before it is saved', { timeout: 30_000 }, async () => {
    const { cameraEnter, channelNo, hdUrl, sdUrl, onvifUrl, userName, password } = cameraBody(0, '')
    const body = { cameraEnter, channelNo, hdUrl, sdUrl, onvifUrl, userName, password }
    const { body: probed } = await farm.admin.call(calls.probe, { params, body })
    expect(probed).toMatchObject({ ptz: 1, fault: null })
    const bytes = Buffer.from(probed.picture!.replace('data:image/jpeg;base64,', ''), 'base64')
    expect(await lastStrip(bytes)).toMatchObject({ pan: 0, tilt: -8, zoom: 1 })
  })
})

describe('templates', () => {
  const body = (name: string, cameraIds: (number | null)[]) => ({ areaId: farm.north.id, name, split: 1, cameraIds })

  test('are their maker’s own, and leave empty what may not be seen', async () => {
    const maker = await farm.enter(['*'])
    const { body: made } = await maker.call(splitScreenCalls.add, { params, body: body('Mine', [south]) })
    const list = async (client: Client) => (await client.call(splitScreenCalls.list, { params: { ...params, id: farm.north.id } })).body
    expect(await list(maker)).toEqual([made])
    expect(await list(farm.admin)).toEqual([])
    const again = await maker.call(splitScreenCalls.add, { params, body: body('Mine', [null]) })
    expect(Object.keys(again.body.fields ?? {})).toEqual(['name'])
    const unseen = await farm.northerner.call(splitScreenCalls.add, { params, body: body('Theirs', [south]) })
    expect(Object.keys(unseen.body.fields ?? {})).toEqual(['cameraIds'])
    await farm.admin.call(calls.remove, { params: { ...params, id: south } })
    expect(await list(maker)).toEqual([{ ...made, cameraIds: [null] }])
    const short = await maker.call(splitScreenCalls.add, { params, body: { ...body('Short', [null]), split: 4 } })
    expect(Object.keys(short.body.fields ?? {})).toEqual(['cameraIds'])
    const many = {
      ...body(
        'Seventeen',
        Array.from({ length: 17 }, () => null),
      ),
      split: 17 as 16,
    }
    const seventeen = await maker.call(splitScreenCalls.add, { params, body: many })
    expect([seventeen.status, Object.keys(seventeen.body.fields ?? {})]).toEqual([400, expect.arrayContaining(['split'])])
    expect((await list(maker)).map(({ name }) => name)).toEqual(['Mine'])
  })

  test('are as many in a base as are said, and no more', async () => {
    const maker = await farm.enter(['*'])
    for (let nth = 0; nth < MOST_TEMPLATES; nth++)
      expect((await maker.call(splitScreenCalls.add, { params, body: body(`No. ${nth}`, [null]) })).status).toBe(200)
    const { body: more } = await maker.call(splitScreenCalls.add, { params, body: body('One more', [null]) })
    expect(more.code).toBe('error.camera.mostSplits')
    const other = await maker.call(splitScreenCalls.add, { params, body: { ...body('There', [null]), areaId: farm.south.id } })
    expect(other.status).toBe(200)
    const moved = await maker.call(splitScreenCalls.edit, {
      params,
      body: { ...body('There', [null]), id: other.body.id, objectVersionNumber: 1 },
    })
    expect(moved.body.code).toBe('error.camera.mostSplits')
  })
})
