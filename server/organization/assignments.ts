import { sql } from 'kysely'
import type { Assignment } from '#contract/organization/role'
import type { Scope } from '../ground/database/scope.ts'

/** Which roles are given here. */
export const givenRoles = (scope: Scope) =>
  scope
    .select('role_assignment')
    .innerJoin('role', (join) =>
      join.onRef('role.id', '=', 'role_assignment.role_id').onRef('role.tenant_id', '=', 'role_assignment.tenant_id'),
    )
/** Who has which role here. */
export const assignmentRows = (scope: Scope) =>
  givenRoles(scope)
    .innerJoin('membership', (join) =>
      join.onRef('membership.user_id', '=', 'role_assignment.user_id').onRef('membership.tenant_id', '=', 'role_assignment.tenant_id'),
    )
    .innerJoin('app_user', 'app_user.id', 'role_assignment.user_id')
type Rows = ReturnType<typeof assignmentRows>

export const pickAssignments = (rows: Rows) =>
  rows.select([
    'role.id as roleId',
    'role.name as roleName',
    'role.codes as codes',
    'app_user.id as userId',
    'app_user.real_name as realName',
    'app_user.enabled as enabled',
    'role_assignment.area_ids as areaIds',
    'role_assignment.named_ids as namedIds',
    'role_assignment.unit_ids as unitIds',
    sql<Assignment['companies']>`coalesce((select jsonb_agg(jsonb_build_object('unitId', unit.id, 'name', unit.name) order by unit.name)
      from org_unit unit where unit.tenant_id = role_assignment.tenant_id and unit.id = any(role_assignment.unit_ids)), '[]')`.as(
      'companies',
    ),
    'role_assignment.object_version_number as objectVersionNumber',
  ])
export type AssignmentRow = Awaited<ReturnType<ReturnType<typeof pickAssignments>['execute']>>[number]

/** What the bases are called that the reader sees. */
export async function baseNames(scope: Scope, rows: readonly Pick<AssignmentRow, 'areaIds'>[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.flatMap(({ areaIds }) => areaIds ?? []))]
  if (ids.length === 0) return new Map()
  const known = await scope.select('area').select(['area.id', 'area.area_name']).where('area.id', 'in', ids).execute()
  return new Map(known.map(({ id, area_name: name }) => [id, name]))
}
export const basesOf = (areaIds: readonly number[] | null, names: ReadonlyMap<number, string>): Assignment['bases'] =>
  areaIds?.map((areaId) => ({ areaId, areaName: names.get(areaId) ?? null })) ?? null

export const describeAssignment = (row: AssignmentRow, names: ReadonlyMap<number, string>): Assignment => ({
  roleId: row.roleId,
  roleName: row.roleName,
  userId: row.userId,
  realName: row.realName,
  enabled: row.enabled,
  bases: basesOf(row.areaIds, names),
  companies: row.companies,
  named: row.unitIds === null ? (row.areaIds ?? []) : row.namedIds,
  objectVersionNumber: row.objectVersionNumber,
})

/** What still needs a role, in words: who has it, and the flows of approval that name it. */
export async function usesOf(scope: Scope, roleId: number): Promise<string[]> {
  const people = await assignmentRows(scope)
    .select('app_user.real_name as name')
    .where('role_assignment.role_id', '=', roleId)
    .orderBy('app_user.real_name')
    .execute()
  const { rows: flows } = await sql<{ name: string }>`
    select d.name from approval_definition d where d.tenant_id = ${scope.tenantId}
      and jsonb_path_exists(d.nodes, '$.**.roleId ? (@ == $role)', jsonb_build_object('role', ${roleId}::bigint))
      and not exists (select from approval_definition newer where newer.tenant_id = d.tenant_id
        and newer.form_code = d.form_code and newer.version > d.version)
    order by d.name`.execute(scope.raw)
  return [...people, ...flows].map(({ name }) => name)
}
