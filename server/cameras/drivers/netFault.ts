import type { CameraFault } from '#contract/cameras/camera'

const NO_ROUTE = ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']
const CUT_OFF = ['ECONNRESET', 'EPIPE']

/** What the system calls a failure; empty where it has no name. */
export function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : ''
  return typeof code === 'string' ? code : ''
}

/** Why a connection came to nothing, by what the system said; `inGreeting`: it was over before TLS had begun. */
export function netFault(cause: unknown, inGreeting = false): CameraFault {
  const code = codeOf(cause)
  if (NO_ROUTE.includes(code)) return 'noRoute'
  if (/^(ERR_SSL|ERR_TLS|EPROTO|CERT_)/.test(code)) return 'tls'
  return inGreeting && CUT_OFF.includes(code) ? 'tls' : 'unreachable'
}

/** Words in which devices say that an account lets nobody in for a while, whatever the password. */
const LOCK = /\b(?:[Ll]ock|LOCK)(?:ed|out|ED|OUT|["'<]|$)|[a-z]Lock(?:ed|out)|[Tt]oo many (?:attempts|failed|login)/m
const LONGEST = 4096
/** Whether an answer that refuses says that the account is locked. */
export const saysLocked = (status: number, text: string): boolean => status === 423 || status === 429 || LOCK.test(text.slice(0, LONGEST))
