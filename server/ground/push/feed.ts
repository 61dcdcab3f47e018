import type { Db, FeedRow } from './records.ts'
import type { Target } from './target.ts'

/** How far a receiver has come: all up to `cursor`, and of the row `part.id` so many records as `part.at`. */
export interface Progress {
  readonly cursor: number
  readonly part: { readonly id: number; readonly at: number } | null
}

/** Rows that are read in one turn, and about how many records of these: a turn is short, whatever a row holds. */
const ROWS = 32
const RECORDS = 4000

/** The next rows of the feed, and whether there may be more up to `to`; `bare` without the readings of a batch, which are most of it. */
export async function readFeed(
  db: Db,
  { tenantId, filter }: Pick<Target, 'tenantId' | 'filter'>,
  { after, to, bare = false }: { after: number; to: number; bare?: boolean },
): Promise<{ rows: FeedRow[]; isMore: boolean }> {
  const { rows } = await db.query<FeedRow & { found: number }>(
    `select id, source, at, n, refs, ${bare ? 'null as batch' : 'batch'}, found from (
       select next.*, sum(n) over (order by id) - n as before, count(*) over ()::int as found from (
         select id, source, at, n, refs, batch from push_feed
         where tenant_id = $1 and id > $2 and id <= $3 and source = any($4::text[]) order by id limit ${ROWS}) next) counted
     ${bare ? '' : `where before < ${RECORDS}`} order by id`,
    [tenantId, after, to, filter.sources],
  )
  const found = rows[0]?.found ?? 0
  return { rows, isMore: found === ROWS || rows.length < found }
}

/** When the oldest of what is next happened; null where nothing is. */
export async function oldestOf(
  db: Db,
  { tenantId, filter }: Pick<Target, 'tenantId' | 'filter'>,
  { after, to }: { after: number; to: number },
): Promise<number | null> {
  const { rows } = await db.query<{ at: number }>(
    'select at from push_feed where tenant_id = $1 and id > $2 and id <= $3 and source = any($4::text[]) order by id limit 1',
    [tenantId, after, to, filter.sources],
  )
  return rows[0]?.at ?? null
}

/** When what was written last happened; null where nothing waits. */
export async function newestOf(db: Db): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>(
    'select greatest((select at from push_feed order by id desc limit 1), (select max(created_at) from push_delivery)) as at',
    [],
  )
  return rows[0]!.at
}

/** What is dated later than can be is dated now. */
export async function dateFeed(db: Db, tenantId: number, { later, now }: { later: number; now: number }): Promise<void> {
  await db.query('update push_feed set at = $3 where tenant_id = $1 and at > $2', [tenantId, later, now])
}

const CHUNK = 5000
/** Forgets what all receivers of a tenant are past. */
export async function forgetPast(db: Db, tenantId: number, past: number): Promise<void> {
  await db.query(
    `delete from push_feed where tenant_id = $1 and id = any(array(
       select id from push_feed where tenant_id = $1 and id <= $2 order by id limit ${CHUNK}))`,
    [tenantId, past],
  )
}

/** Forgets what of tenants is left that send nothing any more. */
export async function forgetUnwanted(db: Db): Promise<void> {
  await db.query('delete from push_feed f where not exists (select from push_target t where t.tenant_id = f.tenant_id)', [])
}
