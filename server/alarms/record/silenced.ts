import { type RawBuilder, sql } from 'kysely'
import { plannedUntil } from '../../ground/watch/plannedWork.ts'

const OF_ALARM = { tenantId: sql`a.tenant_id`, areaId: sql`a.area_id`, deviceId: sql`a.device_id` }

/** Whether planned work covers the alarm `a` of a statement at `now`, ms UTC. */
export const isSilenced = (now: number): RawBuilder<boolean> => sql`${plannedUntil(OF_ALARM, now)} is not null`
