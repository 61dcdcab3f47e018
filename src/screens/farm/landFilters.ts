/** What the list of plots is narrowed by, beside its search. */
export const NARROWED_BY = ['landType', 'landState'] as const
/** The same as an address has them. */
export const LAND_FILTERS: readonly string[] = ['search', ...NARROWED_BY]
