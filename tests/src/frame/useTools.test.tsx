import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SCREEN_CODE } from '#contract/home/home'
import { keepTokens } from '#src/api/tokens.ts'
import { queryClient } from '#src/api/useCall.ts'
import { useTools } from '#src/frame/useTools.tsx'
import { startWords } from '#src/i18n/i18n.ts'
import { permissions } from '#src/session/permissions.ts'
import { loadSession } from '#src/session/session.ts'

const aScreen = (id: number) => ({ id, screenName: `Wall ${id}`, screenImage: null, screenAddress: `/map?wall=${id}`, screenType: 2 })
let screens: readonly ReturnType<typeof aScreen>[] = []
let may = true
const asked: string[] = []
const opened = vi.spyOn(window, 'open').mockReturnValue(null)

beforeEach(async () => {
  localStorage.setItem('furrow.language', 'en-US')
  queryClient.clear()
  opened.mockClear()
  asked.length = 0
  may = true
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname } = new URL(address, 'http://farm.example')
    asked.push(pathname)
    const body = pathname.endsWith('/check-resources')
      ? [{ code: SCREEN_CODE, approve: may }]
      : pathname.includes('screen')
        ? screens
        : pathname.endsWith('/self')
          ? { id: 1, tenantId: 1, loginName: 'x', realName: 'X', imageUrl: null, tenants: [] }
          : {}
    return Promise.resolve(new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } }))
  })
  await startWords()
  keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 900 }, 'signedIn')
  await loadSession()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Shown() {
  const { tools, picker } = useTools(() => {})
  return (
    <>
      {tools.map(({ key, act }) => (
        <button key={key} type="button" onClick={act}>
          {key}
        </button>
      ))}
      {picker}
    </>
  )
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  )
const entry = () => screen.queryByRole('button', { name: 'screens' })

test('a tenant with one screen opens it, one with several chooses, one with none has no entry (FRAME-04)', async () => {
  screens = [aScreen(1)]
  const { unmount } = show()
  await waitFor(() => expect(entry()).not.toBeNull())
  fireEvent.click(entry()!)
  await waitFor(() => expect(opened).toHaveBeenCalledWith(expect.stringMatching(/\/map\?wall=1$/), '_blank', 'noopener'))
  unmount()

  queryClient.clear()
  screens = [aScreen(1), aScreen(2)]
  const several = show()
  await waitFor(() => expect(entry()).not.toBeNull())
  fireEvent.click(entry()!)
  fireEvent.click(await screen.findByRole('button', { name: /Wall 2/ }))
  await waitFor(() => expect(opened).toHaveBeenLastCalledWith(expect.stringMatching(/\/map\?wall=2$/), '_blank', 'noopener'))
  several.unmount()

  queryClient.clear()
  screens = []
  asked.length = 0
  show()
  await waitFor(() => expect(asked.some((path) => path.includes('screen'))).toBe(true))
  expect(entry()).toBeNull()
})

test('who may not see the screens of the tenant has no entry, and nothing is asked (PERMISSIONS-11)', async () => {
  permissions.forget()
  may = false
  screens = [aScreen(1)]
  show()
  await waitFor(() => expect(asked.some((path) => path.endsWith('/check-resources'))).toBe(true))
  expect(entry()).toBeNull()
  expect(asked.filter((path) => path.includes('screen'))).toEqual([])
})
