import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PLAIN_MAPPING } from '#contract/devices/mapping'
import { decodeTelemetry } from '#server/ground/ingest/foreign/thingsboard'
import { ensurePartitions } from '#server/ground/history/partition'
import { STORED } from '#server/ground/ingest/readingRows'
import { createDirectory } from '#server/ground/broker/directory'
import type { KnownDevice } from '#server/ground/broker/knownDevice'
import { startIngest, type TestIngest } from './anIngest.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 10, 28, 12)
let now = START
let said: (readonly [ts: number, value: number | null])[] = []
/** Devices of which consoles are told to read anew. */
let changed: string[] = []
let of: TestIngest
beforeAll(async () => {
  of = await startIngest({
    clock: () => now,
    live: (topic, payload) => {
      if (/^changed.*gateway$/.test(topic)) changed.push(payload)
      if (topic.endsWith('/readings'))
        for (const [, ts, value] of (JSON.parse(payload) as { v: [number, number, number | null][] }).v) said.push([ts, value])
    },
  })
})
afterAll(() => of?.close())
beforeEach(() => {
  now = START
})

const stored = async ({ id }: KnownDevice) =>
  of.query<{ ts: number; sent: number | null; value: number }>(
    'select r.ts, r.sent, r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1 order by r.ts, r.place',
    [id],
  )
const newest = async ({ id }: KnownDevice) =>
  (
    await of.query<{ ts: number; value: number }>('select last_ts as ts, last_value as value from furrow.item where device_id = $1', [id])
  )[0]
const kept = async ({ id }: KnownDevice) =>
  (await of.query<{ offset: number | null }>('select offset_ms as offset from furrow.device_clock where device_id = $1', [id]))[0]
/** Says `t` as measured now, by a clock that is `off` ahead; a minute passes before it. */
async function tick(device: KnownDevice, value: number, off: number, after = MINUTE) {
  now += after
  await of.say(device, { ts: now + off, values: { t: value } })
}
async function aDevice(period = MINUTE) {
  const device = await of.device()
  Object.assign(device, { period })
  return device
}

describe('a clock ahead', () => {
  test('an hour of minutes that is stamped eight hours ahead, newest first, keeps its order and its distances', async () => {
    const text = readFileSync(new URL('cases/ahead-8h-newest-first.json', import.meta.url), 'utf8')
    const given = JSON.parse(text) as { ts: number; values: { temperature: number } }[]
    now = given[0]!.ts - 8 * HOUR
    const device = await aDevice()
    await of.say(device, text)
    const rows = await stored(device)
    expect(rows).toHaveLength(60)
    expect(rows.map(({ ts, value }) => [ts, value])).toEqual(
      given.toReversed().map(({ ts, values }) => [ts - 8 * HOUR, values.temperature]),
    )
    expect(rows.map(({ sent }) => sent)).toEqual(given.toReversed().map(({ ts }) => ts))
    expect(await newest(device)).toEqual({ ts: now, value: 30 })
    expect(await kept(device)).toEqual({ offset: 8 * HOUR })
  })

  test('what was kept of it before is taken up after a restart', async () => {
    const device = await aDevice()
    await tick(device, 1, 8 * HOUR)
    const { rows } = await of.database.owner.query<{ tenant_id: number; eui: string }>(
      'select tenant_id, eui from furrow.device where id = $1',
      [device.id],
    )
    const again = createDirectory({ pool: of.database.store.servicePool, clock: () => now })
    const known = (await again.find({ tenantId: rows[0]!.tenant_id, eui: rows[0]!.eui }, 0))!
    expect(known.clock).toMatchObject({ offset: 8 * HOUR, late: null, kept: 8 * HOUR })
    // A backlog is the first that comes: it is not newest, and not eight hours late.
    now += 10 * MINUTE
    await of.say(known, [{ ts: now - 5 * MINUTE + 8 * HOUR, values: { t: 2 } }])
    expect((await stored(device)).at(-1)).toMatchObject({ ts: now - 5 * MINUTE, value: 2 })
  })
})

