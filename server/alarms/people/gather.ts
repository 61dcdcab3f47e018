/** A base is told of at most once in so long, ms: what it raises meanwhile is told together. */
export const GATHER_MS = 10_000
/** More than so many of them are one call of a step. */
export const MANY = 3
