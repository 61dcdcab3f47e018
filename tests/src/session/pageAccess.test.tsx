import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ModuleKey } from '#contract/core/route'
import { newQueryClient } from '#src/api/useCall.ts'
import { ASK_AGAIN_MS, MENU_TIP_MS, opens, usePageAccess } from '#src/session/usePageAccess.ts'
import { Toaster } from '#src/ui/Toaster.tsx'
import { signedIn } from '../signedIn.ts'

const queryClient = newQueryClient()
afterEach(() => queryClient.clear())

const GATEWAY = { path: '/web/equipment/gateway', permission: 'wfpf.farm.equipment.gateway' } as const
const HOME = { path: '/web/farm/home', permission: 'login' } as const
const FAILED = 'Request failed, please contact the administrator'
let menu: () => { status: number; type?: string; body: unknown }
const asked: string[] = []
let now = Date.now()

beforeEach(async () => {
  asked.length = 0
  await signedIn(({ pathname, search }) => {
    if (!pathname.endsWith('/menus/role')) return
    asked.push(search)
    const { status, type = 'application/json', body } = menu()
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': type } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function Shown({ module = 'farm' }: { module?: ModuleKey }) {
  const access = usePageAccess(module)
  return <output>{access == null ? 'unknown' : `gateway ${access(GATEWAY)}, home ${access(HOME)}`}</output>
}
const show = (...modules: ModuleKey[]) =>
  render(
    <QueryClientProvider client={queryClient}>
      {['farm' as const, 'farm' as const, ...modules].map((module, at) => (
        <Shown key={at} module={module} />
      ))}
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

  test('are those of its own application: a code of one opens no page of another (PERMISSIONS-25)', async () => {
    menu = () => ({ status: 200, body: asked.at(-1)!.includes('wfpf-farm') ? [{ code: GATEWAY.permission, route: GATEWAY.path }] : [] })
    show('company', 'inventory')
    const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    const none = 'gateway false, home true'
    await waitFor(() => expect(said()).toEqual(['gateway true, home true', 'gateway true, home true', none, none]))
    expect(asked.map((search) => /wfpf-\w+/.exec(search)?.[0])).toEqual(['wfpf-farm', 'wfpf-company', 'wfpf-inventory'])
  })

  test.each<[string, { code: string; route: string }[], boolean]>([
    ['its code', [{ code: GATEWAY.permission, route: '' }], true],
    ['its path', [{ code: 'wfpf.other', route: GATEWAY.path }], true],
    ['another code and the path above it', [{ code: 'wfpf.farm', route: '/web/equipment' }], false],
    ['nothing', [], false],
  ])('open to who is answered %s (PERMISSIONS-06)', (_, listed, open) => {
    expect(opens(GATEWAY, listed)).toBe(open)
    expect(opens(HOME, listed)).toBe(true)
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
