import type pg from 'pg'
import { dropMonth, monthsOf } from './months.ts'

/** Rows deleted in one statement. */
const CHUNK = 20_000

/** Items whose roll-ups are looked through in one statement. */
const ITEMS = 500

/**
 * Forgets what is older than `before` (ms UTC): whole months of readings, at most `most` of them, with their roll-ups and marks; and the
 * history of items that are no more. Answers how many months and how many items went. Works in bounded statements, the months under the
 * owner, all else under the service role; what `stopped` keeps it from is left to the next time.
 */
export async function forgetOldHistory(
  { pool, owner }: { pool: pg.Pool; owner: pg.Pool },
  before: number,
  { most = Infinity, stopped = () => false }: { most?: number; stopped?: () => boolean } = {},
): Promise<{ months: number; items: number }> {
  const due = (await monthsOf(owner)).filter(({ to }) => to <= before).slice(0, most)
  let months = 0
  for (const month of due) {
    // What was made of the readings goes first, so that a fault on the way leaves the month, which is then found again.
    for (const [table, column] of [
      ['reading_minute', 'bucket'],
      ['reading_hour', 'bucket'],
      ['rollup_dirty', 'hour'],
    ] as const) {
      await forgetBuckets({ pool, stopped }, { table, column, before: month.to })
    }
    if (stopped()) break
    await dropMonth(owner, month)
    months++
  }
  return { months, items: await forgetLostItems({ pool, stopped }) }
}

/**
 * Deletes the rows that `source` finds, by where they lie: a join by their key becomes one of every row with every row where the database
 * has just looked at a table of which all was forgotten, and takes it for empty.
 */
const deleteRows = (table: string, source: string) => `delete from ${table} where ctid = any(array(${source}))`

/** By item, so that the key (item_id, bucket) serves it, and on from the items that are done. */
async function forgetBuckets(work: Work, { table, column, before }: { table: string; column: string; before: number }): Promise<void> {
  let last = -1
  while (!work.stopped()) {
    const { rows } = await work.pool.query<{ id: number }>('select id from item where id > $1 order by id limit $2', [last, ITEMS])
    if (rows.length === 0) return
    await untilNone(
      work,
      deleteRows(
        table,
        `select t.ctid from unnest($1::bigint[]) as i(id) cross join lateral (
          select ctid from ${table} where item_id = i.id and ${column} < $2 limit ${CHUNK}
        ) t limit ${CHUNK}`,
      ),
      [rows.map(({ id }) => id), before],
    )
    last = rows.at(-1)!.id
  }
}

/**
 * Forgets what is older than `before` (ms UTC) of the rows that pile up beside history, read or not: commands (but not the settings that a device holds), comings and goings of
 * devices and counts of what they said in vain, addresses for their pictures (`logs`), messages of users (`messages`), the audit trail (`audit`), alarms that were over by then, with what became of them (`alarms`), changes of switches (`changes`, but of each switch
 * the one that was in force then stays); of each at most what is no more than `span` (ms) younger than its oldest. Answers how many rows of each went, and the tenants in which one was still unread. Works in bounded
 * statements, oldest first, under the service role.
 */
export async function forgetOldLogs(
  pool: pg.Pool,
  before: { logs: number; messages: number; changes: number; audit: number; alarms: number },
  { span = Infinity, stopped = () => false }: { span?: number; stopped?: () => boolean } = {},
): Promise<{
  commands: number
  pastDevices: number
  presences: number
  rejections: number
  uploads: number
  messages: number
  changes: number
  auditEntries: number
  alarms: number
  unreadIn: Set<number>
}> {
  const unreadIn = new Set<number>()
  const forget = async <Row extends pg.QueryResultRow>(
    { table, column, returning = '', past = 'true' }: { table: string; column: string; returning?: string; past?: string },
    wanted: number,
    each: (row: Row) => void = () => undefined,
  ) => {
    const { rows } = await pool.query<{ oldest: number | null }>(`select min(${column}) as oldest from ${table} one where ${past}`)
    return untilNone<Row>(
      { pool, stopped },
      `${deleteRows(table, `select ctid from ${table} one where ${column} < $1 and ${past} order by ${column} limit ${CHUNK}`)} ${returning}`,
      [Math.floor(Math.min(wanted, (rows[0]!.oldest ?? wanted) + span))],
      each,
    )
  }
  return {
    presences: await forget({ table: 'online_log', column: 'at' }, before.logs),
    commands: await forget({ table: 'command', column: 'created_at', past: `not (${HELD_SETTINGS})` }, before.logs),
    pastDevices: await forget({ table: 'past_device', column: 'deleted_at' }, before.logs),
    rejections: await forget({ table: 'rejected_count', column: 'hour' }, before.logs),
    uploads: await forget({ table: 'insect_upload', column: 'expires_at' }, before.logs),
    messages: await forget<{ tenant_id: number; read_flag: number }>(
      { table: 'user_message', column: 'created_at', returning: 'returning tenant_id, read_flag' },
      before.messages,
      ({ tenant_id: tenantId, read_flag: readFlag }) => {
        if (readFlag === 0) unreadIn.add(tenantId)
      },
    ),
    auditEntries: await forget({ table: 'audit_entry', column: 'at' }, before.audit),
    alarms: await forget({ table: 'alarm', column: 'cleared_at', past: 'cleared_at is not null' }, before.alarms),
    changes: await forgetChanges({ pool, stopped }, before.changes, span),
    unreadIn,
  }
}

