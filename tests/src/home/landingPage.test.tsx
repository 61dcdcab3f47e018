import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boot } from '#src/api/boot.ts'
import { keepTokens } from '#src/api/tokens.ts'
import { newQueryClient } from '#src/api/useCall.ts'
import { startWords } from '#src/i18n/i18n.ts'
import HomeLanding from '#src/screens/home/HomeLanding.tsx'
import { loadSession } from '#src/session/session.ts'
import { buildTheme } from '#src/theme/theme.ts'
import { ConfirmProvider } from '#src/ui/Confirm.tsx'
import { Toaster } from '#src/ui/Toaster.tsx'

const queryClient = newQueryClient()

const DAY = Date.UTC(2026, 4, 1, 4)
const article = (at: number) => ({
  consultId: at,
  title: `Article ${at}`,
  categoryId: null,
  categoryName: null,
  coverPicture: at === 1 ? '/cover.png' : null,
  content: '',
  label: null,
  articleSource: null,
  uploadDate: DAY + (7 - at) * 86_400_000,
  readTime: at * 100,
  valueType: 2,
  enabledFlag: 1,
  objectVersionNumber: 1,
})
const banner = (id: number, typeFlag: boolean) => ({
  id,
  title: `Banner ${id}`,
  imageAddress: `/banner-${id}.svg`,
  typeFlag,
  content: `/help/${id}.html`,
})
const page = (id: string, name: string, route: string) => ({ id, name, icon: '', route, subMenus: [] })

/** Answers by the end of the path. */
let answers: Record<string, unknown>
let saving: { status: number; said: unknown }
let asked: { method: string; path: string; query: Record<string, string>; body: unknown }[]

beforeEach(async () => {
  localStorage.clear()
  localStorage.setItem('furrow.language', 'en-US')
  queryClient.clear()
  asked = []
  saving = { status: 200, said: [] }
  answers = {
    '/users/self': {
      id: 9,
      tenantId: 1,
      loginName: 'x',
      realName: 'Lin',
      imageUrl: null,
      tenants: [1, 2].map((tenantId) => ({ tenantId, tenantName: `T${tenantId}`, tenantNum: '' })),
    },
    '/area/default': { areaId: 3, areaName: 'North' },
    '/area': { content: [{ areaId: 3, areaName: 'North' }], number: 1, size: 10, totalElements: 1 },
    '/novice/check': { novice: false },
    '/banner': [banner(1, true), banner(2, false)],
    '/sub-module/self': [
      {
        code: 'm',
        name: 'Module',
        path: '',
        type: 'route',
        icon: 'farm',
        description: '',
        route: '/in',
        maxPane: 20,
        list: [],
        pane: null,
        openedPane: [],
      },
    ],
    '/tenant/portal': {
      applications: [{ kind: 'aerator', address: 'https://farm.example/pond' }],
      softwareDownload: '/download',
      tutorialVideo: '/tutorial.mp4',
      videoTutorial: null,
      helpDocument: null,
      videos: [],
    },
    '/work-bench/9': [
      {
        workBenchName: 'Gateways',
        menuId: 'g',
        workBenchIcon: '/web/equipment/gateway',
        workBenchRoute: '/web/equipment/gateway',
        sort: 0,
      },
    ],
    '/menus/tree': [
      {
        id: 'farm',
        name: 'Farm',
        icon: '',
        route: '',
        subMenus: [page('g', 'Gateways', '/web/equipment/gateway'), page('b', 'Bases', '/web/farm/base')],
      },
    ],
    '/consult': { content: [1, 2, 3, 4, 5, 6].map(article), number: 1, size: 0, totalElements: 6 },
  }
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://farm.example')
    asked.push({
      method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: body == null ? null : (JSON.parse(body) as unknown),
    })
    if (method === 'POST' && pathname.endsWith('/work-bench')) return Response.json(saving.said, { status: saving.status })
    const known = Object.entries(answers).find(([end]) => pathname.endsWith(end))
    return Response.json(known?.[1] ?? {})
  })
  await startWords()
  keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 900 }, 'signedIn')
  await loadSession()
  render(
    <ThemeProvider theme={buildTheme()}>
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider>
          <Toaster />
          <MemoryRouter initialEntries={['/home']}>
            <Routes>
              <Route path="/home" element={<HomeLanding />} />
            </Routes>
          </MemoryRouter>
        </ConfirmProvider>
      </QueryClientProvider>
    </ThemeProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const region = async (name: string) => within(await screen.findByRole('region', { name }))

test('two columns stand in the order of the documents, under the logo and the menu of the person', async () => {
  await screen.findByRole('heading', { level: 2, name: 'Software download' })
  await screen.findByRole('link', { name: 'Gateways' })
  const main = screen.getByRole('main')
  const names = within(main)
    .getAllByRole('region')
    .map((one) => one.getAttribute('aria-label') ?? within(one).getByRole('heading', { level: 2 }).textContent)
  expect(names).toEqual([
    'Announcements',
    'My modules',
    'Platform applications',
    'Help centre',
    'Software download',
    'Common entrances',
    'Latest news',
  ])
  expect(within(main).getByRole('heading', { level: 1 }).textContent).toMatch(/^Good .+, Lin$/)
  const [left, right] = main.firstElementChild!.children
  expect(left!.contains(screen.getByRole('region', { name: 'Software download' }))).toBe(true)
  expect(right!.firstElementChild!.contains(screen.getByRole('heading', { level: 1 }))).toBe(true)
  expect(document.querySelector('video')?.getAttribute('src')).toBe('/tutorial.mp4')
  // HOME-09: the four of them; where the tenant has none, the page that does the same.
  const links = within(screen.getByRole('region', { name: 'Platform applications' })).getAllByRole('link')
  expect(links.map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['Open the page', '/login'],
    ['Open the page', '/web/farm/seed'],
    ['Open', 'https://farm.example/pond'],
    ['Open the page', '/web/agriculture/expert-inquiry'],
  ])
  const header = screen.getByRole('banner')
  expect(header.querySelector('img')?.getAttribute('src')).toBe(boot.deployment.workLogo ?? '/favicon.svg')
  fireEvent.click(within(header).getByRole('button'))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Account settings', 'Switch enterprise', 'Sign out']),
  )
})

