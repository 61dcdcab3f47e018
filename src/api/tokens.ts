import type { Tokens } from '#contract/session/oauth'
import { CLIENT_ID, CLIENT_SECRET, signInCalls } from '#contract/session/signIn'
import { isViewing, viewingToken } from '#src/api/viewing.ts'
import { isFailure, send } from './send.ts'

/** What the browser remembers of a sign-in (LOGIN-10, SESSION-06). */
const ACCESS = 'furrow.accessToken'
const REFRESH = 'furrow.refreshToken'
const EXPIRES = 'furrow.expiresAt'
const LEASE = 'furrow.refreshing'
const NOTICE = 'furrow.notice'
/** Who this session is of, as the server said it last: what the console begins with where nobody answers. */
const SELF = 'furrow.self'
const LOCK = 'furrow.refresh'
const CHANNEL = 'furrow.session'

/** A token is renewed this long before its end, so that no call meets the end on its way. */
const EARLY_MS = 30_000
/** A tab that began to refresh and then said nothing for this long has gone. */
const LEASE_MS = 10_000

/** Why a browser has no session any more. */
export type SessionEnd = 'expired' | 'signedOut' | 'passwordChanged'
/** `tokens`: a tab renewed the session; `switched`: the session went to another tenant. */
export type SessionNews = 'tokens' | 'signedIn' | 'switched' | SessionEnd
/** What tabs say to each other; `token` is the access token that was kept, or that of the session that ended. */
interface Message {
  readonly news: SessionNews
  readonly token: string | null
}
/** `lost`: the server ended the session; `unreachable`: nobody answered, the session may still be good. */
export type RefreshOutcome = 'renewed' | 'lost' | 'unreachable'

const channel = new BroadcastChannel(CHANNEL)
const tell = (message: Message) => channel.postMessage(message)

export const accessToken = () => viewingToken() ?? localStorage.getItem(ACCESS)
export const hasSession = () => accessToken() != null

export function keepTokens(tokens: Pick<Tokens, 'access_token'> & Partial<Tokens>, news: 'tokens' | 'signedIn'): void {
  localStorage.setItem(ACCESS, tokens.access_token)
  // A token that came in the address has no refresh token; the one of an earlier sign-in would be somebody else's.
  if (tokens.refresh_token == null) localStorage.removeItem(REFRESH)
  else localStorage.setItem(REFRESH, tokens.refresh_token)
  if (tokens.expires_in == null) localStorage.removeItem(EXPIRES)
  else localStorage.setItem(EXPIRES, String(Date.now() + tokens.expires_in * 1000))
  if (news === 'signedIn') {
    localStorage.setItem(NOTICE, 'true')
    localStorage.removeItem(SELF)
  }
  tell({ news, token: tokens.access_token })
}

export const keepSelf = (self: unknown): void => {
  // Whoever looks as somebody else stays who that is in this browser.
  if (!isViewing()) localStorage.setItem(SELF, JSON.stringify(self))
}
/** As the server said it last of this very session; null where it never did. */
export function keptSelf(): unknown {
  try {
    return JSON.parse(localStorage.getItem(SELF) ?? 'null')
  } catch {
    return null
  }
}

/** Whether the tokens of this browser are a user's: another tab may have signed in somebody else, of whom this one has not heard yet. */
export const tokensAreOf = (userId: number): boolean => (keptSelf() as { id?: unknown } | null)?.id === userId

/** NOTICES-08: whether the latest notice may still be shown, once a sign-in. */
export const latestNotice = {
  isAllowed: () => localStorage.getItem(NOTICE) === 'true',
  forbid: () => localStorage.setItem(NOTICE, 'false'),
}

/** Says to the other tabs that the session has gone to another tenant. */
export const tellSwitched = () => tell({ news: 'switched', token: accessToken() })

export function dropTokens(why: SessionEnd): void {
  const token = accessToken()
  for (const key of [ACCESS, REFRESH, EXPIRES, LEASE, SELF]) localStorage.removeItem(key)
  if (token != null) tell({ news: why, token })
}

/** Hears what other tabs of this browser did with the session; answers how to stop listening. */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  const hear = ({ data }: MessageEvent) => {
    const { news, token } = data as Message
    const now = accessToken()
    // A tab that slept hears late: the session that it has now began after the one that ended.
    const begunSince = news !== 'tokens' && news !== 'switched' && now != null && now !== token
    listener(begunSince ? 'signedIn' : news)
  }
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}

export const isStale = (now: number = Date.now()): boolean => {
  if (isViewing()) return false
  const expires = Number(localStorage.getItem(EXPIRES) ?? Number.NaN)
  return localStorage.getItem(REFRESH) != null && Number.isFinite(expires) && now > expires - EARLY_MS
}

let running: Promise<RefreshOutcome> | null = null

/**
 * Renews the access token that `used` was, once for all callers of all tabs: who waited finds the new token stored.
 * The refresh token rotates, so two tabs that sent the same one would end the session.
 */
export function refreshTokens(used: string | null, language: string): Promise<RefreshOutcome> {
  running ??= inTurn(() => renew(used, language)).finally(() => {
    running = null
  })
  return running
}

async function renew(used: string | null, language: string): Promise<RefreshOutcome> {
  // It is an hour and no longer.
  if (isViewing()) return 'lost'
  const now = accessToken()
  if (now == null) return 'lost'
  if (now !== used) return 'renewed'
  const refresh = localStorage.getItem(REFRESH)
  if (refresh == null) return 'lost'
  const answer = await send(
    signInCalls.token,
    { body: { grant_type: 'refresh_token', client_id: CLIENT_ID, client_secret: CLIENT_SECRET, refresh_token: refresh } },
    { language },
  )
  if (!isFailure(answer)) {
    // Signed out while the renewal was under way: the new token must not bring the session back.
    if (accessToken() !== used) return hasSession() ? 'renewed' : 'lost'
    keepTokens(answer as Tokens, 'tokens')
    return 'renewed'
  }
  // Only the server itself ends a session: what a network in between says with such a status (`error.unavailable`) ends none.
  return (answer.status === 400 || answer.status === 401) && answer.code !== 'error.unavailable' ? 'lost' : 'unreachable'
}

/** Web Locks are missing on a plain http LAN address; there a lease in the storage takes their place. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks != null) return navigator.locks.request(LOCK, work)
  const mine = `${Date.now()} ${Math.random()}`
  for (;;) {
    const held = localStorage.getItem(LEASE)
    if (held == null || Date.now() - Number(held.split(' ')[0]) > LEASE_MS) {
      localStorage.setItem(LEASE, mine)
      // Two tabs may have written at the same moment: the last one holds it.
      await pause(30)
      if (localStorage.getItem(LEASE) === mine) break
    }
    await pause(100)
  }
  try {
    return await work()
  } finally {
    if (localStorage.getItem(LEASE) === mine) localStorage.removeItem(LEASE)
  }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
