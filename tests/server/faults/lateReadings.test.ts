import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetOldHistory } from '#server/ground/history/retention'
import { monthsOf } from '#server/ground/history/months'
import { ensurePartitions } from '#server/ground/history/partition'
import { aFarm, type Farm, startFarm } from '../broker/farm.ts'

let farm: Farm
let other: pg.PoolClient
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())
beforeEach(async () => {
  other = await farm.owner.connect()
  await other.query('begin')
})
afterEach(async () => {
  await other.query('rollback')
  other.release()
})

/** A month that nobody has written to, in the retention. */
let back = 6
const lateMonth = () => {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ++back, 15)
}
const stored = async (deviceId: number) =>
  (
    await farm.query<{ ts: number }>('select r.ts from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1', [
      deviceId,
    ])
  ).map(({ ts }) => ts)

async function aDevice() {
  const { device, topic } = await aFarm(farm)
  const client = await farm.device(device)
  const publish = (ts: number) => client.publishAsync(topic('readings'), JSON.stringify({ ts, values: { a: 1 } }), { qos: 1 })
  return { device, publish }
}

test('a dump that runs delays neither late readings nor those of this month', async () => {
  const [late, current] = [await aDevice(), await aDevice()]
  // As pg_dump does: it reads every table in one transaction.
  await other.query('lock table furrow.reading in access share mode')
  await other.query('select count(*) from furrow.reading')
  const ts = lateMonth()
  await late.publish(ts)
  await current.publish(Date.now())
  expect(await stored(late.device.id)).toEqual([ts])
})

test('late readings whose month cannot be made now wait aside, and hold up nobody', async () => {
  const [late, current] = [await aDevice(), await aDevice()]
  await current.publish(Date.now())
  // As a vacuum, an analyze or an index that is being made does.
  await other.query('lock table furrow.reading in share update exclusive mode')
  const ts = lateMonth()
  const acknowledged = vi.fn()
  const told = late.publish(ts).then(acknowledged)
  for (let at = 0; at < 20; at++) {
    await current.publish(Date.now() + at)
  }
  // Its own younger readings do not wait either.
  await late.publish(Date.now())
  expect(acknowledged).not.toHaveBeenCalled()
  expect(farm.live.waitingFor()).toBeGreaterThan(0)
  await other.query('commit')
  await told
  expect(await stored(late.device.id)).toContain(ts)
  expect(farm.live.waitingFor()).toBe(0)
})

test('a month that a dump reads is dropped by a later run, and nobody waits for it', async () => {
  const { device, publish } = await aDevice()
  const old = Date.UTC(2014, 4, 15)
  await ensurePartitions(farm.owner, old, old)
  await other.query('select count(*) from furrow.reading')
  const drop = () => forgetOldHistory({ pool: farm.owner, owner: farm.owner }, Date.UTC(2014, 5))
  const failed = drop().then(
    () => null,
    (cause: { code: string }) => cause.code,
  )
  await vi.waitFor(async () => {
    const waits = await farm.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%detach%'`)
    expect(waits).toHaveLength(1)
  })
  await publish(Date.now())
  await publish(lateMonth())
  expect(await failed).toBe('55P03')
  expect(await stored(device.id)).toHaveLength(2)
  await other.query('commit')
  expect(await drop()).toMatchObject({ months: 1 })
  expect((await monthsOf(farm.owner)).some(({ from }) => from === Date.UTC(2014, 4))).toBe(false)
})

test('a month that was dropped by another process is made again for what comes late', async () => {
  const { device, publish } = await aDevice()
  // Younger than the retention, older than everything else here: `npm run retention -- --until DAY` dropped it.
  const month = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 50)
  const day = (at: number) => month + at * 86_400_000
  await publish(day(10))
  await forgetOldHistory({ pool: farm.owner, owner: farm.owner }, day(40))
  expect(await stored(device.id)).toEqual([])
  await publish(day(10) + 1000)
  await publish(day(11))
  expect(await stored(device.id)).toEqual([day(10) + 1000, day(11)])
  expect(await farm.query('select 1 from furrow.rejected_message where device_id = $1', [device.id])).toEqual([])
  // And its hours are rolled up again.
  const marked = await farm.query<{ hour: number }>(
    'select hour from furrow.rollup_dirty d join furrow.item i on i.id = d.item_id where i.device_id = $1 order by 1',
    [device.id],
  )
  expect(marked.map(({ hour }) => hour)).toEqual([day(10), day(11)])
})
