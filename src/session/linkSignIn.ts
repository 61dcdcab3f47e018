import { isFailure } from '#src/api/send.ts'
import { hasSession, keepTokens } from '#src/api/tokens.ts'
import { sayOnLogin } from './wayBack.ts'

/** What an address brought along to sign in with. */
export type Brought = { kind: 'credentials'; userName: string; password: string } | { kind: 'token'; accessToken: string } | null

/**
 * Takes sign-in credentials (`u`, `p`) or an access token (`access_token`) out of the page's address. They leave the address bar and
 * the history entry at once, before any request that could carry them onwards (BOOT-02, BOOT-03).
 */
export function takeFromAddress(
  place: Pick<Location, 'href'> = location,
  past: Pick<History, 'replaceState' | 'state'> = history,
): Brought {
  const address = new URL(place.href)
  const query = address.searchParams
  const userName = query.get('u')
  const password = query.get('p')
  const token = query.get('access_token')
  if (userName == null && password == null && token == null) return null
  for (const name of ['u', 'p', 'access_token']) query.delete(name)
  past.replaceState(past.state, '', address.pathname + address.search + address.hash)
  if (userName != null && password != null) return { kind: 'credentials', userName, password }
  return token == null || token === '' ? null : { kind: 'token', accessToken: token }
}

/** Signs in by what the address brought. Where that fails the sign-in page says so, unless somebody is signed in here anyway. */
export async function signInBy(brought: Brought): Promise<void> {
  if (brought?.kind === 'token') keepTokens({ access_token: brought.accessToken }, 'signedIn')
  if (brought?.kind !== 'credentials') return
  const { signInByPassword } = await import('./signInByPassword.ts')
  const tokens = await signInByPassword({ username: brought.userName, password: brought.password })
  if (!isFailure(tokens)) keepTokens(tokens, 'signedIn')
  else if (!hasSession()) sayOnLogin('linkFailed')
}
