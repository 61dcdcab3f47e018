import type { Db, FeedRow } from './records.ts'
import type { Target } from './target.ts'

/** How far a receiver has come: all up to `cursor`, and of the row `part.id` so many records as `part.at`. */
export interface Progress {
  readonly cursor: number
  readonly part: { readonly id: number; readonly at: number } | null
}

export async function readFeed(
  db: Db,
  { tenantId, filter }: Pick<Target, 'tenantId' | 'filter'>,
  { after, to, most }: { after: number; to: number; most: number },
): Promise<FeedRow[]> {
  const { rows } = await db.query<FeedRow>(
    `select id, source, at, n, refs, batch from push_feed where tenant_id = $1 and id > $2 and id <= $3 and source = any($4::text[]) order by id limit ${most}`,
    [tenantId, after, to, filter.sources],
  )
  return rows
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
