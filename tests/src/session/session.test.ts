import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** What the server answers: by path, a body, or the status of a failure. */
let answers: Record<string, unknown>
const asked: string[] = []
const self = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
const USER = '/iam/stong/v1/users/self'
const SWITCH = '/iam/v1/users/tenant-id'
const LOGOUT = '/oauth/token/logout'
const PATH = '/web/equipment/gateway?page=3'
const DRAFT = 'furrow.draft 1 /web/user name'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('furrow.language', 'en-US')
  history.replaceState(null, '', PATH)
  asked.length = 0
  answers = { [USER]: self, [LOGOUT]: true }
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string }) => {
    const { pathname } = new URL(address, 'http://farm.example')
    asked.push(`${pathname} ${body ?? ''}`.trim())
    const answer = answers[pathname]
    const failed = typeof answer === 'number'
    const json = failed
      ? { failed: true, code: answer === 401 ? 'error.permission.accessTokenExpired' : 'error.internal', message: 'said' }
      : answer
    return Promise.resolve(
      new Response(JSON.stringify(json), { status: failed ? answer : 200, headers: { 'content-type': 'application/json' } }),
    )
  })
})

const toast = vi.fn()
const channels: BroadcastChannel[] = []
const Channel = BroadcastChannel
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close()
})

/** A console as a tab begins it: its modules anew, the navigation to the sign-in page watched. */
async function aConsole({ signedIn = true } = {}) {
  vi.resetModules()
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(name)
        channels.push(this)
      }
    },
  )
  vi.doMock('#src/ui/toast.ts', () => ({ toast }))
  const left: string[] = []
  vi.doMock('#src/session/wayBack.ts', async (original) => {
    const real = await original<typeof import('#src/session/wayBack.ts')>()
    return { ...real, goToLogin: (why: Parameters<typeof real.goToLogin>[0]) => real.goToLogin(why, (address) => left.push(address)) }
  })
  const tokens = await import('#src/api/tokens.ts')
  if (signedIn) tokens.keepTokens({ access_token: 'access', refresh_token: 'refresh', expires_in: 900 }, 'tokens')
  const session = await import('#src/session/session.ts')
  const way = await import('#src/session/wayBack.ts')
  return { ...session, ...tokens, ...way, left, status: () => session.session.get().status }
}
/** Another tab of the same browser. */
const otherTab = (message: { news: string; token: string }) => new BroadcastChannel('furrow.session').postMessage(message)

