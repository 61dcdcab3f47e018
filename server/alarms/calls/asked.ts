import { sql } from 'kysely'
import type { WatchLogic } from '#contract/watch/logic'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'

/** The base, where the caller may see it; else fails with error.notFound. */
export async function mustSeeBase(scope: Scope, areaId: number): Promise<void> {
  const found = await scope.select('area').select('area.id').where('area.id', '=', areaId).executeTakeFirst()
  if (!found) throw notFound()
}

/** Devices and plots that are named must stand in the base; else fails with error.alarm.scope. */
export async function mustStandThere(
  scope: Scope,
  areaId: number,
  named: Pick<WatchLogic['scope'], 'deviceIds' | 'landIds'>,
): Promise<void> {
  for (const [table, ids] of [
    ['device', named.deviceIds],
    ['land', named.landIds],
  ] as const) {
    if (ids === null) continue
    const wanted = [...new Set(ids)]
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
      where tenant_id = ${scope.tenantId} and area_id = ${areaId} and id = any(${wanted}::bigint[])`.execute(scope.raw)
    if (rows[0]!.n < wanted.length) throw new CallFailure('error.alarm.scope')
  }
}

/** What a user is called. */
export async function nameOf(scope: Scope, userId: number): Promise<string> {
  const row = await scope.raw.selectFrom('app_user').select('real_name').where('id', '=', userId).executeTakeFirstOrThrow()
  return row.real_name
}
