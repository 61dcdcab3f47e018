import { expect, type Page, test } from '@playwright/test'
import { routes } from '#contract/routes'
import words from '#locales/en-US/frame' with { type: 'json' }
import { farmText, open } from './people.ts'

const HOUR_MS = 3_600_000
/** A page of each kind of list, calendar, report and form; all of them where this is set (`npm run walk`). */
const PATHS =
  process.env.FURROW_WALK === 'whole'
    ? routes.filter(({ path, permission }) => !path.includes(':') && path !== '/' && permission !== 'public').map(({ path }) => path)
    : [
        '/web/farm/taskManger?view=calendar',
        '/web/farm/log',
        '/web/farm/batch',
        '/web/farm/plan',
        '/web/equipment/warning-manage',
        '/inventory/prment/report',
        '/inventory/prment/warehousing',
        '/system/audit',
        '/system/notice-manger',
      ]

/** The days and minutes that a page says, but those of the last hour: they come and go. */
async function saidOn(page: Page): Promise<string[]> {
  const text = await page.getByRole('main').innerText()
  const cells = await page
    .getByRole('main')
    .locator('[aria-label]')
    .evaluateAll((all) => all.map((one) => one.ariaLabel).join('\n'))
  const recent = farmText(Date.now() - HOUR_MS).slice(0, 16)
  const said = `${text}\n${cells}`.match(/\d{4}-\d{2}-\d{2}(?:[ \n]\d{2}:\d{2})?/g) ?? []
  return [...new Set(said.map((one) => one.replace('\n', ' ')).filter((one) => one.length === 10 || one < recent))].toSorted()
}

test('who looks at a farm from another zone sees the same days and hours on every page, and is told whose they are', async ({
  browser,
}) => {
  test.setTimeout(PATHS.length * 20_000 + 60_000)
  const [here, west] = await Promise.all(
    ['Asia/Shanghai', 'America/Los_Angeles'].map((zone) => open(browser, 'admin', '/web/farm/home', 'en-US', 1, zone)),
  )
  const menu = (page: Page) => page.getByRole('button', { name: words.user.menu })
  const says = words.user.clock.replace('{{zone}}', 'Asia/Shanghai')
  await menu(west!.page).click()
  await expect(west!.page.getByText(says)).toBeVisible()
  await menu(here!.page).click()
  await expect(here!.page.getByRole('menuitem', { name: words.user.signOut })).toBeVisible()
  await expect(here!.page.getByText(says)).toHaveCount(0)

  let found = 0
  for (const path of PATHS) {
    await Promise.all([here!, west!].map(({ page }) => page.goto(path)))
    await Promise.all([here!, west!].map(({ page }) => expect(page.getByRole('main')).toBeVisible()))
    await Promise.all([here!, west!].map(({ page }) => page.waitForLoadState('networkidle').catch(() => undefined)))
    await expect(async () => expect(await saidOn(west!.page), path).toEqual(await saidOn(here!.page))).toPass({ timeout: 15_000 })
    found += (await saidOn(west!.page)).length
  }
  // Where no page says a moment, nothing was compared.
  expect(found).toBeGreaterThan(50)
  await Promise.all([here!, west!].map(({ context }) => context.close()))
})
