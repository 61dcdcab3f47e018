import { sql } from 'kysely'
import type { OrganizationTree, Staff, Unit } from '#contract/organization/unit'
import type { Scope } from '../ground/database/scope.ts'
import { seenUnits } from './seenUnits.ts'

const units = (scope: Scope) =>
  scope
    .select('org_unit')
    .innerJoin('tenant', 'tenant.id', 'org_unit.tenant_id')
    .leftJoin('area', 'area.id', 'org_unit.area_id')
    .select((unit) => [
      'org_unit.id as unitId',
      sql<Unit['kind']>`org_unit.kind`.as('kind'),
      'org_unit.parent_id as parentId',
      unit.fn.coalesce('org_unit.name', 'area.area_name', 'tenant.name').as('name'),
      'org_unit.code as code',
      'org_unit.area_id as areaId',
      'org_unit.leader_id as leaderId',
      'org_unit.object_version_number as objectVersionNumber',
    ])

/** People of the tenant, those who may not sign in too: they keep their place. */
const people = (scope: Scope) =>
  scope
    .select('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .leftJoin('leader_line', (join) =>
      join.onRef('leader_line.tenant_id', '=', 'membership.tenant_id').onRef('leader_line.user_id', '=', 'membership.user_id'),
    )
    .select([
      'app_user.id as userId',
      'app_user.real_name as realName',
      'membership.title as title',
      'membership.unit_id as unitId',
      'leader_line.leader_id as leaderId',
      'membership.object_version_number as objectVersionNumber',
    ])

/** People by name as JSON, all of them or those of these units: thousands of rows cost several times as much to take over one by one. */
async function staffText(scope: Scope, within: ReadonlySet<number> | null): Promise<string> {
  const all = within === null ? people(scope) : people(scope).where('membership.unit_id', '=', sql<number>`any(${[...within]}::bigint[])`)
  const ordered = all.orderBy('app_user.real_name').orderBy('app_user.id')
  const { rows } = await sql<{ text: string }>`select coalesce(json_agg(person), '[]')::text as text from (${ordered}) person`.execute(
    scope.raw,
  )
  return rows[0]!.text
}

/** The organisation as the caller sees it, as JSON: all of it, or what belongs to the bases of theirs. */
export async function treeText(scope: Scope): Promise<string> {
  const all = await units(scope).orderBy('org_unit.sort').orderBy('org_unit.id').execute()
  const seen = scope.areas === null ? null : seenUnits(all, scope.areas)
  const shown = seen === null ? all : all.filter(({ unitId }) => seen.shown.has(unitId))
  return `{"units":${JSON.stringify(shown)},"staff":${await staffText(scope, seen?.within ?? null)}}`
}
export const readTree = async (scope: Scope): Promise<OrganizationTree> => JSON.parse(await treeText(scope)) as OrganizationTree

export const readUnit = (scope: Scope, id: number): Promise<Unit> => units(scope).where('org_unit.id', '=', id).executeTakeFirstOrThrow()

export const readStaff = (scope: Scope, userIds: readonly number[]): Promise<Staff[]> =>
  people(scope).where('membership.user_id', 'in', userIds).orderBy('app_user.real_name').orderBy('app_user.id').execute()
