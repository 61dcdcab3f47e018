import type { DefaultStore, InventoryOption } from '#contract/inventory/inventoryOption'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { besideField } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import { holdOptionAlone, readOption } from './option.ts'
import { dayOf } from '#contract/core/zonedMoment'

/** The default stores of the bases that are seen, by base; what has left its base is none. */
const defaultStoresOf = (scope: Scope) =>
  scope
    .select('default_store')
    .innerJoin('store', (join) =>
      join.onRef('store.id', '=', 'default_store.store_id').onRef('store.area_id', '=', 'default_store.area_id'),
    )
    .innerJoin('area', 'area.id', 'default_store.area_id')
    .select(['area.id as areaId', 'area.area_name as areaName', 'store.id as storeId', 'store.name as storeName'])
    .orderBy('area.id')

type Chosen = InventoryOption['defaultStores']

/** Each store stands in its base, which the caller sees, and is in use. */
async function checkStores(scope: Scope, asking: Asking, chosen: Chosen): Promise<void> {
  const ids = chosen.map(({ storeId }) => storeId)
  const stores = await scope
    .select('store')
    .select(['store.id', 'store.area_id', 'store.enabled_flag'])
    .where('store.id', 'in', [0, ...ids])
    .execute()
  for (const [at, { areaId, storeId }] of chosen.entries()) {
    const store = stores.find(({ id }) => id === storeId)
    const refuse = (words: string) => besideField(asking, 'error.input.invalid', `defaultStores.${at}.storeId`, words)
    if (store?.area_id !== areaId) throw refuse('storeElsewhere')
    if (store.enabled_flag !== 1) throw refuse('storeOff')
  }
}

/** Writes what differs, so that the trail says nothing else. */
async function writeStores(scope: Scope, chosen: Chosen): Promise<void> {
  const before = await scope.select('default_store').select(['area_id', 'store_id']).execute()
  const stays = ({ area_id: areaId, store_id: storeId }: (typeof before)[number]) =>
    chosen.some((one) => one.areaId === areaId && one.storeId === storeId)
  const gone = before.filter((row) => !stays(row)).map(({ area_id: areaId }) => areaId)
  if (gone.length > 0) await scope.remove('default_store').where('default_store.area_id', 'in', gone).execute()
  const kept = new Set(before.filter(stays).map(({ area_id: areaId }) => areaId))
  const made = chosen.filter(({ areaId }) => !kept.has(areaId)).map(({ areaId, storeId }) => ({ area_id: areaId, store_id: storeId }))
  if (made.length > 0) await scope.insert('default_store', made).execute()
}

/** What the inventory engine obeys: read, and saved as a whole. */
export function inventoryOptionHandlers({ live, clock }: Pick<Context, 'live' | 'clock'>): HandlersOf<'inventory'>['inventoryOption'] {
  const answer = async (scope: Scope) => ({ ...(await readOption(scope)), defaultStores: await defaultStoresOf(scope).execute() })
  return {
    get: (_, { inTenant }) => inTenant(answer),

    async save({ body: { objectVersionNumber, defaultStores, ...option } }, asking) {
      const { tenantId, timeZone } = asking.grant
      if (option.closedThrough !== null && option.closedThrough > dayOf(clock(), timeZone))
        throw besideField(asking, 'error.input.invalid', 'closedThrough', 'toCome')
      const saved = await asking.inTenant(async (scope) => {
        const before = await holdOptionAlone(scope)
        if (before.objectVersionNumber !== objectVersionNumber) throw new CallFailure('error.version.stale')
        await checkStores(scope, asking, defaultStores)
        await scope
          .update('inventory_option')
          .set({
            negative_flag: option.negativeFlag,
            over_receipt_percent: option.overReceiptPercent,
            receipt_value: option.receiptValue,
            expired_flag: option.expiredFlag,
            expiring_days: option.expiringDays,
            closed_through: option.closedThrough,
            object_version_number: objectVersionNumber + 1,
          })
          .execute()
        await writeStores(scope, defaultStores)
        return answer(scope)
      })
      live.changed(tenantId, 'inventoryOption', null, null)
      return saved
    },

    defaultStores: (_, { inTenant }) =>
      inTenant((scope): Promise<DefaultStore[]> => defaultStoresOf(scope).where('store.enabled_flag', '=', 1).execute()),
  }
}
