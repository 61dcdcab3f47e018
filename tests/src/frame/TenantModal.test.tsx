import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes'
import { THEME_CONFIG } from '#contract/session/theme'
import frame from '#locales/en-US/frame' with { type: 'json' }
import { frameTabs } from '#src/frame/tabs/frameTabs.ts'
import { TabsProvider } from '#src/frame/tabs/Panes.tsx'
import { TenantModal } from '#src/frame/TenantModal.tsx'
import { UserMenu } from '#src/frame/UserMenu.tsx'
import { chooseArea, chosenArea } from '#src/session/area.ts'
import { startAnew } from '#src/session/belongings.ts'
import { loadSession, session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

let mine: number
let current: number
let chosenDefault: number
let held: string[]
let refused: boolean
const asked: string[] = []
const aTenant = (tenantId: number) => ({
  tenantId,
  tenantName: `Farm ${tenantId}`,
  tenantNum: `FW-000${tenantId}`,
  defaultTenantId: chosenDefault,
})
const tenants = () => Array.from({ length: mine }, (_, at) => aTenant(at + 1))

beforeEach(async () => {
  mine = 3
  current = 1
  chosenDefault = 1
  held = [THEME_CONFIG]
  refused = false
  asked.length = 0
  await signedIn(({ pathname, search }, body) => {
    const path = pathname.split('/').at(-1)!
    asked.push(`${path}${search}${body} in ${chosenArea.get() ?? 'no base'}`)
    if (path === 'check-resources') return (JSON.parse(body) as string[]).map((code) => ({ code, approve: held.includes(code) }))
    if (path === 'self') return { id: 1, tenantId: current, loginName: 'x', realName: 'X', imageUrl: null, tenants: tenants() }
    if (path === 'page') return { content: tenants(), number: 1, size: 10, totalElements: mine }
    if (refused) return Response.json({ failed: true, code: 'error.internal', message: 'no' }, { status: 500 })
    const { tenantId } = JSON.parse(body) as { tenantId: number }
    if (path === 'tenant-id') current = tenantId
    else chosenDefault = tenantId
    return true
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the window of the tenants', () => {
  const closed = vi.fn()
  const opened = async () => {
    closed.mockClear()
    show(<TenantModal open onClose={closed} />)
    await screen.findByText('Farm 2')
  }

  test('lists them ten a page with name, code and which is the default one, found by name (TENANT-02, PAGINATION-01)', async () => {
    await opened()
    expect([...document.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual([
      frame.tenant.name,
      frame.tenant.code,
      frame.tenant.default,
    ])
    expect([...document.querySelectorAll<HTMLInputElement>('[type=checkbox]')].map(({ checked }) => checked)).toEqual([true, false, false])
    expect(screen.getByText('3 in total')).toBeTruthy()
    expect(asked.at(-1)).toMatch('page?page=1&size=10 ')
    const before = asked.length
    for (const value of [' F', ' Fa', ' Farm', ' Farm 2 '])
      fireEvent.change(screen.getByPlaceholderText(frame.tenant.search), { target: { value } })
    await waitFor(() => expect(asked.at(-1)).toMatch('page?page=1&size=10&tenantName=Farm+2 '))
    // Not at every letter: once, when typing rests.
    expect(asked.length).toBe(before + 1)
    fireEvent.mouseDown(screen.getByText('10'))
    fireEvent.click(await screen.findByText('20'))
    await waitFor(() => expect(asked.at(-1)).toMatch('page?page=1&size=20&tenantName=Farm+2 '))
  })

  test('opens another one by its name: the chosen base is forgotten first, who asks is read again, and it closes (TENANT-03)', async () => {
    await opened()
    chooseArea(9)
    asked.length = 0
    fireEvent.click(screen.getByText('Farm 2'))
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(asked.slice(0, 2)).toEqual(['tenant-id{"tenantId":2} in no base', 'self in no base'])
    expect([chosenArea.get(), sessionStorage.getItem('furrow.areaId')]).toEqual([null, null])
    expect(session.get().tenantId).toBe(2)
  })

  test('stays where another one cannot be opened', async () => {
    await opened()
    refused = true
    fireEvent.click(screen.getByText('Farm 2'))
    await waitFor(() => expect(asked.at(-1)).toContain('"tenantId":2'))
    expect(session.get().tenantId).toBe(1)
    expect(closed).not.toHaveBeenCalled()
  })

  test('says that the default one is set (TENANT-04)', async () => {
    await opened()
    fireEvent.click(document.querySelectorAll('[type=checkbox]')[2]!)
    await screen.findByText(frame.tenant.defaultDone)
    await waitFor(() =>
      expect([...document.querySelectorAll<HTMLInputElement>('[type=checkbox]')].map(({ checked }) => checked)).toEqual([
        false,
        false,
        true,
      ]),
    )
  })
})

describe('the menu of the user', () => {
  const entries = async () => {
    show(
      <TabsProvider value={frameTabs(routes)}>
        <UserMenu menus={[]} tools={[]} onTheme={() => undefined} />
      </TabsProvider>,
    )
    fireEvent.click(await screen.findByRole('button'))
    return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  }

  test('leads to the theme only who holds its code (PERMISSIONS-10)', async () => {
    await entries()
    await screen.findByRole('menuitem', { name: frame.user.theme })
    cleanup()
    held = []
    startAnew('')
    asked.length = 0
    const names = await entries()
    await waitFor(() => expect(asked).toContainEqual(expect.stringContaining(THEME_CONFIG)))
    expect(names).not.toContain(frame.user.theme)
  })

  test('offers another tenant only to who has several (TENANT-01)', async () => {
    expect(await entries()).toContain(frame.tenant.switch)
    cleanup()
    mine = 1
    await loadSession()
    expect(await entries()).not.toContain(frame.tenant.switch)
  })
})
