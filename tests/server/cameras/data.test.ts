import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraCalls } from '#contract/cameras/camera'
import { cameraStreamCalls } from '#contract/cameras/stream'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'
import { aCamera } from './aCamera.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
}, 60_000)
afterAll(() => farm?.close())

test('over its picture stand the newest values of the gateway that it is bound to, and of no other', async () => {
  const south = { tenant_id: farm.t, area_id: farm.south.id }
  const { id } = await aCamera(farm.build, south)
  const gateway = await farm.build.aDevice({ ...south, device_type: 'gateway' })
  const other = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: 'gateway' })
  const foreign = await farm.build.aDevice({ tenant_id: farm.elsewhere.id, area_id: farm.foreign.id, device_type: 'gateway' })
  const item = await farm.build.anItem({ ...south, device_id: gateway.id, code: 'temperature', name: 'Pond', unit: '°C' })
  await farm.build.anItem({ ...south, device_id: gateway.id, code: 'hidden', hidden: 1 })
  await farm.owner.query('update furrow.item set last_value = 21.5, last_ts = 1700000000000 where id = $1', [item.id])

  const data = async (client: Client) => (await client.call(cameraStreamCalls.data, { params: { t: farm.t, id } })).body
  const bind = async (contentratorId: number | null) =>
    farm.admin.call(cameraCalls.bind, { params: { t: farm.t, id }, body: { contentratorId } })
  const none = { contentratorId: null, items: [] }
  expect(await data(farm.admin)).toEqual(none)
  for (const lost of [other.id, foreign.id, id]) expect((await bind(lost)).body.code).toBe('error.camera.gateway')
  expect((await bind(gateway.id)).body).toMatchObject({ contentratorId: gateway.id })
  expect(await data(farm.admin)).toEqual({
    contentratorId: gateway.id,
    items: [{ itemId: item.id, name: 'Pond', unit: '°C', value: 21.5, ts: 1_700_000_000_000 }],
  })
  // Whoever the camera alone is shared with sees no values of its base.
  await farm.build.insert('camera_share', { tenant_id: farm.t, device_id: id, area_id: farm.north.id })
  expect(await data(farm.northerner)).toEqual(none)
  expect((await bind(null)).body).toMatchObject({ contentratorId: null })
  expect(await data(farm.admin)).toEqual(none)
})
