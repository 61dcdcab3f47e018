import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../ground/database/scope.ts'
import type { Target } from '../ground/messages/audience.ts'

/**
 * Whom somebody may write to who acts in these bases alone: the bases, the units in them with those below, and people who work or have a role
 * there. Roles are none of it: people of every base may have one.
 */
const targetsWithin = (tenantId: number, areas: readonly number[]): RawBuilder<Target> => sql<Target>`(
  with recursive held (ids) as (values (${[...areas]}::bigint[])),
    inside (id) as (
      select o.id from org_unit o, held where o.tenant_id = ${tenantId} and o.area_id = any(held.ids)
      union
      select o.id from org_unit o join inside on o.parent_id = inside.id where o.tenant_id = ${tenantId}
    )
  select 'area' as kind, a.id from area a, held where a.tenant_id = ${tenantId} and a.id = any(held.ids)
  union all select 'unit', inside.id from inside
  union all select 'user', m.user_id from membership m, held where m.tenant_id = ${tenantId} and (m.unit_id in (select id from inside) or exists (
    select from role_assignment r where r.tenant_id = ${tenantId} and r.user_id = m.user_id and (r.area_ids is null or r.area_ids && held.ids))))`

/** Whether all of these lie within the bases in which the caller may do what it asks to; null is everybody. */
export async function isWithin({ raw, tenantId, areas }: Scope, targets: readonly Target[] | null): Promise<boolean> {
  if (areas === null) return true
  if (targets === null) return false
  const { rows } = await sql<{ beyond: number }>`
    select count(*)::int as beyond from unnest(${targets.map(({ kind }) => kind)}::text[], ${targets.map(({ id }) => id)}::bigint[]) wanted (kind, id)
    where not exists (select from ${targetsWithin(tenantId, areas)} may where may.kind = wanted.kind and may.id = wanted.id)`.execute(raw)
  return rows[0]!.beyond === 0
}

/** The same as keys of a kind and an id. */
export async function keysWithin({ raw, tenantId }: Scope, areas: readonly number[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Target>`select kind, id from ${targetsWithin(tenantId, areas)} may`.execute(raw)
  return new Set(rows.map(({ kind, id }) => `${kind} ${id}`))
}
