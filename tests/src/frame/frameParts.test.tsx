import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { boot } from '#src/api/boot.ts'
import { Brand } from '#src/frame/Brand.tsx'
import { storedMenuOpen, storeMenuOpen } from '#src/frame/menuState.ts'
import { openWall } from '#src/frame/openWall.ts'
import { startWords } from '#src/i18n/i18n.ts'

const given = boot.deployment
beforeAll(async () => {
  localStorage.setItem('furrow.language', 'en-US')
  await startWords()
})
afterEach(() => {
  cleanup()
  Object.assign(boot, { deployment: given })
})
const logo = () => document.querySelector('img')?.getAttribute('src')

test("the menu is headed by the tenant's work logo, and by the product where it has none (LOGIN-12, FRAME-08)", () => {
  const { unmount } = render(<Brand />)
  expect(logo()).toBe('/favicon.svg')
  expect(screen.getByText('Furrow Smart Farm')).toBeTruthy()
  unmount()
  Object.assign(boot, { deployment: { ...given, workLogo: '/work-logo.png' } })
  render(<Brand />)
  expect(logo()).toBe('/work-logo.png')
  expect(screen.queryByText('Furrow Smart Farm')).toBeNull()
})

test('the digital map opens in a window of its own, which cannot reach this one (BOOT-04)', () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  openWall()
  expect(opened).toHaveBeenCalledWith('/map', '_blank', 'noopener')
})

test('this browser remembers whether the menu stands open (SESSION-06)', () => {
  expect(storedMenuOpen()).toBe(true)
  storeMenuOpen(false)
  expect(storedMenuOpen()).toBe(false)
})
