import i18next from 'i18next'
import { oauthCalls } from '#contract/session/oauth'
import { viewingCalls } from '#contract/session/viewing'
import { type Self, userCalls } from '#contract/session/user'
import { actIn, call, type CallFailure, isFailure, reactWith } from '#src/api/call.ts'
import {
  accessToken,
  dropTokens,
  hasSession,
  isStale,
  keepSelf,
  keptSelf,
  onSessionNews,
  refreshTokens,
  type SessionEnd,
  tellSwitched,
} from '#src/api/tokens.ts'
import { forgetLanguage, storedLanguage } from '#src/i18n/language.ts'
import { createStore, useStore } from '#src/createStore.ts'
import { keepZone } from '#src/time/moment.ts'
import { toast } from '#src/ui/toast.ts'
import { chooseArea } from './area.ts'
import { takeAskedTenant } from './askedTenant.ts'
import { belongings, startAnew } from './belongings.ts'
import { tipFor } from '#src/ui/tipFor.ts'
import { isViewing, leaveViewing } from '#src/api/viewing.ts'
import { goToLogin } from './wayBack.ts'

export interface Session {
  /** `failed`: signed in, but nobody could say as whom. */
  readonly status: 'loading' | 'signedOut' | 'signedIn' | 'failed'
  readonly self: Self | null
  /** The current tenant; -1 while nobody is known. */
  readonly tenantId: number
  /** A token that is good now: renewed first where it is about to end. Rejects once the session is over. */
  accessToken(): Promise<string>
}

async function goodToken(): Promise<string> {
  if (isStale()) await refreshTokens(accessToken(), storedLanguage())
  const token = accessToken()
  if (token == null) throw new Error('The session is over')
  return token
}

/** The session of this tab; the first paint waits while it is `loading` (BOOT-06). */
export const session = createStore<Session>({ status: 'loading', self: null, tenantId: -1, accessToken: goodToken })

function become(status: Session['status'], self: Self | null): void {
  const tenantId = self?.tenantId ?? -1
  const owner = self == null ? '' : `${self.id} ${tenantId}${self.viewing ? ' viewed' : ''}`
  // What is seen as somebody else is not kept for that person's days without network.
  actIn(tenantId, self?.viewing ? '' : owner)
  keepZone(self?.timeZone ?? null)
  if (owner !== belongings.get().owner || status === 'signedOut') startAnew(owner)
  session.set({ status, self, tenantId, accessToken: goodToken })
}

export const useSession = (): Session => useStore(session)

let questions = 0
let newest = 0
/** Who is signed in; null where a later question was answered first: what this one brings is older. */
async function askSelf(): Promise<Self | CallFailure | null> {
  const question = ++questions
  const self = await call(userCalls.self, {}, { quiet: true })
  if (question < newest) return null
  newest = question
  return self
}

/** Asks who is signed in; without a token the console is left for /login. */
export async function loadSession(): Promise<void> {
  if (!hasSession()) {
    end('none')
    return
  }
  const self = await askSelf()
  if (self === null) return
  if (!isFailure(self)) {
    keepSelf(self)
    const asked = takeAskedTenant()
    // Where the tenant is another now, it was read again with that.
    if (asked === null || !mayGoTo(self, asked) || !(await switchTenant(asked))) become('signedIn', self)
  }
  // Nobody answers: who it was when somebody did may read on, and write what waits; the server decides when it is there again.
  else if ((self.status === 0 || self.status > 501) && knownSelf() !== null) become('signedIn', knownSelf())
  // ERRORS-08: a loading error of the user is logged and no tip; the page offers another try.
  else if (self.status !== 401) {
    // oxlint-disable-next-line no-console
    console.warn('The user could not be read', self.status, self.code)
    become('failed', null)
  }
}

const knownSelf = (): Self | null => userCalls.self.answer.safeParse(keptSelf()).data ?? null

