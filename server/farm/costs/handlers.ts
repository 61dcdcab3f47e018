import type { BatchCost } from '#contract/farm/batchCost'
import { batch } from '#contract/farm/batch'
import type { Context, HandlersOf } from '../../ground/contents.ts'
import { holdsIn } from '../../ground/approvals/process.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { dayOf } from '../../ground/zonedMoment.ts'
import { type BatchRow, checkDay, holdBatch, holdRow, writeRow } from '../batchBook.ts'
import { costOf } from './sum.ts'

/** Who reads what a batch cost writes it down only where they may change the batch. */
function mayWrite(asking: Asking, { area_id: areaId }: BatchRow): void {
  if (!holdsIn(asking, batch.codes.edit, areaId)) throw new CallFailure('error.permission.denied')
}

/** What batches cost. */
export function batchCostHandlers({ clock, live }: Pick<Context, 'clock' | 'live'>): HandlersOf<'farm'>['batchCost'] {
  const tell = ({ grant }: Asking, { id, area_id: areaId }: BatchRow) => live.changed(grant.tenantId, 'batch', id, areaId)
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
        return { content: content as BatchCost[], sum: await costOf(scope, batchId), today: dayOf(clock(), grant.timeZone) }
      }),

    async save({ body: { batchId, id, objectVersionNumber: seen, ...said } }, asking) {
      const saved = await asking.inTenant(async (scope) => {
        const held = id === null ? { batch: await holdBatch(scope, batchId), row: null } : await holdRow(scope, 'batch_cost', id)
        mayWrite(asking, held.batch)
        // What is spent before it begins, young plants say, is spent on it.
        checkDay({ asking, now: clock() }, { ...held.batch, started_at: null }, 'spentOn', said.spentOn)
        const columns = {
          batch_id: held.batch.id,
          spent_on: said.spentOn,
          cost_kind: said.costKind,
          what: said.what.trim(),
          amount: said.amount,
        }
        return { id: await writeRow(scope, 'batch_cost', held.row, seen, columns), batch: held.batch }
      })
      tell(asking, saved.batch)
      return { id: saved.id }
    },

    async remove({ body: { id, objectVersionNumber } }, asking) {
      const batchOf = await asking.inTenant(async (scope) => {
        const held = await holdRow(scope, 'batch_cost', id)
        mayWrite(asking, held.batch)
        if (held.row.object_version_number !== objectVersionNumber) throw new CallFailure('error.version.stale')
        await scope.remove('batch_cost').where('batch_cost.id', '=', id).execute()
        return held.batch
      })
      tell(asking, batchOf)
      return 1
    },
  }
}
