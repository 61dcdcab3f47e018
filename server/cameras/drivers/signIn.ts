import { createHash, randomBytes } from 'node:crypto'

/** How a device wants a sign-in, as it says in a `WWW-Authenticate` of HTTP or RTSP: a scheme and its parameters, names in small letters. */
export interface Challenge {
  readonly scheme: string
  readonly params: Readonly<Record<string, string>>
}
/** More than a device names. */
const MOST = 16
const LONGEST = 8 * 1024
/** From the strongest on. */
const HASHES: readonly (readonly [name: string, hash: string])[] = [
  ['SHA-512-256', 'sha512-256'],
  ['SHA-256', 'sha256'],
  ['MD5', 'md5'],
]

/** Reads what stands in heads of that name: each may hold several. What is none is passed over. */
export function readChallenges(heads: readonly string[]): Challenge[] {
  const text = heads.join(', ').slice(0, LONGEST)
  const found: { scheme: string; params: Record<string, string> }[] = []
  const isBetween = (sign: string) => sign === ' ' || sign === '\t' || sign === ','
  let at = 0
  const pass = (is: (sign: string) => boolean) => {
    while (at < text.length && is(text[at]!)) at++
  }
  const word = () => {
    const from = at
    pass((sign) => !isBetween(sign) && sign !== '=' && sign !== '"')
    return text.slice(from, at)
  }
  function quoted(): string {
    let value = ''
    for (at++; at < text.length && text[at] !== '"'; at++) {
      if (text[at] === '\\') at++
      value += text[at] ?? ''
    }
    at++
    return value
  }
  while (at < text.length && found.length < MOST) {
    pass(isBetween)
    const from = at
    const name = word().toLowerCase()
    pass((sign) => sign === ' ' || sign === '\t')
    if (text[at] === '=') {
      at++
      pass((sign) => sign === ' ' || sign === '\t')
      const value = text[at] === '"' ? quoted() : word()
      const last = found.at(-1)
      if (last && name !== '') last.params[name] ??= value
    } else if (name !== '') found.push({ scheme: name, params: {} })
    // A sign that belongs nowhere.
    if (at === from) at++
  }
  return found
}

/** The strongest of them that is known here, with its rank; null where none is. */
function strongest(challenges: readonly Challenge[]): { challenge: Challenge; hash: string | null; isSession: boolean } | null {
  const digests = challenges.filter(({ scheme, params }) => scheme === 'digest' && params['nonce'] !== undefined)
  for (const [name, hash] of HASHES)
    for (const challenge of digests) {
      const algorithm = (challenge.params['algorithm'] ?? 'MD5').toUpperCase()
      if (algorithm === name || algorithm === `${name}-SESS`) return { challenge, hash, isSession: algorithm !== name }
    }
  const basic = challenges.find(({ scheme }) => scheme === 'basic')
  return basic ? { challenge: basic, hash: null, isSession: false } : null
}

export interface Signer {
  /**
   * Takes what a device asks for as it refuses a request for the `nth` time. `again`: signed, it is to be sent again; `refused`: what was signed was
   * not taken; `unknown`: it asks for nothing that is known here, or does not say for what; `nobody`: there is no user.
   */
  take(heads: readonly string[], nth: number): 'again' | 'refused' | 'unknown' | 'nobody'
  /** The `Authorization` of a request; null as long as none was asked for. */
  sign(method: string, uri: string, body?: string): string | null
}

/** Signs requests by HTTP Digest (RFC 7616, 2069), or by Basic where nothing else is known of. */
export function createSigner({ userName, password }: { readonly userName: string; readonly password: string }): Signer {
  let taken: ReturnType<typeof strongest> = null
  let count = 0
  return {
    take(heads, nth) {
      if (userName === '') return 'nobody'
      const challenges = readChallenges(heads)
      const next = strongest(challenges)
      if (next === null) return 'unknown'
      const before = taken
      taken = next
      if (before === null) return 'again'
      const { nonce, stale = '' } = next.challenge.params
      const isOver = nonce !== before.challenge.params['nonce']
      if (isOver) count = 0
      // What was signed by an earlier nonce may be over without its saying so; what was signed by its newest one is not.
      return (isOver && nth === 1) || (/^true$/i.test(stale) && nth < 3) ? 'again' : 'refused'
    },
    sign(method, uri, body = '') {
      if (taken === null) return null
      const { challenge, hash, isSession } = taken
      if (hash === null) return `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`
      const { realm = '', nonce = '', opaque, algorithm, qop: offered, userhash = '' } = challenge.params
      const of = (...parts: readonly string[]) => createHash(hash).update(parts.join(':')).digest('hex')
      const offers = (offered ?? '').split(',').map((one) => one.trim().toLowerCase())
      const qop = offers.includes('auth') ? 'auth' : offers.includes('auth-int') ? 'auth-int' : null
      const cnonce = randomBytes(12).toString('hex')
      const nc = (++count).toString(16).padStart(8, '0')
      const secret = of(userName, realm, password)
      const first = isSession ? of(secret, nonce, cnonce) : secret
      const second = qop === 'auth-int' ? of(method, uri, of(body)) : of(method, uri)
      const response = qop === null ? of(first, nonce, second) : of(first, nonce, nc, cnonce, qop, second)
      const isHidden = /^true$/i.test(userhash)
      const said: (readonly [string, string] | null)[] = [
        ['username', isHidden ? of(userName, realm) : userName],
        ['realm', realm],
        ['nonce', nonce],
        ['uri', uri],
        ['response', response],
        opaque === undefined ? null : ['opaque', opaque],
        qop === null && !isSession ? null : ['cnonce', cnonce],
      ]
      const plain = [
        ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
        ...(qop === null ? [] : [`qop=${qop}`, `nc=${nc}`]),
        ...(isHidden ? ['userhash=true'] : []),
      ]
      const words = said.flatMap((one) => (one === null ? [] : [`${one[0]}="${one[1].replaceAll(/["\\]/g, String.raw`\$&`)}"`]))
      return `Digest ${[...words, ...plain].join(', ')}`
    },
  }
}