/** Whether there is another tenant to go to; says so where the user is not of it. */
function mayGoTo(self: Self, tenantId: number): boolean {
  const isOf = self.tenants.some((one) => one.tenantId === tenantId)
  if (!isOf) toast('error', i18next.t('session:otherTenant'))
  return isOf && tenantId !== self.tenantId
}

/**
 * Reads again who is signed in and in which tenant; what is known stays where that fails. Answers whether what the user may do is another
 * than it was; null where nobody says.
 */
export async function refreshSelf(): Promise<boolean | null> {
  const self = await askSelf()
  const { status, self: before } = session.get()
  if (self !== null && isFailure(self)) return null
  if (status !== 'signedIn') return null
  if (self === null) return false
  keepSelf(self)
  become('signedIn', self)
  return self.rights === undefined || self.rights !== before?.rights
}

let ending = false
let foreseen: SessionEnd | null = null
/** `expired` and `none` remember the path for after the sign-in (SESSION-03); `signedOut` does not (SESSION-05). */
function end(by: SessionEnd | 'none'): void {
  if (ending) return
  if (by === 'expired' && isViewing()) {
    ending = true
    leaveViewing()
    return
  }
  ending = true
  const why = by === 'expired' ? (foreseen ?? by) : by
  if (why !== 'none') {
    dropTokens(why)
    forgetLanguage()
  }
  become('signedOut', null)
  goToLogin(why)
}

/** How long whoever signs out waits for it, ms. */
const FORGETTING_MS = 1500
let forgetting: () => Promise<unknown> = async () => undefined
/** What is forgotten in this browser before a page is left by signing out. */
export const forgetBy = (forget: () => Promise<unknown>): void => {
  forgetting = forget
}

/** SESSION-05: revokes the session on the server, forgets it here, and goes to /login; `why` is what is said there. */
export async function signOut(why: 'signedOut' | 'passwordChanged' = 'signedOut'): Promise<void> {
  // Of who looks as somebody else, that alone ends.
  if (isViewing()) {
    await call(viewingCalls.end, {}, { quiet: true })
    leaveViewing()
    return
  }
  const token = accessToken()
  // Where nobody answers, the session still ends in this browser.
  if (token != null) await call(oauthCalls.logout, { body: { access_token: token } }, { quiet: true })
  // Nothing that is on its way is kept after it was forgotten.
  actIn(session.get().tenantId)
  await Promise.race([forgetting(), new Promise((resolve) => setTimeout(resolve, FORGETTING_MS))])
  end(why)
}

/** After a change of the password: leaves in a moment, and says why even where the server has ended the session by then. */
export function signOutSoon(why: 'passwordChanged', afterMs: number): void {
  foreseen = why
  setTimeout(() => void signOut(why), afterMs)
}

/** Makes another tenant the current one: everything that was read belongs to the old one and goes, in every tab (TENANT-03). */
export async function switchTenant(tenantId: number): Promise<boolean> {
  chooseArea(null)
  const answer = await call(userCalls.switchTenant, { body: { tenantId } })
  if (isFailure(answer)) return false
  tellSwitched()
  await loadSession()
  return true
}

/** Shows what a notification told of, in its tenant. */
export async function goToTenant(tenantId: number): Promise<void> {
  const { self } = session.get()
  if (self !== null && mayGoTo(self, tenantId)) await switchTenant(tenantId)
}

/** Binds failed calls to tips, the end of the session to /login, and this tab to the others. Called once, at start. */
export function startSession(): Promise<void> {
  reactWith({
    failed: (failure) => toast('error', tipFor(failure)),
    sessionLost: () => end('expired'),
  })
  onSessionNews((news) => {
    // Somebody signed in in another tab, perhaps as another user, or went to another tenant there.
    if (isViewing()) {
      // Whoever began it is gone, or is somebody else now; another tenant or a renewed token there changes nothing here.
      if (news !== 'tokens' && news !== 'switched') leaveViewing()
    } else if (news === 'signedIn' || news === 'switched') void loadSession()
    else if (news !== 'tokens') end(news)
  })
  return loadSession()
}
