import { beforeEach, describe, expect, test, vi } from 'vitest'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HEADER } from '#contract/core/idempotencyKey'
import { areaCalls } from '#contract/farm/area'
import { worker } from '#contract/farm/worker'
import { oauthCalls } from '#contract/session/oauth'
import { userCalls } from '#contract/session/user'
import { actIn, call, CallError, isFailure, orThrow, reactWith } from '#src/api/call.ts'
import { accessToken, dropTokens, isStale, keepTokens, refreshTokens } from '#src/api/tokens.ts'

interface Sent {
  readonly method: string
  readonly address: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}
const sent: Sent[] = []
type Reply = { status: number; body: unknown } | 'unreachable'
let reply: (request: Sent) => Reply | Promise<Reply>

const failure = (status: number, code: string): Reply => ({ status, body: { failed: true, code, message: `words of ${code}` } })
const tokenOf = ({ headers }: Sent) => headers.authorization?.replace('Bearer ', '')
const renewals = () => sent.filter(({ address }) => address === '/oauth/oauth/token')
const fresh = (name: string) => ({
  access_token: name,
  refresh_token: `refresh of ${name}`,
  expires_in: 900,
  token_type: 'bearer' as const,
})

const failed = vi.fn()
const sessionLost = vi.fn()

beforeEach(() => {
  localStorage.clear()
  sent.length = 0
  failed.mockClear()
  sessionLost.mockClear()
  reactWith({ failed, sessionLost })
  actIn(7)
  keepTokens(fresh('old'), 'signedIn')
  vi.stubGlobal(
    'fetch',
    async (address: string, { method, headers, body }: { method: string; headers: Record<string, string>; body?: string }) => {
      const request = { method, address, headers, body }
      sent.push(request)
      const answer = await reply(request)
      if (answer === 'unreachable') throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify(answer.body), { status: answer.status, headers: { 'content-type': 'application/json' } })
    },
  )
})

/** A server that knows one good access token, and renews once for each refresh token. */
function strictServer(good: string, renew: Reply): void {
  reply = (request) => {
    if (request.address === '/oauth/oauth/token') return renew
    return tokenOf(request) === good ? { status: 200, body: [] } : failure(401, 'error.permission.accessTokenExpired')
  }
}

