import { transfer } from '#contract/inventory/transfer'
import { besideField } from '../ground/crud/rules.ts'
import { documentRulesFor } from '../ground/documents/documentRules.ts'
import { checkGoods } from './goods.ts'
import { typeOf } from './numbering.ts'
import { checkAsked } from './posting.ts'
import { worthOf } from './worth.ts'

export const transferRules = documentRulesFor(transfer, {
  typeIn: typeOf(transfer),
  worth: worthOf,
  beforeSubmit: checkAsked(transfer),
  async beforeSave(drafting) {
    const { scope, asking, body } = drafting
    const to = await scope.select('store').select(['area_id', 'enabled_flag']).where('store.id', '=', body.toStoreId).executeTakeFirst()
    const refuse = (words: string) => besideField(asking, 'error.input.invalid', 'toStoreId', words)
    if (to?.area_id !== body.toAreaId) throw refuse('storeElsewhere')
    if (to.enabled_flag !== 1) throw refuse('storeOff')
    if (body.toStoreId === body.storeId) throw refuse('sameStore')
    return checkGoods(transfer, drafting, { lots: 'possible' })
  },
})
