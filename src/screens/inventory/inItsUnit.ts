import type { DocumentLine } from '#contract/core/document'
import { millionths, plainText } from '#contract/core/exact'

/** The least that a typed quantity counts, in millionths. */
const STEP = 10_000n

/**
 * So much of a line (decimal text in the stock unit) as a line of another document has it: in the unit and at the price of that line, or in
 * the stock unit without a price where that unit cannot say it exactly.
 */
export function inItsUnit(line: DocumentLine, left: string) {
  const [all, typed] = [millionths(line.planned)!, millionths(String(line['quantity']))!]
  const count = millionths(left)! * typed
  if (all === 0n || count % (all * STEP) !== 0n) return { unitKind: 'stock', quantity: left, price: null }
  return {
    unitKind: line['unitKind'] ?? (all === typed ? 'stock' : 'purchase'),
    quantity: plainText(count / all),
    price: line['price'] ?? null,
  }
}
