import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '#server/ground/config'
import { clockDoubt } from '#server/ground/history/clockTrust'
import { monthsOf } from '#server/ground/history/months'
import { ensurePartitions } from '#server/ground/history/partition'
import { HOUR } from '#server/ground/history/resolution'
import { forgetOldHistory } from '#server/ground/history/retention'
import { createRetention } from '#server/ground/history/retentionJob'
import { settleHours } from '#server/ground/history/rollup'
import { silentLog } from '../database/testDatabase.ts'
import { type History, startHistory } from './farmHistory.ts'

const DAY = 24 * HOUR
const NOW = Date.now()
const keep = { readings: 1826 * DAY, logs: 730 * DAY, messages: 365 * DAY, audit: 1095 * DAY, alarms: 730 * DAY }
/** Months of readings of the newest time, oldest first. */
const MONTHS = 6

let history: History
let item: number
beforeAll(async () => {
  history = await startHistory()
  item = await history.anItem()
})
afterAll(() => history?.close())

const monthStart = (back: number) => {
  const now = new Date(NOW)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)
}
const stored = async () =>
  (await history.owner.query<{ n: number }>('select count(*)::int as n from furrow.reading where item_id = $1', [item])).rows[0]!.n
const note = (ts: number) => history.owner.query('update furrow.retention set at = $1', [ts])
const noted = async () => (await history.owner.query<{ at: number }>('select at from furrow.retention')).rows[0]!.at
const start = (clock: () => number) =>
  createRetention({
    config: { retention: keep } as Config,
    servicePool: history.store.servicePool,
    owner: history.owner,
    clock,
    log: silentLog,
    unread: { tell: () => Promise.resolve() },
  })
const look = (clock: () => number) => start(clock).look(() => false)

/** A reading in the middle of each of the last months, and one of this moment. */
beforeEach(async () => {
  const moments = [...Array.from({ length: MONTHS }, (_, at) => monthStart(MONTHS - at) + 10 * DAY), NOW - 1000]
  await ensurePartitions(history.owner, moments[0]!, NOW)
  await history.write(
    item,
    moments.map((ts) => ({ ts, value: 1 })),
  )
  await settleHours(history.store.servicePool, { before: NOW })
  await history.owner.query('update furrow.item set last_ts = $2 where id = $1', [item, NOW - 1000])
  await history.owner.query(`insert into furrow.online_log (tenant_id, device_id, at, presence) values ($1, $2, $3, 'online')`, [
    history.tenant.id,
    history.device.id,
    NOW - 100 * DAY,
  ])
})

describe('a clock that is wrong', () => {
  test.each([
    ['six years ahead', NOW + 6 * 365 * DAY],
    ['two months ahead', NOW + 62 * DAY],
  ])('by %s drops nothing, at this start nor at the next ones', async (_, wrong) => {
    await note(NOW - DAY)
    const before = await stored()
    for (let starts = 0; starts < 3; starts++) {
      await look(() => wrong + starts * DAY)
    }
    expect(await stored()).toBe(before)
    expect((await history.owner.query('select 1 from furrow.online_log')).rowCount).toBeGreaterThan(0)
    expect(await noted()).toBe(NOW - DAY)
  })

  test('is not believed either where a device without a clock has taken its time from it', async () => {
    const wrong = NOW + 6 * 365 * DAY
    await note(NOW - DAY)
    await history.owner.query('update furrow.item set last_ts = $2 where id = $1', [item, wrong])
    const before = await stored()
    await look(() => wrong)
    expect(await stored()).toBe(before)
    // And the right one is believed though something seems to be of the future.
    await look(() => NOW)
    expect(await noted()).toBe(NOW)
  })

  test('is believed again from where it was set back to', async () => {
    await note(NOW + 20 * DAY)
    await look(() => NOW)
    expect(await noted()).toBe(NOW)
  })

  test('agrees with the last run and the newest reading, or is doubted', () => {
    expect(clockDoubt({ now: NOW, newest: NOW - 1000, last: NOW - DAY })).toBeNull()
    expect(clockDoubt({ now: NOW, newest: null, last: NOW - DAY })).toBeNull()
    expect(clockDoubt({ now: NOW, newest: NOW, last: NOW - 40 * DAY })).toContain('last looked through')
    expect(clockDoubt({ now: NOW, newest: NOW - 40 * DAY, last: NOW - DAY })).toContain('newest reading')
    expect(clockDoubt({ now: NOW, newest: NOW, last: NOW + DAY })).toContain('set back')
  })
})

