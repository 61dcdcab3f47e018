import type pg from 'pg'

/** Rows deleted in one statement. */
const CHUNK = 20_000

/**
 * Forgets what is older than `before` (ms UTC): whole months of readings, roll-ups and marks; and the history of items that are no
 * more. Answers how many months and how many items went. Works in bounded statements, under the service role; what `stopped` keeps it
 * from is left to the next time.
 */
export async function forgetOldHistory(
  pool: pg.Pool,
  before: number,
  stopped: () => boolean = () => false,
): Promise<{ months: number; items: number }> {
  const { rows } = await pool.query<{ months: number }>('select furrow.drop_reading_partitions($1) as months', [Math.floor(before)])
  const months = rows[0]!.months
  if (months > 0) {
    // By item, so that the keys (item_id, bucket) serve it.
    for (const [table, column] of [
      ['reading_minute', 'bucket'],
      ['reading_hour', 'bucket'],
      ['rollup_dirty', 'hour'],
    ] as const)
      await untilNone(
        { pool, stopped },
        `delete from ${table} where (item_id, ${column}) in (
        select t.item_id, t.${column} from item cross join lateral (
          select item_id, ${column} from ${table} where item_id = item.id and ${column} < $1 limit ${CHUNK}
        ) t limit ${CHUNK})`,
        [Math.floor(before)],
      )
  }
  return { months, items: await forgetLostItems({ pool, stopped }) }
}

/**
 * Forgets what is older than `before` (ms UTC) of the rows that pile up beside history, read or not: commands and comings and goings of
 * devices (`logs`), messages of users (`messages`). Answers how many rows of each went, and the tenants in which one was still unread.
 * Works in bounded statements, oldest first, under the service role.
 */
export async function forgetOldLogs(
  pool: pg.Pool,
  before: { logs: number; messages: number },
  stopped: () => boolean = () => false,
): Promise<{ commands: number; presences: number; messages: number; unreadIn: Set<number> }> {
  const older = (table: string, column: string) =>
    `delete from ${table} where id in (select id from ${table} where ${column} < $1 order by ${column} limit ${CHUNK})`
  const unreadIn = new Set<number>()
  const work = { pool, stopped }
  return {
    presences: await untilNone(work, older('online_log', 'at'), [before.logs]),
    commands: await untilNone(work, older('command', 'created_at'), [before.logs]),
    messages: await untilNone<{ tenant_id: number; read_flag: number }>(
      work,
      `${older('user_message', 'created_at')} returning tenant_id, read_flag`,
      [before.messages],
      ({ tenant_id: tenantId, read_flag: readFlag }) => {
        if (readFlag === 0) unreadIn.add(tenantId)
      },
    ),
    unreadIn,
  }
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
  for (const [table, column] of [
    ['reading', 'ts'],
    ['reading_minute', 'bucket'],
    ['rollup_dirty', 'hour'],
    ['reading_hour', 'bucket'],
  ] as const) {
    await untilNone(
      work,
      `delete from ${table} where (item_id, ${column}) in (select item_id, ${column} from ${table} where item_id = any($1::bigint[]) limit ${CHUNK})`,
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
