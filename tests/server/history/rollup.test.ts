import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, DEFAULT_RETENTION } from '#server/ground/config'
import { ensurePartitions } from '#server/ground/history/partition'
import { HOUR, MINUTE } from '#server/ground/history/resolution'
import { forgetOldHistory, forgetOldLogs } from '#server/ground/history/retention'
import { DUE, settleHours, SETTLE_MS, historyJobs } from '#server/ground/history/rollup'
import { anAlarm } from '../alarms/anAlarm.ts'
import { silentLog } from '../database/testDatabase.ts'
import { type History, LATER, type Reading, START, startHistory } from './farmHistory.ts'

let history: History
beforeAll(async () => {
  history = await startHistory()
})
afterAll(() => history?.close())

const hourRows = async (item: number) =>
  (
    await history.owner.query<{ bucket: number; n: number }>(
      'select bucket, n from furrow.reading_hour where item_id = $1 order by bucket',
      [item],
    )
  ).rows
const marks = async (item: number) =>
  (await history.owner.query<{ hour: number }>('select hour from furrow.rollup_dirty where item_id = $1 order by hour', [item])).rows.map(
    ({ hour }) => hour,
  )
function startJobs(clock: () => number, told: (tenantId: number, userId: number | null) => void = () => undefined) {
  const jobs = historyJobs({
    config: { retention: DEFAULT_RETENTION } as Config,
    servicePool: history.store.servicePool,
    owner: history.owner,
    clock,
    log: silentLog,
    unread: {
      tell(tenantId, userId) {
        told(tenantId, userId)
        return Promise.resolve()
      },
    },
  })
  const turn = { tenantId: null, key: '', payload: {}, dueAt: 0 }
  return {
    async runNow() {
      for (const job of jobs) if ('steps' in job) await job.steps(turn, new AbortController().signal)
    },
  }
}
const pools = () => ({ pool: history.store.servicePool, owner: history.owner })
const at = (offset: number, value: number | null = 1): Reading => ({ ts: START + offset, value })

describe('roll-ups', () => {
  test('of readings that share a millisecond: all count, first and last are told by their place', async () => {
    const item = await history.anItem()
    const shared = [3, 9, 1, 4].map((value, nr) => ({ ts: START + 5, value, place: nr + 1 }))
    await history.write(item, [...shared, { ts: START + 5, value: 7 }, at(0, 5), at(5, 8)])
    await startJobs(() => START + 2 * HOUR).runNow()
    const { rows } = await history.owner.query('select n, sum, min, max, first, last from furrow.reading_hour where item_id = $1', [item])
    expect(rows).toEqual([{ n: 6, sum: 29, min: 1, max: 9, first: 5, last: 4 }])
    // A curve that shows every reading draws them at their moment, from the least to the greatest.
    const { collectionTime, collectionData, min, max } = await history.curve(item, {
      from: START,
      to: START + HOUR,
      points: 1000,
      period: MINUTE,
    })
    expect({ collectionTime, collectionData, min, max }).toEqual({
      collectionTime: [START, START + 5],
      collectionData: [5, 4.8],
      min: [5, 1],
      max: [5, 9],
    })
  })

  test('an hour is settled five minutes after its end, not earlier', async () => {
    const item = await history.anItem()
    await history.write(item, [at(0), at(HOUR)])
    let now = START + 2 * HOUR + SETTLE_MS - 1
    const jobs = startJobs(() => now)
    await jobs.runNow()
    expect(await hourRows(item)).toEqual([{ bucket: START, n: 1 }])
    expect(await marks(item)).toEqual([START + HOUR])
    now += 1
    await jobs.runNow()
    expect(await hourRows(item)).toHaveLength(2)
    expect(await marks(item)).toEqual([])
  })

  test('minutes are kept only of hours that hold more readings than minutes', async () => {
    const [sparse, crowded] = [await history.anItem(), await history.anItem()]
    await history.write(
      sparse,
      Array.from({ length: 60 }, (_, n) => at(n * MINUTE)),
    )
    await history.write(
      crowded,
      Array.from({ length: 61 }, (_, n) => at(n * 50_000)),
    )
    await settleHours(history.store.servicePool, { before: LATER })
    const { rows } = await history.owner.query(
      'select item_id, count(*)::int as minutes from furrow.reading_minute where item_id = any($1) group by 1',
      [[sparse, crowded]],
    )
    expect(rows).toEqual([{ item_id: crowded, minutes: 51 }])
  })

  test('an hour whose readings have no value leaves no row and no mark', async () => {
    const item = await history.anItem()
    await history.write(item, [at(0, null)])
    await settleHours(history.store.servicePool, { before: LATER })
    expect(await hourRows(item)).toEqual([])
    expect(await marks(item)).toEqual([])
  })

  test('an hour that is being marked right now is left to the next run, and the run does not wait', async () => {
    const item = await history.anItem()
    await history.write(item, [at(0)])
    const client = await history.store.servicePool.connect()
    await client.query('begin')
    await history.write(item, [at(1)], client)
    await settleHours(history.store.servicePool, { before: LATER })
    expect(await marks(item)).toEqual([START])
    await client.query('commit')
    client.release()
    await settleHours(history.store.servicePool, { before: LATER })
    expect(await hourRows(item)).toEqual([{ bucket: START, n: 2 }])
  })
})

