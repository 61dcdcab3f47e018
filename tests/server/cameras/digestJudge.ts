import { createHash } from 'node:crypto'

/** What a device does with a sign-in by HTTP Digest, written from RFC 7616 and 2069, apart from what the server does it with. */
export function digestJudge(given: {
  userName: string
  password: string
  /** As it names it; empty: it names none. */
  algorithm?: string
  qop?: string
  realm?: string
}) {
  const { userName, password, algorithm = '', qop = '', realm = 'a "pond"' } = given
  let nonces = 0
  const hash = (text: string) =>
    createHash(/sha-?512/i.test(algorithm) ? 'sha512-256' : /sha/i.test(algorithm) ? 'sha256' : 'md5')
      .update(text)
      .digest('hex')
  return {
    /** Of the nonce that is good now. */
    challenge(more = ''): string {
      const escaped = realm.replaceAll('"', String.raw`\"`)
      return `Digest realm="${escaped}", nonce="n${nonces}", opaque="o,o"${algorithm && `, algorithm=${algorithm}`}${qop && `, qop="${qop}"`}${more}`
    },
    /** From now on another nonce is good. */
    turn(): void {
      nonces += 1
    },
    /** `stale`: it was right for a nonce that is over. */
    judge(header: string | undefined, method: string, uri: string, body = ''): 'well' | 'stale' | 'wrong' {
      const said: Record<string, string> = {}
      for (const [, name, quoted, plain] of (header ?? '').matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g))
        said[name!] = (quoted ?? plain ?? '').replaceAll(/\\(.)/g, '$1')
      if (said['username'] !== userName || said['realm'] !== realm || said['uri'] !== uri || said['opaque'] !== 'o,o') return 'wrong'
      const first = hash(`${userName}:${realm}:${password}`)
      const a1 = /-sess/i.test(algorithm) ? hash(`${first}:${said['nonce']}:${said['cnonce']}`) : first
      const a2 = hash(said['qop'] === 'auth-int' ? `${method}:${uri}:${hash(body)}` : `${method}:${uri}`)
      const wanted =
        qop === '' ? `${a1}:${said['nonce']}:${a2}` : `${a1}:${said['nonce']}:${said['nc']}:${said['cnonce']}:${said['qop']}:${a2}`
      if (qop !== '' && !qop.split(',').includes(said['qop'] ?? '')) return 'wrong'
      if (said['response'] !== hash(wanted)) return 'wrong'
      return said['nonce'] === `n${nonces}` ? 'well' : 'stale'
    },
  }
}
