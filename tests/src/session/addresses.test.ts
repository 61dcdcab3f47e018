import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signInBy, takeFromAddress } from '#src/session/linkSignIn.ts'
import { opens } from '#src/session/usePageAccess.ts'
import { goToLogin, HOME_PATH, takePathAfterLogin, takeSaying } from '#src/session/wayBack.ts'

const byPassword = vi.fn<typeof import('#src/session/signInByPassword.ts').signInByPassword>()
vi.mock('#src/session/signInByPassword.ts', () => ({ signInByPassword: (given: Parameters<typeof byPassword>[0]) => byPassword(given) }))

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

describe('what an address brings to sign in with', () => {
  const past = () => ({ replaceState: vi.fn(), state: null })

  test('credentials leave the address and the history entry; the rest of the query stays', () => {
    const history = past()
    const brought = takeFromAddress({ href: 'http://farm.example/web/farm/map?u=operator&area=2&p=a%26b%3D#here' }, history)
    expect(brought).toEqual({ kind: 'credentials', userName: 'operator', password: 'a&b=' })
    expect(history.replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/web/farm/map?area=2#here')
  })
  test('an access token leaves it too', () => {
    const history = past()
    expect(takeFromAddress({ href: 'http://farm.example/map?access_token=abc' }, history)).toEqual({ kind: 'token', accessToken: 'abc' })
    expect(history.replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/map')
  })
  test('half of the credentials signs nobody in and leaves all the same', () => {
    const history = past()
    expect(takeFromAddress({ href: 'http://farm.example/?p=secret' }, history)).toBeNull()
    expect(history.replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/')
  })
  test('an ordinary address is left alone', () => {
    const history = past()
    expect(takeFromAddress({ href: 'http://farm.example/web/farm/home?page=2' }, history)).toBeNull()
    expect(history.replaceState).not.toHaveBeenCalled()
  })
})

describe('a sign-in by what an address brought', () => {
  beforeEach(() => localStorage.clear())
  const credentials = { kind: 'credentials', userName: 'operator', password: 'x' } as const
  const never = () => {
    throw new Error('nobody is to be asked')
  }
  /** The accounts by token; a token of nobody is refused. */
  const accounts: Record<string, string> = { mine: 'mei', abc: 'thief', 'mine too': 'mei' }
  beforeEach(() => {
    vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
      const loginName = accounts[headers['authorization']!.slice('Bearer '.length)]
      const body = loginName == null ? { failed: true, code: 'error.permission.accessTokenInvalid', message: '' } : { loginName }
      return new Response(JSON.stringify(body), { status: loginName == null ? 401 : 200, headers: { 'content-type': 'application/json' } })
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('does not replace somebody who is signed in without asking, by both names', async () => {
    localStorage.setItem('furrow.accessToken', 'mine')
    const ask = vi.fn(() => false)
    await signInBy({ kind: 'token', accessToken: 'abc' }, ask)
    expect(ask).toHaveBeenCalledExactlyOnceWith({ mine: 'mei', theirs: 'thief' })
    expect(localStorage.getItem('furrow.accessToken')).toBe('mine')
    await signInBy(credentials, ask)
    expect(ask).toHaveBeenLastCalledWith({ mine: 'mei', theirs: 'operator' })
    expect(localStorage.getItem('furrow.accessToken')).toBe('mine')
    await signInBy({ kind: 'token', accessToken: 'abc' }, () => true)
    expect(localStorage.getItem('furrow.accessToken')).toBe('abc')
  })
  test('asks nobody about the same account, a session that has ended, or a token of nobody, which replaces nothing', async () => {
    localStorage.setItem('furrow.accessToken', 'mine')
    await signInBy({ kind: 'token', accessToken: 'of nobody' }, never)
    expect(localStorage.getItem('furrow.accessToken')).toBe('mine')
    await signInBy({ kind: 'token', accessToken: 'mine too' }, never)
    expect(localStorage.getItem('furrow.accessToken')).toBe('mine too')
    localStorage.setItem('furrow.accessToken', 'ended')
    await signInBy({ kind: 'token', accessToken: 'abc' }, never)
    expect(localStorage.getItem('furrow.accessToken')).toBe('abc')
  })

  test('keeps the token, and no other one from before (BOOT-03)', async () => {
    localStorage.setItem('furrow.refreshToken', 'of somebody else')
    await signInBy({ kind: 'token', accessToken: 'abc' }, never)
    expect([localStorage.getItem('furrow.accessToken'), localStorage.getItem('furrow.refreshToken')]).toEqual(['abc', null])
  })
  test('keeps the tokens that the credentials bring (BOOT-02)', async () => {
    byPassword.mockResolvedValueOnce({ access_token: 'hers', refresh_token: 'r', expires_in: 900, token_type: 'bearer' })
    await signInBy(credentials, () => true)
    expect(byPassword).toHaveBeenLastCalledWith({ username: 'operator', password: 'x' })
    expect(localStorage.getItem('furrow.accessToken')).toBe('hers')
    expect(takeSaying()).toBeNull()
  })
  test('that fails is said on the sign-in page, and harms no session that is there', async () => {
    byPassword.mockResolvedValue({ failed: true, status: 400, code: 'error.signIn.wrong', message: 'wrong' })
    await signInBy(credentials, () => true)
    expect(takeSaying()).toBe('linkFailed')
    localStorage.setItem('furrow.accessToken', 'mine')
    await signInBy(credentials, () => true)
    expect(localStorage.getItem('furrow.accessToken')).toBe('mine')
    expect(takeSaying()).toBeNull()
  })
})

describe('the way to the sign-in page and back', () => {
  test('an expiry remembers the path for after the sign-in, once, and what to say', () => {
    history.replaceState(null, '', '/web/equipment/gateway?page=3')
    const go = vi.fn()
    goToLogin('expired', go)
    expect(go).toHaveBeenCalledWith('/login')
    expect(takeSaying()).toBe('expired')
    expect(takeSaying()).toBeNull()
    expect(takePathAfterLogin()).toBe('/web/equipment/gateway?page=3')
    expect(takePathAfterLogin()).toBe(HOME_PATH)
  })
  test('a sign-out forgets the path and the chosen base', () => {
    history.replaceState(null, '', '/web/farm/map')
    sessionStorage.setItem('furrow.areaId', '2')
    goToLogin('signedOut', vi.fn())
    expect(sessionStorage.getItem('furrow.areaId')).toBeNull()
    expect(takePathAfterLogin()).toBe(HOME_PATH)
  })
  test.each(['//evil.example/x', String.raw`/\evil.example`, 'https://evil.example', '/login'])('%s is no way back', (path) => {
    sessionStorage.setItem('furrow.pathAfterLogin', path)
    expect(takePathAfterLogin()).toBe(HOME_PATH)
  })
})

describe('which page opens', () => {
  const gateway = { path: '/web/equipment/gateway', permission: 'wfpf.farm.equipment.gateway' } as const

  test('one whose code or very path is on the list', () => {
    expect(opens(gateway, [{ code: 'wfpf.farm.equipment.gateway', route: '' }])).toBe(true)
    expect(opens(gateway, [{ code: '', route: '/web/equipment/gateway' }])).toBe(true)
  })
  test('not one that merely lies below a listed path', () => {
    expect(opens(gateway, [{ code: '', route: '/web' }])).toBe(false)
    expect(opens(gateway, [])).toBe(false)
  })
  test('one that only needs a login, with an empty list too', () => {
    expect(opens({ path: '/web/farm/home', permission: 'login' }, [])).toBe(true)
  })
})
