import { shop } from '#contract/inventory/shop'
import { besideField, rulesFor } from '../ground/crud/rules.ts'

/** Shops: each sells out of a store of its own base. */
export const shopRules = rulesFor(shop, {
  table: 'shop',

  async beforeSave({ scope, asking, values }) {
    if (values.storeId === null) return {}
    const store = await scope.select('store').select('area_id').where('store.id', '=', values.storeId).executeTakeFirst()
    if (store?.area_id !== values.areaId) throw besideField(asking, 'error.input.invalid', 'storeId', 'storeElsewhere')
    return {}
  },
})