describe('a call', () => {
  test('fills the current tenant, sends the token and the language, and drops what is not set', async () => {
    reply = () => ({ status: 200, body: { content: [], number: 1, size: 10, totalElements: 0 } })
    await call(areaCalls.page, { query: { page: 2, areaName: undefined } })
    expect(sent[0]).toMatchObject({ method: 'GET', address: '/wfpf/v2/7/area?page=2' })
    expect(sent[0]!.headers).toMatchObject({ authorization: 'Bearer old', 'accept-language': 'zh-CN' })
  })

  test('sends a form where the call is declared so', async () => {
    reply = () => ({ status: 200, body: true })
    await call(oauthCalls.logout, { body: { access_token: 'a b' } })
    expect(sent[0]).toMatchObject({ body: 'access_token=a+b', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  })

  test('resolves to the failure, says it once, and does not throw', async () => {
    reply = () => failure(422, 'error.range.empty')
    const answer = await call(userCalls.self)
    expect(answer).toMatchObject({ failed: true, status: 422, code: 'error.range.empty' })
    expect(failed).toHaveBeenCalledOnce()
    await call(userCalls.self, {}, { quiet: true })
    expect(failed).toHaveBeenCalledOnce()
  })

  test('is a failure without a status where nobody answers', async () => {
    reply = () => 'unreachable'
    expect(await call(userCalls.self)).toMatchObject({ failed: true, status: 0, code: 'error.network' })
    expect(sessionLost).not.toHaveBeenCalled()
  })

  test('is a failure where a page of a proxy stands in the place of the answer', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    expect(await call(userCalls.selfTenants)).toMatchObject({ failed: true, status: 200, code: 'error.unavailable' })
  })

  test('is given thirty seconds (SESSION-02)', async () => {
    const ended = AbortSignal.abort()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(ended)
    reply = () => 'unreachable'
    expect(await call(userCalls.self)).toMatchObject({ status: 0, code: 'error.timeout' })
    expect(timeout).toHaveBeenCalledWith(30_000)
    timeout.mockRestore()
  })

  test('says nothing where the asker gave up', async () => {
    reply = () => 'unreachable'
    const answer = await call(userCalls.self, {}, { signal: AbortSignal.abort() })
    expect(answer).toMatchObject({ code: 'error.aborted' })
    expect(failed).not.toHaveBeenCalled()
  })

  test('throws for React Query with the failure inside', async () => {
    reply = () => failure(404, 'error.notFound')
    const thrown: unknown = await orThrow(call(userCalls.self)).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(CallError)
    expect((thrown as CallError).failure.status).toBe(404)
  })
})

describe('an expired token', () => {
  test('is renewed once for many calls that met it, and each call is made again', async () => {
    strictServer('new', { status: 200, body: fresh('new') })
    const answers = await Promise.all(Array.from({ length: 12 }, () => call(userCalls.selfTenants)))
    expect(answers.every((answer) => !isFailure(answer))).toBe(true)
    expect(renewals()).toHaveLength(1)
    expect(new URLSearchParams(renewals()[0]!.body).get('refresh_token')).toBe('refresh of old')
    expect(accessToken()).toBe('new')
    expect(sessionLost).not.toHaveBeenCalled()
  })

  test('that another tab renewed meanwhile is taken over without a renewal', async () => {
    strictServer('new', failure(400, 'error.signIn.refreshInvalid'))
    const answer = call(userCalls.selfTenants)
    keepTokens(fresh('new'), 'tokens')
    expect(isFailure(await answer)).toBe(false)
    expect(renewals()).toHaveLength(0)
  })

  test('that cannot be renewed ends the session', async () => {
    strictServer('nobody', failure(400, 'error.signIn.refreshInvalid'))
    expect(await call(userCalls.selfTenants)).toMatchObject({ status: 401, code: 'error.permission.accessTokenExpired' })
    expect(sessionLost).toHaveBeenCalled()
    expect(failed).not.toHaveBeenCalled()
  })

  test('keeps the session where nobody answers the renewal', async () => {
    strictServer('nobody', 'unreachable')
    expect(await call(userCalls.selfTenants)).toMatchObject({ status: 0, code: 'error.network' })
    expect(sessionLost).not.toHaveBeenCalled()
    expect(accessToken()).toBe('old')
  })

  test('keeps the session where a network in between refuses in the place of the server', async () => {
    vi.stubGlobal(
      'fetch',
      async () => new Response('<h1>Pay for this network</h1>', { status: 401, headers: { 'content-type': 'text/html' } }),
    )
    expect(await call(userCalls.self)).toMatchObject({ failed: true, status: 0, code: 'error.network' })
    expect(sessionLost).not.toHaveBeenCalled()
    expect(accessToken()).toBe('old')
  })

  test('is renewed before it ends, so that no call meets the end', async () => {
    keepTokens({ ...fresh('old'), expires_in: 10 }, 'tokens')
    expect(isStale()).toBe(true)
    strictServer('new', { status: 200, body: fresh('new') })
    await call(userCalls.selfTenants)
    expect(sent.map(({ address }) => address)).toEqual(['/oauth/oauth/token', '/iam/stong/v1/users/self-tenants'])
  })

  test('of a session that was signed out meanwhile does not bring it back', async () => {
    reply = () => {
      dropTokens('signedOut')
      return { status: 200, body: fresh('new') }
    }
    expect(await refreshTokens('old', 'zh-CN')).toBe('lost')
    expect(accessToken()).toBeNull()
  })

  test('on a public call is the answer, not the end of a session', async () => {
    reply = () => failure(401, 'error.permission.accessTokenInvalid')
    await call(oauthCalls.userParams, { query: { username: 'x' } })
    expect(sessionLost).not.toHaveBeenCalled()
    expect(renewals()).toHaveLength(0)
  })
})

describe('an act', () => {
  const body = { name: 'Weeding' }
  const act = (given: object = body) => call(worker.calls.create, { body: given as never }, { quiet: true })
  const keys = () => sent.map(({ headers }) => headers[IDEMPOTENCY_KEY_HEADER])

  test('is the same act when it is asked for again after nobody answered, or the server could not say what became of it', async () => {
    reply = () => 'unreachable'
    await act()
    reply = () => failure(500, 'error.internal')
    await act()
    reply = () => ({ status: 200, body: {} })
    await act()
    await act()
    const [first, second, third, next] = keys()
    expect(first).toMatch(IDEMPOTENCY_KEY)
    expect([second, third]).toEqual([first, first])
    expect(next).not.toBe(first)
  })

  test('is another one after an answer, with other input, and after ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      reply = () => failure(409, 'error.conflict')
      await act()
      reply = () => 'unreachable'
      await act()
      await act({ name: 'Mowing' })
      vi.setSystemTime(Date.now() + 10 * 60_000)
      await act()
      expect(new Set(keys()).size).toBe(4)
    } finally {
      vi.useRealTimers()
    }
  })

  test('has a key, reading has none', async () => {
    reply = () => ({ status: 200, body: [] })
    await call(areaCalls.list, {}, { quiet: true })
    expect(keys()).toEqual([undefined])
  })
})
