import { sql } from 'kysely'
import type { Scope } from '../../ground/database/scope.ts'

/**
 * Whoever makes or deletes panoramas, tours or scenes of a tenant waits here for whoever does so already, until that one's transaction ends:
 * how many there are and what leads where is then as it was judged.
 */
export async function lockTours({ raw, tenantId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`furrow panoramas ${tenantId}`}, 0))`.execute(raw)
}
