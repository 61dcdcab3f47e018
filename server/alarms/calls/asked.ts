import { sql } from 'kysely'
import type { WatchLogic } from '#contract/watch/logic'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'

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
