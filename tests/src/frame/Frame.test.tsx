import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { defineRoute } from '#contract/core/route'
import { routes } from '#contract/routes'
import { defaultTheme, type MenuTheme } from '#contract/session/look'
import { LABEL_STYLES, LAYOUTS, MENU_WIDTHS, SUBFIELD_STYLES } from '#contract/session/theme'
import { newQueryClient } from '#src/api/useCall.ts'
import { Frame } from '#src/frame/Frame.tsx'
import { MenuLinks } from '#src/frame/menu/MenuLinks.tsx'
import { PicturesProvider } from '#src/frame/MenuIcon.tsx'
import { NoticePartsProvider } from '#src/frame/MessageBell.tsx'
import { factsIn } from '#src/frame/tabs/frameTabs.ts'
import { TabsProvider } from '#src/frame/tabs/Panes.tsx'
import { tabStore } from '#src/frame/tabs/tabStore.ts'
import { showThemeWindow } from '#src/frame/themeWindow.ts'
import { farm } from '#src/screens/farm/bound.tsx'
import { map } from '#src/screens/map/bound.tsx'
import { startSession } from '#src/session/session.ts'
import { showTheme } from '#src/theme/menuTheme.ts'
import { Themed } from '#src/theme/Themed.tsx'
import { Toaster } from '#src/ui/Toaster.tsx'
import { signedIn } from '../signedIn.ts'

const queryClient = newQueryClient()
afterEach(() => queryClient.clear())

const HOME = '/web/farm/home'
const tenant = (tenantId: number) => ({
  tenantId,
  tenantName: `Tenant ${tenantId}`,
  tenantNum: `T${tenantId}`,
  defaultTenantId: 1,
  key: `${tenantId}`,
})
const aBase = { areaId: 1, areaName: 'Base 1', areaAddress: null, defaultFlag: 1 }
const aScreen = { id: 1, screenName: 'Wall', screenImage: null, screenAddress: '/map', screenType: 2 }
let tenants: readonly ReturnType<typeof tenant>[]
let saved: Partial<MenuTheme>
let refuse: string | null
let film: string | null
const posted: unknown[] = []
const opened = vi.fn()

beforeEach(() => {
  localStorage.clear()
  tenants = [tenant(1), tenant(2)]
  saved = {}
  refuse = null
  film = null
  posted.length = 0
  opened.mockClear()
  vi.stubGlobal('open', opened)
})
afterEach(() => {
  act(() => showThemeWindow(false))
  cleanup()
  act(() => showTheme(defaultTheme))
})

const theme = () => ({ open: 1, userId: 9, theme: JSON.stringify({ ...defaultTheme, ...saved }) })
const answers: Record<string, (body: string) => unknown> = {
  '/iam/stong/v1/users/self': () => ({ id: 9, tenantId: 1, loginName: 'lin', realName: 'Lin Mei', imageUrl: null, tenants }),
  '/iam/stong/v1/menus/role': () => routes.map(({ path, permission }) => ({ code: permission, route: path })),
  '/iam/stong/v1/menus/check-resources': (body) => (JSON.parse(body) as string[]).map((code) => ({ code, approve: true })),
  '/wfpe/v1/1/alarm/bases': () => [],
  '/wfpf/v1/1/menu-theme/9': theme,
  '/wfpf/v1/1/menu-theme': (body) => {
    if (refuse != null) return Response.json({ failed: true, code: 'error.x', message: refuse }, { status: 422 })
    posted.push(JSON.parse(body))
    saved = JSON.parse((JSON.parse(body) as { theme: string }).theme) as MenuTheme
    return theme()
  },
  '/wfpf/v1/1/tenant/portal': () => ({
    applications: [],
    softwareDownload: null,
    tutorialVideo: null,
    videoTutorial: film,
    helpDocument: null,
    videos: [],
  }),
  '/wfpe/v1/1/device/emergency-stop': () => [],
  '/wfpf/v2/1/area': () => ({ content: [aBase], number: 1, size: 10, totalElements: 1 }),
  '/wfpf/v2/1/area/default': () => aBase,
}

/** Where the window stands. */
const At = () => <output>{useLocation().pathname}</output>

