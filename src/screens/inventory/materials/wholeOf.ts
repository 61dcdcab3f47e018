import { exactText, millionths, shareOf } from '#contract/core/exact'
import type { StockRow } from '#contract/inventory/stock'

const ONE = 1_000_000n

/** What rows of one product come to over their stores, as one row; null where there are none. Limits are a store's own. */
export function wholeOf(rows: readonly StockRow[]): StockRow | null {
  const [first] = rows
  if (!first) return null
  const sum = (of: (row: StockRow) => string | null) => rows.reduce((whole, row) => whole + millionths(of(row) ?? '0')!, 0n)
  const [onHand, value] = [sum((row) => row.onHand), sum((row) => row.value)]
  const days = rows.flatMap(({ expiresOn }) => expiresOn ?? []).toSorted()
  return {
    ...first,
    onHand: exactText(onHand),
    reserved: exactText(sum((row) => row.reserved)),
    available: exactText(sum((row) => row.available)),
    transit: exactText(sum((row) => row.transit)),
    value: exactText(value),
    unitCost: onHand > 0n ? exactText(shareOf(value, ONE, onHand)) : null,
    minQuantity: null,
    maxQuantity: null,
    level: null,
    expiresOn: days[0] ?? null,
  }
}