describe('a clock behind', () => {
  test('by twenty minutes is not known with its first word, and is with what comes in time: it is shown under the time of the server', async () => {
    const device = await aDevice()
    said = []
    await tick(device, 70, -20 * MINUTE)
    expect(await newest(device)).toEqual({ ts: now - 20 * MINUTE, value: 70 })
    expect(await kept(device)).toBeUndefined()
    changed = []
    await tick(device, 71, -20 * MINUTE)
    await vi.waitFor(() => expect(changed).toHaveLength(1))
    expect(await newest(device)).toEqual({ ts: now, value: 71 })
    expect(await kept(device)).toEqual({ offset: -20 * MINUTE })
    await vi.waitFor(() => expect(said.at(-1)).toEqual([now, 71]))
  })

  test('that cannot be told from a backlog is kept as not known', async () => {
    const device = await aDevice(HOUR)
    for (let nth = 0; nth < 4; nth++) {
      now += 400
      // Each is late by another lag, as what is sent from a store.
      await of.say(device, { ts: START - HOUR + nth * 5000, values: { t: nth } })
    }
    expect(device.clock.offset).toBeNull()
    for (let nth = 4; nth < 8; nth++) {
      now += 100
      await of.say(device, { ts: START - HOUR + 15_000 + nth * 90, values: { t: nth } })
    }
    expect(await kept(device)).toEqual({ offset: null })
    expect((await stored(device)).every(({ sent }) => sent === null)).toBe(true)
    await tick(device, 9, 0)
    expect(await kept(device)).toEqual({ offset: 0 })
  })

  test('that is stepped back by four minutes does not freeze what is shown', async () => {
    const device = await aDevice()
    for (const value of [1, 2, 3]) await tick(device, value, 0)
    await tick(device, 4, -4 * MINUTE)
    await tick(device, 5, -4 * MINUTE)
    expect(await newest(device)).toEqual({ ts: now, value: 5 })
    await tick(device, 6, 0)
    expect(await newest(device)).toEqual({ ts: now, value: 6 })
    expect(await kept(device)).toEqual({ offset: 0 })
    expect((await stored(device)).map(({ value }) => value)).toEqual([4, 1, 2, 3, 5, 6])
  })

  test('says nothing of what is sent from a store after an outage, which is never newest', async () => {
    const device = await aDevice()
    for (const value of [1, 2, 3]) await tick(device, value, 0)
    now += HOUR
    await tick(device, 4, 0)
    for (let nth = 0; nth < 58; nth++) {
      now += 20
      await of.say(device, { ts: START + (4 + nth) * MINUTE, values: { t: 100 + nth } })
    }
    expect((await newest(device))!.value).toBe(4)
    expect(await kept(device)).toBeUndefined()
    expect((await stored(device)).every(({ sent }) => sent === null)).toBe(true)
  })
})

describe('said again', () => {
  test('after the clock was judged anew, it is harmless, whichever way that went', async () => {
    const device = await aDevice()
    const first = { ts: now - 20 * MINUTE, values: { t: 70 } }
    await of.say(device, first)
    await tick(device, 71, -20 * MINUTE)
    await tick(device, 72, -20 * MINUTE)
    const moved = { ts: now - 20 * MINUTE, values: { t: 72 } }
    await of.say(device, first)
    await tick(device, 73, 0)
    await of.say(device, moved)
    await of.say(device, [first, moved])
    expect((await stored(device)).map(({ value }) => value).toSorted((one, other) => one - other)).toEqual([70, 71, 72, 73])
    expect(await of.query('select from furrow.rejected_message where device_id = $1', [device.id])).toEqual([])
    // Another value of such a moment is none.
    await of.say(device, { ...moved, ts: moved.ts + 1 })
    await of.say(device, { ts: moved.ts + 1, values: { t: 99 } })
    expect(await of.query('select reason from furrow.rejected_message where device_id = $1', [device.id])).toEqual([
      { reason: 'duplicate' },
    ])
  })

  test('a further value of one second is kept, newest and shown, by a device that counts in seconds; said again it is harmless', async () => {
    const device = await aDevice()
    said = []
    const both = [
      { ts: START, values: { t: 5 } },
      { ts: START, values: { t: 6 } },
    ]
    for (const one of both) await of.say(device, one)
    expect(await newest(device)).toEqual({ ts: START, value: 6 })
    await vi.waitFor(() => expect(said.at(-1)).toEqual([START, 6]))
    await of.say(device, both)
    await of.say(device, both.toReversed())
    expect((await stored(device)).map(({ value }) => value)).toEqual([5, 6])
    expect(await newest(device)).toEqual({ ts: START, value: 6 })
  })
})

describe('one message', () => {
  const rejected = ({ id }: KnownDevice) =>
    of.query('select reason, notes from furrow.rejected_message where device_id = $1 order by id', [id])

  test.each([
    ['2099', Date.UTC(2099, 0)],
    ['six hours ahead', START + 6 * HOUR],
  ])('one of whose times is %s keeps the others, and its clock is not blamed', async (_, odd) => {
    const device = await aDevice()
    await of.say(device, [
      { ts: START, values: { t: 1 } },
      { ts: odd, values: { t: 99 } },
      { ts: START - MINUTE, values: { t: 2 } },
    ])
    expect((await stored(device)).map(({ ts, value }) => [ts, value])).toEqual([
      [START - MINUTE, 2],
      [START, 1],
    ])
    expect(device.clock.offset).toBe(0)
    expect(await rejected(device)).toEqual([{ reason: 'ahead', notes: [{ code: 'beyondNow', at: odd, now: START }] }])
  })

  test('of a clock that was never set is of now, however little history is kept; a backlog of a right clock is not', async () => {
    const brief = await startIngest({ clock: () => now, retention: 30 * 24 * HOUR })
    const unset = await brief.device()
    await brief.say(unset, { ts: Date.UTC(2000, 0), values: { t: 1 } })
    expect(unset.clock.offset).toBe(Date.UTC(2000, 0) - now)
    const late = await brief.device()
    await brief.say(late, { ts: now - 40 * 24 * HOUR, values: { t: 1 } })
    expect(late.clock.offset).toBeNull()
    const rows = await brief.query('select reason from furrow.rejected_message where device_id = $1', [late.id])
    expect(rows).toEqual([{ reason: 'tooOld' }])
    await brief.close()
  })
})

