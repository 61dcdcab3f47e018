import { sql } from 'kysely'
import { type Columns, rowsOf } from '#contract/core/columns'
import type { OrganizationTree, Staff, Unit } from '#contract/organization/unit'
import { columnsText, type WrittenField } from '../ground/database/columnsText.ts'
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

const FIELDS = {
  userId: { as: 'number', of: sql.ref('app_user.id') },
  realName: { as: 'text', of: sql.ref('app_user.real_name') },
  title: { as: 'text', of: sql.ref('membership.title') },
  unitId: { as: 'number', of: sql.ref('membership.unit_id') },
  leaderId: { as: 'number', of: sql.ref('leader_line.leader_id') },
  objectVersionNumber: { as: 'number', of: sql.ref('membership.object_version_number') },
} satisfies Record<keyof Staff, WrittenField>

/** People of the tenant by name, those who may not sign in too: they keep their place. */
const people = (scope: Scope) =>
  scope
    .select('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .leftJoin('leader_line', (join) =>
      join.onRef('leader_line.tenant_id', '=', 'membership.tenant_id').onRef('leader_line.user_id', '=', 'membership.user_id'),
    )
    .orderBy('app_user.real_name')
    .orderBy('app_user.id')

/** The organisation as the caller sees it, as JSON: all of it, or what belongs to the bases of theirs. */
export async function treeText(scope: Scope): Promise<string> {
  const all = await units(scope).orderBy('org_unit.sort').orderBy('org_unit.id').execute()
  const seen = scope.areas === null ? null : seenUnits(all, scope.areas)
  const shown = seen === null ? all : all.filter(({ unitId }) => seen.shown.has(unitId))
  const staff =
    seen === null ? people(scope) : people(scope).where('membership.unit_id', '=', sql<number>`any(${[...seen.within]}::bigint[])`)
  return `{"units":${JSON.stringify(shown)},"staff":${(await columnsText(scope.raw, staff, FIELDS)).text}}`
}
export async function readTree(scope: Scope): Promise<OrganizationTree> {
  const { units: shown, staff } = JSON.parse(await treeText(scope)) as { units: Unit[]; staff: Columns<Staff> }
  return { units: shown, staff: rowsOf(staff) }
}

export const readUnit = (scope: Scope, id: number): Promise<Unit> => units(scope).where('org_unit.id', '=', id).executeTakeFirstOrThrow()

export const readStaff = (scope: Scope, userIds: readonly number[]): Promise<Staff[]> =>
  people(scope)
    .select([
      'app_user.id as userId',
      'app_user.real_name as realName',
      'membership.title as title',
      'membership.unit_id as unitId',
      'leader_line.leader_id as leaderId',
      'membership.object_version_number as objectVersionNumber',
    ])
    .where('membership.user_id', 'in', userIds)
    .execute()
