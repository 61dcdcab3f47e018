import { UnitCell } from './UnitCell.tsx'

/** How a line of goods is arranged, in documents that move them out of a store or between two. */
export const goodsLine = {
  widths: { productId: 220, unitKind: 110, quantity: 110, lotNo: 120, remark: 160 },
  head: 'productId',
  unit: 'unitKind',
  wide: ['remark'],
} as const

/** Where they come in, with their price and how long they last. */
export const goodsInLine = {
  ...goodsLine,
  widths: { productId: 220, unitKind: 110, quantity: 110, price: 110, lotNo: 120, expiresOn: 150, remark: 140 },
} as const

export const goodsCells = { line: { unitKind: UnitCell } }
