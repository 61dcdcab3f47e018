import type { z } from 'zod'
import { type BatchCost, batchCost } from '#contract/farm/batchCost'
import { batch } from '#contract/farm/batch'
import type { Context, HandlersOf } from '../../ground/contents.ts'
import { holdsIn } from '../../ground/approvals/process.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { type BatchRow, bookWrites, checkDay, writeRow } from '../batchBook.ts'
import { costOf } from './sum.ts'

/** Who reads what a batch cost writes it down only where they may change the batch. */
function mayWrite(asking: Asking, { area_id: areaId }: BatchRow): void {
  if (!holdsIn(asking, batch.codes.edit, areaId)) throw new CallFailure('error.permission.denied')
}

/** What batches cost. */
export function batchCostHandlers(given: Pick<Context, 'clock' | 'live'>): HandlersOf<'farm'>['batchCost'] {
  return {
    page: ({ query: { batchId } }, { inTenant, grant }) =>
      inTenant(async (scope) => {
        const seen = await scope.select('batch').select('batch.id').where('batch.id', '=', batchId).executeTakeFirst()
        if (!seen) throw notFound()
        const content = await scope
          .select('batch_cost')
          .select(['id', 'batch_id as batchId', 'spent_on as spentOn', 'cost_kind as costKind', 'what', 'amount'])
          .select('object_version_number as objectVersionNumber')
          .where('batch_cost.batch_id', '=', batchId)
          .orderBy('spent_on', 'desc')
          .orderBy('batch_cost.id', 'desc')
          .execute()
        return { content: content as BatchCost[], sum: await costOf(scope, batchId), today: dayOf(given.clock(), grant.timeZone) }
      }),

    ...bookWrites('batch_cost', given, {
      check: ({ asking }, { batch }) => mayWrite(asking, batch),
      write({ scope, ...hand }, { batch, row }, seen, { spentOn, costKind, what, amount }: z.output<typeof batchCost.body>) {
        // What is spent before it begins, young plants say, is spent on it.
        checkDay(hand, { ...batch, started_at: null }, 'spentOn', spentOn)
        const columns = { batch_id: batch.id, spent_on: spentOn, cost_kind: costKind, what: what.trim(), amount }
        return writeRow(scope, 'batch_cost', row, seen, columns)
      },
    }),
  }
}
