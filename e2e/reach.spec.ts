import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { routes } from '#contract/routes'
import { open } from './people.ts'

/** Pages that anyone may open, and pages of the console; one with an id in its path is reached from its list. */
const plain = routes.filter(({ path }) => !path.includes(':') && path !== '/')
const publicPaths = plain.filter(({ permission }) => permission === 'public').map(({ path }) => path)
const consolePaths = plain.filter(({ permission }) => permission !== 'public').map(({ path }) => path)

async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

// As a person who asked for less motion: a colour that is on its way to another while the page is scanned is no fault of the page.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const path of publicPaths) {
  test(`axe finds nothing serious on ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('main').first()).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
  })
}

test('axe finds nothing serious on any page of the console', async ({ browser }) => {
  test.setTimeout(30_000 * consolePaths.length)
  const { page, context } = await open(browser, 'admin', '/web/farm/home')
  const faults: Record<string, string[]> = {}
  for (const path of consolePaths) {
    await page.goto(path)
    await expect(page.getByRole('main').first()).toBeVisible()
    await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0)
    const found = await seriousFaults(page)
    if (found.length > 0) faults[path] = found
  }
  expect(faults).toEqual({})
  await context.close()
})

test('the console can be reached by keyboard alone: skip link, menu, base, page', async ({ browser }) => {
  const { page, context } = await open(browser, 'operator', '/web/farm/home')
  await expect(page.getByRole('main')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /跳到|跳转|主要内容/ })).toBeFocused()
  const seen = new Set<string>()
  for (let at = 0; at < 40; at++) {
    await page.keyboard.press('Tab')
    seen.add(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''))
  }
  expect([...seen].some((name) => name.includes('数字地图'))).toBe(true)
  expect([...seen].some((name) => name.includes('用户菜单'))).toBe(true)
  await context.close()
})
