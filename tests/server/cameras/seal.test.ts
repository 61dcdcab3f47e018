import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraCalls } from '#contract/cameras/camera'
import { readSource } from '#server/cameras/sources'
import { createSeal } from '#server/ground/seal'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { cameraBody } from './aCamera.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
}, 60_000)
afterAll(() => farm?.close())

test('the database holds no password; a sealed one opens for its camera, and for no other', async () => {
  const add = async (serial: string, password: string) => {
    const given = { ...cameraBody(farm.north.id, serial), cameraEnter: 4, hdUrl: 'rtsp://10.1.2.3/one', userName: 'li' }
    const body = { ...given, password: await farm.encrypt(password) }
    return (await farm.admin.call(cameraCalls.add, { params: { t: farm.t }, body })).body.id
  }
  const [one, other] = [await add('seal-1', 'f1shp0nd'), await add('seal-2', 'f1shp0nd')]
  const { rows } = await farm.owner.query<{ row: string; password: string }>(
    'select row_to_json(camera)::text as row, password from furrow.camera where device_id = any($1)',
    [[one, other]],
  )
  expect(rows).toHaveLength(2)
  expect(new Set(rows.map(({ password }) => password)).size).toBe(2)
  for (const { row, password } of rows)
    for (const text of [row, Buffer.from(password, 'base64').toString('latin1')]) expect(text).not.toContain('f1shp0nd')
  const { rows: kept } = await farm.owner.query<{ n: number }>(
    `select count(*)::int as n from furrow.audit_entry a where a::text like '%f1shp0nd%'`,
  )
  expect(kept).toEqual([{ n: 0 }])

  const db = farm.services.serviceDb
  const seal = createSeal(db)
  const passwordOf = async (id: number) => (await readSource(db, seal, id))?.password
  expect([await passwordOf(one), await passwordOf(other)]).toEqual(['f1shp0nd', 'f1shp0nd'])
  await farm.owner.query(
    'update furrow.camera set password = (select password from furrow.camera where device_id = $1) where device_id = $2',
    [one, other],
  )
  expect([await passwordOf(one), await passwordOf(other)]).toEqual(['f1shp0nd', null])
})

test('a camera that is being changed is looked at meanwhile', async () => {
  const { id } = (await farm.admin.call(cameraCalls.add, { params: { t: farm.t }, body: cameraBody(farm.north.id, 'busy-1') })).body
  const client = await farm.owner.connect()
  try {
    await client.query('begin')
    await client.query('select from furrow.camera c join furrow.device d on d.id = c.device_id where c.device_id = $1 for update', [id])
    const reach = await farm.admin.call(cameraCalls.reach, { params: { t: farm.t, id } })
    expect(reach.status).toBe(200)
    const { cameraEnter, channelNo, hdUrl, sdUrl, onvifUrl, userName, password } = cameraBody(0, '')
    const body = { id, cameraEnter, channelNo, hdUrl, sdUrl, onvifUrl, userName, password }
    expect((await farm.admin.call(cameraCalls.probe, { params: { t: farm.t }, body })).status).toBe(200)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