/** The frame as the person has saved it, at its home page. */
async function show(look: Partial<MenuTheme> = {}, before: readonly string[] = []) {
  saved = look
  await signedIn(({ pathname }, body) => answers[pathname]?.(body) ?? (pathname.includes('screen') ? [aScreen] : undefined))
  // As a visit before would have left it.
  showTheme({ ...defaultTheme, ...look })
  const tabs = tabStore({ home: HOME, factsOf: factsIn(routes), storage: sessionStorage })
  for (const pathname of [...before, HOME]) tabs.visit({ pathname, search: '', hash: '' })
  render(
    <Themed>
      <QueryClientProvider client={queryClient}>
        <NoticePartsProvider value={{ Bell: () => <button type="button">bell</button>, ApprovalPanel: () => null, Waiting: () => null }}>
          <MemoryRouter initialEntries={[HOME]}>
            <TabsProvider value={tabs}>
              <Frame>
                <At />
              </Frame>
            </TabsProvider>
          </MemoryRouter>
        </NoticePartsProvider>
        <Toaster />
      </QueryClientProvider>
    </Themed>,
  )
  // The base, the menus and the tools of the tenant have come.
  await screen.findByLabelText(/^Base: Base 1/)
  await screen.findAllByLabelText(/^Switch module/)
  await screen.findByLabelText('Visualisation')
  return tabs
}
const widthOf = (element: Element | null) => getComputedStyle(element!).width
const openUserMenu = () => {
  fireEvent.click(screen.getByLabelText(/^User menu/))
  return within(screen.getByRole('menu'))
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
}
const choose = (name: string) => fireEvent.click(within(screen.getByRole('menu')).getByText(name))
async function openTheme() {
  openUserMenu()
  choose('Theme')
  return within(await screen.findByLabelText('Theme'))
}

/** The frame turns to another look, as it does while the theme drawer is open. */
const turnTo = (look: Partial<MenuTheme>) => act(() => showTheme({ ...defaultTheme, ...look }))
const follows = (one: Element, other: Element) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

test('the header holds the toggle of the menu, the base, the tabs, the bell and the avatar in every layout (FRAME-01, THEME-02)', async () => {
  await show()
  for (const layout of LAYOUTS) {
    turnTo({ layout })
    expect(document.querySelector(`[data-layout=${layout}]`)).not.toBeNull()
    const header = within(document.querySelector('header')!)
    const base = header.getByLabelText(/^Base: /)
    expect(follows(header.getByLabelText(/^(Open|Collapse) menu$/), base)).toBe(true)
    expect(follows(base, header.getByLabelText('Opened pages'))).toBe(true)
    expect(follows(header.getByText('bell'), header.getByLabelText('User menu: Lin Mei'))).toBe(true)
  }
})

describe('the menu of the avatar', () => {
  test('holds account, theme, tenants, modules, and what the foot of the menu holds (FRAME-02, FRAME-03)', async () => {
    await show()
    expect(openUserMenu()).toEqual([
      'Home',
      'Messages',
      'Account settings',
      'Theme',
      'Switch enterprise',
      '中文',
      'Dark',
      'Farm',
      'Company',
      'Inventory',
      'Quick find',
      'Digital map',
      'Visualisation',
      'First steps',
      'Help document',
      'Sign out',
    ])
  })
  test('offers no other enterprise to who has but one', async () => {
    tenants = [tenant(1)]
    await show()
    expect(openUserMenu()).not.toContain('Switch enterprise')
  })
  test('opens the video and the document of help beside the console, which they cannot reach (FRAME-06)', async () => {
    film = 'https://films.example/farm'
    await show()
    openUserMenu()
    choose('Video tutorial')
    expect(opened).toHaveBeenLastCalledWith(film, '_blank', 'noopener')
    openUserMenu()
    choose('Help document')
    expect(opened).toHaveBeenLastCalledWith('/help/guide.en-US.html', '_blank', 'noopener')
  })
})

test('where nobody named a film there is none: the same steps in words are called so', async () => {
  await show()
  expect(openUserMenu()).not.toContain('Video tutorial')
  choose('First steps')
  expect(opened).toHaveBeenLastCalledWith('/help/start.en-US.html', '_blank', 'noopener')
})

