import { productStandard } from '#contract/inventory/productStandard'
import { rulesFor } from '../ground/crud/rules.ts'

export const productStandardRules = rulesFor(productStandard, { table: 'product_standard' })
