import type pg from 'pg'

/** Rows deleted in one statement. */
const CHUNK = 20_000

/**
 * Forgets what is older than `before` (ms UTC): whole months of readings, roll-ups and marks; and the history of items that are no
 * more. Answers how many months and how many items went. Works in bounded statements, under the service role.
 */
export async function forgetOldHistory(pool: pg.Pool, before: number): Promise<{ months: number; items: number }> {
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
        pool,
        `delete from ${table} where (item_id, ${column}) in (
        select t.item_id, t.${column} from item cross join lateral (
          select item_id, ${column} from ${table} where item_id = item.id and ${column} < $1 limit ${CHUNK}
        ) t limit ${CHUNK})`,
        [Math.floor(before)],
      )
  }
  return { months, items: await forgetLostItems(pool) }
}

/** Deletes the history of items whose device was deleted: a device's own rows go with it, its readings only here. */
async function forgetLostItems(pool: pg.Pool): Promise<number> {
  // Steps from item to item by the key, instead of reading every row.
  const { rows } = await pool.query<{ item_id: number }>(`
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
  ] as const)
    await untilNone(
      pool,
      `delete from ${table} where (item_id, ${column}) in (select item_id, ${column} from ${table} where item_id = any($1::bigint[]) limit ${CHUNK})`,
      [lost],
    )
  return lost.length
}

async function untilNone(pool: pg.Pool, statement: string, values: unknown[]): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(statement, values)
    if (!rowCount || rowCount < CHUNK) return
  }
}
