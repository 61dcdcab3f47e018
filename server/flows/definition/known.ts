import { type Kysely, sql } from 'kysely'
import type { SwitchKind } from '#contract/devices/switchKind'
import { eachStep, type FlowDefinition } from '#contract/flows/definition'
import type { Database } from '../../ground/database/schema.ts'
import type { Known } from './openPlaces.ts'
import { namedBy } from './remap.ts'

interface Found {
  readonly devices: readonly number[]
  readonly lands: readonly number[]
  readonly switches: readonly (readonly [id: number, kind: SwitchKind, deviceType: string])[]
  readonly groups: readonly (readonly [id: number, switchIds: readonly number[]])[]
  readonly flows: readonly number[]
  readonly rules: readonly number[]
  readonly users: readonly number[]
}

/** What a base has of what definitions name: one query for all of them. */
export async function readKnown(
  work: Kysely<Database>,
  tenantId: number,
  areaId: number,
  definitions: readonly FlowDefinition[],
): Promise<Known> {
  const named = namedBy(definitions)
  const users = [...new Set(definitions.flatMap(({ steps }) => eachStep(steps)).flatMap(({ step }) => toldBy(step)))]
  const present = (table: 'device' | 'land' | 'flow' | 'alarm_rule', ids: readonly number[]) =>
    sql`(select coalesce(jsonb_agg(id), '[]') from ${sql.table(table)}
      where tenant_id = ${tenantId} and area_id = ${areaId} and id = any(${[...ids]}::bigint[]))`
  const { rows } = await sql<Found>`
    with grouped as (
      select g.id, coalesce(jsonb_agg(m.switch_id order by m.nth) filter (where m.switch_id is not null), '[]') as switches
      from flow_device_group g left join flow_device_group_member m on m.group_id = g.id
      where g.tenant_id = ${tenantId} and g.area_id = ${areaId} and g.id = any(${[...named.groups]}::bigint[]) group by g.id
    ), wanted as (
      select unnest(${[...named.switches]}::bigint[]) as id
      union select (jsonb_array_elements_text(switches))::bigint from grouped
    )
    select ${present('device', named.devices)} as devices, ${present('land', named.lands)} as lands,
      ${present('flow', named.flows)} as flows, ${present('alarm_rule', named.rules)} as rules,
      (select coalesce(jsonb_agg(jsonb_build_array(id, switches)), '[]') from grouped) as groups,
      (select coalesce(jsonb_agg(jsonb_build_array(s.id, s.kind, d.device_type)), '[]')
        from switch s join device d on d.id = s.device_id join wanted w on w.id = s.id
        where s.tenant_id = ${tenantId} and d.area_id = ${areaId}) as switches,
      (select coalesce(jsonb_agg(u.id), '[]') from app_user u join membership m on m.user_id = u.id and m.tenant_id = ${tenantId}
        where u.enabled and u.id = any(${users}::bigint[])) as users`.execute(work)
  const found = rows[0]!
  return {
    devices: new Set(found.devices),
    lands: new Set(found.lands),
    switches: new Map(found.switches.map(([id, kind, deviceType]) => [id, { kind, deviceType }])),
    groups: new Map(found.groups),
    flows: new Set(found.flows),
    rules: new Set(found.rules),
    users: new Set(found.users),
  }
}

const toldBy = (step: ReturnType<typeof eachStep>[number]['step']): readonly number[] => (step.kind === 'notify' ? step.userIds : [])
