import { shareOf } from '#contract/core/exact'

/** What an issue gave of a product and was not taken back, with what that was worth when it left; in millionths. */
export interface Issued {
  readonly issueId: number
  readonly productId: number
  /** What it was for, where it says so. */
  readonly batchId: number | null
  readonly quantity: bigint
  readonly value: bigint
  /** When it left last, ms UTC. */
  readonly at: number
}
/** What an activity used of a product; `issueId` names the issue that it came from. In the order in which it was written. */
export interface Used {
  readonly productId: number
  readonly batchId: number | null
  readonly issueId: number | null
  readonly quantity: bigint
  /** ms UTC. */
  readonly at: number
  /** Of one, in millionths, as the stock valued it then; null: nobody knows. */
  readonly price: bigint | null
}
/** So much of a product that counts for a batch, with its worth; null: nobody knows. */
export interface Counted {
  readonly productId: number
  readonly quantity: bigint
  readonly value: bigint | null
  readonly at: number
}

const MILLION = 1_000_000n
const least = (one: bigint, other: bigint) => (one < other ? one : other)
const keyOf = ({ issueId, productId }: { issueId: number | null; productId: number }) => `${issueId} ${productId}`

/**
 * What counts for a batch, each quantity once. What an activity names of an issue is the issue's: it counts where the activity was, at what it
 * was worth when it left; the rest of the issue counts for the batch that the issue is for. What an activity used beyond what its issue gave, and
 * what it used without one, was never in the books, and is valued as the stock was then.
 */
export function countMaterials(batchId: number, issued: readonly Issued[], used: readonly Used[]): Counted[] {
  const outside = (line: Used, quantity: bigint): Counted[] =>
    line.batchId !== batchId || quantity === 0n
      ? []
      : [
          {
            productId: line.productId,
            quantity,
            value: line.price === null ? null : shareOf(line.price, quantity, MILLION),
            at: line.at,
          },
        ]
  const counted = used.filter(({ issueId }) => issueId === null).flatMap((line) => outside(line, line.quantity))
  const naming = Map.groupBy(
    used.filter(({ issueId }) => issueId !== null),
    keyOf,
  )
  const known = new Set(issued.map(keyOf))
  // What names an issue that gave nothing of it.
  for (const [key, lines] of naming) if (!known.has(key)) counted.push(...lines.flatMap((line) => outside(line, line.quantity)))
  for (const issue of issued) {
    const { productId, quantity: given, value } = issue
    const worth = (from: bigint, to: bigint) => (value <= 0n ? null : shareOf(value, to, given) - shareOf(value, from, given))
    let taken = 0n
    for (const line of naming.get(keyOf(issue)) ?? []) {
      const part = least(line.quantity, given - taken)
      if ((line.batchId ?? issue.batchId) === batchId && part > 0n)
        counted.push({ productId, quantity: part, value: worth(taken, taken + part), at: line.at })
      taken += part
      counted.push(...outside(line, line.quantity - part))
    }
    if (issue.batchId === batchId && given > taken)
      counted.push({ productId, quantity: given - taken, value: worth(taken, given), at: issue.at })
  }
  return counted
}

/** Counted rows of each product together: how much, what is known of its worth, and how much has none. */
export function byProduct(counted: readonly Counted[]) {
  return [...Map.groupBy(counted, ({ productId }) => productId)].map(([productId, rows]) => {
    const priced = rows.filter(({ value }) => value !== null)
    return {
      productId,
      quantity: rows.reduce((sum, { quantity }) => sum + quantity, 0n),
      value: priced.length === 0 ? null : priced.reduce((sum, { value }) => sum + value!, 0n),
      unpriced: rows.reduce((sum, { value, quantity }) => (value === null ? sum + quantity : sum), 0n),
    }
  })
}
