import { sql } from 'kysely'
import type { UnitKind } from '#contract/organization/unitKinds'
import type { Scope } from '../ground/database/scope.ts'

/** The units of the organisation as they stand in its tree, each after what it is a part of. */
export async function unitsInTree({ raw, tenantId }: Scope): Promise<{ id: number; name: string; kind: UnitKind; depth: number }[]> {
  const { rows } = await sql<{ id: number; name: string; kind: UnitKind; depth: number }>`
    with recursive tree as (
      select o.id, o.name, o.area_id, o.kind, 0 as depth, array[o.sort::bigint, o.id] as place from org_unit o
      where o.tenant_id = ${tenantId} and o.parent_id is null
      union all
      select o.id, o.name, o.area_id, o.kind, tree.depth + 1, tree.place || array[o.sort::bigint, o.id]
      from org_unit o join tree on tree.id = o.parent_id where o.tenant_id = ${tenantId} and tree.depth < 20
    )
    select tree.id, tree.kind, tree.depth, coalesce(tree.name, a.area_name, t.name) as name
    from tree join tenant t on t.id = ${tenantId} left join area a on a.id = tree.area_id order by tree.place`.execute(raw)
  return rows
}
