import { simCard, type SimUsage, type SimWarning } from '#contract/organization/simCard'
import type { Context, HandlersOf } from '../../ground/contents.ts'
import { namesOf } from '../../ground/crud/byline.ts'
import { crudHandlers } from '../../ground/crud/handlers.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'
import { simCardRules } from './simCard.ts'

const MONTHS = 36

/** The base of a card that the caller sees. */
async function areaOf(scope: Scope, id: number): Promise<number> {
  const card = await scope.select('sim_card').select('sim_card.area_id').where('sim_card.id', '=', id).executeTakeFirst()
  if (!card) throw notFound()
  return card.area_id
}

async function usagesOf(scope: Scope, id: number): Promise<SimUsage[]> {
  const rows = await scope
    .select('sim_usage')
    .selectAll()
    .where('sim_usage.sim_card_id', '=', id)
    .orderBy('sim_usage.month', 'desc')
    .limit(MONTHS)
    .execute()
  const names = await namesOf(scope, [...new Set(rows.flatMap((row) => row.said_by ?? []))])
  return rows.toReversed().map((row) => ({
    month: row.month,
    usedMb: row.used_mb,
    at: row.said_at,
    by: row.said_by === null ? null : (names.get(row.said_by) ?? null),
  }))
}

export function simCardHandlers(context: Context): HandlersOf<'organization'>['simCard'] {
  const { clock, live } = context
  return {
    ...crudHandlers(simCardRules, context),

    usages: ({ params }, { inTenant }) =>
      inTenant(async (scope) => {
        await areaOf(scope, params.id)
        return usagesOf(scope, params.id)
      }),

    async saveUsage({ params, body }, asking) {
      const { usages, areaId } = await asking.inTenant(async (scope) => {
        const seen = await areaOf(scope, params.id)
        if (body.usedMb === null)
          await scope.remove('sim_usage').where('sim_usage.sim_card_id', '=', params.id).where('sim_usage.month', '=', body.month).execute()
        else {
          const said = { used_mb: body.usedMb, said_at: clock(), said_by: asking.caller.userId }
          await scope
            .insert('sim_usage', [{ sim_card_id: params.id, month: body.month, ...said }])
            .onConflict((conflict) => conflict.columns(['sim_card_id', 'month']).doUpdateSet(said))
            .execute()
        }
        return { usages: await usagesOf(scope, params.id), areaId: seen }
      })
      live.changed(asking.grant.tenantId, simCard.name, params.id, areaId)
      return usages
    },

    warnings: ({ params }, { inTenant }) =>
      inTenant(async (scope) => {
        await areaOf(scope, params.id)
        const rows = await scope
          .select('sim_warning')
          .selectAll()
          .where('sim_warning.sim_card_id', '=', params.id)
          .orderBy('sim_warning.told_at', 'desc')
          .orderBy('sim_warning.threshold')
          .limit(200)
          .execute()
        return rows.map(({ kind, threshold, about, told_at: at }) => ({ kind: kind as SimWarning['kind'], threshold, about, at }))
      }),
  }
}
