import { CameraTrouble, faultOf } from '../driver.ts'
import type { CloudAnswer } from './exchange.ts'
import { DONE, faultOfCode } from './codes.ts'

// Written from the public reference: POST /api/lapp/token/get {appKey, appSecret} answers {accessToken, expireTime}, expireTime in ms. A token
// lives for seven days, a new one leaves older ones as they are, and it asks to keep one rather than to fetch one for every call.

const PATH = '/api/lapp/token/get'
const DAY = 86_400_000
/** Nothing is believed to live longer than that. */
const LONGEST_LIFE = 7 * DAY
/** It is renewed so long before its end, or in the last tenth of a life that is shorter. */
const BEFORE_END = DAY
/** After a failure the same keys are not tried again for so long. */
const REST_MS = 10_000

export interface CloudKeys {
  readonly appKey: string
  readonly appSecret: string
}
interface Token {
  readonly text: string
  readonly renewAt: number
}
interface Kept {
  readonly keys: CloudKeys
  readonly token: Promise<Token>
  restsUntil: number
}

export interface Tokens {
  /** The tenant's token; another than `refused`. Throws CameraTrouble. */
  of(tenantId: number, keys: CloudKeys, refused?: string): Promise<string>
  /** Asks for one and keeps it for nobody. Throws CameraTrouble. */
  ask(keys: CloudKeys): Promise<Token>
}

/** The tokens of each tenant: one at a time, never two asked for at once, and none that was got with other keys. */
export function createTokens(given: {
  post: (path: string, form: Readonly<Record<string, string>>) => Promise<CloudAnswer>
  clock: () => number
}): Tokens {
  const { post, clock } = given
  const kept = new Map<number, Kept>()

  async function ask({ appKey, appSecret }: CloudKeys): Promise<Token> {
    const { code, data } = await post(PATH, { appKey, appSecret })
    const text = data['accessToken']
    if (code !== DONE) throw new CameraTrouble(faultOfCode(code) === 'wrongKeys' ? 'wrongKeys' : 'unreachable')
    if (typeof text !== 'string' || text === '') throw new CameraTrouble('unreachable')
    const now = clock()
    const life = Math.min(LONGEST_LIFE, Math.max(0, Number(data['expireTime']) - now || 0))
    return { text, renewAt: now + life - Math.min(BEFORE_END, life / 10) }
  }
  function renew(tenantId: number, keys: CloudKeys): Promise<Token> {
    const entry: Kept = { keys, token: ask(keys), restsUntil: 0 }
    kept.set(tenantId, entry)
    entry.token.catch(() => {
      entry.restsUntil = clock() + REST_MS
    })
    return entry.token
  }
  const isOf = (entry: Kept | undefined, { appKey, appSecret }: CloudKeys): entry is Kept =>
    entry !== undefined && entry.keys.appKey === appKey && entry.keys.appSecret === appSecret

  async function of(tenantId: number, keys: CloudKeys, refused?: string): Promise<string> {
    const entry = kept.get(tenantId)
    if (!isOf(entry, keys)) return (await renew(tenantId, keys)).text
    const found = await entry.token.catch((cause: unknown) => cause)
    if (found instanceof Error) {
      if (clock() < entry.restsUntil) throw new CameraTrouble(faultOf(found))
    } else {
      const { text, renewAt } = found as Token
      if (text !== refused && clock() < renewAt) return text
    }
    // Somebody else who waited may have asked for a new one already.
    return kept.get(tenantId) === entry ? (await renew(tenantId, keys)).text : of(tenantId, keys, refused)
  }
  return { of, ask }
}