test('the hours that are due are found by their own order, however many are marked that are not', async () => {
  const { owner, tenant } = history
  await owner.query(
    `insert into furrow.rollup_dirty (item_id, hour, tenant_id)
     select 1000000 + n, case when n % 10 = 0 then $1::bigint else $2::bigint end, $3 from generate_series(1, 50000) n`,
    [START - 5 * HOUR, LATER, tenant.id],
  )
  await owner.query('analyze furrow.rollup_dirty')
  const { rows } = await history.store.servicePool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${DUE}`, [
    START,
    START - 5 * HOUR,
    1_000_100,
    500,
  ])
  const scan = leafOf(rows[0]!['QUERY PLAN'][0].Plan)
  expect(scan['Index Name']).toBe('rollup_dirty_hour')
  expect(scan['Rows Removed by Filter'] ?? 0).toBe(0)
  // More are due than one chunk: a chunk that is sorted out of all of them would read all of them.
  expect(scan['Actual Rows']).toBe(500)
  await owner.query('delete from furrow.rollup_dirty where item_id > 1000000')
})

interface Plan {
  readonly Plans?: Plan[]
  readonly 'Index Name'?: string
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Rows': number
}
const leafOf = (plan: Plan): Plan => (plan.Plans ? leafOf(plan.Plans[0]!) : plan)

describe('retention', () => {
  test('drops whole months that ended, with their roll-ups and marks, and nothing younger', async () => {
    const item = await history.anItem()
    const old = Date.UTC(2020, 4, 15)
    await ensurePartitions(history.owner, old, old)
    await history.write(item, [{ ts: old, value: 1 }, at(0)])
    await settleHours(history.store.servicePool, { before: LATER })
    await history.write(item, [{ ts: old + HOUR, value: 1 }])
    expect(await forgetOldHistory(pools(), Date.UTC(2020, 4, 31))).toMatchObject({ months: 0 })
    expect(await hourRows(item)).toHaveLength(2)
    expect(await forgetOldHistory(pools(), Date.UTC(2020, 5, 1))).toMatchObject({ months: 1 })
    expect(await hourRows(item)).toEqual([{ bucket: START, n: 1 }])
    expect(await marks(item)).toEqual([])
    const { rows } = await history.owner.query('select ts from furrow.reading where item_id = $1', [item])
    expect(rows).toEqual([{ ts: START }])
  })

  test('the history of a deleted device goes too', async () => {
    const device = await history.build.aDevice({ tenant_id: history.tenant.id, area_id: history.area.id })
    const item = await history.build.anItem({ tenant_id: history.tenant.id, device_id: device.id, area_id: history.area.id })
    await history.write(item.id, [at(0), at(HOUR)])
    await settleHours(history.store.servicePool, { before: LATER })
    await history.owner.query('delete from furrow.device where id = $1', [device.id])
    expect(await forgetOldHistory(pools(), START - 10 * 365 * 24 * HOUR)).toMatchObject({ items: 1 })
    const { rows } = await history.owner.query('select count(*)::int as n from furrow.reading where item_id = $1', [item.id])
    expect(rows).toEqual([{ n: 0 }])
    expect(await hourRows(item.id)).toEqual([])
  })

  test('comings and goings, commands and messages go after their own time, however many, and the badges of who had not read one move', async () => {
    const { owner, tenant, device, area } = history
    const other = await history.build.aTenant()
    const user = await history.build.aUser({ tenantId: other.id })
    const DAY = 24 * HOUR
    const young = { logs: LATER - 730 * DAY, messages: LATER - 365 * DAY, alarms: LATER - 730 * DAY }
    // More than one statement takes.
    await owner.query(
      `insert into furrow.online_log (tenant_id, device_id, at, presence)
       select $1, $2, at, 'offline' from generate_series($3::bigint - 20005, $3::bigint) as at`,
      [tenant.id, device.id, young.logs],
    )
    const command = (created_at: number, after_id: string | null = null) =>
      history.build.aCommand({ tenant_id: tenant.id, area_id: area.id, device_id: device.id, created_at, after_id })
    const stop = await command(young.logs - 1)
    await command(young.logs - 1, stop.id)
    const { id: kept } = await command(young.logs)
    const message = (tenantId: number, createdAt: number, readFlag: number) =>
      owner.query(
        `insert into furrow.user_message (tenant_id, user_id, subject_key, content_key, created_at, read_flag) values ($1, $2, 's', 'c', $3, $4)`,
        [tenantId, user.id, createdAt, readFlag],
      )
    await message(tenant.id, young.messages - 1, 1)
    await message(tenant.id, young.messages, 0)
    await message(other.id, young.messages - 1, 0)
    const alarm = async (clearedAt: number | null) => {
      const { id } = await anAlarm(history.build, {
        tenant_id: tenant.id,
        area_id: area.id,
        raised_at: 5,
        ...(clearedAt === null ? {} : { state: 'cleared', cleared_at: clearedAt }),
      })
      await owner.query(`insert into furrow.alarm_event (tenant_id, alarm_id, at, what) values ($1, $2, 5, 'raised')`, [tenant.id, id])
      return id
    }
    await alarm(young.alarms - 1)
    const alarms = [await alarm(young.alarms), await alarm(null)]
    const told: (number | null)[][] = []
    await owner.query('update furrow.retention set at = $1', [LATER - DAY])
    const jobs = startJobs(
      () => LATER,
      (...who) => told.push(who),
    )
    await jobs.runNow()
    const left = async (statement: string) => (await owner.query(statement)).rows
    expect(await left('select at from furrow.online_log')).toEqual([{ at: young.logs }])
    expect(await left('select id from furrow.command')).toEqual([{ id: kept }])
    expect(await left('select id from furrow.alarm order by id')).toEqual(alarms.map((id) => ({ id })))
    expect(await left('select alarm_id as id from furrow.alarm_event order by 1')).toEqual(alarms.map((id) => ({ id })))
    expect(await left('select tenant_id, created_at from furrow.user_message')).toEqual([
      { tenant_id: tenant.id, created_at: young.messages },
    ])
    expect(told).toEqual([[other.id, null]])
    await message(other.id, 0, 0)
    await jobs.runNow()
    expect(await left('select 1 from furrow.user_message'), 'the job looks once a day').toHaveLength(2)
    expect(
      await forgetOldLogs(history.store.servicePool, { logs: LATER, messages: LATER, changes: LATER, audit: 0, alarms: 0 }),
    ).toMatchObject({
      presences: 1,
      commands: 1,
      messages: 2,
    })
  })

  test('a stop waits for one statement, not for all that is old', async () => {
    const { owner, tenant, device } = history
    const write = () =>
      owner.query(
        `insert into furrow.online_log (tenant_id, device_id, at, presence) select $1, $2, at, 'offline' from generate_series(1, 20010) as at`,
        [tenant.id, device.id],
      )
    // The database looked at the table when all of it was forgotten, as it does at any time: it takes it for empty.
    await owner.query('alter table furrow.online_log set (autovacuum_enabled = off)')
    await write()
    await owner.query('delete from furrow.online_log')
    await owner.query('analyze furrow.online_log')
    await write()
    let statements = 0
    const gone = await forgetOldLogs(
      history.store.servicePool,
      { logs: START, messages: START, changes: START, audit: 0, alarms: 0 },
      { stopped: () => statements++ > 0 },
    )
    expect(gone).toMatchObject({ presences: 20_000, commands: 0, messages: 0 })
    expect((await owner.query('select count(*)::int as n from furrow.online_log where at < $1', [START])).rows).toEqual([{ n: 10 }])
    expect(
      await forgetOldLogs(history.store.servicePool, { logs: START, messages: START, changes: START, audit: 0, alarms: 0 }),
    ).toMatchObject({
      presences: 10,
    })
  })

  test.each([
    ['online_log', 'at'],
    ['command', 'created_at'],
    ['user_message', 'created_at'],
    ['session', 'expires_at'],
    ['captcha', 'expires_at'],
    ['sign_in_failure', 'at'],
    ['phone_code', 'sent_at'],
    ['insect_upload', 'expires_at'],
  ])('the oldest rows of %s are found by an index', async (table, column) => {
    const client = await history.owner.connect()
    try {
      // The tables of a test are so small that reading them whole would win.
      await client.query('begin; set local enable_seqscan = off; set local enable_sort = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select 1 from furrow.${table} where ${column} < 1 order by ${column} limit 10`,
      )
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(new RegExp(`Index (Only )?Scan using ${table}_(age|expiry)`))
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
