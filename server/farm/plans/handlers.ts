import { progressOf } from '#contract/farm/plan'
import type { Context, HandlersOf } from '../../ground/contents.ts'
import { crudHandlers } from '../../ground/crud/handlers.ts'
import { recordsOf } from '../../ground/crud/records.ts'
import { CallFailure } from '../../ground/failure.ts'
import { dayAfter } from '../batchDays.ts'
import { planRules } from './plan.ts'
import { plannedTasks } from './plannedTasks.ts'
import { dropTasks } from './planTasks.ts'

/** The plans of a tenant. */
export function planHandlers(context: Context): HandlersOf<'farm'>['plan'] {
  const { registry, clock, live } = context
  const plans = recordsOf(registry.plan, registry, clock)
  return {
    ...crudHandlers(planRules, context),

    async end({ body }, asking) {
      const { row, gone } = await asking.inTenant(async (scope) => {
        const found = await plans.find(scope, body.planId, { lock: true })
        if (found.object_version_number !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
        if (found['plan_state'] === 'ended') throw new CallFailure('error.plan.ended')
        await scope
          .update('plan')
          .set((eb) => ({
            plan_state: 'ended',
            ended_at: clock(),
            end_reason: body.reason?.trim() || null,
            object_version_number: eb('object_version_number', '+', 1),
          }))
          .where('plan.id', '=', found.id)
          .execute()
        return { row: found, gone: await dropTasks(scope, asking, found.id, clock()) }
      })
      live.changed(asking.grant.tenantId, 'plan', row.id, row['area_id'] as number)
      return gone
    },

    info: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const row = await plans.find(scope, params.id)
        const startsOn = row['starts_on'] as string
        const subplans = await scope
          .select('plan_subplan')
          .selectAll('plan_subplan')
          .where('plan_subplan.plan_id', '=', row.id)
          .orderBy('plan_subplan.nth')
          .execute()
        const tasks = await plannedTasks(scope, row.id, clock())
        return subplans.map(({ id: subplanId, name, offset_days: offset, days }) => {
          const own = tasks.get(subplanId) ?? []
          const weighed = own.filter(({ taskState }) => taskState !== 'cancelled' && taskState !== 'ended')
          const sum = (all: typeof own) => all.reduce((weight, task) => weight + task.weight, 0)
          return {
            subplanId,
            name,
            from: dayAfter(startsOn, offset),
            to: dayAfter(startsOn, offset + days - 1),
            progress: progressOf(sum(weighed.filter(({ taskState }) => taskState === 'accepted')), sum(weighed)),
            tasks: own,
          }
        })
      }),
  }
}
