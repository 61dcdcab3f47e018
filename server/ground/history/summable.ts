import { MOST_DEGREES } from '#contract/devices/circular'

/**
 * A value of SQL as it may be summed. A device may send any double, and PostgreSQL refuses a sum beyond them: one reading of 1e308 and its
 * like would stop the roll-ups of everybody. A reading a millisecond for as long as readings are kept stays within what a double holds.
 */
export const summable = (value: string): string => `least(greatest(${value}, -1e290::float8), 1e290::float8)`

/**
 * The sum of the vectors of degrees, as two columns of SQL, where `circular` holds, as if all values were directions as those that are; see
 * contract/devices/circular.ts.
 */
export const vectorSums = (value: string, circular: string): string =>
  (['cos', 'sin'] as const)
    .map(
      (name) =>
        `avg(case when ${circular} and abs(${value}) <= ${MOST_DEGREES} then ${name}d(${value}) end) * count(${value}) as ${name}_sum`,
    )
    .join(', ')
