import { shareOf } from '#contract/core/exact'

/**
 * What lies in one place: quantity in the stock unit and value in CNY, both in millionths. The value of nothing is nothing, and what is
 * below nothing has no value: it was given out uncosted.
 */
export interface Level {
  readonly onHand: bigint
  readonly value: bigint
}
export const NOTHING: Level = { onHand: 0n, value: 0n }

/** One row of the ledger: goods that moved, or value alone that was set right. */
export interface Row {
  readonly kind: 'move' | 'revalue'
  readonly quantity: bigint
  readonly value: bigint
}

/** What goods that leave are worth: their share at the moving average, all that is left where nothing remains. */
export function valueLeaving({ onHand, value }: Level, quantity: bigint): bigint {
  if (onHand <= 0n) return 0n
  return quantity >= onHand ? value : shareOf(value, quantity, onHand)
}

/** What goods that come are worth by what lies there: at the moving average; `worth` where nothing lies there to go by. */
export const valueComing = ({ onHand, value }: Level, quantity: bigint, worth: bigint): bigint =>
  onHand > 0n ? shareOf(value, quantity, onHand) : worth

/**
 * Moves `quantity` (more than 0 comes, less leaves) worth `value` of the same sign, and answers the level after it with its rows. A second
 * row sets the value right where the movement alone would leave value on nothing: a reversal, or a receipt that fills what was given out before
 * it came.
 */
export function reckon(before: Level, quantity: bigint, value: bigint): { readonly after: Level; readonly rows: readonly Row[] } {
  const onHand = before.onHand + quantity
  const moved = before.value + value
  const target = onHand <= 0n ? 0n : before.onHand < 0n && quantity > 0n ? shareOf(moved, onHand, quantity) : moved < 0n ? 0n : moved
  const rows: Row[] = [{ kind: 'move', quantity, value }]
  if (target !== moved) rows.push({ kind: 'revalue', quantity: 0n, value: target - moved })
  return { after: { onHand, value: target }, rows }
}
