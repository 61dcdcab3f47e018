import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { RouterProvider } from 'react-router-dom'
import { Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepTokens } from '#src/api/tokens.ts'
import { newQueryClient } from '#src/api/useCall.ts'
import { startWords } from '#src/i18n/i18n.ts'
import type { Live } from '#src/live/live.ts'
import { GivenLive } from '#src/live/LiveProvider.tsx'
import { buildRouter } from '#src/routes.tsx'
import { loadSession, session } from '#src/session/session.ts'
import { Themed } from '#src/theme/Themed.tsx'
import { ConfirmProvider } from '#src/ui/Confirm.tsx'
import { Toaster } from '#src/ui/Toaster.tsx'
import { fakeLive } from '../devices/fakeLive.ts'

const queryClient = newQueryClient()

const BASE = { areaId: 1, areaName: 'Base 1', areaAddress: null, defaultFlag: 1, latlng: null }
/** Bases that are there, what the tenant is marked, whether its bases are the person's to manage, and paths that fail, with their status. */
let bases: (typeof BASE)[]
let novice: boolean
let manages: boolean
let failing: Record<string, number>
/** In the place of a status: no answer comes. */
const NEVER = 0
const asked: string[] = []

function answerTo(path: string): unknown {
  if (path === '/iam/stong/v1/users/self') return { id: 1, tenantId: 1, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
  if (path.endsWith('/tenant/novice/check') || path.endsWith('/tenant/novice/unlock')) return { novice }
  if (path.endsWith('/area/admin')) return manages
  if (path.endsWith('/area/default')) return bases[0] ?? null
  if (path.endsWith('/area')) return { content: bases, number: 1, size: 10, totalElements: bases.length }
  if (path.endsWith('/tenant/portal'))
    return { applications: [], softwareDownload: null, tutorialVideo: null, videoTutorial: null, helpDocument: null, videos: [] }
  if (path.endsWith('/page-details')) return { content: [], number: 1, size: 1, totalElements: 0 }
  return []
}
beforeEach(async () => {
  localStorage.clear()
  localStorage.setItem('furrow.language', 'en-US')
  sessionStorage.clear()
  queryClient.clear()
  bases = [BASE]
  novice = false
  manages = true
  failing = {}
  asked.length = 0
  session.set({ ...session.get(), status: 'loading', self: null, tenantId: -1 })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://farm.example')
    asked.push(pathname)
    const status = failing[pathname]
    if (status === NEVER) return new Promise(() => undefined)
    return status == null
      ? Response.json(answerTo(pathname))
      : Response.json({ failed: true, code: 'error.internal', message: 'the cause' }, { status })
  })
  await startWords()
  keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 900 }, 'signedIn')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The console at an address, before anybody has said who asks. */
function show(path: string, live: Live | null = null) {
  history.replaceState(null, '', path)
  render(
    <Themed>
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider>
          <GivenLive value={live}>
            <RouterProvider router={buildRouter()} />
          </GivenLive>
          <Toaster />
        </ConfirmProvider>
      </QueryClientProvider>
    </Themed>,
  )
}
const signIn = () => act(() => loadSession())
const at = (path: string) => waitFor(() => expect(location.pathname).toBe(path))

