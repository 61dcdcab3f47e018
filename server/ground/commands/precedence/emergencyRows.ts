import { type Kysely, sql } from 'kysely'
import { DEVICE_TYPES, deviceTypes } from '#contract/devices/deviceType'
import type { EmergencyStop } from '#contract/devices/emergencyStop'
import type { Database } from '../../database/schema.ts'
import type { Scope } from '../../database/scope.ts'

/** What is safe while it runs, and goes on until it is stopped too. */
export const GOES_ON = DEVICE_TYPES.filter((type) => deviceTypes[type].circuits?.rest === 1)

const KEY = `hashtextextended('furrow emergency ' || $1::bigint, 0)`
/** Starts of one base are recorded side by side, and while one is, the stop of that base is not pressed. */
export const SHARE_BASE = `select pg_advisory_xact_lock_shared(${KEY})`
export const lockBase = (work: Kysely<Database>, areaId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('furrow emergency ' || ${areaId}::bigint, 0))`.execute(work)

/** The stops that stand in the bases that the scope sees, or in one of them, with how much still runs there though it is to stop. */
export async function standing(scope: Scope, areaId?: number): Promise<EmergencyStop[]> {
  const goesOn = sql<boolean>`(emergency_stop.aerators_at is null and d.device_type = any(${GOES_ON}::text[]))`
  let rows = scope
    .select('emergency_stop')
    .innerJoin('area', 'area.id', 'emergency_stop.area_id')
    .select([
      'emergency_stop.area_id as areaId',
      'area.area_name as areaName',
      'emergency_stop.pressed_at as pressedAt',
      'emergency_stop.pressed_by as pressedBy',
      'emergency_stop.aerators_at as aeratorsAt',
      'emergency_stop.aerators_by as aeratorsBy',
      sql<number>`((select count(*) from switch s join device d on d.id = s.device_id
          where s.tenant_id = ${scope.tenantId} and s.area_id = emergency_stop.area_id and s.status <> 0 and not ${goesOn})
        + (select count(*) from item o where o.tenant_id = ${scope.tenantId} and o.area_id = emergency_stop.area_id and o.code = 'dosing'
          and o.last_value <> 0))::int`.as('running'),
    ])
    .where('emergency_stop.lifted_at', 'is', null)
    .orderBy('emergency_stop.area_id')
  if (areaId !== undefined) rows = rows.where('emergency_stop.area_id', '=', areaId)
  return rows.execute()
}
