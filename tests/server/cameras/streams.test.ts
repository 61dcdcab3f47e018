import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { cameraCalls } from '#contract/cameras/camera'
import { TICKET_MS, cameraStreamCalls } from '#contract/cameras/stream'
import { oauthCalls } from '#contract/session/oauth'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { aCamera } from './aCamera.ts'
import { encoders, killEncoders, lastStrip, liveOf, watch, type Watcher } from './watching.ts'

let farm: Farm
let ahead = 0
let cameraId: number
const open: Watcher[] = []

beforeAll(async () => {
  farm = await startFarm({ clock: () => Date.now() + ahead })
  cameraId = (await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.north.id })).id
}, 60_000)
afterAll(async () => {
  await farm?.close()
  await vi.waitUntil(() => encoders() === 0)
})
afterEach(async () => {
  ahead = 0
  for (const { socket } of open.splice(0)) socket.terminate()
  await vi.waitUntil(() => encoders() === 0, { timeout: 5000 })
})

const enter = async (address: string) => {
  const one = await watch(farm, address)
  open.push(one)
  return one
}
const look = async (client = farm.admin, id = cameraId) => enter((await liveOf(client, farm.t, id)).url)
const shows = (one: Watcher) => vi.waitFor(() => expect(one.bytes().length).toBeGreaterThan(20_000), { timeout: 15_000 })
const isTold = (one: Watcher, why: string) =>
  vi.waitFor(() => {
    expect(one.words.at(-1)).toMatchObject({ state: 'closed', why })
    expect(one.isClosed()).toBe(true)
  })

describe('the live picture', () => {
  test('is video that says where the camera looks, and when', { timeout: 30_000 }, async () => {
    const one = await look()
    await shows(one)
    expect(one.words[0]).toMatchObject({ state: 'starting', why: null })
    expect(one.words.at(-1)).toMatchObject({ state: 'live', why: null, dropped: 0 })
    const seen = await lastStrip(one.bytes())
    expect(seen).toMatchObject({ pan: 0, tilt: -8, zoom: 1 })
    const now = Math.floor(Date.now() / 1000) % 86_400
    expect(Math.abs(now - seen!.second)).toBeLessThan(10)
  })

  test('is encoded once for ten who watch, and no more within 5 s of the last', { timeout: 40_000 }, async () => {
    const ten = await Promise.all(Array.from({ length: 10 }, () => look()))
    await Promise.all(ten.map(shows))
    expect(encoders()).toBe(1)
    for (const { socket } of ten.slice(1)) socket.close()
    await vi.waitFor(() => expect(ten.filter((one) => one.isClosed())).toHaveLength(9))
    const before = ten[0]!.bytes().length
    await vi.waitFor(() => expect(ten[0]!.bytes().length).toBeGreaterThan(before + 20_000), { timeout: 10_000 })
    expect(encoders()).toBe(1)
    ten[0]!.socket.close()
    await vi.waitFor(() => expect(encoders()).toBe(0), { timeout: 5000 })
  })

  test(
    'is lost with the moment of its last picture where its encoder dies, and comes back by itself to who goes on watching',
    { timeout: 40_000 },
    async () => {
      const [one, beside] = [await look(), await look()]
      await Promise.all([shows(one), shows(beside)])
      killEncoders()
      const diedAt = Date.now()
      for (const viewer of [one, beside]) {
        const lost = () => viewer.words.find(({ state }) => state === 'lost')
        await vi.waitFor(() => expect(lost()).toBeDefined(), { timeout: 5000 })
        expect(lost()!.why).not.toBeNull()
        expect(Math.abs(diedAt - lost()!.lastAt!)).toBeLessThan(3000)
        await vi.waitFor(() => expect(viewer.words.at(-1)).toMatchObject({ state: 'live', why: null }), { timeout: 20_000 })
        const before = viewer.bytes().length
        await vi.waitFor(() => expect(viewer.bytes().length).toBeGreaterThan(before + 20_000), { timeout: 10_000 })
        expect(viewer.isClosed()).toBe(false)
      }
      expect(encoders()).toBe(1)
    },
  )

  test('begins at a key frame for who comes later', { timeout: 30_000 }, async () => {
    await shows(await look())
    const later = await look()
    await shows(later)
    const first = later.bytes()
    // A table of programs, then pictures that a decoder reads from the first one on.
    expect([first[0], ((first[1]! & 0x1f) << 8) | first[2]!]).toEqual([0x47, 0])
    expect(await lastStrip(first)).not.toBeNull()
  })
})

