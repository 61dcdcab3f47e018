import { expect, type Page, test } from '@playwright/test'
import { routes } from '#contract/routes'
import { open } from './people.ts'
import { recordPaths } from './recordPaths.ts'
import { changesNothing, Walk } from './walk.ts'

const consolePaths = routes
  .filter(({ path, permission }) => !path.includes(':') && path !== '/' && permission !== 'public')
  .map(({ path }) => path)
const PARTS = 4
/** Windows are opened and both languages are looked at where this is set (`npm run walk`): it takes ten times as long. Each whole run looks at the pages in English. */
const isWhole = process.env.FURROW_WALK === 'whole'
const parts: Record<string, (page: Page) => readonly string[] | Promise<string[]>> = {
  'of a record, part 1': async (page) => (await recordPaths(page)).filter((_path, at) => at % 2 === 0),
  'of a record, part 2': async (page) => (await recordPaths(page)).filter((_path, at) => at % 2 === 1),
  ...Object.fromEntries(
    Array.from({ length: PARTS }, (_, part) => [
      `of the console, part ${part + 1}`,
      () => consolePaths.filter((_path, at) => at % PARTS === part),
    ]),
  ),
}

test.describe(() => {
  test.describe.configure({ mode: 'parallel' })
  for (const [which, pathsOf] of Object.entries(parts))
    test(`no page ${which}${isWhole ? ', and no window of it,' : ''} has a word that is cut, of the other language or missing, or a fault that axe finds`, async ({
      browser,
    }) => {
      test.setTimeout(isWhole ? 1_800_000 : 300_000)
      const { page, context } = await open(browser, 'admin', '/web/farm/home', isWhole ? 'zh-CN' : 'en-US')
      await expect(page.getByRole('main')).toBeVisible()
      const paths = await pathsOf(page)
      await page.evaluate(changesNothing)
      await page.addInitScript(changesNothing)
      const walk = new Walk(page, isWhole)
      for (const path of paths) await walk.walk(path)
      // Where nothing opens, nothing was looked at.
      if (isWhole) expect(walk.windows.length).toBeGreaterThan(5)
      expect(walk.faults).toEqual({})
      await context.close()
    })

  test('no window of the frame has a word that is cut, of the other language or missing, or a fault that axe finds', async ({
    browser,
  }) => {
    test.setTimeout(180_000)
    const { page, context } = await open(browser, 'admin', '/web/farm/worker')
    await expect(page.getByRole('grid')).toBeVisible()
    const walk = new Walk(page)
    const user = page.getByRole('button', { name: /^用户菜单/ })
    const fromUser = async (item: string) => {
      await user.click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await walk.opened('dialog', {
      主题配置: () => fromUser('主题配置'),
      切换企业: () => fromUser('切换企业'),
      选择基地: () => page.getByRole('button', { name: /^基地：/ }).click(),
      消息: () => page.getByRole('button', { name: /^消息，/ }).click(),
      快速查找: () => page.keyboard.press('Control+k'),
    })
    await walk.opened('menu', { 用户菜单: () => user.click(), 切换模块: () => page.getByRole('button', { name: '切换模块' }).click() })
    expect(walk.faults).toEqual({})
    await context.close()
  })
})