describe('states and words', () => {
  const statusOf = async ({ id }: KnownDevice) =>
    (await of.query<{ status: number }>('select status from furrow.switch where device_id = $1', [id]))[0]?.status
  const wordOf = async ({ id }: KnownDevice) =>
    (
      await of.query<{ at: number; value: string }>(
        "select at, value::json #>> '{}' as value from furrow.device_word where device_id = $1",
        [id],
      )
    )[0]

  /** Says a state and a word, dated by the device. */
  async function mapped() {
    const device = await aDevice()
    Object.assign(device, {
      mapping: {
        ...PLAIN_MAPPING,
        circuits: [{ circuit: 1, method: '', key: 'pump', params: {}, shows: { 0: ['off'], 1: ['on'] }, port: null, confirmed: false }],
      },
    })
    const tell = (off: number, values: Record<string, unknown>) => of.say(device, { ts: now + off, values }, decodeTelemetry)
    return { device, tell }
  }

  test('of a device that says nothing else have the time of the server, from the first by a clock ahead on', async () => {
    const { device, tell } = await mapped()
    await tell(8 * HOUR, { pump: 'on', mode: 'auto' })
    expect(await kept(device)).toEqual({ offset: 8 * HOUR })
    expect(await wordOf(device)).toEqual({ at: now, value: 'auto' })
    now += MINUTE
    // The clock is set right: what is dated before the state that was heard is newer all the same.
    await tell(0, { pump: 'off', mode: 'manual' })
    expect(await statusOf(device)).toBe(0)
    expect(await wordOf(device)).toEqual({ at: now, value: 'manual' })
  })

  test.each(['pump', 'mode'])('of a device that says nothing but %s are enough to know its clock', async (key) => {
    const { device, tell } = await mapped()
    await tell(8 * HOUR, { [key]: 'on' })
    expect(await kept(device)).toEqual({ offset: 8 * HOUR })
  })

  test('that come with the reading by which the clock is known are moved with it', async () => {
    const { device, tell } = await mapped()
    await tell(8 * HOUR, { t: 1, mode: 'auto' })
    expect(await wordOf(device)).toEqual({ at: now, value: 'auto' })
  })
})

test('of a clock that stands otherwise each time so much is kept, and what comes again is found all the same', async () => {
  const device = await aDevice()
  for (let nth = 1; nth <= 130; nth++) await tick(device, nth, nth * 10 * MINUTE)
  const [apart] = await of.query<{ n: number }>(
    'select count(*)::int as n from furrow.device_clock c, unnest(c.offsets) where c.device_id = $1',
    [device.id],
  )
  expect(apart!.n).toBeLessThanOrEqual(100)
  await of.say(device, { ts: START + MINUTE + 10 * MINUTE, values: { t: 1 } })
  expect(await stored(device)).toHaveLength(130)
})

test('what comes again of a clock that was wrong by much and little is looked for in the months in which it may lie, and in no other', async () => {
  const device = await aDevice()
  for (const off of [8 * HOUR, 0, Date.UTC(2000, 0) - START]) await tick(device, off, off)
  const { rows } = await of.database.owner.query<{ id: number }>('select id from furrow.item where device_id = $1', [device.id])
  await ensurePartitions(of.database.owner, START - 365 * 24 * HOUR, START)
  const client = await of.database.owner.connect()
  await client.query('set search_path = furrow; set plan_cache_mode = force_generic_plan; set enable_seqscan = off')
  const plan = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off, summary off) ${STORED.replace('$1', `'{${rows[0]!.id}}'`).replace('$2', `'{${now + 8 * HOUR}}'`)}`,
  )
  client.release()
  const lines = plan.rows.map((row) => row['QUERY PLAN'])
  const looked = lines.filter((line) => /Scan.* on reading_/.test(line) && !line.includes('never executed'))
  // By each of three offsets and as it was said.
  expect(lines.filter((line) => /Scan.* on reading_/.test(line)).length).toBeGreaterThan(12)
  expect(looked.length).toBeLessThanOrEqual(4)
})
