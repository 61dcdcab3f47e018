import { forgetDrafts, settleDrafts } from './drafts.ts'

/** Session storage: where to go after a sign-in, what to say on the sign-in page, and the chosen base. */
const PATH = 'furrow.pathAfterLogin'
const SAYING = 'furrow.loginSays'
export const AREA = 'furrow.areaId'
/** The opened tabs of this window. */
export const TABS = 'furrow.tabs'

export const HOME_PATH = '/web/farm/home'
/** Words of `session:login`. */
const SAYINGS = ['expired', 'signedOut', 'registered', 'chosen', 'passwordChanged', 'linkFailed'] as const
export type LoginSays = (typeof SAYINGS)[number]

/**
 * Nothing asks on this way: what was typed is kept for after the sign-in, or was given up with it. Who stayed would stay on a page that
 * shows nothing any more.
 */
function leaveUnasked(): void {
  settleDrafts()
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
}

const leave = (address: string) => location.assign(address)

/** Leaves the console for the sign-in page, which is a document of its own. */
export function goToLogin(why: LoginSays | 'none', go: (address: string) => void = leave): void {
  // Without a token nothing that was opened is left (1§4).
  sessionStorage.removeItem(TABS)
  if (why === 'signedOut' || why === 'passwordChanged') {
    sessionStorage.removeItem(PATH)
    sessionStorage.removeItem(AREA)
    forgetDrafts()
  } else if (location.pathname !== '/') {
    sessionStorage.setItem(PATH, location.pathname + location.search + location.hash)
  }
  if (why !== 'none') sayOnLogin(why)
  leaveUnasked()
  go('/login')
}

export const sayOnLogin = (says: LoginSays): void => sessionStorage.setItem(SAYING, says)

/** What the sign-in page shall say, once. */
export function takeSaying(): LoginSays | null {
  const saying = sessionStorage.getItem(SAYING)
  sessionStorage.removeItem(SAYING)
  return SAYINGS.find((one) => one === saying) ?? null
}

/** LOGIN-11: the path that was stored, once, else the home page. Only paths of this console are followed. */
export function takePathAfterLogin(): string {
  const path = sessionStorage.getItem(PATH)
  sessionStorage.removeItem(PATH)
  return path != null && /^\/(?![/\\])/.test(path) && !path.startsWith('/login') ? path : HOME_PATH
}
