import { itemFace, ordinalOf, quantityOf } from '#contract/devices/itemCode'

/** Digits after the point that an item is shown with; never more than 2. */
export const decimalsOf = (code: string): number => itemFace(code)?.decimals ?? 2

/** The code whose colour an item takes: its own layer's, else that of its quantity. */
export const colorCode = (code: string): string => (ordinalOf(code) === null ? (quantityOf(code) ?? code) : code)
