import { sql } from 'kysely'
import { type Area, area, parseCenter } from '#contract/farm/area'
import { besideField, type Row, rulesFor } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { oneChange } from '../ground/approvals/leaders.ts'
import { CallFailure } from '../ground/failure.ts'

const nowNoDefault = (scope: Scope, except: number) =>
  scope.raw
    .updateTable('area')
    .set(({ eb }) => ({ default_flag: 0, object_version_number: eb('object_version_number', '+', 1) }))
    .where('tenant_id', '=', scope.tenantId)
    .where('default_flag', '=', 1)
    .where('id', '<>', except)
    .execute()

/** One change of a tenant's bases at a time: which is the default is a fact about all of them. */
const oneAtATime = (scope: Scope) =>
  sql`select pg_advisory_xact_lock(hashtext('furrow.area default'), ${scope.tenantId}::int)`.execute(scope.raw)

async function defaultOf({ raw, tenantId }: Scope): Promise<number | null> {
  const row = await raw.selectFrom('area').select('id').where('tenant_id', '=', tenantId).where('default_flag', '=', 1).executeTakeFirst()
  return row?.id ?? null
}

/** Bases: exactly one of a tenant's is the default, the first one at once; one with devices or plots is not deleted. */
export const areaRules = rulesFor(area, {
  table: 'area',
  columns: { latlng: 'area_center' },
  oldestFirst: true,
  beforeLock: oneAtATime,

  async beforeSave({ scope, asking, values, old }) {
    // A person who sees some bases only could not see the one that they made.
    if (!old && scope.areas != null) throw new CallFailure('error.permission.denied')
    const current = await defaultOf(scope)
    const isDefault = values.defaultFlag === 1 || current == null
    if (current != null && current === old?.id && !isDefault)
      throw besideField(asking, 'error.area.lastDefault', 'defaultFlag', 'lastDefault')
    if (isDefault && values.enabledFlag === 0) throw besideField(asking, 'error.area.defaultDisabled', 'enabledFlag', 'defaultDisabled')
    if (isDefault) await nowNoDefault(scope, old?.id ?? 0)
    return { defaultFlag: isDefault ? 1 : 0 }
  },

  async beforeDelete({ scope, row }) {
    const holds = async (table: 'device' | 'land') =>
      scope.raw
        .selectFrom(table)
        .select('id')
        .where('tenant_id', '=', scope.tenantId)
        .where('area_id', '=', row.id)
        .limit(1)
        .executeTakeFirst()
    if (await holds('device')) throw new CallFailure('error.area.devices')
    if (await holds('land')) throw new CallFailure('error.area.lands')
    // What stands in the tree of the enterprise under it goes elsewhere first.
    await oneChange(scope)
    const unit = await scope.select('org_unit').select('org_unit.id').where('org_unit.area_id', '=', row.id).executeTakeFirstOrThrow()
    const under = await scope.select('org_unit').select('org_unit.id').where('org_unit.parent_id', '=', unit.id).limit(1).executeTakeFirst()
    if (under) throw new CallFailure('error.organization.hasUnits')
    const staff = await scope.select('membership').select('user_id').where('membership.unit_id', '=', unit.id).limit(1).executeTakeFirst()
    if (staff) throw new CallFailure('error.organization.hasStaff')
  },

  /** The oldest of the others is the default then. */
  async afterDelete({ scope, row }) {
    if (row.default_flag !== 1) return
    const heir = scope.raw
      .selectFrom('area')
      .select('id')
      .where('tenant_id', '=', scope.tenantId)
      .orderBy('enabled_flag', 'desc')
      .orderBy('id')
      .limit(1)
    await scope.raw
      .updateTable('area')
      .set(({ eb }) => ({ default_flag: 1, enabled_flag: 1, object_version_number: eb('object_version_number', '+', 1) }))
      .where('tenant_id', '=', scope.tenantId)
      .where('id', '=', heir)
      .execute()
  },

  describe: describeAreas,
})

/** Bases as the console knows them beside their fields: their count of plots, the varieties that stand on these, their centre as text. */
async function describeAreas(scope: Scope, rows: readonly Row[]) {
  const lands = await scope
    .select('land')
    .leftJoin('variety', (join) => join.onRef('variety.id', '=', 'land.variety_id').onRef('variety.tenant_id', '=', 'land.tenant_id'))
    .select((land) => [
      'land.area_id',
      land.fn.countAll<number>().as('count'),
      sql<Area['variety']>`coalesce(
        jsonb_agg(distinct jsonb_build_object('name', variety.name, 'varietyImage', variety.variety_image)) filter (where variety.id is not null), '[]')`.as(
        'varieties',
      ),
    ])
    .where(
      'land.area_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('land.enabled_flag', '=', 1)
    .groupBy('land.area_id')
    .execute()
  const byArea = new Map(lands.map((one) => [one.area_id, one]))
  return rows.map(({ id, area_center: centre }) => ({
    areaCenter: centre,
    landCenter: centre,
    latlng: parseCenter(centre as string),
    landNum: byArea.get(id)?.count ?? 0,
    variety: byArea.get(id)?.varieties ?? [],
  }))
}
