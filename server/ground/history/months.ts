import type pg from 'pg'

/** A lock that is not to be had within this time is left to the next run: waiting longer would hold up others behind it, in ms. */
const LOCK_MS = 5000

/** A month of readings. */
export interface Month {
  /** Its table in the schema furrow. */
  readonly name: string
  /** Its start and its end, ms UTC. */
  readonly from: number
  readonly to: number
}

/** The months of which there are readings, oldest first; those too that an earlier run could not drop to the end. */
export async function monthsOf(pool: Pick<pg.Pool, 'query'>): Promise<Month[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'furrow'::regnamespace and relkind = 'r' and relname ~ '^reading_\\d{4}_\\d{2}$' order by 1`,
  )
  return rows.map(({ name }) => {
    const [year, month] = [Number(name.slice(-7, -3)), Number(name.slice(-2))]
    return { name, from: Date.UTC(year, month - 1), to: Date.UTC(year, month) }
  })
}

/**
 * Drops a month of readings, under the owner: detached beside the running work, which then has nothing to do with it any more. Fails
 * (55P03) where a transaction that may still read it, a dump for one, does not end in time; what was begun is taken up by the next run.
 */
export async function dropMonth(owner: pg.Pool, { name }: Month): Promise<void> {
  const client = await owner.connect()
  let unfit = true
  try {
    await client.query(`set lock_timeout = ${LOCK_MS}`)
    // Only one month at a time can be on its way out.
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_inherits h join pg_class c on c.oid = h.inhrelid where h.inhparent = 'furrow.reading'::regclass and h.inhdetachpending`,
    )
    for (const pending of rows) {
      await client.query(`alter table furrow.reading detach partition furrow.${pending.name} finalize`)
    }
    const { rowCount } = await client.query(
      `select from pg_inherits where inhparent = 'furrow.reading'::regclass and inhrelid = 'furrow.${name}'::regclass`,
    )
    if (rowCount) await client.query(`alter table furrow.reading detach partition furrow.${name} concurrently`)
    await client.query(`drop table furrow.${name}`)
    await client.query('reset lock_timeout')
    unfit = false
  } finally {
    client.release(unfit)
  }
}
