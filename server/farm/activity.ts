import { activity } from '#contract/farm/activity'
import type { BatchState } from '#contract/farm/batch'
import { isEnded } from '#machines/farm/batch'
import { FIRST_DAY } from '#contract/core/values'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { crudHandlers } from '../ground/crud/handlers.ts'
import { besideField, rulesFor } from '../ground/crud/rules.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { checkMaterials, checkWorkers, issuedTo, linesOf, writeLines } from './activityLines.ts'
import { weatherAt } from './activityWeather.ts'
import { harvestedEarly, rememberSpray } from './safety.ts'

/** What was done: on a plot of its base, not in the future; a spray moves the day of the plot's harvest. */
export const activityRules = rulesFor(activity, {
  table: 'activity',
  order: '-doneAt' as never,

  async beforeSave({ scope, asking, values, old, now }) {
    const refuse = (field: string, words: string) => besideField(asking, 'error.input.invalid', field, words)
    if (values.doneAt > now) throw refuse('doneAt', 'future')
    if (dayOf(values.doneAt, asking.grant.timeZone) < FIRST_DAY) throw refuse('doneAt', 'tooEarly')
    const land = await scope.select('land').select('area_id').where('land.id', '=', values.landId).forUpdate().executeTakeFirst()
    if (land?.area_id !== values.areaId) throw refuse('landId', 'plotElsewhere')
    if (values.batchId !== null) {
      const batch = await scope
        .select('batch')
        .select(['land_id', 'batch_state', 'ended_at'])
        .where('batch.id', '=', values.batchId)
        .forShare('batch')
        .executeTakeFirst()
      if (batch?.land_id !== values.landId) throw refuse('batchId', 'batchElsewhere')
      // What was written of a batch stays when it has ended; nothing is added to it. Preparing the ground comes before it begins.
      if (isEnded(batch.batch_state as BatchState) && old?.['batch_id'] !== values.batchId) throw refuse('batchId', 'batchEnded')
      const until = batch.ended_at === null ? null : dayOf(batch.ended_at, asking.grant.timeZone)
      if (until !== null && dayOf(values.doneAt, asking.grant.timeZone) > until)
        throw besideField(asking, 'error.input.invalid', 'doneAt', 'batchOver', { until })
    }
    if (values.harvested !== null && values.activityKind !== 'harvest') throw refuse('harvested', 'onlyHarvest')
    await checkWorkers(scope, asking, values)
    await checkMaterials(scope, asking, values, old?.id ?? null)
    // What was measured then is written once: it does not move with what is typed beside it.
    const isSame = old && old['done_at'] === values.doneAt && old['area_id'] === values.areaId
    if (isSame) return {}
    const { weather, noWeather } = await weatherAt(scope, values.areaId, values.doneAt)
    return { weather: weather && JSON.stringify(weather), noWeather } as object
  },

  async afterSave({ scope, values, row }) {
    await writeLines(scope, row.id, values)
    await rememberSpray(scope, row.id)
  },

  async describe(scope, rows) {
    const ids = rows.map(({ id }) => id)
    const lines = await linesOf(scope, ids)
    const early = await harvestedEarly(scope, ids)
    return rows.map((row) => ({
      ...lines(row.id),
      weather: row['weather'],
      noWeather: row['no_weather'],
      safeFrom: early.get(row.id) ?? null,
    }))
  },
})

export function activityHandlers(context: Context): HandlersOf<'farm'>['activity'] {
  return {
    ...crudHandlers(activityRules, context),

    issues: ({ query }, { inTenant }) =>
      inTenant(async (scope) => {
        const land = await scope.select('land').select('land.id').where('land.id', '=', query.landId).executeTakeFirst()
        if (!land) return []
        const issued = await issuedTo(scope, query.landId, query.activityId ?? null)
        return issued.flatMap((one) =>
          Number(one.left) > 0
            ? [
                {
                  issueId: one.issue_id,
                  issueCode: one.issue_code,
                  productId: one.product_id,
                  unit: one.unit,
                  left: one.left,
                  effectiveAt: one.effective_at,
                },
              ]
            : [],
        )
      }),
  }
}