describe('the menu', () => {
  test('has the switch of modules above the groups and their pages (FRAME-09)', async () => {
    await show({ layout: 'lengthway' })
    const menu = within(screen.getByLabelText('Main menu'))
    const order = [
      menu.getByRole('button', { name: 'Switch module: Farm' }),
      menu.getAllByText('Bases')[0]!,
      menu.getByRole('link', { name: 'Home' }),
      menu.getByText('Equipment setup'),
      menu.getByRole('link', { name: /^Gateway/ }),
    ]
    expect(order.slice(1).map((one, at) => follows(order[at]!, one))).toEqual([true, true, true, true])
  })

  test('enters a module at the page that it showed last, else at its first one (TABS-08)', async () => {
    await show({}, ['/system/crop', '/system/taskType'])
    const enter = (module: string) => {
      fireEvent.click(screen.getAllByLabelText('Switch module: Farm')[0]!)
      choose(module)
      return screen.getByRole('status').textContent
    }
    expect(enter('Inventory')).toBe('/inventory/prment/aplionform')
    expect(enter('Company')).toBe('/system/taskType')
  })

  test('gives each page its name, address and picture, and marks what is new and what is hot (FRAME-09, FRAME-16)', () => {
    const page = (path: string, flags: { isNew?: boolean; isHot?: boolean } = {}) =>
      defineRoute(path, { area: 'farm', module: 'farm', permission: 'login', group: 'base', place: 1, title: 'home:title', ...flags })
    render(
      <PicturesProvider value={{ ...farm.pictures, ...map.pictures }}>
        <MemoryRouter>
          <MenuLinks
            groups={[
              {
                group: 'base',
                items: [page('/web/farm/base'), page('/web/farm/land', { isNew: true }), page('/web/farm/map', { isHot: true })],
              },
            ]}
          />
        </MemoryRouter>
      </PicturesProvider>,
    )
    const links = screen.getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/web/farm/base', '/web/farm/land', '/web/farm/map'])
    expect(links.map(({ textContent }) => textContent)).toEqual(['Home', 'HomeNew', 'HomeHot'])
    expect(new Set(links.map((link) => link.querySelector('svg')?.innerHTML)).size).toBe(3)
  })

  test('is opened and closed beside the page, and this browser remembers it (FRAME-13, THEME-05)', async () => {
    await show({ layout: 'subfield' })
    const pages = () => within(screen.getByLabelText('Main menu')).queryByText('Digital map')
    expect(pages()).not.toBeNull()
    fireEvent.click(screen.getByLabelText('Collapse menu'))
    expect(pages()).toBeNull()
    expect(screen.getByLabelText('Open menu').getAttribute('aria-expanded')).toBe('false')
    expect(localStorage.getItem('furrow.menuOpen')).toBe('false')
    for (const layout of ['lengthway', 'synthesis'] as const) {
      turnTo({ layout })
      expect(widthOf(screen.getByLabelText('Main menu'))).toBe('60px')
    }
    fireEvent.click(screen.getByLabelText('Open menu'))
    expect(widthOf(screen.getByLabelText('Main menu'))).toBe('244px')
    expect(localStorage.getItem('furrow.menuOpen')).toBe('true')
  })

  test('is as wide as the theme says, 244 px where nothing was chosen; its logo has 200 px in the header of crosswise (THEME-05)', async () => {
    expect(defaultTheme.menuWidth).toBe(244)
    await show()
    for (const menuWidth of MENU_WIDTHS) {
      turnTo({ layout: 'lengthway', menuWidth })
      expect(widthOf(screen.getByLabelText('Main menu'))).toBe(`${menuWidth}px`)
      turnTo({ layout: 'subfield', menuWidth })
      expect(widthOf(screen.getByLabelText('Main menu').lastElementChild)).toBe(`${menuWidth}px`)
    }
    turnTo({ layout: 'crosswise' })
    expect(widthOf(screen.getByText('Furrow Smart Farm').closest('header nav > *'))).toBe('200px')
  })
})

test('tabs that do not fit, as is found out 500 ms after a resize, are scrolled by 100 px a step (TABS-06)', async () => {
  await show()
  const strip = screen.getByLabelText('Opened pages')
  Object.defineProperties(strip, { scrollWidth: { value: 900 }, clientWidth: { value: 400 } })
  const scrolled = vi.fn()
  strip.scrollBy = scrolled
  vi.useFakeTimers()
  try {
    fireEvent(window, new Event('resize'))
    act(() => void vi.advanceTimersByTime(499))
    expect(screen.queryByLabelText('Scroll right')).toBeNull()
    act(() => void vi.advanceTimersByTime(1))
    fireEvent.click(screen.getByLabelText('Scroll right'))
    fireEvent.click(screen.getByLabelText('Scroll left'))
    expect(scrolled.mock.calls).toEqual([[{ left: 100 }], [{ left: -100 }]])
  } finally {
    vi.useRealTimers()
  }
})

