/** All members of a union at once: of `A | B`, `A & B`. */
export type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never
