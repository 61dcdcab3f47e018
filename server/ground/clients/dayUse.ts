import { sql } from 'kysely'
import type { Application } from '#contract/organization/application'
import type { Scope } from '../database/scope.ts'
import { HOUR_MS } from '../http/clientUse.ts'

const DAY_MS = 24 * HOUR_MS
export const noUse: Application['day'] = { calls: 0, refused: 0, limited: 0 }

/** What each of these called within the last 24 hours, to the hour. */
export async function dayUsesOf(
  { raw, tenantId }: Scope,
  column: 'application_id' | 'token_id',
  ids: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, Application['day']>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number } & Application['day']>`select ${sql.ref(column)} as id, sum(calls)::int as calls,
      sum(refused)::int as refused, sum(limited)::int as limited from client_use
    where tenant_id = ${tenantId} and ${sql.ref(column)} = any(${[...ids]}::bigint[]) and hour > ${now - DAY_MS} group by 1`.execute(raw)
  return new Map(rows.map(({ id, ...use }) => [id, use]))
}
