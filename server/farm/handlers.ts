import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { type Area, parseCenter } from '#contract/farm/area'
import type { Land, LandType } from '#contract/farm/land'
import { type Page, readPage } from '../database/page.ts'
import type { Scope } from '../database/scope.ts'
import { notFound } from '../failure.ts'
import type { Handlers } from '../http/handler.ts'

const AREA_COLUMNS = [
  'id',
  'area_name',
  'area_num',
  'area_center',
  'area_address',
  'area_cover',
  'area_measure',
  'organization_type',
  'parent_id',
  'area_usage',
  'default_flag',
  'enabled_flag',
  'object_version_number',
] as const
interface AreaRow {
  id: number
  area_name: string
  area_num: string | null
  area_center: string
  area_address: string | null
  area_cover: string | null
  area_measure: number | null
  organization_type: string
  parent_id: number
  area_usage: string
  default_flag: number
  enabled_flag: number
  object_version_number: number
}

/** Text that LIKE takes literally. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
export const containing = (text: string): string => `%${literally(text.trim())}%`

const areasOf = (scope: Scope) => scope.select('area').where('area.enabled_flag', '=', 1)

/** Bases as the console knows them: with their count of plots, the varieties that stand on these, and their centre as a pair. */
async function describeAreas(scope: Scope, rows: readonly AreaRow[]): Promise<Area[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lands = await scope
    .select('land')
    .leftJoin('variety', (join) => join.onRef('variety.id', '=', 'land.variety_id').onRef('variety.tenant_id', '=', 'land.tenant_id'))
    .select((land) => [
      'land.area_id',
      land.fn.countAll<number>().as('count'),
      sql<{ name: string; varietyImage: string | null }[]>`coalesce(
        jsonb_agg(distinct jsonb_build_object('name', variety.name, 'varietyImage', variety.variety_image)) filter (where variety.id is not null), '[]')`.as(
        'varieties',
      ),
    ])
    .where('land.area_id', 'in', ids)
    .where('land.enabled_flag', '=', 1)
    .groupBy('land.area_id')
    .execute()
  const byArea = new Map(lands.map((one) => [one.area_id, one]))
  return rows.map((row) => ({
    areaId: row.id,
    areaName: row.area_name,
    areaNum: row.area_num,
    areaCenter: row.area_center,
    latlng: parseCenter(row.area_center),
    landCenter: row.area_center,
    areaAddress: row.area_address,
    areaCover: row.area_cover,
    areaMeasure: row.area_measure,
    landNum: byArea.get(row.id)?.count ?? 0,
    organizationType: row.organization_type,
    parentId: row.parent_id,
    areaUsage: row.area_usage,
    defaultFlag: row.default_flag,
    enabledFlag: row.enabled_flag,
    variety: byArea.get(row.id)?.varieties ?? [],
    objectVersionNumber: row.object_version_number,
  }))
}

const landQuery = (scope: Scope) =>
  scope
    .select('land')
    .leftJoin('variety', (join) => join.onRef('variety.id', '=', 'land.variety_id').onRef('variety.tenant_id', '=', 'land.tenant_id'))

type LandRows = ReturnType<typeof landQuery>
const pickLand = (rows: LandRows) => rows.selectAll('land').select(['variety.name as variety_name', 'variety.variety_image'])
type LandRow = Awaited<ReturnType<ReturnType<typeof pickLand>['execute']>>[number]

const describeLand = (row: LandRow): Land => ({
  landId: row.id,
  areaId: row.area_id,
  landName: row.land_name,
  landType: row.land_type as LandType,
  nurtureKind: row.nurture_kind as Land['nurtureKind'],
  landMeasure: row.land_measure,
  landProfile: row.land_profile,
  landCenter: row.land_center,
  profileColor: row.profile_color,
  outlineColor: row.outline_color,
  outlineWidth: row.outline_width,
  opacity: row.opacity,
  variety: row.variety_name == null ? null : { name: row.variety_name, varietyImage: row.variety_image },
  enabledFlag: row.enabled_flag,
  objectVersionNumber: row.object_version_number,
})

/** Bases and plots of a tenant, narrowed by the scope to the bases that the caller may see. */
export function farmHandlers(): { area: Handlers<CallGroups['area']>; land: Handlers<CallGroups['land']> } {
  return {
    area: {
      page: ({ query }, { inTenant }) =>
        inTenant(async (scope): Promise<Page<Area>> => {
          let rows = areasOf(scope)
          if (query.areaName?.trim()) rows = rows.where('area.area_name', 'ilike', containing(query.areaName))
          if (query.organizationType) rows = rows.where('area.organization_type', '=', query.organizationType)
          const page = await readPage(query, rows, (all) =>
            all.select(AREA_COLUMNS).orderBy('area.default_flag', 'desc').orderBy('area.id'),
          )
          return { ...page, content: await describeAreas(scope, page.content) }
        }),

      default: ({ query }, { inTenant }) =>
        inTenant(async (scope) => {
          const row = await areasOf(scope)
            .select(AREA_COLUMNS)
            .where('area.organization_type', '=', 'area')
            .orderBy(({ eb }) => eb('area.id', '=', query.areaId ?? 0), 'desc')
            .orderBy('area.default_flag', 'desc')
            .orderBy('area.id')
            .limit(1)
            .executeTakeFirst()
          return row ? (await describeAreas(scope, [row]))[0]! : null
        }),

      get: ({ params }, { inTenant }) =>
        inTenant(async (scope) => {
          const row = await scope.select('area').select(AREA_COLUMNS).where('area.id', '=', params.id).executeTakeFirst()
          if (!row) throw notFound()
          return (await describeAreas(scope, [row]))[0]!
        }),
    },

    land: {
      page: ({ query }, { inTenant }) =>
        inTenant(async (scope) => {
          let rows = landQuery(scope)
          if (query.areaId != null) rows = rows.where('land.area_id', '=', query.areaId)
          if (query.enabledFlag != null) rows = rows.where('land.enabled_flag', '=', query.enabledFlag)
          if (query.landName?.trim()) rows = rows.where('land.land_name', 'ilike', containing(query.landName))
          const page = await readPage(query, rows, (all) => pickLand(all as LandRows).orderBy('land.id'))
          return { ...page, content: page.content.map(describeLand) }
        }),

      get: ({ params }, { inTenant }) =>
        inTenant(async (scope) => {
          const row = await pickLand(landQuery(scope)).where('land.id', '=', params.id).executeTakeFirst()
          if (!row) throw notFound()
          return describeLand(row)
        }),
    },
  }
}
