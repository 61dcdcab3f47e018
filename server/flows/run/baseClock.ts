import type { Kysely } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'
import { calendarOf } from '../../ground/watch/calendar.ts'
import { placeOf } from '../../ground/watch/farm.ts'
import type { BaseClock } from './clockTimes.ts'

/** The clock of a tenant and the sun over one of its bases. */
export async function readBaseClock(work: Kysely<Database>, tenantId: number, areaId: number): Promise<BaseClock> {
  const { area_center: center, time_zone: zone } = await work
    .selectFrom('area')
    .innerJoin('tenant', 'tenant.id', 'area.tenant_id')
    .select(['area.area_center', 'tenant.time_zone'])
    .where('area.tenant_id', '=', tenantId)
    .where('area.id', '=', areaId)
    .executeTakeFirstOrThrow()
  const place = placeOf(center)
  return { zone, calendar: calendarOf(zone, place), hasSun: place !== null }
}
