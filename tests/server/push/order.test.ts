import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readingsOf } from '#server/ground/push/batchBytes'
import { readFeed } from '#server/ground/push/feed'
import { createHorizon } from '#server/ground/push/horizon'
import { createWording, type Db } from '#server/ground/push/records'
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

test(
  'connections of the database that are ended while deliveries are under way lose nothing and change no order',
  { timeout: 60_000 },
  async () => {
    const device = await farm.aDevice(farm)
    const path = '/ended'
    const target = await farm.add({ name: 'Ended', address: farm.service.url(path), batchSize: 5 })
    const wanted: number[] = []
    for (let round = 0; round < 12; round++) {
      const saying = Array.from({ length: 20 }, (_, nth) => {
        const value = round * 20 + nth
        wanted.push(value)
        return device.say({ load: value }, 1_700_000_000_000 + (Date.now() % 1_000_000_000) + value)
      })
      await farm.server.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
      await Promise.all(saying)
    }
    const got = () => {
      const seen = new Set<string>()
      return farm.service.calls
        .filter((call) => call.path === path)
        .map(sentBy)
        .filter(({ deliveryId }) => !seen.has(deliveryId) && seen.add(deliveryId))
        .flatMap(({ records }) => records.map(({ value }) => Number(value)))
    }
    await vi.waitFor(() => expect(new Set(got())).toEqual(new Set(wanted)), { timeout: 30_000, interval: 50 })
    expect(got()).toHaveLength(wanted.length)
    await vi.waitFor(async () => expect((await farm.figures(target.id)).waiting).toBe(0), { timeout: 10_000 })
    // In the order in which it was committed, whatever was ended.
    const { rows } = await farm.server.owner.query<{ batch: Buffer }>(
      'select batch from furrow.push_feed where tenant_id = $1 and batch is not null order by id',
      [farm.tenant.id],
    )
    const stored = rows.flatMap(({ batch }) => [...readingsOf(batch).values])
    if (stored.length === wanted.length) expect(got()).toEqual(stored)
  },
)

test('each of two fences keeps a receiver from what is of another tenant', async () => {
  const other = await farm.aTenant()
  const [mine, theirs] = [await farm.aDevice(farm), await farm.aDevice(other)]
  await farm.add({ name: 'Mine', address: farm.service.url('/mine'), enabledFlag: 0 })
  await farm.add({ name: 'Theirs', address: farm.service.url('/theirs'), enabledFlag: 0 }, other)
  await mine.say({ load: 4711 })
  await theirs.say({ load: 4712 })
  const owner = await farm.server.owner.connect()
  try {
    await owner.query('set search_path = furrow')
    const all: Db = { query: (text, values) => owner.query(text, values) }
    const filter = { sources: ['readings' as const], areaIds: [], deviceTypes: [], deviceIds: [], codes: [], things: [] }
    const end = { after: 0, to: Number.MAX_SAFE_INTEGER }
    const read = await readFeed(all, { tenantId: farm.tenant.id, filter }, end)
    const values = read.rows.flatMap(({ batch }) => [...readingsOf(batch!).values])
    expect(values).toContain(4711)
    expect(values).not.toContain(4712)
    // Past the first fence: rows of the other are worded for nobody here.
    const words = await createWording(all, Date.now)(other.tenant.id, filter, read.rows)
    expect(words.reduce((sum, one) => sum + one.count(0), 0)).toBe(0)
  } finally {
    owner.release()
  }
})
