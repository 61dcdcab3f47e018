import { billType } from './billType.ts'
import { measureUnit } from './measureUnit.ts'
import { partner } from './partner.ts'
import { product } from './product.ts'
import { productStandard } from './productStandard.ts'
import { shop } from './shop.ts'
import { store } from './store.ts'

/** The base data: lists with a form. */
export const resources = { measureUnit, billType, productStandard, product, store, partner, shop }
