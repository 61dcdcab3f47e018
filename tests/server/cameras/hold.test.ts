import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cameraCalls } from '#contract/cameras/camera'
import { cameraControlCalls, DIRECTIONS, HELD_MS, KEEP_ALIVE_MS } from '#contract/cameras/control'
import { type KeptPose, PAN_SPEED } from '#server/cameras/drivers/simulated/pose'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'
import { aCamera } from './aCamera.ts'

let farm: Farm
let id: number
beforeAll(async () => {
  farm = await startFarm()
}, 60_000)
afterAll(() => farm?.close())
beforeEach(async () => {
  id = (await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.north.id })).id
})

const { left, right, stop } = DIRECTIONS
const say = async (client: Client, direction: number, hold?: string) => {
  const { status, body } = await client.call(cameraControlCalls.move, {
    params: { t: farm.t, id },
    body: { direction, ...(hold ? { hold } : {}) },
  })
  return status === 200 ? (body as number) : body
}
/** What the camera does, and what is written of it. */
async function row(): Promise<{ moving: number | null; pose: KeptPose | null; held_until: number | null }> {
  return (await farm.owner.query('select moving, pose, held_until from furrow.camera where device_id = $1', [id])).rows[0] as never
}
const stands = () =>
  vi.waitFor(
    async () => {
      const now = await row()
      expect(now).toMatchObject({ moving: null, held_until: null, pose: { direction: null } })
      return now.pose!
    },
    { timeout: 4000, interval: 20 },
  )

describe('a camera that is held', () => {
  test('moves until so long after the last word, and no longer', { timeout: 15_000 }, async () => {
    expect(await say(farm.admin, right, 'one')).toBe(1)
    const { pose } = await row()
    expect(pose).toMatchObject({ direction: right })
    let last = Date.now()
    for (let nth = 0; nth < 4; nth++) {
      const next = last + KEEP_ALIVE_MS
      await vi.waitUntil(() => Date.now() >= next, { interval: 10 })
      last = Date.now()
      expect(await say(farm.admin, right, 'one')).toBe(1)
    }
    const { at, pan } = await stands()
    expect(at - last).toBeGreaterThanOrEqual(HELD_MS - 20)
    expect(at - last).toBeLessThan(HELD_MS + 500)
    // It went on from the first word, however often it was said again.
    expect(pan).toBeCloseTo((PAN_SPEED * (at - pose!.at)) / 1000, 1)
  })

  test('stands when it is told to', async () => {
    await say(farm.admin, left, 'one')
    const begun = Date.now()
    expect(await say(farm.admin, stop, 'one')).toBe(1)
    expect((await stands()).at - begun).toBeLessThan(HELD_MS)
  })

  test('is nobody else’s, who is told whose it is, until it is let go', async () => {
    const [li, wang] = await Promise.all(
      ['Li', 'Wang'].map(async (real_name) => {
        const user = await farm.build.aUser({ tenantId: farm.t, codes: ['*'], real_name })
        return farm.signIn(user.login_name)
      }),
    )
    expect(await say(li!, left, 'one')).toBe(1)
    for (const direction of [right, stop]) {
      const refused = await say(wang!, direction, 'two')
      expect(refused).toMatchObject({ code: 'error.camera.held', message: expect.stringContaining('Li') as string })
    }
    expect(await row()).toMatchObject({ moving: left, pose: { direction: left } })
    expect(await say(li!, stop, 'one')).toBe(1)
    expect(await say(wang!, right, 'two')).toBe(1)
    expect(await row()).toMatchObject({ moving: right, pose: { direction: right } })
    expect(await say(wang!, stop, 'two')).toBe(1)
  })

  test('neither moves nor stops by a late word of a press that is over', async () => {
    await say(farm.admin, left, 'one')
    await say(farm.admin, stop, 'one')
    expect(await say(farm.admin, left, 'one')).toBe(0)
    await stands()
    await say(farm.admin, right, 'two')
    expect(await say(farm.admin, stop, 'one')).toBe(0)
    expect(await say(farm.admin, left, 'one')).toBe(0)
    expect(await row()).toMatchObject({ moving: right, pose: { direction: right } })
    expect(await say(farm.admin, stop, 'two')).toBe(1)
  })

  test('stands once it is closed, and is moved by nobody then', async () => {
    await say(farm.admin, left, 'one')
    await farm.admin.call(cameraCalls.disable, { params: { t: farm.t, id }, body: { status: 1 } })
    expect(await row()).toMatchObject({ moving: null, pose: { direction: null } })
    expect(await say(farm.admin, left, 'two')).toMatchObject({ code: 'wfpe.warn.camera.disable' })
  })

  test('is moved by nobody who may only look, or who sees another base', async () => {
    const looker = await farm.enter(['wfpf.farm.equipment.camera'])
    expect(await say(looker, left, 'one')).toMatchObject({ code: 'error.permission.denied' })
    const southerner = await farm.enter(['*'], { areaIds: [farm.south.id] })
    expect(await say(southerner, left, 'one')).toMatchObject({ code: 'error.notFound' })
    expect(await row()).toMatchObject({ moving: null, pose: null })
  })

  test('that does not turn says so', async () => {
    await farm.owner.query('update furrow.camera set ptz_flag = 0 where device_id = $1', [id])
    expect(await say(farm.admin, left, 'one')).toBe(0)
    expect(await row()).toMatchObject({ moving: null, pose: null })
  })
})

test('a kept position is gone back to, and forgotten', async () => {
  const calls = cameraControlCalls
  const params = { t: farm.t }
  const { body: kept } = await farm.admin.call(calls.addPreset, { params, body: { cameraId: id, name: 'Gate' } })
  const twice = await farm.admin.call(calls.addPreset, { params, body: { cameraId: id, name: 'Gate' } })
  expect(twice).toMatchObject({ status: 409, body: { fields: { name: expect.any(String) as string } } })
  await say(farm.admin, right, 'one')
  await say(farm.admin, stop, 'one')
  expect((await row()).pose!.pan).toBeGreaterThan(0)
  expect((await farm.admin.call(calls.goToPreset, { params: { ...params, id: kept.id } })).body).toBe(1)
  expect((await row()).pose).toMatchObject({ pan: 0, tilt: -8, zoom: 1, direction: null })
  await farm.admin.call(calls.removePreset, { params: { ...params, id: kept.id } })
  expect((await farm.admin.call(calls.presets, { params: { ...params, id } })).body).toEqual([])
})

test('a kept position ends a hold of one’s own, whose late words do nothing, and is refused while another holds it', async () => {
  const params = { t: farm.t }
  const { body: kept } = await farm.admin.call(cameraControlCalls.addPreset, { params, body: { cameraId: id, name: 'Gate' } })
  const go = async (client: Client) => (await client.call(cameraControlCalls.goToPreset, { params: { ...params, id: kept.id } })).body
  expect(await say(farm.admin, right, 'one')).toBe(1)
  expect(await go(await farm.enter(['*']))).toMatchObject({ code: 'error.camera.held' })
  expect(await row()).toMatchObject({ moving: right })
  expect(await go(farm.admin)).toBe(1)
  const there = { moving: null, held_until: null, pose: { pan: 0, tilt: -8, zoom: 1, direction: null } }
  expect(await row()).toMatchObject(there)
  expect(await say(farm.admin, right, 'one')).toBe(0)
  expect(await row()).toMatchObject(there)
  expect(await say(farm.admin, right, 'two')).toBe(1)
  expect(await say(farm.admin, stop, 'two')).toBe(1)
})
