import { ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import chinese from '#locales/zh-CN/session' with { type: 'json' }
import { boot } from '#src/api/boot.ts'
import { ForgotPassword } from '#src/login/ForgotPassword.tsx'
import { PublicPage } from '#src/login/PublicPage.tsx'
import { showFavicon } from '#src/theme/favicon.ts'
import { buildTheme } from '#src/theme/theme.ts'

const given = boot.deployment
const ofTenant = { ...given, loginTitle: 'Green Valley', loginLogo: '/logo-of-green-valley.png', copyright: 'Green Valley 2026' }
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  Object.assign(boot, { deployment: given })
})

const show = () =>
  render(
    <ThemeProvider theme={buildTheme()}>
      <PublicPage language="zh-CN" words={chinese} titleOf={({ login }) => login.title}>
        {({ login }) => <p>{login.submitting}</p>}
      </PublicPage>
    </ThemeProvider>,
  )
const logo = () => document.querySelector('header img')?.getAttribute('src')

test('a tenant introduces itself by title, logo and copyright, and the product where none does (LOGIN-12, -13)', () => {
  const { unmount } = show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(chinese.login.product)
  expect(logo()).toBe('/favicon.svg')
  expect(screen.getByText(chinese.login.copyright)).toBeTruthy()
  unmount()
  Object.assign(boot, { deployment: ofTenant })
  show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Green Valley')
  expect(logo()).toBe('/logo-of-green-valley.png')
  expect(screen.getByText('Green Valley 2026')).toBeTruthy()
  expect(document.title).toBe(`${chinese.login.title} · Green Valley`)
})

test('a tenant’s title may be a picture, which says what it reads (LOGIN-16)', () => {
  Object.assign(boot, { deployment: { ...ofTenant, titleLoginLogo: '/title-of-green-valley.png' } })
  show()
  const title = screen.getByRole('heading', { level: 1, name: 'Green Valley' })
  expect(title.querySelector('img')?.getAttribute('src')).toBe('/title-of-green-valley.png')
  expect(logo()).toBe('/logo-of-green-valley.png')
})

test('a tenant’s own icon stands in the tab of the window (LOGIN-16)', () => {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'icon', href: '/favicon.svg' }))
  const icon = () => document.querySelector('link[rel=icon]')?.getAttribute('href')
  showFavicon(null)
  expect(icon()).toBe('/favicon.svg')
  showFavicon('/icon-of-green-valley.png')
  expect(icon()).toBe('/icon-of-green-valley.png')
})

test('the title is 50 px high where the window is 1920 px wide (LOGIN-14)', () => {
  show()
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n')
  const size = /font-size: clamp\(24px, ([\d.]+)vw, 96px\)/.exec(rules)
  expect((Number(size?.[1]) / 100) * 1920).toBeCloseTo(50)
})

test('the other language is one button away, and the choice is kept in this browser (I18N-01, -02)', async () => {
  show()
  expect(document.documentElement.lang).toBe('zh-CN')
  fireEvent.click(screen.getByRole('button', { name: /English/ }))
  expect(await screen.findByText('Signing in…')).toBeTruthy()
  // Said by an effect, which may come after what is drawn.
  await waitFor(() => expect(document.documentElement.lang).toBe('en-US'))
  expect(localStorage.getItem('furrow.language')).toBe('en-US')
  expect(screen.getByRole('button', { name: /中文/ })).toBeTruthy()
})

test('the page of a forgotten password only leads back, whatever is typed and sent (LOGIN-15)', () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  render(<ForgotPassword words={chinese} />)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/login'])
  expect(screen.queryByRole('button')).toBeNull()
  const name = screen.getByRole('textbox')
  fireEvent.change(name, { target: { value: 'lin' } })
  // Answers whether the browser would go on to send the form.
  expect(fireEvent.submit(name.closest('form')!)).toBe(false)
  expect(fetched).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
