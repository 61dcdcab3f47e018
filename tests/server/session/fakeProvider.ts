import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export const CLIENT = { id: 'furrow', secret: 'a secret of this test' }

/** What the next ID token says beside what is right, or the token itself. */
interface Saying {
  claims?: JWTPayload | undefined
  /** Signed with a key that the service does not publish. */
  forged?: boolean | undefined
  /** `alg: none`. */
  unsigned?: boolean | undefined
}

/** A service of OpenID Connect with one person, who agrees to everything; on `port`, or a free one. */
export async function fakeProvider(port = 0) {
  const makeKey = async (kid: string) => {
    const pair = await generateKeyPair('RS256')
    return { kid, ...pair, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' } }
  }
  let key = await makeKey('one')
  const stranger = await makeKey('one')
  let isDown: boolean | 'tokens' = false
  /** Who a browser is that comes here; null: somebody who says no. */
  let visitor: string | null = null
  let saying: Saying = {}
  let nth = 0
  const codes = new Map<string, { nonce: string; challenge: string; redirect: string; subject: string }>()
  const server = http.createServer((request, response) => void answer(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function idToken(nonce: string, subject: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: CLIENT.id, sub: subject, nonce, iat: now, exp: now + 300, ...saying.claims }
    if (saying.unsigned)
      return `${[{ alg: 'none' }, claims].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url')).join('.')}.`
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(saying.forged ? stranger.privateKey : key.privateKey)
  }
  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const at = new URL(request.url ?? '/', issuer)
    if (isDown === true || (isDown === 'tokens' && at.pathname === '/token')) {
      response.destroy()
      return
    }
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (at.pathname === '/.well-known/openid-configuration')
      return void json(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (at.pathname === '/authorize') {
      const said = visitor === null ? refuse(at.href) : agree(at.href, visitor)
      return void response.writeHead(302, { location: `${at.searchParams.get('redirect_uri')}?${said}` }).end()
    }
    if (at.pathname === '/keys') return void json(200, { keys: [key.jwk] })
    let sent = ''
    for await (const part of request) sent += String(part)
    const form = new URLSearchParams(sent)
    const known = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const right =
      form.get('client_secret') === CLIENT.secret && known?.challenge === verifier && known.redirect === form.get('redirect_uri')
    if (!known || !right) return void json(400, { error: 'invalid_grant' })
    json(200, { access_token: 'x', token_type: 'bearer', id_token: await idToken(known.nonce, known.subject) })
  }
  function agree(url: string, subject: string): string {
    const asked = new URL(url).searchParams
    const code = `code ${++nth}`
    codes.set(code, {
      nonce: asked.get('nonce')!,
      challenge: asked.get('code_challenge')!,
      redirect: asked.get('redirect_uri')!,
      subject,
    })
    return new URLSearchParams({ code, state: asked.get('state')! }).toString()
  }
  const refuse = (url: string) => new URLSearchParams({ error: 'access_denied', state: new URL(url).searchParams.get('state')! }).toString()
  return {
    issuer,
    /** The person agrees: with what the browser comes back. */
    agree,
    /** Who the browsers are of that come from now on; null: somebody who says no. */
    visitedBy: (subject: string | null) => void (visitor = subject),
    say: (next: Saying) => void (saying = next),
    async rotate() {
      key = await makeKey('two')
    },
    /** `tokens`: only when a code is traded. */
    down: (down: boolean | 'tokens') => void (isDown = down),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
