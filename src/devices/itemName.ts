import { itemFace, ordinalOf, quantityOf } from '#contract/devices/itemCode'
import { formatValue } from '#src/charts/formatValue.ts'

/** Digits after the point that an item is shown with; never more than 2. */
export const decimalsOf = (code: string): number => itemFace(code)?.decimals ?? 2

/** A reading in words, with the digits of its item: on every screen the same. Curves alone have two always (COLLECT-03). */
export const readingText = (value: number | null, code: string, language: string): string => formatValue(value, language, decimalsOf(code))

/** The code whose colour an item takes: its own layer's, else that of its quantity. */
export const colorCode = (code: string): string => (ordinalOf(code) === null ? (quantityOf(code) ?? code) : code)
