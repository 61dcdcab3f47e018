import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraDiscoveryCalls as calls } from '#contract/cameras/discovery'
import { cameraCalls } from '#contract/cameras/camera'
import { CAMERAS_READ } from '#contract/cameras/permission'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { aCamera, cameraBody } from './aCamera.ts'
import { aNetwork, answerOf } from './discoveryDouble.ts'
import { onvifDouble, type OnvifDouble } from './onvifDouble.ts'

const USER = { userName: 'grower', password: 'sun & <rain>' }
const FIRST = 'http://10.1.2.3/onvif/device_service'
const OTHER = 'http://10.1.2.4/onvif/device_service'
let network: Awaited<ReturnType<typeof aNetwork>>
let device: OnvifDouble
let farm: Farm
beforeAll(async () => {
  network = await aNetwork((to) => [FIRST, OTHER].map((addresses) => answerOf(to, { addresses })))
  device = await onvifDouble({ ...USER, streamOf: () => 'rtsp://10.9.8.7:8554/live' })
  const allow = [`127.0.0.1:${device.port}`, '127.0.0.1:8554']
  farm = await startFarm({
    config: { cameras: { allow, streams: 16, recordings: 8, playbacks: 8, ezvizUrl: 'https://open.ys7.com', discovery: network.net } },
  })
}, 60_000)
afterAll(async () => {
  network?.close()
  device?.close()
  await farm?.close()
})

test('cameras near the server are found once for all who ask at once, and known where the own tenant has them', async () => {
  const reached = async (tenantId: number, areaId: number, url: string) => {
    const { id } = await aCamera(farm.build, { tenant_id: tenantId, area_id: areaId, camera_enter: 4 })
    await farm.owner.query('update furrow.camera set hd_url = $2 where device_id = $1', [id, url])
  }
  await reached(farm.t, farm.south.id, 'rtsp://10.1.2.3:554/live')
  await reached(farm.elsewhere.id, farm.foreign.id, 'rtsp://10.1.2.4:554/live')
  const [mine, theirs] = await Promise.all([
    farm.admin.call(calls.nearby, { params: { t: farm.t } }),
    farm.rival.call(calls.nearby, { params: { t: farm.elsewhere.id } }),
  ])
  const found = (body: { cameras: readonly { onvifUrl: string; known: boolean }[] }) =>
    body.cameras.map(({ onvifUrl, known }) => [onvifUrl, known])
  expect(found(mine.body)).toEqual([
    [FIRST, true],
    [OTHER, false],
  ])
  expect(found(theirs.body)).toEqual([
    [FIRST, false],
    [OTHER, true],
  ])
  // Asked once, and once more in case it was lost.
  expect(network.asked()).toBe(2)
  const looker = await farm.enter([CAMERAS_READ])
  expect((await looker.call(calls.nearby, { params: { t: farm.t } })).body.code).toBe('error.permission.denied')
})

test('its addresses are read with the password that is given, or the one that is kept for this address', { timeout: 20_000 }, async () => {
  const ask = (body: object) => farm.admin.call(calls.addresses, { params: { t: farm.t }, body: body as never })
  const given = { onvifUrl: device.url, userName: USER.userName, password: await farm.encrypt(USER.password), channelNo: 1 }
  const read = { hdUrl: 'rtsp://127.0.0.1:8554/live', sdUrl: '', fault: null }
  expect((await ask(given)).body).toEqual(read)
  expect((await ask({ ...given, password: null })).body).toEqual({ hdUrl: '', sdUrl: '', fault: 'signIn' })
  for (const onvifUrl of ['', 'http://169.254.169.254/', 'rtsp://10.1.2.3/', 'http://127.0.0.1:1/'])
    expect([onvifUrl, Object.keys((await ask({ ...given, onvifUrl })).body.fields ?? {})]).toEqual([onvifUrl, ['onvifUrl']])

  const kept = { ...cameraBody(farm.north.id, 'near-1'), ...given, cameraEnter: 4, hdUrl: 'rtsp://10.1.2.9/live' }
  const { id } = (await farm.admin.call(cameraCalls.add, { params: { t: farm.t }, body: kept })).body
  expect((await ask({ ...given, id, password: null })).body).toEqual(read)
  const elsewhere = await ask({ ...given, id, password: null, onvifUrl: 'http://10.1.2.8/onvif' })
  expect(Object.keys(elsewhere.body.fields ?? {})).toEqual(['password'])
})
