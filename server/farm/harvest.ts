import { sql } from 'kysely'
import type { z } from 'zod'
import { exactText, millionths, timesRatio } from '#contract/core/exact'
import { type Harvest, harvest } from '#contract/farm/harvest'
import type { BatchState } from '#contract/farm/batch'
import { warehousing } from '#contract/inventory/warehousing'
import { batchAfter } from '#machines/farm/batch'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { besideField } from '../ground/crud/rules.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { safeDayOf } from './safety.ts'
import { type BatchRow, bookWrites, checkDay, type Hand, holdBatch, writeRow } from './batchBook.ts'
import { checkLiving, nurtureOf } from './herd/rows.ts'

/** The most that one harvest weighs, kg: a book of such can still be summed. */
const MOST_KG = 1_000_000_000n

type Said = z.output<typeof harvest.create>

/** What a harvest is counted in, and what it weighs: exact, by the stock unit of its product as it is now. */
async function weigh({ scope, asking }: Hand, { quantity, unitKind, productId, storeId }: Said, batch: BatchRow) {
  if (unitKind === 'stock' && productId === null) throw besideField(asking, 'error.input.invalid', 'productId', 'required')
  const unit =
    productId === null
      ? null
      : await scope
          .select('product')
          .innerJoin('measure_unit', 'measure_unit.id', 'product.stock_unit_id')
          .select(['measure_unit.symbol', 'measure_unit.dimension', 'measure_unit.numerator', 'measure_unit.denominator'])
          .where('product.id', '=', productId)
          .executeTakeFirst()
  if (unit === undefined) throw besideField(asking, 'error.record.unknown', 'productId', 'unknown')
  if (storeId !== null) {
    const store = await scope.select('store').select('store.area_id').where('store.id', '=', storeId).executeTakeFirst()
    if (store?.area_id !== batch.area_id) throw besideField(asking, 'error.input.invalid', 'storeId', 'storeElsewhere')
  }
  const count = millionths(quantity)!
  if (unitKind === 'kg') return { unit_name: 'kg', kg: exactText(count) }
  if (unit!.dimension !== 'mass') return { unit_name: unit!.symbol, kg: null }
  const kg = timesRatio(count, BigInt(unit!.numerator), BigInt(unit!.denominator))
  if (kg === null) throw besideField(asking, 'error.input.invalid', 'quantity', 'inexact')
  if (kg > MOST_KG * 1_000_000n) {
    const max = Number((MOST_KG * BigInt(unit!.denominator)) / BigInt(unit!.numerator))
    throw besideField(asking, 'error.input.invalid', 'quantity', 'tooBig', { max })
  }
  return { unit_name: unit!.symbol, kg: exactText(kg) }
}

/**
 * Records a harvest of a batch inside a transaction, also for a task that was one: its day is not to come and not before the batch began. The
 * first of a batch that grows begins its harvest. Answers the harvest's id and the batch as it was; who calls tells consoles that it changed.
 */
export async function recordHarvest(hand: Hand, batchId: number, said: Said): Promise<{ id: number; batch: BatchRow }> {
  const batch = await holdBatch(hand.scope, batchId)
  return { id: await write(hand, batch, null, null, said), batch }
}

async function write(hand: Hand, batch: BatchRow, old: Parameters<typeof writeRow>[2], seen: number | null, said: Said): Promise<number> {
  const { scope } = hand
  const state = batch.batch_state as BatchState
  if (batch.started_at === null) throw new CallFailure('error.batch.notBegun')
  checkDay(hand, batch, 'harvestedOn', said.harvestedOn)
  if (said.headCount !== null && (await nurtureOf(scope, batch.land_id)) === null)
    throw besideField(hand.asking, 'error.input.invalid', 'headCount', 'onlyAnimals')
  const id = await writeRow(scope, 'batch_harvest', old, seen, {
    batch_id: batch.id,
    harvested_on: said.harvestedOn,
    quantity: said.quantity,
    unit_kind: said.unitKind,
    ...(await weigh(hand, said, batch)),
    head_count: said.headCount,
    product_id: said.productId,
    store_id: said.storeId,
    remark: said.remark?.trim() || null,
  })
  await checkLiving(scope, hand.asking, batch.id, 'headCount')
  const after = batchAfter(state, 'harvest')
  if (after !== null)
    await scope
      .update('batch')
      .set((eb) => ({ batch_state: after, object_version_number: eb('object_version_number', '+', 1) }))
      .where('batch.id', '=', batch.id)
      .execute()
  return id
}