describe('the session of a tab', () => {
  test('is loading until the server has said who asks (BOOT-06)', async () => {
    const tab = await aConsole()
    expect(tab.status()).toBe('loading')
    await tab.startSession()
    expect(tab.session.get()).toMatchObject({ status: 'signedIn', tenantId: 7, self: { loginName: 'lin' } })
  })

  describe('that is opened by what tells of another tenant', () => {
    const both = { ...self, tenants: [7, 8].map((tenantId) => ({ tenantId })) }
    async function come(tenant: string, { signedIn = true } = {}) {
      history.replaceState(null, '', `${PATH}&tenant=${tenant}`)
      const tab = await aConsole({ signedIn })
      const { keepAskedTenant } = await import('#src/session/askedTenant.ts')
      keepAskedTenant()
      return tab
    }

    test('goes to that tenant first, once, and the address names it no more', async () => {
      answers = { ...answers, [USER]: both, [SWITCH]: true }
      const tab = await come('8')
      expect(location.pathname + location.search).toBe(PATH)
      await tab.startSession()
      expect(asked.filter((one) => one.startsWith(SWITCH))).toEqual([`${SWITCH} {"tenantId":8}`])
      await tab.loadSession()
      expect(asked.filter((one) => one.startsWith(SWITCH))).toHaveLength(1)
    })

    test('goes there after the sign-in that comes between', async () => {
      answers = { ...answers, [USER]: both, [SWITCH]: true }
      await (await come('8', { signedIn: false })).startSession()
      expect(asked).toEqual([])
      await (await aConsole()).startSession()
      expect(asked.filter((one) => one.startsWith(SWITCH))).toHaveLength(1)
    })

    test.each(['9', 'x', '7', ''])('stays where that is none to go to: %s', async (tenant) => {
      answers = { ...answers, [USER]: both }
      toast.mockClear()
      const tab = await come(tenant)
      await tab.startSession()
      expect(tab.session.get()).toMatchObject({ status: 'signedIn', tenantId: 7 })
      expect(asked).toEqual([USER])
      expect(toast.mock.calls.length).toBe(tenant === '9' ? 1 : 0)
    })

    test('and is there already, goes there all the same', async () => {
      answers = { ...answers, [USER]: both, [SWITCH]: true }
      const tab = await aConsole()
      await tab.startSession()
      await tab.goToTenant(8)
      expect(asked).toContain(`${SWITCH} {"tenantId":8}`)
    })
  })

  test('without a token is left for the sign-in page, and the path is kept (SESSION-07)', async () => {
    const tab = await aConsole({ signedIn: false })
    await tab.startSession()
    expect(asked).toEqual([])
    expect(tab.left).toEqual(['/login'])
    expect(tab.takePathAfterLogin()).toBe(PATH)
  })

  test('that cannot be loaded says so in the place of the page, and shows no tip (ERRORS-08)', async () => {
    answers[USER] = 500
    const tab = await aConsole()
    await tab.startSession()
    expect(toast).not.toHaveBeenCalled()
    expect(tab.status()).toBe('failed')
    expect(tab.left).toEqual([])
    expect(tab.accessToken()).toBe('access')
  })

  test('tells every failed call as a tip in one place, unless its caller says it (ERRORS-05, -07)', async () => {
    const tab = await aConsole()
    await tab.startSession()
    answers[USER] = 422
    const { call } = await import('#src/api/call.ts')
    const { userCalls } = await import('#contract/session/user')
    expect(await call(userCalls.self, {}, { quiet: true })).toMatchObject({ failed: true, status: 422 })
    expect(toast).not.toHaveBeenCalled()
    expect(await call(userCalls.self)).toMatchObject({ failed: true, status: 422 })
    expect(toast).toHaveBeenCalledExactlyOnceWith('error', 'said')
    await tab.refreshSelf()
    expect(tab.session.get()).toMatchObject({ status: 'signedIn', self: { loginName: 'lin' } })
    toast.mockClear()
  })

  test('that expired keeps the path and the drafts, forgets the tokens and the tabs, and speaks Chinese again (SESSION-03, -04)', async () => {
    answers[USER] = 401
    answers['/oauth/oauth/token'] = 401
    sessionStorage.setItem('furrow.tabs', '[]')
    sessionStorage.setItem(DRAFT, '"typed"')
    const tab = await aConsole()
    const { belongings } = await import('#src/session/belongings.ts')
    const before = belongings.get()
    before.queries.setQueryData(['a page read this'], 1)
    await tab.startSession()
    expect(tab.left).toEqual(['/login'])
    expect(tab.accessToken()).toBeNull()
    expect(localStorage.getItem('furrow.refreshToken')).toBeNull()
    expect(localStorage.getItem('furrow.language')).toBe('zh-CN')
    expect(sessionStorage.getItem('furrow.tabs')).toBeNull()
    expect(before.queries.getQueryData(['a page read this'])).toBeUndefined()
    expect(sessionStorage.getItem(DRAFT)).toBe('"typed"')
    expect(tab.takeSaying()).toBe('expired')
    expect(tab.takePathAfterLogin()).toBe(PATH)
  })

  test('that is signed out is revoked on the server, and its tokens, base, path and drafts are forgotten (SESSION-05)', async () => {
    const tab = await aConsole()
    await tab.startSession()
    sessionStorage.setItem('furrow.areaId', '2')
    sessionStorage.setItem(DRAFT, '"typed"')
    await tab.signOut()
    expect(asked).toContain(`${LOGOUT} access_token=access`)
    expect(tab.left).toEqual(['/login'])
    expect(tab.accessToken()).toBeNull()
    expect(localStorage.getItem('furrow.refreshToken')).toBeNull()
    expect(localStorage.getItem('furrow.language')).toBe('zh-CN')
    expect(sessionStorage.getItem('furrow.areaId')).toBeNull()
    expect(sessionStorage.getItem(DRAFT)).toBeNull()
    expect(tab.takeSaying()).toBe('signedOut')
    expect(tab.takePathAfterLogin()).toBe(tab.HOME_PATH)
  })

  test('that ends by a change of the password says so, also where the server ends it first', async () => {
    const tab = await aConsole()
    await tab.startSession()
    tab.signOutSoon('passwordChanged', 60_000)
    answers[USER] = 401
    answers['/oauth/oauth/token'] = 401
    await tab.refreshSelf()
    expect(tab.left).toEqual(['/login'])
    expect(tab.takeSaying()).toBe('passwordChanged')
    expect(tab.takePathAfterLogin()).toBe(tab.HOME_PATH)
  })

  test('that is signed out keeps nothing any more of what is still answered (SESSION-05)', async () => {
    const keepAnswer = vi.fn()
    vi.doMock('#src/kept/reads.ts', () => ({ keepAnswer, keptAnswer: async () => null, keepFacts: async () => undefined }))
    const tab = await aConsole()
    await tab.startSession()
    const { call } = await import('#src/api/call.ts')
    const { area } = await import('#contract/farm/area')
    answers['/wfpf/v1/7/area/options'] = { content: [], totalElements: 0 }
    await call(area.calls.options)
    expect(keepAnswer).toHaveBeenCalledOnce()
    // What is asked on the way out comes between the forgetting and the end.
    tab.forgetBy(async () => call(area.calls.options))
    await tab.signOut()
    vi.doUnmock('#src/kept/reads.ts')
    expect(tab.left).toEqual(['/login'])
    expect(keepAnswer).toHaveBeenCalledOnce()
  })

  test('ends in this browser too where the server cannot be reached', async () => {
    const tab = await aConsole()
    await tab.startSession()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await tab.signOut()
    expect(tab.left).toEqual(['/login'])
    expect(tab.accessToken()).toBeNull()
  })
})

