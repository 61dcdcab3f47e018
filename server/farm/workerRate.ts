import { sql } from 'kysely'
import { worker } from '#contract/farm/worker'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { besideField } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { holdsIn } from '../ground/approvals/process.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { checkRoom } from './batchBook.ts'

/** A worker that the caller sees and may change, held until the transaction ends: rates of one are written one at a time. */
async function holdWorker(scope: Scope, asking: Asking, id: number) {
  const row = await scope
    .select('worker')
    .select(['worker.id', 'worker.area_id'])
    .where('worker.id', '=', id)
    .forUpdate('worker')
    .executeTakeFirst()
  if (!row) throw notFound()
  if (!holdsIn(asking, worker.codes.edit, row.area_id)) throw new CallFailure('error.permission.denied')
  return row
}
/** A rate with its worker, who is held. */
async function holdRate(scope: Scope, asking: Asking, id: number) {
  const find = () => scope.select('worker_rate').selectAll('worker_rate').where('worker_rate.id', '=', id).executeTakeFirst()
  const found = await find()
  if (!found) throw notFound()
  const of = await holdWorker(scope, asking, found.worker_id)
  // Somebody may have changed or deleted it while the worker was waited for.
  const row = await find()
  if (!row) throw notFound()
  return { of, row }
}

/** What an hour of workers costs from day to day. */
export function workerRateHandlers({ clock, live }: Pick<Context, 'clock' | 'live'>): HandlersOf<'farm'>['workerRate'] {
  const tell = ({ grant }: Asking, { id, area_id: areaId }: { id: number; area_id: number }) =>
    live.changed(grant.tenantId, 'worker', id, areaId)
  return {
    page: ({ query: { workerId } }, { inTenant, grant }) =>
      inTenant(async (scope) => {
        const seen = await scope.select('worker').select('worker.id').where('worker.id', '=', workerId).executeTakeFirst()
        if (!seen) throw notFound()
        const content = await scope
          .select('worker_rate')
          .select(['id', 'worker_id as workerId', 'valid_from as validFrom', 'hourly', 'object_version_number as objectVersionNumber'])
          .where('worker_id', '=', workerId)
          .orderBy('valid_from', 'desc')
          .execute()
        return { content, today: dayOf(clock(), grant.timeZone) }
      }),

    async save({ body: { workerId, id, objectVersionNumber: seen, validFrom, hourly } }, asking) {
      const saved = await asking.inTenant(async (scope) => {
        const { of, row } = id === null ? { of: await holdWorker(scope, asking, workerId), row: null } : await holdRate(scope, asking, id)
        if (row && row.object_version_number !== seen) throw new CallFailure('error.version.stale')
        if (Number(hourly) <= 0) throw besideField(asking, 'error.input.invalid', 'hourly', 'amountUsed')
        const same = await scope
          .select('worker_rate')
          .select('id')
          .where('worker_id', '=', of.id)
          .where('valid_from', '=', validFrom)
          .executeTakeFirst()
        if (same && same.id !== id) throw besideField(asking, 'error.input.invalid', 'validFrom', 'rateOfDay')
        const columns = { worker_id: of.id, valid_from: validFrom, hourly }
        if (row === null) {
          const { rows } = await scope
            .select('worker_rate')
            .select(sql<number>`count(*)::int`.as('rows'))
            .where('worker_id', '=', of.id)
            .executeTakeFirstOrThrow()
          checkRoom(rows)
          return { of, id: (await scope.insert('worker_rate', [columns]).returning('id').executeTakeFirstOrThrow()).id }
        }
        await scope
          .update('worker_rate')
          .set({ ...columns, object_version_number: row.object_version_number + 1 })
          .where('worker_rate.id', '=', row.id)
          .execute()
        return { of, id: row.id }
      })
      tell(asking, saved.of)
      return { id: saved.id }
    },

    async remove({ body: { id, objectVersionNumber } }, asking) {
      const of = await asking.inTenant(async (scope) => {
        const held = await holdRate(scope, asking, id)
        if (held.row.object_version_number !== objectVersionNumber) throw new CallFailure('error.version.stale')
        await scope.remove('worker_rate').where('worker_rate.id', '=', id).execute()
        return held.of
      })
      tell(asking, of)
      return 1
    },
  }
}