describe('the console', () => {
  test('draws nothing but its loading before it is known who asks, whatever the address (BOOT-06)', async () => {
    show('/web/nowhere')
    expect(document.querySelector('.MuiSkeleton-root')).toBeTruthy()
    expect(screen.queryByRole('heading')).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
    await signIn()
    expect(await screen.findByRole('heading', { name: 'The page has flown to another planet' })).toBeTruthy()
  })

  test('says in the place of the page that the user could not be read, and shows no tip (ERRORS-08)', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    failing['/iam/stong/v1/users/self'] = 500
    show('/web/user')
    await signIn()
    expect(await screen.findByRole('heading', { name: 'The server ran into an error' })).toBeTruthy()
    // No page can be drawn while nobody is known: the way on is another try.
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
    expect(warned).toHaveBeenCalledWith('The user could not be read', 500, expect.anything())
    expect(screen.queryByText('the cause')).toBeNull()
    expect(screen.queryByText('Service building, retry later')).toBeNull()
    delete failing['/iam/stong/v1/users/self']
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Account settings' })).toBeTruthy()
    warned.mockRestore()
  })

  test('does not say that the look of the person could not be read: it is shown in its own (ERRORS-08)', async () => {
    failing['/wfpf/v1/1/menu-theme/1'] = 500
    show('/web/user')
    await signIn()
    expect(await screen.findByRole('heading', { name: 'Account settings' })).toBeTruthy()
    await waitFor(() => expect(asked).toContain('/wfpf/v1/1/menu-theme/1'))
    await act(async () => {})
    expect(screen.queryByText('Service building, retry later')).toBeNull()
  })

  test('says that a page is not the person’s to open, in the frame that stays (EMPTY-05)', async () => {
    show('/system/crop')
    await signIn()
    expect(await screen.findByRole('heading', { name: 'You have no access to the page' })).toBeTruthy()
    // Which right opens it, for who asks an administrator.
    expect(screen.getByText(/It takes the right “.+” \(wfpf\.[\w.]+\)/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to home' })).toBeTruthy()
  })
})

test.each(['/web/user', '/map'])('hears at %s of rights and a tenant that are others now', async (path) => {
  const rights$ = new Subject<'said'>()
  show(path, { ...fakeLive().live, rights$ })
  expect(rights$.observed).toBe(true)
})

describe('the root of a module', () => {
  test('leads to the first page of its menu that the person may open, and later to the pane that was shown last', async () => {
    show('/inventory')
    expect(screen.queryByRole('navigation')).toBeNull()
    await signIn()
    await at('/inventory/prment/aplionform')
    cleanup()
    show('/inventory/prment/stock?page=2')
    expect(await screen.findByRole('heading', { name: 'Stock' })).toBeTruthy()
    cleanup()
    show('/inventory')
    await at('/inventory/prment/stock')
    expect(location.search).toBe('?page=2')
  })
})

describe('the title of the window', () => {
  const titled = (title: string) => waitFor(() => expect(document.title).toBe(title))

  test('is that of the page that is shown, also while it says that there is none or that it is not the person’s to open', async () => {
    show('/web/user')
    await signIn()
    await titled('Account settings')
    act(() => {
      history.pushState({}, '', '/inventory/prment/aplionform/info/none')
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    })
    await titled('The page has flown to another planet')
    act(() => {
      history.pushState({}, '', '/system/crop')
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    })
    await titled('You have no access to the page')
  })

  test('is that of the page while the page is still on its way', async () => {
    document.title = 'of before'
    failing['/wfpf/v1/1/purchase-application/7'] = NEVER
    show('/inventory/prment/aplionform/info/7')
    await signIn()
    await titled('Purchase application')
  })
})

describe('the guide to the first base', () => {
  const GUIDE = 'Create your first base'

  test('is where every page of a tenant that is marked new leads to, but the own account (NOVICE-02)', async () => {
    novice = true
    manages = false
    bases = []
    show('/web/user')
    await signIn()
    expect(await screen.findByRole('heading', { name: 'Account settings' })).toBeTruthy()
    cleanup()
    show('/system/crop')
    expect(await screen.findByRole('heading', { name: 'No base yet' })).toBeTruthy()
    await at('/home')
  })

  test('stands before every page of who manages the bases and sees none, whatever the tenant is marked (NOVICE-03)', async () => {
    bases = []
    show('/web/farm/map')
    await signIn()
    expect(await screen.findByRole('heading', { name: GUIDE })).toBeTruthy()
    await at('/home')
  })

  test('is not shown to who may make none: the way into the other pages stays open, and it is said whom to ask', async () => {
    bases = []
    manages = false
    show('/home')
    await signIn()
    expect(await screen.findByText('No base yet')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Common entrances' })).toBeTruthy()
    expect(screen.queryByText(GUIDE)).toBeNull()
  })

  test('is not shown where a base is there', async () => {
    show('/home')
    await signIn()
    expect(await screen.findByRole('region', { name: 'Common entrances' })).toBeTruthy()
    expect(screen.queryByText('No base yet')).toBeNull()
  })
})
