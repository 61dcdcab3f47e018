import {
  amount,
  choiceOr,
  choiceOrNone,
  images,
  longText,
  neededReference,
  neededText,
  patterned,
  quantity,
  reference,
  shortText,
  switchedFlag,
  whole,
} from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { ACTIVITY_WRITERS } from '../farm/activityCodes.ts'
import { PACKAGE_WRITERS } from '../farm/planCodes.ts'
import { TASK_WRITERS } from '../farm/taskCodes.ts'
import { GOODS, HARVESTS, MATERIALS, MATERIALS_IN, MATERIALS_OUT, PRODUCT, STOCK } from './codes.ts'
import { MOST_PARTS } from './measureUnit.ts'
import { store } from './store.ts'

export const PRODUCT_TYPES = ['general', 'agricultural'] as const
export const PRODUCT_CATEGORIES = ['seed', 'fertilizer', 'pesticide', 'feed', 'film', 'tool', 'other'] as const
export const TOXICITIES = ['slight', 'low', 'moderate', 'high', 'extreme'] as const

const agricultural = {
  category: choiceOrNone(PRODUCT_CATEGORIES),
  registrationNo: shortText(60),
  activeIngredient: shortText(200),
  toxicity: choiceOrNone(TOXICITIES),
  /** Days between the last use and the harvest. */
  safetyIntervalDays: amount('d', 0, 365),
  doseMin: quantity('/mu'),
  doseMax: quantity('/mu'),
  doseUnitId: reference('measureUnit'),
  targetCrops: shortText(200),
}
/** The fields that a general product leaves empty. */
export const AGRICULTURAL_FIELDS = Object.keys(agricultural) as (keyof typeof agricultural)[]

/**
 * What is bought, kept and used. Stock is counted in the stock unit; one purchase unit is exactly `purchaseNumerator` /
 * `purchaseDenominator` of it, and one retail unit likewise.
 */
export const product = defineResource({
  trail: 'product',
  name: 'product',
  area: 'inventory',
  path: '/wfpf/v1/{t}/product',
  idName: 'productId',
  shape: 'body',
  title: 'name',
  code: PRODUCT.code,
  // The farm's page of materials lists the agricultural ones; the acts are those of the products.
  readers: [PRODUCT.code, MATERIALS.manage],
  // Who sets the limits of a store names products.
  offeredTo: [
    store.codes.edit,
    STOCK,
    ...GOODS,
    ...MATERIALS_IN,
    ...MATERIALS_OUT,
    ...HARVESTS,
    ...ACTIVITY_WRITERS,
    ...TASK_WRITERS,
    ...PACKAGE_WRITERS,
  ],
  offeredBy: ['productType'],
  searchable: ['name', 'code', 'barcode', 'alias', 'specification'],
  unique: ['code', 'barcode'],
  fields: {
    name: neededText(60),
    code: patterned(/^[A-Za-z0-9_-]{1,30}$/, 'code'),
    barcode: patterned(/^[0-9A-Za-z-]{4,32}$/, 'barcode'),
    productType: choiceOr(PRODUCT_TYPES, 'general'),
    model: shortText(60),
    specification: shortText(60),
    standardId: reference('productStandard'),
    alias: shortText(60),
    brand: shortText(60),
    stockUnitId: neededReference('measureUnit'),
    purchaseUnitId: reference('measureUnit'),
    purchaseNumerator: whole(1, MOST_PARTS, 1),
    purchaseDenominator: whole(1, MOST_PARTS, 1),
    retailUnitId: reference('measureUnit'),
    retailNumerator: whole(1, MOST_PARTS, 1),
    retailDenominator: whole(1, MOST_PARTS, 1),
    retailPrice: quantity('CNY'),
    vipPrice: quantity('CNY'),
    costPrice: quantity('CNY'),
    lotFlag: switchedFlag(0),
    expiryFlag: switchedFlag(0),
    shelfDays: amount('d', 1, 3650),
    /** UPLOAD-06. */
    pictures: images(6),
    ...agricultural,
    enabledFlag: switchedFlag(1),
    remark: longText(500),
  },
})
