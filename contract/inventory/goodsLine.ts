import { choiceOr, day, neededQuantity, neededReference, quantity, shortText } from '../core/field.ts'

/** In which of its product's units a line counts. */
export const UNIT_KINDS = ['stock', 'purchase', 'retail'] as const
export type UnitKind = (typeof UNIT_KINDS)[number]

/** The line of a document that moves goods: a product, counted in one of its units. */
export const goodsLine = {
  productId: neededReference('product'),
  unitKind: choiceOr(UNIT_KINDS, 'stock'),
  quantity: neededQuantity(),
  /** Of one of that unit. */
  price: quantity('CNY'),
  lotNo: shortText(40),
  expiresOn: day(),
  remark: shortText(200),
}

const { expiresOn: _expiresOn, price: _price, ...leaving } = goodsLine
/** The same of goods that leave: what leaves is worth what lies there. */
export const leavingLine = leaving
