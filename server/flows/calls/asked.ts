import { type Kysely, sql } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'

/**
 * Whoever changes flows, or groups that flows name, waits here for whoever does so already, until that one's transaction ends: what was judged
 * of a flow is so still when it is enabled. Take it before any row.
 */
export async function lockFlows(work: Kysely<Database>, tenantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`furrow flows ${tenantId}`}, 0))`.execute(work)
}
