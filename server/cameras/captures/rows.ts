import { type RawBuilder, sql } from 'kysely'
import type { Capture, CapturePlan, CapturePlanBody, CaptureReason, Series } from '#contract/cameras/capture'
import type { Scope } from '../../ground/database/scope.ts'

const ofPlan = (state: 'taken' | 'missed') => sql`from capture c where c.plan_id = p.id and c.state = ${state}`
const newest = sql`from capture c where c.plan_id = p.id and c.state = 'taken' order by c.due_at desc limit 1`

/** The plans that hold, by name. Whether the caller may see their camera is asked before. */
export async function plansWhere(scope: Scope, holds: RawBuilder<unknown>): Promise<CapturePlan[]> {
  const { rows } = await sql<CapturePlan>`select p.id, p.name, p.device_id as "cameraId", p.times, p.every_minutes as "everyMinutes",
      p.from_minute as "fromMinute", p.to_minute as "toMinute", p.days, p.from_date as "fromDate", p.to_date as "toDate", p.crop,
      p.seedling_flag as seedling, p.enabled_flag as "enabledFlag", p.keep_days as "keepDays",
      case when p.enabled_flag = 1 then p.next_at end as "nextAt", (select count(*)::int ${ofPlan('taken')}) as pictures,
      (select c.taken_at ${newest}) as "newestAt", p.object_version_number as "objectVersionNumber"
    from capture_plan p where p.tenant_id = ${scope.tenantId} and ${holds} order by p.name, p.id`.execute(scope.raw)
  return rows
}

/** The series of seedlings that hold, of cameras `d` of the caller's own bases; the one with the newest picture first. */
export async function seriesWhere(scope: Scope, holds: RawBuilder<unknown>): Promise<Series[]> {
  const { rows } =
    await sql<Series>`select p.id as "planId", p.name, p.crop, d.id as "cameraId", d.name as "cameraName", l.land_name as "landName",
      p.enabled_flag as "enabledFlag", (select min(c.taken_at) ${ofPlan('taken')}) as "firstAt", n.taken_at as "newestAt",
      case when p.enabled_flag = 1 then p.next_at end as "nextAt", (select count(*)::int ${ofPlan('taken')}) as pictures,
      (select count(*)::int ${ofPlan('missed')}) as missed, n.file_url as "newestUrl"
    from capture_plan p join device d on d.id = p.device_id left join land l on l.id = d.land_id
    left join lateral (select c.taken_at, c.file_url ${newest}) n on true
    where p.tenant_id = ${scope.tenantId} and d.tenant_id = ${scope.tenantId} and p.seedling_flag = 1 and ${holds}
      and (${scope.areas === null} or d.area_id = any(${[...(scope.areas ?? [])]}::bigint[]))
    order by n.taken_at desc nulls last, p.name, p.id`.execute(scope.raw)
  return rows
}

export const captureColumns = ['id', 'due_at', 'state', 'taken_at', 'file_url', 'why'] as const
interface CaptureRow {
  readonly id: number
  readonly due_at: number
  readonly state: string
  readonly taken_at: number | null
  readonly file_url: string | null
  readonly why: string | null
}
export const toCapture = (row: CaptureRow): Omit<Capture, 'planId' | 'planName'> => ({
  id: row.id,
  dueAt: row.due_at,
  state: row.state as Capture['state'],
  takenAt: row.taken_at,
  fileUrl: row.file_url,
  why: row.why as CaptureReason | null,
})

/** What a body says of a plan, as columns. */
export const columnsOf = (body: CapturePlanBody) => ({
  name: body.name.trim(),
  times: [...body.times],
  every_minutes: body.everyMinutes,
  from_minute: body.fromMinute,
  to_minute: body.toMinute,
  days: [...body.days],
  from_date: body.fromDate,
  to_date: body.toDate,
  crop: body.crop.trim(),
  seedling_flag: body.seedling,
  enabled_flag: body.enabledFlag,
  keep_days: body.keepDays,
})
