import { aplionform } from '#contract/inventory/aplionform'
import type { ServerContents } from '../ground/contents.ts'
import { crudHandlers } from '../ground/crud/handlers.ts'
import { approvalFormOf } from '../ground/documents/approvalForm.ts'
import { documentHandlers } from '../ground/documents/documentHandlers.ts'
import { documentRulesFor } from '../ground/documents/documentRules.ts'
import { billTypeRules } from './billType.ts'
import { measureUnitRules } from './measureUnit.ts'
import { partnerRules } from './partner.ts'
import { productRules } from './product.ts'
import { productStandardRules } from './productStandard.ts'
import { shopRules } from './shop.ts'
import { stockLimitHandlers } from './stockLimit.ts'
import { storeRules } from './store.ts'

export const inventory = {
  rules: {
    measureUnit: measureUnitRules,
    billType: billTypeRules,
    productStandard: productStandardRules,
    product: productRules,
    store: storeRules,
    partner: partnerRules,
    shop: shopRules,
  },
  handlers: (context) => ({
    aplionform: documentHandlers(documentRulesFor(aplionform), context),
    measureUnit: crudHandlers(measureUnitRules, context),
    billType: crudHandlers(billTypeRules, context),
    productStandard: crudHandlers(productStandardRules, context),
    product: crudHandlers(productRules, context),
    store: crudHandlers(storeRules, context),
    stockLimit: stockLimitHandlers(context),
    partner: crudHandlers(partnerRules, context),
    shop: crudHandlers(shopRules, context),
  }),
  forms: [approvalFormOf(aplionform)],
} satisfies ServerContents<'inventory'>
