import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aroundQueries, startIngest, type TestIngest } from './anIngest.ts'

let now = Date.UTC(2026, 6, 1)
/** Loses the next statements of this kind, or their answers: what the database did is then done, and nobody knows. */
let lose: { what: RegExp; times: number; sent?: false } = { what: /^$/, times: 0 }
/** What others do before the next transaction. */
let meanwhile: (() => Promise<unknown>) | null = null
let ingest: TestIngest

const losing = (pool: pg.Pool): pg.Pool =>
  aroundQueries(pool, async (text, send) => {
    if (text === 'begin' && lose.times === 0) {
      const act = meanwhile
      meanwhile = null
      await act?.()
    }
    const isLost = lose.times > 0 && lose.what.test(text)
    if (isLost) lose.times--
    if (isLost && lose.sent === false) throw new Error('Connection terminated unexpectedly')
    const answer = await send()
    if (isLost) throw new Error('Connection terminated unexpectedly')
    return answer
  })

beforeAll(async () => {
  ingest = await startIngest({ clock: () => now, pool: losing })
})
afterAll(() => ingest?.close())
beforeEach(() => {
  now += 60_000
  lose = { what: /^$/, times: 0 }
})

const stored = (deviceId: number) =>
  ingest.query<{ value: number }>(
    'select r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1 order by r.ts, r.place',
    [deviceId],
  )
const counted = (deviceId: number) => ingest.query('select reason, n from furrow.rejected_count where device_id = $1', [deviceId])

test('a batch whose answer is lost after its commit is not stored twice, though its readings have no time', async () => {
  const device = await ingest.device()
  await ingest.say(device, { flow: 0 })
  lose = { what: /insert into reading/, times: 2 }
  await Promise.all([ingest.say(device, [{ flow: 1 }, { flow: 2 }]), ingest.say(device, { flow: 2 })])
  expect(lose.times).toBeLessThan(2)
  expect((await stored(device.id)).map(({ value }) => value)).toEqual([0, 1, 2, 2])
  expect(await ingest.query('select last_value from furrow.item where device_id = $1', [device.id])).toEqual([{ last_value: 2 }])
})

test('the same of a transaction with new items and faults: counted once', async () => {
  const device = await ingest.device()
  lose = { what: /^commit$/, times: 1 }
  await ingest.say(device, [{ flow: 1 }, { pump: 'on' }, { flow: 1 }])
  expect(lose.times).toBe(0)
  expect((await stored(device.id)).map(({ value }) => value)).toEqual([1, 1])
  expect(await counted(device.id)).toEqual([{ reason: 'notNumber', n: 1 }])
  await ingest.say(device, { flow: 3 })
  expect((await stored(device.id)).map(({ value }) => value)).toEqual([1, 1, 3])
})

test('a batch that was not committed before its answer was lost is stored by the next try', async () => {
  const device = await ingest.device()
  await ingest.say(device, { flow: 0 })
  lose = { what: /insert into reading/, times: 2, sent: false }
  await ingest.say(device, [{ flow: 1 }, { flow: 1 }])
  expect(lose.times).toBe(0)
  expect((await stored(device.id)).map(({ value }) => value)).toEqual([0, 1, 1])
})

test('a millisecond that was given out before the clock was set back is given out again, behind what has it', async () => {
  const device = await ingest.device()
  const [first, other] = [now, now + 1]
  await ingest.say(device, [{ flow: 1 }, { flow: 2 }])
  now = other
  await ingest.say(device, { flow: 3 })
  now = first
  await ingest.say(device, { flow: 4 })
  now = other
  await Promise.all([ingest.say(device, { flow: 5 }), ingest.say(device, { flow: 6 })])
  expect(
    await ingest.query(
      'select r.ts - $2::bigint as at, r.place, r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1 order by 1, 2',
      [device.id, first],
    ),
  ).toEqual([
    { at: 0, place: 1, value: 1 },
    { at: 0, place: 2, value: 2 },
    { at: 0, place: 3, value: 4 },
    { at: 1, place: 1, value: 3 },
    { at: 1, place: 2, value: 5 },
    { at: 1, place: 3, value: 6 },
  ])
})

test('a place behind a second that another writer took between two tries is not given twice', async () => {
  now += 1000 - (now % 1000)
  const device = await ingest.device()
  await ingest.say(device, { ts: now, values: { flow: 1 } })
  const [item] = await ingest.query<{ id: number }>('select id from furrow.item where device_id = $1', [device.id])
  lose = { what: /^update ingest_writer/, times: 1, sent: false }
  meanwhile = () =>
    ingest.query('insert into furrow.reading (item_id, ts, place, value, tenant_id) values ($1, $2, $3, $4, $5)', [
      item!.id,
      now,
      1_000_000,
      2,
      device.tenantId,
    ])
  await ingest.say(device, { ts: now, values: { flow: 3 } })
  expect(lose.times).toBe(0)
  expect((await stored(device.id)).map(({ value }) => value)).toEqual([1, 2, 3])
})
