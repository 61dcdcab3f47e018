import { afterAll, beforeAll, expect, test } from 'vitest'
import { startIngest, type TestIngest } from './anIngest.ts'

let ingest: TestIngest
beforeAll(async () => {
  ingest = await startIngest({ clock: Date.now })
})
afterAll(() => ingest?.close())

const basesOf = async (deviceId: number) => ({
  items: await ingest.query('select code, area_id from furrow.item where device_id = $1 order by code', [deviceId]),
  switches: await ingest.query('select circuit, area_id from furrow.switch where device_id = $1 order by circuit', [deviceId]),
})

test('an item and a switch that come while their device is being moved stand in the base that it is moved to', async () => {
  const device = await ingest.device()
  await ingest.say(device, { old: 1 })
  const to = await ingest.build.anArea({ tenant_id: device.tenantId })
  const mover = await ingest.database.owner.connect()
  await mover.query('begin')
  await mover.query('update furrow.device set area_id = $2 where id = $1', [device.id, to.id])
  for (const table of ['item', 'switch']) {
    await mover.query(`update furrow.${table} set area_id = $2 where device_id = $1`, [device.id, to.id])
  }
  let acknowledged = 0
  const told = [ingest.say(device, { new: 1 }), ingest.sayState(device, { 1: 1 })].map((one) => one.then(() => acknowledged++))
  await expect
    .poll(
      async () =>
        (await ingest.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into item%'`)).length,
    )
    .toBe(1)
  expect(acknowledged).toBe(0)
  await mover.query('commit')
  mover.release()
  await Promise.all(told)
  expect(await basesOf(device.id)).toEqual({
    items: [
      { code: 'new', area_id: to.id },
      { code: 'old', area_id: to.id },
    ],
    switches: [{ circuit: 1, area_id: to.id }],
  })
})

test('so do those that come after the move on a connection that knows the old base', async () => {
  const device = await ingest.device()
  const to = await ingest.build.anArea({ tenant_id: device.tenantId })
  await ingest.query('update furrow.device set area_id = $2 where id = $1', [device.id, to.id])
  expect(device.areaId).not.toBe(to.id)
  await ingest.say(device, { a: 1 })
  await ingest.sayState(device, { 2: 1 })
  expect(await basesOf(device.id)).toEqual({ items: [{ code: 'a', area_id: to.id }], switches: [{ circuit: 2, area_id: to.id }] })
})
