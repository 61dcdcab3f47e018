import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepTokens } from '#src/api/tokens.ts'
import { queryClient } from '#src/api/useCall.ts'
import { startWords } from '#src/i18n/i18n.ts'
import { loadSession } from '#src/session/session.ts'
import { ASK_AGAIN_MS, MENU_TIP_MS, usePageAccess } from '#src/session/usePageAccess.ts'
import { Toaster } from '#src/ui/Toaster.tsx'

const GATEWAY = { path: '/web/equipment/gateway', permission: 'wfpf.farm.equipment.gateway' } as const
const HOME = { path: '/web/farm/home', permission: 'login' } as const
const FAILED = 'Request failed, please contact the administrator'
let menu: () => { status: number; type?: string; body: unknown }
const asked: string[] = []
let now = Date.now()

beforeEach(async () => {
  localStorage.clear()
  localStorage.setItem('furrow.language', 'en-US')
  queryClient.clear()
  asked.length = 0
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname, search } = new URL(address, 'http://farm.example')
    if (pathname.endsWith('/menus/role')) asked.push(search)
    const { status, type, body } = pathname.endsWith('/menus/role')
      ? menu()
      : { status: 200, type: 'application/json', body: { id: 1, tenantId: 1, loginName: 'x', realName: 'X', imageUrl: null, tenants: [] } }
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': type ?? 'application/json' } }))
  })
  await startWords()
  keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 900 }, 'signedIn')
  await loadSession()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Shown() {
  const access = usePageAccess('farm')
  return <output>{access == null ? 'unknown' : `gateway ${access(GATEWAY)}, home ${access(HOME)}`}</output>
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
      <Shown />
      <Toaster />
    </QueryClientProvider>,
  )
const says = (words: string) => waitFor(() => expect(screen.getAllByRole('status')[0]!.textContent).toBe(words))

describe('the pages of a module', () => {
  test('are asked for once, in the language that is spoken (I18N-04, PERMISSIONS-08)', async () => {
    menu = () => ({ status: 200, body: [{ code: GATEWAY.permission, route: GATEWAY.path }] })
    show()
    await says('gateway true, home true')
    expect(asked).toEqual(['?subModule=wfpf-farm&lang=en-US'])
  })

  test.each([
    ['a failure', { status: 500, body: { failed: true, code: 'error.internal', message: 'x' } }],
    ['an answer that is no list', { status: 200, type: 'text/html', body: '<html>' }],
  ])('are none after %s, which is said for two seconds, and asked for again (ERRORS-11, PERMISSIONS-09)', async (_, answer) => {
    // An hour after the test before, whose tip would hold this one's back.
    vi.useFakeTimers({ shouldAdvanceTime: true, now: (now += 3_600_000) })
    menu = () => answer
    show()
    await says('gateway false, home true')
    expect(screen.getAllByText(FAILED)).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(MENU_TIP_MS))
    expect(screen.queryByText(FAILED)).toBeNull()
    menu = () => ({ status: 200, body: [{ code: GATEWAY.permission, route: GATEWAY.path }] })
    await act(() => vi.advanceTimersByTimeAsync(ASK_AGAIN_MS))
    await says('gateway true, home true')
  })
})
