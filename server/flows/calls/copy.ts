import { sql } from 'kysely'
import type { FlowDefinition } from '#contract/flows/definition'
import type { Scope } from '../../ground/database/scope.ts'
import { namedBy, type Places, remap } from '../definition/remap.ts'

type Pairs = readonly (readonly [from: number, to: number])[]
interface Found {
  readonly devices: Pairs
  readonly switches: Pairs
  readonly lands: Pairs
  readonly groups: Pairs
  readonly flows: Pairs
  readonly rules: Pairs
}

/**
 * A definition of one base as it is in another: devices of the same name and type stand for each other, circuits of the same number there,
 * and what else has the same name. Where there are two of a name, nobody can say which is meant: it is left open.
 */
export async function inOtherBase(scope: Scope, definition: FlowDefinition, from: number, to: number): Promise<FlowDefinition> {
  const named = namedBy([definition])
  const { raw, tenantId } = scope
  const pairs = (ids: readonly number[], table: string, name: string) => sql`(
    select coalesce(jsonb_agg(jsonb_build_array(one, other)), '[]') from (
      select o.id as one, min(n.id) as other from ${sql.table(table)} o
        join ${sql.table(table)} n on n.tenant_id = o.tenant_id and n.area_id = ${to} and n.${sql.ref(name)} = o.${sql.ref(name)}
      where o.tenant_id = ${tenantId} and o.area_id = ${from} and o.id = any(${[...ids]}::bigint[]) group by o.id having count(*) = 1) p)`
  const { rows } = await sql<Found>`
    with twin as (
      select o.id as one, min(n.id) as other from device o
        join device n on n.tenant_id = o.tenant_id and n.area_id = ${to} and n.name = o.name and n.device_type = o.device_type
      where o.tenant_id = ${tenantId} and o.area_id = ${from} group by o.id having count(*) = 1
    )
    select (select coalesce(jsonb_agg(jsonb_build_array(one, other)), '[]') from twin where one = any(${[...named.devices]}::bigint[])) as devices,
      (select coalesce(jsonb_agg(jsonb_build_array(o.id, n.id)), '[]') from switch o
        join twin on twin.one = o.device_id join switch n on n.device_id = twin.other and n.circuit = o.circuit and n.kind = o.kind
        where o.tenant_id = ${tenantId} and o.id = any(${[...named.switches]}::bigint[])) as switches,
      ${pairs(named.lands, 'land', 'land_name')} as lands, ${pairs(named.groups, 'flow_device_group', 'name')} as groups,
      ${pairs(named.flows, 'flow', 'name')} as flows, ${pairs(named.rules, 'alarm_rule', 'name')} as rules`.execute(raw)
  const found = rows[0]!
  const through = (known: Pairs) => {
    const map = new Map(known)
    return (id: number) => map.get(id) ?? null
  }
  const places: Places = {
    device: through(found.devices),
    switch: through(found.switches),
    land: through(found.lands),
    group: through(found.groups),
    flow: through(found.flows),
    rule: through(found.rules),
  }
  return remap(definition, places)
}

/** The flow group of another base that has the same name; null where there is none, or several. */
export async function groupInOtherBase(scope: Scope, groupId: number | null, to: number): Promise<number | null> {
  if (groupId === null) return null
  const { rows } = await sql<{ id: number }>`select n.id from flow_group o
    join flow_group n on n.tenant_id = o.tenant_id and n.area_id = ${to} and n.name = o.name
    where o.tenant_id = ${scope.tenantId} and o.id = ${groupId} limit 2`.execute(scope.raw)
  return rows.length === 1 ? rows[0]!.id : null
}
