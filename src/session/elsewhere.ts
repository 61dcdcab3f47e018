import type { OidcStart } from '#contract/session/oidc'

/** What this browser keeps while the person is at the other service. Of one tab: another cannot finish what this one began. */
const KEPT = 'furrow.elsewhere'
const SAID = 'furrow.elsewhereSaid'

type Purpose = 'signIn' | 'link'
/** With what somebody came back from there. */
export interface CameBack {
  readonly purpose: Purpose
  readonly ticket: string
  readonly callback: string
}

/** Leaves for the other service. */
export function goElsewhere(purpose: Purpose, { url, ticket }: OidcStart): void {
  sessionStorage.setItem(KEPT, JSON.stringify({ purpose, ticket }))
  location.assign(url)
}

/** Takes what the other service sent out of the page's address, at once and before any request; null where nobody comes back from there. */
export function takeComeback(): CameBack | null {
  const { pathname, search } = location
  const query = new URLSearchParams(search)
  if (!query.has('state') || !(query.has('code') || query.has('error'))) return null
  history.replaceState(history.state, '', pathname)
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Pick<CameBack, 'purpose' | 'ticket'> | null
  sessionStorage.removeItem(KEPT)
  return kept && { ...kept, callback: search.slice(1) }
}

/** How linking ended, for the page that it was begun on: empty where it succeeded. */
export const sayLinked = (failure: string): void => sessionStorage.setItem(SAID, failure)
export const saidLinked = (): string | null => sessionStorage.getItem(SAID)
export const forgetLinked = (): void => sessionStorage.removeItem(SAID)
