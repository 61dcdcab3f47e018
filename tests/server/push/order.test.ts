import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createHorizon } from '#server/ground/push/horizon'
import type { Db } from '#server/ground/push/records'
import { aPushFarm, type PushFarm, sentBy } from './aPushFarm.ts'

let farm: PushFarm
beforeAll(async () => {
  farm = await aPushFarm()
})
afterAll(() => farm?.close())

const turns = () => farm.service.calls.flatMap((call) => sentBy(call).records.map(({ at }) => Number(at)))
const write = (client: pg.PoolClient, switchId: number, at: number) =>
  client.query('insert into furrow.switch_change (switch_id, at, status, tenant_id) values ($1, $2, $3, $4)', [
    switchId,
    at,
    at % 2,
    farm.tenant.id,
  ])

/** One of our own, on the schema of the server. */
const horizon = createHorizon()
const db: Db = {
  query: (text, values) => farm.server.owner.query(text.replace('push_feed_id', 'furrow.push_feed_id'), values),
}

test('what began first and is committed last is sent, and in its order', async () => {
  const device = await farm.aDevice(farm)
  await device.turn(1, 0)
  const { rows } = await farm.server.owner.query<{ id: number }>('select id from furrow.switch where device_id = $1', [device.id])
  const switchId = rows[0]!.id
  const target = await farm.add({ sources: ['states'] })
  const [early, late] = [await farm.server.owner.connect(), await farm.server.owner.connect()]
  try {
    await early.query('begin')
    await write(early, switchId, 101)
    await late.query('begin')
    await write(late, switchId, 102)
    await late.query('commit')
    // A look that takes the committed one for the last there is would pass the one before it by.
    const numbers = await farm.server.owner.query<{ id: number }>('select id from furrow.push_feed where tenant_id = $1', [farm.tenant.id])
    expect(numbers.rows).toHaveLength(1)
    await horizon.look(db)
    await horizon.look(db)
    expect(horizon.safe).toBeLessThan(numbers.rows[0]!.id)
    expect(turns()).toEqual([])
    await early.query('commit')
    await vi.waitFor(async () => {
      await horizon.look(db)
      expect(horizon.safe).toBeGreaterThanOrEqual(numbers.rows[0]!.id)
    })
    await vi.waitFor(() => expect(turns()).toEqual([101, 102]), { timeout: 10_000 })
  } finally {
    early.release()
    late.release()
  }
  await vi.waitFor(async () => expect((await farm.figures(target.id)).delivered).toBe(2), { timeout: 5000 })
})

test('a transaction that was rolled back holds up nothing', async () => {
  const before = turns().length
  const { rows } = await farm.server.owner.query<{ id: number }>('select id from furrow.switch limit 1')
  const [gone, kept] = [await farm.server.owner.connect(), await farm.server.owner.connect()]
  try {
    await gone.query('begin')
    await write(gone, rows[0]!.id, 201)
    await kept.query('begin')
    await write(kept, rows[0]!.id, 202)
    await gone.query('rollback')
    await kept.query('commit')
    await vi.waitFor(() => expect(turns().slice(before)).toEqual([202]), { timeout: 10_000 })
  } finally {
    gone.release()
    kept.release()
  }
})
