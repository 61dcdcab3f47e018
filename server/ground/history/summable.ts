/**
 * A value of SQL as it may be summed. A device may send any double, and PostgreSQL refuses a sum beyond them: one reading of 1e308 and its
 * like would stop the roll-ups of everybody. A reading a millisecond for as long as readings are kept stays within what a double holds.
 */
export const summable = (value: string): string => `least(greatest(${value}, -1e290::float8), 1e290::float8)`
