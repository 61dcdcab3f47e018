import { sql } from 'kysely'
import type { Scope } from '../database/scope.ts'
import { CallFailure, notFound } from '../failure.ts'

/**
 * Writes the order of all rows of a table of the tenant that have a `position`, under a lock of the caller's. Fails with error.notFound where
 * one is gone, and with error.conflict where one is missing: somebody deleted or added one meanwhile.
 */
export async function inOrder(scope: Scope, table: 'banner' | 'promo_video', ids: readonly number[]): Promise<void> {
  const { raw, tenantId } = scope
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(raw)
  const there = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !there.has(id))) throw notFound()
  if (new Set(ids).size !== ids.length || ids.length !== there.size) throw new CallFailure('error.conflict')
  await sql`update ${sql.table(table)} set position = given.nth from unnest(${ids}::bigint[]) with ordinality as given (id, nth)
    where ${sql.ref(`${table}.tenant_id`)} = ${tenantId} and ${sql.ref(`${table}.id`)} = given.id`.execute(raw)
}