test('a tab that is given its own name is brought into view again, since it has grown', async () => {
  const tabs = await show()
  const brought = vi.spyOn(Element.prototype, 'scrollIntoView')
  onTestFinished(() => brought.mockRestore())
  act(() => tabs.name(HOME, 'Purchase application PA202611210002'))
  expect(brought.mock.contexts).toEqual([screen.getByText('Purchase application PA202611210002').closest('[data-active=true]')])
})

describe('the theme', () => {
  test('is chosen in a drawer that opens and closes, 344 px wide (FRAME-13, THEME-01)', async () => {
    await show()
    const drawer = await openTheme()
    expect(widthOf(screen.getByLabelText('Theme'))).toBe('344px')
    fireEvent.click(drawer.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByLabelText('Theme')).toBeNull())
  })

  test('is saved, said a second later, and read again; what the server refuses is said in its words (THEME-10)', async () => {
    await show()
    // Failed calls are told as tips.
    await startSession()
    const drawer = await openTheme()
    const save = drawer.getByText('Save')
    refuse = 'The colour is too pale'
    fireEvent.click(save)
    await screen.findByText(refuse)
    refuse = null
    vi.useFakeTimers()
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    try {
      fireEvent.click(save)
      await pass(0)
      expect(posted).toHaveLength(1)
      await pass(990)
      expect(save.closest('button')!.disabled).toBe(true)
      expect(screen.queryByText('Saved successfully')).toBeNull()
      // What is read again is what the server keeps by then.
      saved = { layout: 'synthesis' }
      await pass(500)
      expect(screen.queryByText('Saved successfully')).not.toBeNull()
      expect(document.querySelector('[data-layout=synthesis]')).not.toBeNull()
      expect(screen.queryByLabelText('Theme')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  test('offers every choice of the documents, and saves what was chosen under their names (THEME-04, THEME-09, THEME-12)', async () => {
    await show()
    const drawer = await openTheme()
    const press = (group: string, name: string) =>
      fireEvent.click(within(drawer.getByRole('group', { name: group })).getByRole('button', { name }))
    const names = (group: string) =>
      within(drawer.getByRole('group', { name: group }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    const turn = (name: string) => fireEvent.click(drawer.getByRole('switch', { name }))
    const pressed = document.querySelectorAll('[role=dialog] .MuiToggleButton-root[aria-pressed=true]')
    expect([...pressed].map(({ textContent }) => textContent)).toEqual(['Float', 'Lengthway', 'Smooth'])
    expect(names('Layout')).toHaveLength(LAYOUTS.length)
    press('Layout', 'Crosswise')
    expect(localStorage.getItem('furrow.menuOpen')).toBe('false')
    press('Layout', 'Subfield')
    expect(localStorage.getItem('furrow.menuOpen')).toBe('true')
    expect(names('Menu width')).toEqual(MENU_WIDTHS.map(String))
    expect(names('First column')).toHaveLength(SUBFIELD_STYLES.length)
    expect(names('Tab style')).toHaveLength(LABEL_STYLES.length)
    press('Theme color', 'Theme color #1f6fb2')
    turn('Menu background of its own')
    press('Menu background', 'Menu background #16324f')
    press('Menu text', 'Dark')
    press('Menu width', '266')
    press('First column', 'Arrow')
    press('Tab style', 'Card')
    turn('Icons on tabs')
    fireEvent.click(drawer.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(posted).toHaveLength(1))
    const { theme, ...rest } = posted[0] as { theme: string }
    expect(rest).toEqual({ userId: 9, open: 1 })
    expect(JSON.parse(theme)).toEqual({
      layout: 'subfield',
      themeColor: '#1f6fb2',
      backgroundColor: '#16324f',
      follow: 0,
      fontColor: 'dark',
      menuWidth: 266,
      label: 1,
      labelIcon: 0,
      labelStyle: 'card',
      subfieldStyle: 'arrow',
    })
  })
})
