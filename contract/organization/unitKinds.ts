/** What a unit of an enterprise can be. The enterprise is the root; a base is a unit by being a base. */
export const UNIT_KINDS = ['enterprise', 'company', 'base', 'department'] as const
export type UnitKind = (typeof UNIT_KINDS)[number]
/** What is made in the tree itself: an enterprise comes with its registration, a base with base management. */
export const MADE_KINDS = ['company', 'department'] as const

/** Under what each may stand (ORG-01, ORG-02). */
const UNDER: Readonly<Record<UnitKind, readonly UnitKind[]>> = {
  enterprise: [],
  company: ['enterprise', 'company'],
  base: ['enterprise', 'company'],
  department: ['company', 'base', 'department'],
}
export const mayStandUnder = (kind: UnitKind, parent: UnitKind): boolean => UNDER[kind].includes(parent)
/** Nobody works directly under an enterprise (ORG-03). */
export const mayHoldStaff = (kind: UnitKind): boolean => kind !== 'enterprise'

/** How many units stand below one another at most, the enterprise being the first, and how many an enterprise has. */
export const UNIT_DEPTH = 12
export const MOST_UNITS = 3000
/** How many people are given a place in one act. */
export const MOST_PLACED = 200
