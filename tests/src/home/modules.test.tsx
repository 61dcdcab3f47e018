import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepTokens } from '#src/api/tokens.ts'
import { newQueryClient } from '#src/api/useCall.ts'
import { startWords } from '#src/i18n/i18n.ts'
import { Modules } from '#src/screens/home/landing/Modules.tsx'
import { greetingOf } from '#src/screens/home/greetingOf.ts'
import { loadSession } from '#src/session/session.ts'
import { buildTheme } from '#src/theme/theme.ts'

const queryClient = newQueryClient()

const kinds = ['route', 'inner-link', 'outer-link'] as const
const module = (at: number) => ({
  code: `m${at}`,
  name: `Module ${at}`,
  path: at % 3 === 2 ? `https://elsewhere.example/${at}` : `/in/${at}`,
  type: kinds[at % 3],
  icon: 'farm',
  description: '',
  route: at % 3 === 0 ? `/in/${at}` : '',
  maxPane: 20,
  list: [],
  pane: null,
  openedPane: [],
})
const opened = vi.fn()

beforeEach(async () => {
  localStorage.setItem('furrow.language', 'en-US')
  queryClient.clear()
  vi.stubGlobal('open', opened)
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.includes('users/self')
        ? { id: 9, tenantId: 1, loginName: 'x', realName: 'X', imageUrl: null, tenants: [] }
        : Array.from({ length: 11 }, (_, at) => module(at)),
    ),
  )
  await startWords()
  keepTokens({ access_token: 'a-token', refresh_token: 'r', expires_in: 900 }, 'signedIn')
  await loadSession()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const landing = () =>
  render(
    <ThemeProvider theme={buildTheme()}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={['/home']}>
          <Routes>
            <Route path="/home" element={<Modules />} />
            <Route path="/in/:at" element={<p>here</p>} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  )

test('nine modules are shown; one of the console is gone to here, a link in a new tab, one of the house with the access token', async () => {
  landing()
  expect(await screen.findAllByRole('button', { name: /^Module/ })).toHaveLength(9)
  fireEvent.click(screen.getByRole('button', { name: /Module 2/ }))
  await waitFor(() => expect(opened).toHaveBeenLastCalledWith('https://elsewhere.example/2', '_blank', 'noopener'))
  fireEvent.click(screen.getByRole('button', { name: /Module 1/ }))
  await waitFor(() =>
    expect(opened).toHaveBeenLastCalledWith(expect.stringMatching(/\/in\/1\?access_token=a-token$/), '_blank', 'noopener'),
  )
  fireEvent.click(screen.getByRole('button', { name: /Module 0/ }))
  expect(await screen.findByText('here')).toBeTruthy()
})

test('the greeting follows the hour', () => {
  expect([3, 8, 12, 15, 20].map(greetingOf)).toEqual(['night', 'morning', 'noon', 'afternoon', 'evening'])
})

test('modules that could not be read are none, and it is said whom to ask (ERRORS-10)', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ failed: true, code: 'error.internal', message: 'a cause' }, { status: 500 }))
  landing()
  expect(await screen.findByText('Request failed, please contact the administrator')).toBeTruthy()
  expect(screen.queryAllByRole('listitem')).toEqual([])
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