describe('who is signed in', () => {
  /** Questions for it, each answered when the test says so. */
  async function asking() {
    const tab = await aConsole()
    await tab.startSession()
    const open: ((body: unknown) => void)[] = []
    vi.stubGlobal('fetch', () => new Promise((resolve) => open.push((body) => resolve(Response.json(body)))))
    return { tab, open }
  }

  test.each([
    ['refreshSelf', 'loadSession', false],
    ['loadSession', 'refreshSelf', undefined],
  ] as const)('is what the later of two questions brought, also where it is answered first: %s, %s', async (one, two, said) => {
    const { tab, open } = await asking()
    const before = tab[one]()
    const after = tab[two]()
    await vi.waitFor(() => expect(open).toHaveLength(2))
    open[1]!({ ...self, tenantId: 8 })
    await after
    open[0]!(self)
    expect(await before).toBe(said)
    expect(tab.status()).toBe('signedIn')
    expect(tab.session.get().tenantId).toBe(8)
    expect(tab.keptSelf()).toMatchObject({ tenantId: 8 })
  })

  test('is at once what the earlier one brought where that is answered first, then the later one', async () => {
    const { tab, open } = await asking()
    const both = [tab.refreshSelf(), tab.refreshSelf()]
    await vi.waitFor(() => expect(open).toHaveLength(2))
    open[0]!({ ...self, tenantId: 8 })
    await both[0]
    expect(tab.session.get().tenantId).toBe(8)
    open[1]!({ ...self, tenantId: 9 })
    await both[1]
    expect(tab.session.get().tenantId).toBe(9)
  })

  test.each([
    ['the same', 'one', 'one', false],
    ['another', 'one', 'two', true],
    ['what a server of an earlier version says', undefined, undefined, true],
  ])('says whether the rights are others than they were: %s', async (_, before, rights, expected) => {
    answers[USER] = { ...self, rights: before }
    const tab = await aConsole()
    await tab.startSession()
    answers[USER] = { ...self, rights }
    expect(await tab.refreshSelf()).toBe(expected)
  })

  test('is not said by a server that fails, nor of a session that is over', async () => {
    const tab = await aConsole()
    await tab.startSession()
    answers[USER] = 503
    expect(await tab.refreshSelf()).toBeNull()
    answers[USER] = self
    await tab.signOut()
    expect(await tab.refreshSelf()).toBeNull()
    expect(tab.status()).toBe('signedOut')
  })
})

describe('several tabs', () => {
  test.each(['expired', 'signedOut', 'passwordChanged'] as const)('of a session that %s in one all say so', async (why) => {
    sessionStorage.setItem(DRAFT, '"typed"')
    const tab = await aConsole()
    await tab.startSession()
    otherTab({ news: why, token: 'access' })
    await vi.waitFor(() => expect(tab.left).toEqual(['/login']))
    expect(tab.takeSaying()).toBe(why)
    expect(tab.accessToken()).toBeNull()
    // Nothing that was typed is lost where nobody chose to leave.
    expect(sessionStorage.getItem(DRAFT)).toBe(why === 'expired' ? '"typed"' : null)
    expect(tab.takePathAfterLogin()).toBe(why === 'expired' ? PATH : tab.HOME_PATH)
  })

  test('one that hears late of an end does not end the session that began since', async () => {
    const tab = await aConsole()
    await tab.startSession()
    localStorage.setItem('furrow.accessToken', 'a later one')
    otherTab({ news: 'signedOut', token: 'access' })
    await vi.waitFor(() => expect(asked.filter((line) => line.startsWith(USER))).toHaveLength(2))
    expect(tab.left).toEqual([])
    expect(tab.accessToken()).toBe('a later one')
  })

  test('one that signs in is followed by the others, perhaps as somebody else', async () => {
    const tab = await aConsole()
    await tab.startSession()
    answers[USER] = { ...self, loginName: 'mei' }
    otherTab({ news: 'signedIn', token: 'hers' })
    await vi.waitFor(() => expect(tab.session.get().self?.loginName).toBe('mei'))
  })
})
