import { shop } from '#contract/inventory/shop'
import { rulesFor } from '../ground/crud/rules.ts'

export const shopRules = rulesFor(shop, { table: 'shop' })
