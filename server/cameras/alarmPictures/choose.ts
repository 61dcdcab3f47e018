import { type Kysely, sql } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'

/** A camera that far from a device does not show it, metres. */
const NEAR_M = 300
/** An alarm that was written here so long ago shows nothing of its moment, ms. */
const LATE_MS = 2 * 60_000
/** More alarms of a tenant within a minute are a storm: their pictures would come too late and show one thing. */
const STORM = 20
const MINUTE_MS = 60_000
const ALARMS_AT_ONCE = 200

/**
 * Looks at alarms that were written since the last look, in each base that has a camera, and gives each whose device has a camera near it a row: who
 * is to take its picture, or why nobody does. A base that is new here begins with what comes from now on.
 */
export async function chooseCameras(work: Kysely<Database>, now: number): Promise<void> {
  await sql`insert into alarm_picture_reach (area_id, tenant_id, after_id)
    select distinct d.area_id, d.tenant_id, coalesce((select max(a.id) from alarm a where a.area_id = d.area_id), 0)
    from camera c join device d on d.id = c.device_id
    where not exists (select from alarm_picture_reach r where r.area_id = d.area_id)
    on conflict do nothing`.execute(work)
  const { rows } = await sql<{ area_id: number; tenant_id: number; after_id: number; newest: number }>`
    select r.area_id, r.tenant_id, r.after_id, n.newest from alarm_picture_reach r
      cross join lateral (select id as newest from alarm where tenant_id = r.tenant_id and area_id = r.area_id order by id desc limit 1) n
    where n.newest > r.after_id order by r.area_id for update of r`.execute(work)
  for (const { area_id: areaId, tenant_id: tenantId, after_id: after, newest } of rows) {
    const { rows: alarms } = await sql<{ id: number }>`select id from alarm where tenant_id = ${tenantId} and area_id = ${areaId}
      and id > ${after} and id <= ${newest} order by id limit ${ALARMS_AT_ONCE}`.execute(work)
    for (const { id } of alarms) await chooseFor(work, tenantId, id, now)
    const reached = alarms.length < ALARMS_AT_ONCE ? newest : alarms.at(-1)!.id
    await sql`update alarm_picture_reach set after_id = ${reached} where area_id = ${areaId}`.execute(work)
  }
}

/** Of the cameras of the device's base that are open: at its gateway, else on its plot, else within reach of it. */
async function chooseFor(work: Kysely<Database>, tenantId: number, alarmId: number, now: number): Promise<void> {
  await sql`
    with told as (
      select a.id, a.raised_at, a.told_at, d.id as device_id, d.parent_id, d.area_id, d.land_id, d.longitude, d.latitude,
        (select count(*) from alarm o where o.tenant_id = a.tenant_id and o.id <= a.id and o.id > a.id - 10000 and o.told_at > a.told_at - ${MINUTE_MS}) as crowd
      from alarm a join device d on d.id = a.device_id where a.tenant_id = ${tenantId} and a.id = ${alarmId} and d.area_id = a.area_id
    ), near as (
      select t.*, c.device_id as camera_id, d.name as camera_name,
        case when c.device_id = t.device_id or c.gateway_id = t.device_id or c.gateway_id = t.parent_id then 'gateway'
          when d.land_id = t.land_id then 'plot' else 'near' end as chosen,
        111320 * sqrt(power(d.latitude - t.latitude, 2) + power((d.longitude - t.longitude - 360 * round((d.longitude - t.longitude) / 360)) * cos(radians(t.latitude)), 2)) as metres
      from told t join device d on d.area_id = t.area_id and d.tenant_id = ${tenantId} and d.enabled_flag = 1
        join camera c on c.device_id = d.id and c.disabled_flag = 0
    )
    insert into alarm_picture (id, tenant_id, device_id, camera_name, chosen, distance, raised_at, told_at, state, again_at, why)
    select id, ${tenantId}::bigint, camera_id, camera_name, chosen, case when chosen = 'near' then metres end, raised_at, told_at,
      case when crowd > ${STORM} or told_at < ${now - LATE_MS} then 'missed' else 'due' end,
      case when crowd > ${STORM} or told_at < ${now - LATE_MS} then null else ${now}::bigint end,
      case when told_at < ${now - LATE_MS} then 'late' when crowd > ${STORM} then 'storm' end
    from near where chosen <> 'near' or metres <= ${NEAR_M}
    order by case chosen when 'gateway' then 0 when 'plot' then 1 else 2 end, metres nulls last, camera_id limit 1
    on conflict do nothing`.execute(work)
}
