import { planPackage } from '#contract/farm/planPackage'
import { besideField, rulesFor } from '../../ground/crud/rules.ts'
import { mustBeMaterials } from '../tasks/materials.ts'
import { subplansOf, writeSubplans } from './packageLines.ts'

/** Plan packages: what their tasks are of and use is the tenant's. Plans that were made of one are copies, and hear of no change. */
export const planPackageRules = rulesFor(planPackage, {
  table: 'plan_package',

  async beforeSave({ scope, asking, values }) {
    const tasks = values.subplans.flatMap((one) => one.tasks)
    const types = [...new Set(tasks.map(({ taskTypeId }) => taskTypeId))]
    if (types.length > 0) {
      const known = await scope.select('task_type').select('task_type.id').where('task_type.id', 'in', types).execute()
      if (known.length < types.length) throw besideField(asking, 'error.record.unknown', 'subplans', 'unknown')
    }
    const products = tasks.flatMap(({ materials }) => materials.map(({ productId }) => productId))
    await mustBeMaterials(scope, asking, 'subplans', products)
    return {}
  },

  afterSave: ({ scope, values, row }) => writeSubplans(scope, row.id, values.subplans),

  async describe(scope, rows) {
    const subplans = await subplansOf(
      scope,
      rows.map(({ id }) => id),
    )
    return rows.map(({ id }) => {
      const own = subplans.get(id) ?? []
      return {
        subplans: own,
        totalDays: Math.max(0, ...own.map(({ offsetDays, days }) => offsetDays + days)),
        taskCount: own.reduce((sum, { tasks }) => sum + tasks.length, 0),
      }
    })
  },
})
