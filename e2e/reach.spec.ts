import { expect, type Locator, type Page, test } from '@playwright/test'
import { routes } from '#contract/routes'
import { isSerious, violationsOf } from './axe.ts'
import { open } from './people.ts'
import { wordFaults } from './words.ts'

/** Pages that anyone may open; those of the console are walked through in walk.spec.ts. */
const publicPaths = routes
  .filter(({ path, permission }) => !path.includes(':') && path !== '/' && permission === 'public')
  .map(({ path }) => path)

async function scan(page: Page): Promise<string[]> {
  return (await violationsOf(page)).filter(isSerious).flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
/** What a page that has come to rest has: a button that becomes usable while it is measured has the colours of both states. */
async function seriousFaults(page: Page): Promise<string[]> {
  const found = await scan(page)
  if (found.length === 0) return found
  const again = await scan(page)
  return found.filter((fault) => again.includes(fault))
}

for (const path of publicPaths) {
  test(`no word is cut, of the other language or missing on ${path}, and axe finds nothing serious there`, async ({ browser }) => {
    for (const locale of ['zh-CN', 'en-US'] as const) {
      // What visitors see asks the browser, the rest what was chosen in it.
      const context = await browser.newContext({ locale })
      await context.addInitScript((chosen) => localStorage.setItem('furrow.language', chosen), locale)
      const page = await context.newPage()
      await page.goto(path)
      await expect(page.getByRole('main').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      expect(await wordFaults(page, locale)).toEqual([])
      if (locale === 'zh-CN') expect(await seriousFaults(page)).toEqual([])
      await context.close()
    }
  })
}

/** Walks on with Tab until the place has the focus, as somebody without a mouse does. */
async function walkTo(page: Page, place: Locator): Promise<() => Promise<boolean>> {
  const there = (await place.elementHandle())!
  const isThere = () => there.evaluate((element) => element === document.activeElement)
  for (let at = 0; at < 120; at++) {
    await page.keyboard.press('Tab')
    if (await isThere()) return isThere
  }
  throw new Error(`Tab never reaches ${String(place)}`)
}

test('the whole frame is used by keyboard alone: each window opens, lets go, and gives the focus back', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/web/farm/home')
  await expect(page.getByRole('main')).toBeVisible()
  const skip = page.getByRole('link', { name: '跳到主要内容' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const button = (name: RegExp | string) => page.getByRole('button', { name })
  const user = button(/用户菜单/)
  const menu = page.getByRole('navigation', { name: '主菜单' })
  /** Opens with Enter, closes with Escape. */
  const opens = async (opener: Locator, shown: Locator) => {
    const isThere = await walkTo(page, opener)
    await page.keyboard.press('Enter')
    await expect(shown).toBeVisible()
    // The focus is in what was opened, not behind it.
    await expect.poll(isThere).toBe(false)
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
    await expect(opener).toBeFocused()
  }

  // In the order in which they stand, so that the walk is one round.
  await opens(button(/^基地：/), page.getByRole('dialog', { name: '选择基地' }))
  const tab = page.getByRole('tab', { selected: true })
  await walkTo(page, tab)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: '刷新' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tab).toBeFocused()
  await opens(button(/^消息，/), page.getByRole('dialog', { name: '消息' }))
  await opens(user, page.getByRole('menuitem', { name: '账号设置' }))

  // What the user's menu opens gives the focus back to its button.
  for (const name of ['主题配置', '切换企业']) {
    await page.keyboard.press('Enter')
    const choice = page.getByRole('menuitem', { name })
    await expect(choice).toBeVisible()
    while (!(await choice.evaluate((element) => element === document.activeElement))) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name })
    await expect(shown).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(shown.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
    await expect(user).toBeFocused()
  }

  // The keys of quick find work from wherever the person is, and lead back there.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '查找页面、基地或设备' })).toBeFocused()
  await page.keyboard.type('网关')
  await page.keyboard.press('Escape')
  await expect(user).toBeFocused()

  await opens(button('切换模块'), page.getByRole('menuitem', { name: '库存' }))
  await opens(menu.getByRole('button', { name: '设备' }), menu.getByRole('link', { name: '网关管理' }))
  await opens(button('快速查找'), page.getByRole('dialog', { name: '快速查找' }))

  // Nothing holds the focus: it comes round to where it began.
  await walkTo(page, skip)
  await context.close()
})