test('help offers no film that is not there: the same steps in words are called so', async () => {
  const help = await region('Help centre')
  expect((await help.findByRole('link', { name: 'First steps' })).getAttribute('href')).toBe('/help/start.en-US.html')
  expect(help.queryByRole('link', { name: 'Video tutorial' })).toBeNull()
})

test('a banner is its picture and its link, in a new window where its flag says so', async () => {
  const banners = await region('Announcements')
  const links = await banners.findAllByRole('link', { hidden: true })
  expect(
    links.map((link) => [link.getAttribute('href'), link.getAttribute('target'), link.querySelector('img')!.getAttribute('src')]),
  ).toEqual([
    ['/help/1.html', '_blank', '/banner-1.svg'],
    ['/help/2.html', null, '/banner-2.svg'],
  ])
})

test('the latest five articles are asked for as the documents say, and shown with cover, day and readers', async () => {
  const news = await region('Latest news')
  const rows = await news.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual(
    [1, 2, 3, 4, 5].map((at) => expect.stringContaining(`Article ${at}`) as string),
  )
  expect(asked.find(({ path }) => path.endsWith('/consult'))?.query).toEqual({ page: '0', size: '0', enabledFlag: '1', valueType: '2' })
  expect(rows[0]!.querySelector('img')!.getAttribute('src')).toBe('/cover.png')
  expect(rows[1]!.querySelector('img')).toBeNull()
  expect(rows[4]!.textContent).toContain('2026-05-03')
  expect(rows[4]!.textContent).toContain('500')
})

test('the download is a QR code too', async () => {
  expect(await (await region('Software download')).findByRole('img', { name: /^QR code/ })).toBeTruthy()
})

const edit = async () => {
  const entrances = await region('Common entrances')
  await entrances.findByRole('link', { name: 'Gateways' })
  fireEvent.click(entrances.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit common entrances' }))
  fireEvent.click(await dialog.findByRole('checkbox', { name: 'Bases' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  return dialog
}

test('common entrances are sent with their user and their order; it is said that they were saved', async () => {
  const entrance = (menuId: string, workBenchName: string, workBenchRoute: string, sort: number) => ({
    workBenchName,
    menuId,
    workBenchIcon: workBenchRoute,
    workBenchRoute,
    sort,
  })
  const chosen = [entrance('g', 'Gateways', '/web/equipment/gateway', 0), entrance('b', 'Bases', '/web/farm/base', 1)]
  saving.said = chosen
  await edit()
  expect(await screen.findByText('Saved successfully')).toBeTruthy()
  expect(asked.find(({ method, path }) => method === 'POST' && path === '/wfpf/v1/1/work-bench')?.body).toEqual({
    userId: 9,
    farmWorkBenches: chosen,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await region('Common entrances')).getAllByRole('link')).toHaveLength(2)
})

test('entrances that could not be saved are a warning in the words of the server; what was ticked stays', async () => {
  saving = { status: 409, said: { failed: true, code: 'error.x', message: 'Your menu has changed meanwhile' } }
  const dialog = await edit()
  const tip = await screen.findByText('Your menu has changed meanwhile')
  expect(tip.closest('[role="alert"], [role="status"]')!.className).toContain('Warning')
  expect((dialog.getByRole('checkbox', { name: 'Bases' }) as HTMLInputElement).checked).toBe(true)
})
