import type { z } from 'zod'
import { exactText, millionths, plainText, shareOf } from '#contract/core/exact'
import { herd, type HerdRow, type HerdSum } from '#contract/farm/herd'
import type { Context, HandlersOf } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { besideField } from '../../ground/crud/rules.ts'
import { bookWrites, checkDay, writeRow } from '../batchBook.ts'
import { materialsOf, productsOf } from '../costs/materials.ts'
import { byProduct } from '../costs/reckon.ts'
import { type Fed, herdOf } from './reckon.ts'
import { checkLiving, eventsOf, nurtureOf } from './rows.ts'

/** What a batch was fed with, of the materials that count for it; in kg, to the milligram, where it is a weight. */
async function feedOf(scope: Scope, batchId: number, zone: string) {
  const counted = await materialsOf(scope, batchId)
  const products = await productsOf(
    scope,
    counted.map(({ productId }) => productId),
  )
  const isFeed = ({ productId }: { productId: number }) => products.get(productId)?.category === 'feed'
  const kgOf = (productId: number, quantity: bigint) => {
    const { dimension, numerator, denominator } = products.get(productId)!
    return dimension === 'mass' ? shareOf(quantity, BigInt(numerator), BigInt(denominator)) : null
  }
  const fed = counted.filter(isFeed).flatMap((one): Fed[] => {
    const kg = kgOf(one.productId, one.quantity)
    return kg === null ? [] : [{ day: dayOf(one.at, zone), kg }]
  })
  const feeds = byProduct(counted.filter(isFeed)).map(({ productId, quantity }) => {
    const { name, symbol } = products.get(productId)!
    const kg = kgOf(productId, quantity)
    return { productName: name, unit: symbol, quantity: plainText(quantity), kg: kg === null ? null : exactText(kg) }
  })
  return { fed, feeds, feedKg: exactText(fed.reduce((sum, { kg }) => sum + kg, 0n)) }
}

async function sumOf(scope: Scope, batchId: number, zone: string): Promise<HerdSum> {
  const { events, uncounted } = await eventsOf(scope, batchId)
  const { fed, feeds, feedKg } = await feedOf(scope, batchId, zone)
  return { ...herdOf(events, fed, uncounted), feedKg, feeds }
}

/** What is counted and weighed of fish and animals. */
export function herdHandlers(given: Pick<Context, 'clock' | 'live'>): HandlersOf<'farm'>['herd'] {
  return {
    page: ({ query: { batchId } }, { inTenant, grant }) =>
      inTenant(async (scope) => {
        const seen = await scope.select('batch').select('batch.id').where('batch.id', '=', batchId).executeTakeFirst()
        if (!seen) throw notFound()
        const content = await scope
          .select('batch_herd')
          .select(['id', 'batch_id as batchId', 'happened_on as happenedOn', 'event', 'head', 'mean_weight as meanWeight', 'reason'])
          .select('object_version_number as objectVersionNumber')
          .where('batch_herd.batch_id', '=', batchId)
          .orderBy('happened_on', 'desc')
          .orderBy('batch_herd.id', 'desc')
          .execute()
        return {
          content: content as HerdRow[],
          sum: await sumOf(scope, batchId, grant.timeZone),
          today: dayOf(given.clock(), grant.timeZone),
        }
      }),

    ...bookWrites('batch_herd', given, {
      async write(hand, { batch, row }, seen, said: z.output<typeof herd.body>) {
        const { scope, asking } = hand
        if ((await nurtureOf(scope, batch.land_id)) === null) throw new CallFailure('error.herd.plants')
        if (batch.started_at === null) throw new CallFailure('error.batch.notBegun')
        checkDay(hand, batch, 'happenedOn', said.happenedOn)
        const weight = said.meanWeight === null ? null : millionths(said.meanWeight)!
        if (said.event === 'weighed' && weight === null) throw besideField(asking, 'error.input.invalid', 'meanWeight', 'required')
        if (weight === 0n) throw besideField(asking, 'error.input.invalid', 'meanWeight', 'amountUsed')
        const written = await writeRow(scope, 'batch_herd', row, seen, {
          batch_id: batch.id,
          happened_on: said.happenedOn,
          event: said.event,
          head: said.head,
          mean_weight: said.meanWeight,
          reason: said.reason?.trim() || null,
        })
        await checkLiving(scope, asking, batch.id, 'head')
        return written
      },
      afterRemove: ({ scope, asking }, { id }) => checkLiving(scope, asking, id, null),
    }),
  }
}
