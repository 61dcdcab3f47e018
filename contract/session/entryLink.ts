/** How a password is chosen by a link, without a schema: the public page reads it without carrying a validator with it. */
export const entryLinkCalls = {
  look: { method: 'POST', path: '/oauth/public/entry/look', encoding: 'json' },
  open: { method: 'POST', path: '/oauth/public/entry', encoding: 'json' },
} as const

/** The page that a link opens. What proves it stands behind the `#`, which no server and no other page is told. */
export const ENTRY_PAGE = '/setPassword'
export const ENTRY_PURPOSES = ['begin', 'reset'] as const
/** How long a link is good, in hours. */
export const ENTRY_HOURS = { begin: 72, reset: 24 } as const