/** A receipt that is there, and was not ended before anything came in by it. */
export const receiptStands = sql<boolean>`exists (select from document d where d.id = batch_harvest.document_id and d.audit_status <> 'deleted'
  and not (d.progress = 'closed' and not exists (select from document_line l where l.document_id = d.id and l.done > 0)))`

async function refuseReceived(scope: Scope, id: number): Promise<void> {
  const received = await scope
    .select('batch_harvest')
    .select('id')
    .where('batch_harvest.id', '=', id)
    .where(receiptStands)
    .executeTakeFirst()
  if (received) throw new CallFailure('error.harvest.received')
}

const harvestsOf = (scope: Scope, batchId: number) =>
  scope
    .select('batch')
    .innerJoin('batch_harvest', 'batch_harvest.batch_id', 'batch.id')
    .leftJoin('product', 'product.id', 'batch_harvest.product_id')
    .leftJoin('store', 'store.id', 'batch_harvest.store_id')
    .leftJoin('document', (join) => join.onRef('document.id', '=', 'batch_harvest.document_id').on(receiptStands))
    .where('batch.id', '=', batchId)

/** The harvests of batches. */
export function harvestHandlers(given: Pick<Context, 'clock' | 'live'>): HandlersOf<'farm'>['harvest'] {
  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const rows = harvestsOf(scope, query.batchId)
        const page = await readPage(query, rows, (all) =>
          all.select(COLUMNS).orderBy('harvested_on', 'desc').orderBy('batch_harvest.id', 'desc'),
        )
        const sums = await scope
          .select('batch')
          .leftJoin('batch_harvest', 'batch_harvest.batch_id', 'batch.id')
          .where('batch.id', '=', query.batchId)
          .groupBy('batch.id')
          .select([sql<string>`coalesce(sum(batch_harvest.kg), 0)::numeric(20, 6)`.as('kg'), 'batch.expected_yield as expectedYield'])
          .executeTakeFirst()
        const others = await rows
          .where('batch_harvest.kg', 'is', null)
          .groupBy('batch_harvest.unit_name')
          .select(['batch_harvest.unit_name as unitName', sql<string>`sum(batch_harvest.quantity)::text`.as('quantity')])
          .orderBy('batch_harvest.unit_name')
          .execute()
        const holds = asking.grant.areasFor([warehousing.codes.read])
        const content = page.content.map(
          ({ document_id: id, form_code, code, title, audit_status, progress, document_area: area, ...row }) => {
            const readable = holds === null || (area !== null && holds.includes(area))
            const receipt =
              id === null
                ? null
                : { id, formCode: form_code, code, title: readable ? title : null, readable, auditStatus: audit_status, progress }
            return { ...row, receipt } as Harvest
          },
        )
        return {
          ...page,
          content,
          kg: sums?.kg ?? '0.000000',
          expectedYield: sums?.expectedYield ?? null,
          others,
          today: dayOf(given.clock(), asking.grant.timeZone),
        }
      }),

    ...bookWrites('batch_harvest', given, {
      check: ({ scope }, { row }) => (row === null ? undefined : refuseReceived(scope, row.id)),
      write: (hand, { batch, row }, seen, said: z.output<typeof harvest.body>) => write(hand, batch, row, seen, said),
    }),
  }
}

const COLUMNS = [
  'batch_harvest.id as id',
  'batch_harvest.batch_id as batchId',
  'batch_harvest.harvested_on as harvestedOn',
  'batch_harvest.quantity as quantity',
  'batch_harvest.unit_kind as unitKind',
  'batch_harvest.unit_name as unitName',
  'batch_harvest.kg as kg',
  'batch_harvest.head_count as headCount',
  'batch_harvest.product_id as productId',
  'product.name as productName',
  'batch_harvest.store_id as storeId',
  'store.name as storeName',
  'batch_harvest.remark as remark',
  safeDayOf.as('safeFrom'),
  'batch_harvest.object_version_number as objectVersionNumber',
  'document.id as document_id',
  'document.form_code',
  'document.code',
  'document.title',
  'document.audit_status',
  'document.progress',
  'document.area_id as document_area',
] as const