test('at most a month goes at once, the oldest first, and a day passes between two', async () => {
  let now = NOW
  const short = { ...keep, readings: NOW - monthStart(1) }
  const retention = createRetention({
    config: { retention: short } as Config,
    servicePool: history.store.servicePool,
    owner: history.owner,
    clock: () => now,
    log: silentLog,
    unread: { tell: () => Promise.resolve() },
  })
  await note(NOW - DAY)
  const before = await monthsOf(history.owner)
  await retention.look(() => false)
  await retention.look(() => false)
  // A start looks at once, and yet not twice a day.
  await look(() => now)
  expect(await monthsOf(history.owner)).toEqual(before.slice(1))
  now += DAY
  await retention.look(() => false)
  expect(await monthsOf(history.owner)).toEqual(before.slice(2))
})

describe('npm run retention', () => {
  const command = async (...args: string[]) => {
    const env = { ...process.env, DATABASE_URL: history.url, RETENTION_DAYS: '90' }
    return promisify(execFile)('node', ['server/ground/history/retentionCommand.ts', ...args], { env }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (fault: { code: number; stderr: string }) => ({ code: fault.code, said: fault.stderr }),
    )
  }
  const day = (ts: number) => new Date(ts).toISOString().slice(0, 10)

  test('says what would go, and drops all that ended by a day that is named; the clock is believed from then on', async () => {
    await note(NOW - 300 * DAY)
    const before = await stored()
    const { said } = await command()
    expect(said).toContain('The clock is not believed')
    expect(said).toMatch(/[3-6] of them are older than RETENTION_DAYS \(90\)/)
    expect(await stored()).toBe(before)
    const done = await command('--until', day(monthStart(1)))
    expect(done.said).toMatch(/Dropped [5-9] months of readings/)
    // Of last month and of this moment.
    expect(await stored()).toBe(2)
    const { rows } = await history.owner.query('select min(bucket)::float8 as bucket from furrow.reading_hour where item_id = $1', [item])
    expect(rows[0].bucket).toBeGreaterThanOrEqual(monthStart(1))
    expect((await command()).said).toContain('The clock is believed')
  })

  test.each([
    [['--until', 'yesterday'], 'a day such as'],
    [['--until', '2024-02-31'], 'a day such as'],
    [['--until', day(NOW + 400 * DAY)], 'nothing would be left'],
  ])('%j is refused in one line', async (args, words) => {
    const before = await stored()
    const { code, said } = await command(...args)
    expect(code).toBe(1)
    expect(said).toContain(words)
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(await stored()).toBe(before)
  })
})

test('the roll-ups of a month are forgotten item by item, each looked at once', async () => {
  const month = Date.UTC(2012, 0)
  await ensurePartitions(history.owner, month, month)
  await history.owner.query(
    `insert into furrow.item (tenant_id, device_id, area_id, code) select $1, $2, $3, 'many-' || n from generate_series(1, 1200) n`,
    [history.tenant.id, history.device.id, history.area.id],
  )
  await history.owner.query(
    `insert into furrow.reading_minute (item_id, bucket, tenant_id, n, sum, min, max, first, last)
     select id, $1::bigint + minute * 60000, $2, 1, 1, 1, 1, 1, 1 from furrow.item, generate_series(0, 40) minute`,
    [month, history.tenant.id],
  )
  const pages: number[][] = []
  const pool = new Proxy(history.store.servicePool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name) as unknown
      return (text: string, values: unknown[]) => {
        if (text.startsWith('delete from reading_minute')) pages.push(values[0] as number[])
        return target.query(text, values)
      }
    },
  })
  expect(await forgetOldHistory({ pool, owner: history.owner }, Date.UTC(2012, 1))).toMatchObject({ months: 1 })
  // On from where the last one ended; a page of items is asked again only where it held more than one statement takes.
  const starts = pages.map(([first]) => first!)
  expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  expect(pages.flat().length).toBeLessThan(1200 * 2)
  const { rows } = await history.owner.query('select count(*)::int as n from furrow.reading_minute where bucket < $1', [Date.UTC(2012, 1)])
  expect(rows).toEqual([{ n: 0 }])
})
