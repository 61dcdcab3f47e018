import { sql } from 'kysely'
import { hundredths, decimalText } from '#contract/core/decimal'
import { millionths, timesRatio } from '#contract/core/exact'
import { warehousing } from '#contract/inventory/warehousing'
import type { Context, HandlersOf } from '../ground/contents.ts'
import type { Scope } from '../ground/database/scope.ts'
import { holdsIn } from '../ground/approvals/process.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import { askingWithin } from '../ground/http/within.ts'
import type { LivePublisher } from '../ground/live/live.ts'
import { dayOf } from '#contract/core/zonedMoment'

type Receipts = Handlers<typeof warehousing.calls>

/** A harvest that the caller sees, held until the transaction ends, with what its receipt is made of. */
async function holdHarvest(scope: Scope, id: number) {
  const row = await scope
    .select('batch')
    .innerJoin('batch_harvest', 'batch_harvest.batch_id', 'batch.id')
    .selectAll('batch_harvest')
    .select(['batch.batch_name', 'batch.area_id'])
    .where('batch_harvest.id', '=', id)
    .forUpdate('batch_harvest')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The receipt of a harvest, while it is there and was not ended before anything came in by it. */
const standing = ({ raw, tenantId }: Scope, id: number) =>
  raw
    .selectFrom('document')
    .select(['id', 'code'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('audit_status', '<>', 'deleted')
    .where(sql<boolean>`(progress <> 'closed' or exists (select from document_line l where l.document_id = document.id and l.done > 0))`)
    .executeTakeFirst()

/** So much in the stock unit of a product, with the two decimals of a line; null where it is none, or not exactly so. */
function inStock(
  kg: string,
  { numerator, denominator, dimension }: { numerator: number; denominator: number; dimension: string },
): string | null {
  const count = dimension === 'mass' ? timesRatio(millionths(kg)!, BigInt(denominator), BigInt(numerator)) : null
  return count === null || count % 10_000n !== 0n ? null : decimalText(count / 10_000n)
}

/** What was harvested comes into stock by an ordinary receipt: one of each harvest, drafted in one step. */
export function harvestReceiptHandlers(
  { live }: Pick<Context, 'live'>,
  receiptsOf: (live: LivePublisher) => Receipts,
): HandlersOf<'inventory'>['harvestReceipt'] {
  return {
    async draft({ body: { harvestId } }, asking) {
      const told: Parameters<LivePublisher['changed']>[] = []
      const made = await asking.inTenant(async (scope) => {
        const row = await holdHarvest(scope, harvestId)
        const before = row.document_id === null ? undefined : await standing(scope, row.document_id)
        if (before) return before
        if (!holdsIn(asking, warehousing.codes.create, row.area_id)) throw new CallFailure('error.permission.denied')
        if (row.product_id === null || row.store_id === null) throw new CallFailure('error.harvest.noGoods')
        const unit = await scope
          .select('product')
          .innerJoin('measure_unit', 'measure_unit.id', 'product.stock_unit_id')
          .select(['numerator', 'denominator', 'dimension', 'product.lot_flag', 'product.expiry_flag', 'product.shelf_days'])
          .where('product.id', '=', row.product_id)
          .executeTakeFirstOrThrow()
        const quantity = row.unit_kind === 'stock' ? decimalText(hundredths(row.quantity)!) : inStock(row.quantity, unit)
        if (quantity === null) throw new CallFailure('error.harvest.unit')
        const within = askingWithin(asking, scope)
        const day = row.harvested_on
        const line = {
          productId: row.product_id,
          unitKind: 'stock' as const,
          quantity,
          price: null,
          // Of what is kept in lots, a day's harvest of a batch is one.
          lotNo: unit.lot_flag === 1 ? `H${row.id}-${day.replaceAll('-', '')}` : null,
          expiresOn: unit.expiry_flag === 1 ? dayOf(Date.parse(day) + Math.ceil(unit.shelf_days ?? 7) * 86_400_000, 'UTC') : null,
          remark: null,
        }
        const header = { title: `${row.batch_name} ${day}`.slice(0, 60).toWellFormed(), areaId: row.area_id, storeId: row.store_id }
        const document = { ...header, partnerId: null, sourceId: null, remark: null, attachments: [], lines: [line] }
        // What consoles are told of is not there before all of it is.
        const receipts = receiptsOf({ ...live, changed: (...change) => void told.push(change) })
        const { id, code } = await receipts.create({ params: { t: scope.tenantId }, query: {}, body: document } as never, within)
        await scope
          .update('batch_harvest')
          .set((eb) => ({ document_id: id, object_version_number: eb('object_version_number', '+', 1) }))
          .where('batch_harvest.id', '=', row.id)
          .execute()
        told.push([scope.tenantId, 'batch', row.batch_id, row.area_id])
        return { id, code }
      })
      for (const change of told) live.changed(...change)
      return made
    },
  }
}
