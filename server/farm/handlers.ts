import { sql } from 'kysely'
import { MAX_ALL_ROWS } from '#contract/core/values'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { crudHandlers } from '../ground/crud/handlers.ts'
import { recordsOf } from '../ground/crud/records.ts'
import { narrowed, ordered } from '../ground/crud/rows.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import { containing, containingEach } from '../ground/database/containing.ts'
import { activityHandlers } from './activity.ts'
import { areaRules } from './area.ts'
import { batchHandlers, endStanding } from './batch.ts'
import { batchCostHandlers } from './costs/handlers.ts'
import { harvestHandlers } from './harvest.ts'
import { herdHandlers } from './herd/handlers.ts'
import { landRules } from './land.ts'
import { landFileHandlers } from './landFiles/handlers.ts'
import { farmLogHandlers } from './log/handlers.ts'
import { planHandlers } from './plans/handlers.ts'
import { planPackageRules } from './plans/planPackage.ts'
import { taskHandlers } from './tasks/handlers.ts'
import { publicSeedHandlers } from './seedPage/handlers.ts'
import { rotationOf } from './rotation.ts'
import { seedRules } from './seed.ts'
import { workerRules } from './worker.ts'
import { workerRateHandlers } from './workerRate.ts'

/** Bases, plots and workers of a tenant, narrowed by the scope to the bases that the caller may see. */
export function farmHandlers(context: Context): HandlersOf<'farm'> {
  const { registry, clock, live } = context
  const areas = recordsOf(registry.area, registry, clock)
  const lands = recordsOf(registry.land, registry, clock)
  const area = crudHandlers(areaRules, context)
  const enabledAreas = (scope: Scope) => scope.select('area').where('area.enabled_flag', '=', 1)
  return {
    area: {
      ...area,
      create: ({ params, query, body }, asking) => area.create({ params, query, body }, asking),
      update: ({ params, query, body }, asking) => area.update({ params, query, body }, asking),
      list: area.page,

      page: ({ query }, { inTenant }) =>
        inTenant(async (scope) => {
          let rows = enabledAreas(scope)
          if (query.areaName?.trim()) rows = rows.where('area.area_name', '~', containing(query.areaName))
          for (const word of containingEach(query.find))
            rows = rows.where((eb) =>
              eb.or([eb('area.area_name', '~', word), eb('area.area_num', '~', word), eb('area.area_address', '~', word)]),
            )
          if (query.organizationType) rows = rows.where('area.organization_type', '=', query.organizationType)
          const page = await readPage(query, rows, (all) => all.selectAll('area').orderBy('area.default_flag', 'desc').orderBy('area.id'))
          return { ...page, content: (await areas.describe(scope, page.content as never)) as never }
        }),

      default: ({ query }, { inTenant }) =>
        inTenant(async (scope) => {
          const row = await enabledAreas(scope)
            .selectAll('area')
            .where('area.organization_type', '=', 'area')
            .orderBy(({ eb }) => eb('area.id', '=', query.areaId ?? 0), 'desc')
            .orderBy('area.default_flag', 'desc')
            .orderBy('area.id')
            .limit(1)
            .executeTakeFirst()
          return row ? ((await areas.describe(scope, [row as never]))[0] as never) : null
        }),
    },

    land: {
      ...crudHandlers(landRules, context),

      /** What stands on a plot ends: its period is closed, and the plot takes another. */
      async free({ body }, asking) {
        const row = await asking.inTenant(async (scope) => {
          const old = await lands.find(scope, body.landId, { lock: true })
          if (old.object_version_number !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
          const now = clock()
          await scope
            .update('land')
            .set({ variety_id: null, object_version_number: old.object_version_number + 1 })
            .where('land.id', '=', old.id)
            .execute()
          await endStanding(scope, old.id, now)
          return old
        })
        live.changed(asking.grant.tenantId, 'land', row.id, row.area_id as number)
        return 1
      },

      unBound: ({ params }, { inTenant }) =>
        inTenant(async (scope) => {
          await areas.find(scope, params.id)
          const rows = narrowed(scope, registry.land, { areaId: params.id, landState: 'free' }, clock())
          return (await lands.describe(scope, await ordered(rows, registry.land, {}, clock()).limit(MAX_ALL_ROWS).execute())) as never
        }),

      rotation: ({ query }, { inTenant, grant }) => inTenant((scope) => rotationOf(scope, query.landId, grant.timeZone)),

      history: ({ query }, { inTenant }) =>
        inTenant((scope) => {
          let rows = scope
            .select('batch')
            .innerJoin('land', (join) => join.onRef('land.id', '=', 'batch.land_id').onRef('land.tenant_id', '=', 'batch.tenant_id'))
            .where('batch.started_at', 'is not', null)
          if (query.landId != null) rows = rows.where('batch.land_id', '=', query.landId)
          if (query.areaId != null) rows = rows.where('batch.area_id', '=', query.areaId)
          return readPage(query, rows, (all) =>
            all
              .select([
                'batch.id as id',
                'batch.land_id as landId',
                'land.land_name as landName',
                'batch.batch_name as batchName',
                'batch.variety_id as varietyId',
                'batch.variety_name as varietyName',
                sql<number>`batch.started_at`.as('startedAt'),
                'batch.ended_at as endedAt',
              ])
              .orderBy('batch.started_at', 'desc')
              .orderBy('batch.id', 'desc'),
          )
        }),
    },

    landFile: landFileHandlers(context),
    batch: batchHandlers(context),
    activity: activityHandlers(context),
    harvest: harvestHandlers(context),
    worker: crudHandlers(workerRules, context),
    task: taskHandlers(context),
    planPackage: crudHandlers(planPackageRules, context),
    plan: planHandlers(context),
    seed: crudHandlers(seedRules, context),
    publicSeed: publicSeedHandlers(context),
    farmLog: farmLogHandlers(context),
    batchCost: batchCostHandlers(context),
    herd: herdHandlers(context),
    workerRate: workerRateHandlers(context),
  }
}
