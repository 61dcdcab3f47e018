import { type Kysely, sql } from 'kysely'
import type { ChannelKind, Shift } from '#contract/alarms/staff'
import type { AlarmSeverity } from '#contract/alarms/severity'
import type { Database } from '../../ground/database/schema.ts'
import { calendarOf } from '../../ground/watch/calendar.ts'

export interface Channel {
  readonly id: number
  readonly kind: ChannelKind
  readonly address: string
  readonly severity: AlarmSeverity
}
/** Somebody whom a base may call on now. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly shifts: readonly Shift[]
  readonly channels: readonly Channel[]
}

/** Whether somebody with these hours is on duty; `at` in ms UTC, by the clock of the zone. */
export function isOnDuty(shifts: readonly Shift[], zone: string, at: number): boolean {
  if (shifts.length === 0) return true
  const calendar = calendarOf(zone, null)
  return shifts.some((shift) => calendar.is({ kind: 'hours', ...shift }, at))
}

/** Those of `ids` who are switched on, stand in the base, and whose account, where they have one, may still sign in; in the order of `ids`. */
export async function peopleOf(work: Kysely<Database>, tenantId: number, areaId: number, ids: readonly number[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select s.id, coalesce(u.real_name, s.name) as name, s.shifts, coalesce(c.channels, '[]') as channels
    from alarm_staff s join alarm_staff_area a on a.staff_id = s.id and a.area_id = ${areaId}
      left join app_user u on u.id = s.user_id
      left join membership m on m.user_id = s.user_id and m.tenant_id = s.tenant_id
      left join lateral (select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'address', address, 'severity', severity) order by nth) as channels
        from alarm_channel where staff_id = s.id) c on true
    where s.tenant_id = ${tenantId} and s.id = any(${[...ids]}::bigint[]) and s.enabled_flag = 1
      and (s.user_id is null or (u.enabled and m.user_id is not null))
    order by array_position(${[...ids]}::bigint[], s.id)`.execute(work)
  return rows
}
