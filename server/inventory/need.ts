/** What a plan plans of one product, and what became of it: millionths of its stock unit. */
export interface Planned {
  /** Of tasks that are not finished. */
  readonly open: bigint
  /** Of finished ones. */
  readonly done: bigint
  /** Of `done`: what no issue was drafted of, and what the issues have neither moved nor been promised. */
  readonly pending: bigint
  /** What went out to the batch and did not come back, and what was used that was in no issue. */
  readonly used: bigint
  /** What is promised to issues for the batch. */
  readonly promised: bigint
}
const above0 = (count: bigint) => (count > 0n ? count : 0n)

/**
 * What is still to leave the stock, never below 0: what finished tasks wait for, and what tasks to come use, less what the batch has had
 * beyond what its finished tasks planned.
 */
export function neededOf({ open, done, pending, used, promised }: Planned): bigint {
  const settled = above0(done - pending)
  const ahead = above0(used + promised - settled)
  return above0(open - ahead) + above0(pending)
}

/** How much of what is needed is missing. */
export const shortOf = (needed: bigint, available: bigint): bigint => above0(needed - above0(available))

const HUNDREDTH = 10_000n
/** The most that a line counts, millionths. */
export const MOST_BOUGHT = 99_999_000_000n
const roundedUp = (count: bigint, by: bigint) => ((count + by - 1n) / by) * by
/**
 * How many of a unit that is `numerator` / `denominator` stock units are bought, so that it is enough of `short`: in hundredths where that is
 * exact in the stock unit, else in whole units. All in millionths.
 */
export function boughtOf(short: bigint, numerator: bigint, denominator: bigint): bigint {
  const units = (short * denominator + numerator - 1n) / numerator
  return [HUNDREDTH, 1_000_000n, 1_000_000n * denominator]
    .map((by) => roundedUp(units, by))
    .find((count) => (count * numerator) % denominator === 0n)!
}
