import { signInCalls } from '#contract/session/signIn'
import { isFailure, send } from '#src/api/send.ts'
import { accessToken, hasSession, isStale, keepTokens, refreshTokens } from '#src/api/tokens.ts'
import { storedLanguage } from '#src/i18n/language.ts'
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

/** Asks, in `words` with both names in their places, whether the other account may take the place of the one that is signed in here. */
export type AskToReplace = (names: { mine: string; theirs: string }) => boolean

/**
 * Signs in by what the address brought. Where somebody else is signed in here, only after asking: a link that was sent to him must not
 * have him work under an account that is not his. Where it fails the sign-in page says so, unless somebody is signed in here anyway.
 */
export async function signInBy(brought: Brought, ask: AskToReplace): Promise<void> {
  if (brought == null || !(await mayReplace(brought, ask))) return
  if (brought.kind === 'token') {
    keepTokens({ access_token: brought.accessToken }, 'signedIn')
    return
  }
  const { signInByPassword } = await import('./signInByPassword.ts')
  const tokens = await signInByPassword({ username: brought.userName, password: brought.password })
  // Whoever has a second factor goes on at the sign-in page.
  if (!isFailure(tokens) && 'access_token' in tokens) keepTokens(tokens, 'signedIn')
  else if (!hasSession()) sayOnLogin('linkFailed')
}

/** Whether what the address brought may take the place of what is here. A token that is good for nothing replaces no session. */
export async function mayReplace(brought: NonNullable<Brought>, ask: AskToReplace): Promise<boolean> {
  if (!hasSession()) return true
  if (isStale()) await refreshTokens(accessToken(), storedLanguage())
  const mine = await loginNameOf(accessToken())
  // The session that was here has ended: there is nobody to ask about.
  if (mine == null) return true
  const theirs = brought.kind === 'token' ? await loginNameOf(brought.accessToken) : brought.userName.trim()
  if (theirs == null) return false
  return (mine === theirs && mine !== UNKNOWN) || ask({ mine, theirs })
}

/** Whose token it is; null where the server knows nobody by it. Where nobody answers it is somebody whom nobody can name. */
async function loginNameOf(token: string | null): Promise<string | null> {
  const self = await send(signInCalls.self, {}, { token, language: storedLanguage() })
  if (!isFailure(self)) return (self as { loginName: string }).loginName
  return self.status === 401 ? null : UNKNOWN
}
const UNKNOWN = '?'
