/** How often a suite kills what it is about: once in a whole run; `npm run soak` says more. */
export const KILLS = Number(process.env['FURROW_KILLS'] ?? 1)