describe('a ticket', () => {
  test('opens one stream, once', { timeout: 30_000 }, async () => {
    const { url, hdUrl } = await liveOf(farm.admin, farm.t, cameraId)
    await enter(url)
    await expect(watch(farm, url)).rejects.toThrow('403')
    await enter(hdUrl)
    await expect(watch(farm, '/camera/stream?ticket=made-up')).rejects.toThrow('403')
    await expect(watch(farm, '/camera/stream')).rejects.toThrow('403')
  })

  test('is good for its time and no longer', async () => {
    const { url, hdUrl } = await liveOf(farm.admin, farm.t, cameraId)
    ahead = TICKET_MS - 1000
    await enter(url)
    ahead = TICKET_MS
    await expect(watch(farm, hdUrl)).rejects.toThrow('403')
  })

  test('is given to nobody of another tenant, nor for a camera of a base that the caller does not see', async () => {
    const { id } = await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.south.id })
    await expect(liveOf(farm.rival, farm.elsewhere.id, cameraId)).rejects.toThrow('error.notFound')
    await expect(liveOf(farm.northerner, farm.t, id)).rejects.toThrow('error.notFound')
    await farm.build.insert('camera_share', { tenant_id: farm.t, device_id: id, area_id: farm.north.id })
    expect(await liveOf(farm.northerner, farm.t, id)).toHaveProperty('url')
  })

  test('of a session that ended opens nothing', async () => {
    const user = await farm.build.aUser({ tenantId: farm.t, codes: ['*'] })
    const client = await farm.signIn(user.login_name)
    const { url } = await liveOf(client, farm.t, cameraId)
    await client.call(oauthCalls.logout, { body: {} })
    await expect(watch(farm, url)).rejects.toThrow('403')
  })
})

describe('who watches is let go at once', () => {
  test('when the camera is closed', { timeout: 30_000 }, async () => {
    const { id } = await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.north.id })
    const one = await look(farm.admin, id)
    await shows(one)
    await farm.admin.call(cameraCalls.disable, { params: { t: farm.t, id }, body: { status: 1 } })
    await isTold(one, 'wfpe.warn.camera.disable')
    await expect(liveOf(farm.admin, farm.t, id)).rejects.toThrow('wfpe.warn.camera.disable')
    const capture = await farm.admin.call(cameraStreamCalls.capture, { params: { t: farm.t, id } })
    expect(capture.body.code).toBe('wfpe.warn.camera.disable')
  })

  test('and a camera that is opened again at once plays on for whoever comes then', { timeout: 40_000 }, async () => {
    const { id } = await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.north.id })
    const close = (status: 0 | 1) => farm.admin.call(cameraCalls.disable, { params: { t: farm.t, id }, body: { status } })
    const one = await look(farm.admin, id)
    await shows(one)
    await close(1)
    await isTold(one, 'wfpe.warn.camera.disable')
    await close(0)
    const again = await look(farm.admin, id)
    // Longer than an encoder outlives its last viewer.
    const until = Date.now() + 4000
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(until), { timeout: 10_000 })
    const before = again.bytes().length
    await vi.waitFor(() => expect(again.bytes().length).toBeGreaterThan(before + 20_000), { timeout: 5000 })
  })

  test('when it is deleted', { timeout: 30_000 }, async () => {
    const { id } = await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.north.id })
    const one = await look(farm.admin, id)
    await farm.admin.call(cameraCalls.remove, { params: { t: farm.t, id } })
    await isTold(one, 'error.notFound')
  })

  test('when it is moved to a base that they do not see', { timeout: 30_000 }, async () => {
    const { id } = await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.north.id })
    const land = await farm.build.aLand({ tenant_id: farm.t, area_id: farm.south.id })
    const [stays, goes] = [await look(farm.admin, id), await look(farm.northerner, id)]
    const body = [{ id, areaId: farm.south.id, landId: land.id }]
    expect((await farm.admin.call(cameraCalls.transfer, { params: { t: farm.t }, body })).body).toBe(1)
    await isTold(goes, 'error.notFound')
    await shows(stays)
    expect(stays.isClosed()).toBe(false)
  })

  test('when their role is taken, and when their session ends', { timeout: 30_000 }, async () => {
    const user = await farm.build.aUser({ tenantId: farm.t, codes: ['*'] })
    const [first, second] = [await farm.signIn(user.login_name), await farm.signIn(user.login_name)]
    const [left, stays] = [await look(first), await look(second)]
    await first.call(oauthCalls.logout, { body: {} })
    await isTold(left, 'error.permission.accessTokenInvalid')
    expect(stays.isClosed()).toBe(false)
    await farm.owner.query('delete from furrow.role_assignment where user_id = $1', [user.id])
    await isTold(stays, 'error.permission.denied')
  })
})
