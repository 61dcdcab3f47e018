import { millionths } from '#contract/core/exact'
import type { StockLevel } from '#contract/inventory/stock'

const limit = (text: string | null) => (text === null ? null : millionths(text))

/** How what lies there (millionths) stands against the limits of its store; null where there are none. */
export function levelOf(
  onHand: bigint,
  limits: { readonly minQuantity: string | null; readonly maxQuantity: string | null },
): StockLevel | null {
  const [least, most] = [limit(limits.minQuantity), limit(limits.maxQuantity)]
  if (least === null && most === null) return null
  if (least !== null && onHand < least) return 'below'
  return most !== null && onHand > most ? 'above' : 'normal'
}
