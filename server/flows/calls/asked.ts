import { type Kysely, sql } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'

/**
 * Whoever changes flows, or groups that flows name, waits here for whoever does so already, until that one's transaction ends: what was judged
 * of a flow is so still when it is enabled. Take it before any row.
 */
export async function lockFlows(work: Kysely<Database>, tenantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`furrow flows ${tenantId}`}, 0))`.execute(work)
}

/** The base, where the caller may see it; else fails with error.notFound. */
export async function mustSeeBase(scope: Scope, areaId: number): Promise<void> {
  const found = await scope.select('area').select('area.id').where('area.id', '=', areaId).executeTakeFirst()
  if (!found) throw notFound()
}

/** What a user is called. */
export async function nameOf(scope: Scope, userId: number): Promise<string> {
  const row = await scope.raw.selectFrom('app_user').select('real_name').where('id', '=', userId).executeTakeFirstOrThrow()
  return row.real_name
}
