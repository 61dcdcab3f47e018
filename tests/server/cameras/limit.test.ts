import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cameraStreamCalls } from '#contract/cameras/stream'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { aCamera } from './aCamera.ts'
import { encoders, liveOf, watch } from './watching.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm({
    config: { cameras: { allow: [], streams: 2, recordings: 0, playbacks: 0, ezvizUrl: 'https://open.ys7.com', discovery: null } },
  })
}, 60_000)
afterAll(() => farm?.close())

test('more pictures than the operator allows are refused in words, until nobody watches one of them', { timeout: 40_000 }, async () => {
  const place = { tenant_id: farm.t, area_id: farm.north.id }
  const [one, two, three] = await Promise.all([1, 2, 3].map(async () => (await aCamera(farm.build, place)).id))
  // A ticket of before the limit was reached.
  const early = await liveOf(farm.admin, farm.t, three!)
  const first = await watch(farm, (await liveOf(farm.admin, farm.t, one!)).url)
  await watch(farm, (await liveOf(farm.admin, farm.t, two!)).url)
  await vi.waitFor(() => expect(encoders()).toBe(2), { timeout: 15_000 })
  const ask = () => farm.admin.call(cameraStreamCalls.live, { params: { t: farm.t }, body: { cameraId: three!, protocol: 1, clarity: 1 } })
  expect((await ask()).body).toMatchObject({ code: 'error.camera.mostStreams', message: expect.stringContaining('2') as string })
  const refused = await watch(farm, early.url)
  await vi.waitFor(() => {
    expect(refused.words).toMatchObject([{ state: 'lost', why: 'error.camera.mostStreams' }])
    expect(refused.isClosed()).toBe(true)
  })
  // Who watches what is watched already needs no room.
  const again = await watch(farm, (await liveOf(farm.admin, farm.t, one!)).url)
  again.socket.close()
  first.socket.close()
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 1500, interval: 20 })
  const third = await watch(farm, (await liveOf(farm.admin, farm.t, three!)).url)
  await vi.waitFor(() => expect(third.words.at(-1)).toMatchObject({ state: 'live' }), { timeout: 15_000 })
  expect(encoders()).toBe(2)
})
