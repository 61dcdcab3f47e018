import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cameraCalls } from '#contract/cameras/camera'
import { RECORD_MODES } from '#contract/cameras/recording'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { aCamera, cameraBody } from './aCamera.ts'
import { record, recordingOf } from './recording.ts'
import { encoders, liveOf } from './watching.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
  vi.stubEnv('PATH', '/nowhere')
}, 60_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await farm?.close()
})

test('a server without ffmpeg says so to who watches, records or tries a camera, and begins nothing', { timeout: 30_000 }, async () => {
  const { id } = await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.north.id })
  await expect(liveOf(farm.admin, farm.t, id)).rejects.toThrow('error.camera.noProgram')
  await expect(record(farm.admin, farm.t, id, RECORD_MODES.always)).rejects.toThrow('error.camera.noProgram')
  expect(await recordingOf(farm.admin, farm.t, id)).toMatchObject({ recordMode: RECORD_MODES.off, objectVersionNumber: 0 })
  const { cameraEnter, deviceSerial, channelNo, hdUrl, sdUrl, onvifUrl, userName, password } = cameraBody(farm.north.id, 'NEW-1')
  const reach = { cameraEnter, deviceSerial, channelNo, hdUrl, sdUrl, onvifUrl, userName, password }
  const { status, body } = await farm.admin.call(cameraCalls.probe, { params: { t: farm.t }, body: reach })
  expect([status, body]).toEqual([200, expect.objectContaining({ picture: null, fault: 'noProgram' })])
  expect(encoders()).toBe(0)
})