/** What a device that is there was told of its settings last, and what it confirmed last: that is what it holds, however long ago it was said. */
const HELD_SETTINGS = `one.verb = 'settings.set' and exists (select from device where device.id = one.device_id) and not exists (
  select from command later where later.device_id = one.device_id and later.verb = one.verb
    and (later.created_at, later.id) > (one.created_at, one.id) and (one.state <> 'observed' or later.state = 'observed'))`

/** What a switch was at `before` is asked after for as long as history reaches back to it: that change stays, however old it is. */
async function forgetChanges(work: Work, before: number, span: number): Promise<number> {
  const isPast = `at < $1 and exists (
    select from switch_change later
    where later.switch_id = c.switch_id and (later.at, later.id) > (c.at, c.id) and later.at <= $1)`
  const { rows } = await work.pool.query<{ at: number }>(`select at from switch_change c where ${isPast} order by at limit 1`, [before])
  if (rows[0] === undefined) return 0
  // Those that stay are judged by the day that is wanted, which a short span must not move.
  return untilNone(
    work,
    deleteRows('switch_change', `select ctid from switch_change c where ${isPast} and at < $2 order by at limit ${CHUNK}`),
    [before, Math.floor(rows[0].at + span)].map((at) => (Number.isFinite(at) ? at : before)),
  )
}

/** Deletes the history of items whose device was deleted: a device's own rows go with it, its readings only here. */
async function forgetLostItems(work: Work): Promise<number> {
  // Steps from item to item by the key, instead of reading every row.
  const { rows } = await work.pool.query<{ item_id: number }>(`
    with recursive known as (
      (select item_id from reading_hour order by item_id limit 1)
      union all
      select (select r.item_id from reading_hour r where r.item_id > known.item_id order by r.item_id limit 1) from known where known.item_id is not null
    )
    select item_id from known where item_id is not null and not exists (select 1 from item where item.id = known.item_id)`)
  const lost = rows.map(({ item_id }) => item_id)
  if (lost.length === 0) return 0
  // The hour rows are what names a lost item: they go last, so that a fault on the way leaves it findable.
  for (const table of ['reading', 'reading_minute', 'rollup_dirty', 'reading_hour']) {
    await untilNone(
      work,
      // Of another month a row may stand at the same place: it has to be of these items, too.
      `${deleteRows(table, `select ctid from ${table} where item_id = any($1::bigint[]) limit ${CHUNK}`)} and item_id = any($1::bigint[])`,
      [lost],
    )
    if (work.stopped()) return 0
  }
  return lost.length
}

interface Work {
  readonly pool: pg.Pool
  readonly stopped: () => boolean
}

/** Runs a bounded deletion until it finds less than its bound; answers how many rows went and shows `each` that it returns. */
async function untilNone<Row extends pg.QueryResultRow>(
  { pool, stopped }: Work,
  statement: string,
  values: unknown[],
  each: (row: Row) => void = () => undefined,
): Promise<number> {
  let gone = 0
  while (!stopped()) {
    const { rowCount, rows } = await pool.query<Row>(statement, values)
    rows.forEach(each)
    gone += rowCount ?? 0
    if ((rowCount ?? 0) < CHUNK) break
  }
  return gone
}
