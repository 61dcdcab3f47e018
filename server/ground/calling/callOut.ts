import { lookup as lookUp } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublic } from '../publicAddress.ts'
import { hostOf, httpAddress, isAllowed } from './address.ts'

export const PATIENCE_MS = 10_000
/** More of an answer is not read. */
const LONGEST_ANSWER = 64 * 1024

export interface Found {
  readonly address: string
  readonly family: number
}
/** How outgoing calls of users are held in. */
export interface Leash {
  /** `host:port` that may be called though it is not public. */
  readonly allow: readonly string[]
  /** Every address of a host. */
  readonly lookup?: (host: string) => Promise<readonly Found[]>
  readonly patienceMs?: number
}
/** Why nothing came back: of these `refused` was not even tried. */
export type CallFault = 'refused' | 'unknownHost' | 'unreachable' | 'tooSlow' | 'redirected'
export type Answered =
  | { readonly status: number; readonly text: string; readonly retryAfter: string | null }
  | { readonly why: CallFault; readonly status: number | null }
type Nothing = { readonly why: CallFault; readonly status: null }

/** What may be connected to of what was found for an address, which is judged here for good: a second look-up could answer another. */
export async function foundFor(
  url: URL,
  signal: AbortSignal,
  { allow, lookup = (host) => lookUp(host, { all: true }) }: Leash,
): Promise<{ readonly found: readonly Found[] } | { readonly why: 'refused' | 'unknownHost' }> {
  const host = hostOf(url)
  const found = isIP(host) === 0 ? await before(signal, lookup(host)) : [{ address: host, family: isIP(host) }]
  if (found.length === 0) return { why: 'unknownHost' }
  if (!isAllowed(url, allow) && !found.every((one) => isPublic(one.address))) return { why: 'refused' }
  return { found: found.map((one) => ({ ...one })) }
}

/**
 * Calls an address that a user gave (a POST unless told), and answers what came back, or why nothing did. Its host is looked up once, every address found must
 * be public, and one of these is connected to: a second look-up could answer another. Redirects are not followed. Throws where `signal`
 * ended it.
 */
export async function callOut(
  address: string,
  sent: { headers: Readonly<Record<string, string>>; body: string | Buffer; signal: AbortSignal; method?: 'GET' | 'POST' },
  leash: Leash,
): Promise<Answered> {
  const { allow, patienceMs = PATIENCE_MS } = leash
  const url = httpAddress(address, allow)
  if (url === null) return { why: 'refused', status: null }
  const late = AbortSignal.timeout(patienceMs)
  const signal = AbortSignal.any([sent.signal, late])
  const ended = (): Nothing => {
    sent.signal.throwIfAborted()
    return { why: late.aborted ? 'tooSlow' : 'unreachable', status: null }
  }

  let checked: readonly Found[]
  try {
    const answer = await foundFor(url, signal, leash)
    if ('why' in answer) return { why: answer.why, status: null }
    checked = answer.found
  } catch {
    return signal.aborted ? ended() : { why: 'unknownHost', status: null }
  }

  const pinned: LookupFunction = (_host, { all }, answer) => {
    if (all === true) answer(null, [...checked])
    else answer(null, checked[0]!.address, checked[0]!.family)
  }
  try {
    const { headers, body } = sent
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method: sent.method ?? 'POST',
        agent: false,
        lookup: pinned,
        signal,
        headers: { 'user-agent': 'Furrow', 'content-length': Buffer.byteLength(body), ...headers },
      })
      request.on('response', resolve)
      request.on('error', reject)
      request.end(body)
    })
    const text = await read(answer)
    const status = answer.statusCode ?? 0
    if (status >= 300 && status < 400) return { why: 'redirected', status }
    return { status, text, retryAfter: answer.headers['retry-after'] ?? null }
  } catch {
    return ended()
  }
}

async function read(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    // Leaving the loop ends the connection.
    if (length >= LONGEST_ANSWER) break
  }
  return Buffer.concat(parts).subarray(0, LONGEST_ANSWER).toString('utf8')
}

/** What a promise answers, unless the signal comes first. */
function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason as Error)
    signal.addEventListener('abort', give, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
  })
}
