import { lookup as lookUp } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { AttemptFault } from '#contract/alarms/staff'
import { isPublic } from '../publicAddress.ts'
import { hostOf, httpAddress, isAllowed } from './address.ts'

const PATIENCE_MS = 10_000
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
export type Answered = { readonly status: number; readonly text: string } | { readonly why: AttemptFault }

/**
 * Calls an address that a user gave (a POST unless told), and answers what came back, or why nothing did. Its host is looked up once, every address found must
 * be public, and one of these is connected to: a second look-up could answer another. Redirects are not followed. Throws where `signal`
 * ended it.
 */
export async function callOut(
  address: string,
  sent: { headers: Readonly<Record<string, string>>; body: string | Buffer; signal: AbortSignal; method?: 'GET' | 'POST' },
  { allow, lookup = (host) => lookUp(host, { all: true }), patienceMs = PATIENCE_MS }: Leash,
): Promise<Answered> {
  const url = httpAddress(address, allow)
  if (url === null) return { why: 'refused' }
  const late = AbortSignal.timeout(patienceMs)
  const signal = AbortSignal.any([sent.signal, late])
  const ended = (): Answered => {
    sent.signal.throwIfAborted()
    return { why: late.aborted ? 'tooSlow' : 'unreachable' }
  }

  const host = hostOf(url)
  let found: readonly Found[]
  try {
    found = isIP(host) === 0 ? await before(signal, lookup(host)) : [{ address: host, family: isIP(host) }]
  } catch {
    return signal.aborted ? ended() : { why: 'unknownHost' }
  }
  if (found.length === 0) return { why: 'unknownHost' }
  if (!isAllowed(url, allow) && !found.every((one) => isPublic(one.address))) return { why: 'refused' }

  const checked = found.map((one) => ({ ...one }))
  const pinned: LookupFunction = (_host, { all }, answer) => {
    if (all === true) answer(null, checked)
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
    return status >= 300 && status < 400 ? { why: 'redirected' } : { status, text }
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
