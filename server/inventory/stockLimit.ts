import { exceeds } from '#contract/core/decimal'

import type { Context, HandlersOf } from '../ground/contents.ts'
import { besideField } from '../ground/crud/rules.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'

/** The least and the most of each product in a store; a limit is seen by who sees its store. */
export function stockLimitHandlers({ live }: Pick<Context, 'live'>): HandlersOf<'inventory'>['stockLimit'] {
  return {
    page: ({ query }, { inTenant }) =>
      inTenant((scope) =>
        readPage(query, limitsOf(scope).where('store.id', '=', query.storeId), (all) =>
          all.select(COLUMNS).orderBy('product.name').orderBy('stock_limit.id'),
        ),
      ),

    async save({ body }, asking) {
      const { storeId, productId, minQuantity, maxQuantity, objectVersionNumber: version } = body
      if (minQuantity == null && maxQuantity == null) throw besideField(asking, 'error.input.invalid', 'minQuantity', 'oneLimit')
      if (minQuantity != null && maxQuantity != null && exceeds(minQuantity, maxQuantity))
        throw besideField(asking, 'error.input.invalid', 'maxQuantity', 'notBelow')
      const saved = await asking.inTenant(async (scope) => {
        const store = await scope.select('store').select(['store.id', 'store.area_id']).where('store.id', '=', storeId).executeTakeFirst()
        if (!store) throw notFound()
        const product = await scope.select('product').select('product.id').where('product.id', '=', productId).executeTakeFirst()
        if (!product) throw besideField(asking, 'error.record.unknown', 'productId', 'unknown')
        const quantities = { min_quantity: minQuantity, max_quantity: maxQuantity }
        const written =
          version == null
            ? await scope
                .insert('stock_limit', [{ store_id: storeId, product_id: productId, ...quantities }])
                .onConflict((conflict) => conflict.columns(['store_id', 'product_id']).doNothing())
                .returning('id')
                .executeTakeFirst()
            : await scope
                .update('stock_limit')
                .set({ ...quantities, object_version_number: version + 1 })
                .where('stock_limit.store_id', '=', storeId)
                .where('stock_limit.product_id', '=', productId)
                .where('stock_limit.object_version_number', '=', version)
                .returning('stock_limit.id as id')
                .executeTakeFirst()
        if (!written)
          throw version == null ? besideField(asking, 'error.record.taken', 'productId', 'taken') : new CallFailure('error.version.stale')
        const limit = await limitsOf(scope).select(COLUMNS).where('stock_limit.id', '=', written.id).executeTakeFirstOrThrow()
        return { store, limit }
      })
      live.changed(asking.grant.tenantId, 'store', storeId, saved.store.area_id)
      return saved.limit
    },

    async remove({ body }, asking) {
      const { stockLimitId, objectVersionNumber } = body
      const gone = await asking.inTenant(async (scope) => {
        const limit = await limitsOf(scope)
          .select(['store.id as storeId', 'store.area_id as areaId'])
          .where('stock_limit.id', '=', stockLimitId)
          .executeTakeFirst()
        if (!limit) throw notFound()
        const { numDeletedRows } = await scope
          .remove('stock_limit')
          .where('stock_limit.id', '=', stockLimitId)
          .where('stock_limit.object_version_number', '=', objectVersionNumber)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) throw new CallFailure('error.version.stale')
        return limit
      })
      live.changed(asking.grant.tenantId, 'store', gone.storeId, gone.areaId)
      return 1
    },
  }
}

const limitsOf = (scope: Scope) =>
  scope
    .select('store')
    .innerJoin('stock_limit', 'stock_limit.store_id', 'store.id')
    .innerJoin('product', 'product.id', 'stock_limit.product_id')
    .innerJoin('measure_unit', 'measure_unit.id', 'product.stock_unit_id')

const COLUMNS = [
  'stock_limit.id as stockLimitId',
  'store.id as storeId',
  'product.id as productId',
  'product.name as productName',
  'product.specification as specification',
  'measure_unit.symbol as unit',
  'stock_limit.min_quantity as minQuantity',
  'stock_limit.max_quantity as maxQuantity',
  'stock_limit.object_version_number as objectVersionNumber',
] as const
