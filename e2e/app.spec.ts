import { expect, type Page, test } from '@playwright/test'
import enAccount from '#locales/en-US/account' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import enFrame from '#locales/en-US/frame' with { type: 'json' }
import enSession from '#locales/en-US/session' with { type: 'json' }
import zhAccount from '#locales/zh-CN/account' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import zhFrame from '#locales/zh-CN/frame' with { type: 'json' }
import zhSession from '#locales/zh-CN/session' with { type: 'json' }
import { changingServer } from './changingServer.ts'
import { aPerson, aTenant } from './database.ts'
import { go, open } from './people.ts'

const words = {
  'zh-CN': { account: zhAccount, farm: zhFarm, frame: zhFrame, session: zhSession },
  'en-US': { account: enAccount, farm: enFarm, frame: enFrame, session: enSession },
} as const
const TASKS = '/web/farm/task'
const SETTINGS = '/web/user?key=like'
const product = process.env.FURROW_URL ?? 'http://127.0.0.1:8080'

test.use({ viewport: { width: 390, height: 844 } })

/** Until the worker has fetched what it needs and stands between this page and the network. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller === null)
      await new Promise((controlled) => navigator.serviceWorker.addEventListener('controllerchange', controlled, { once: true }))
  })

for (const language of ['zh-CN', 'en-US'] as const) {
  const { account, farm, frame, session } = words[language]

  test(`without network the console opens on a phone, also pages that were not opened before, and says what is missing (${language})`, async ({
    browser,
  }) => {
    const { page, context } = await open(browser, 'operator', SETTINGS, language, 1)
    const section = page.getByRole('region', { name: account.app.title })
    await expect(section.getByRole('status')).toHaveText(account.app.kept, { timeout: 30_000 })
    await kept(page)
    await context.setOffline(true)
    await page.goto(TASKS)
    // The shell is drawn; who asks is read from what was kept, or said to be unknown.
    const drawn = page.getByRole('heading', { name: farm.task.mine.title }).or(page.getByText(frame.empty.hint.unknownSelf))
    await expect(drawn.first()).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: farm.task.mine.title })).toBeVisible({ timeout: 30_000 })
    await context.close()
  })

  test(`a token that ended out in the field is no sign-out (${language})`, async ({ browser }) => {
    const { page, context } = await open(browser, 'operator', TASKS, language, 1)
    await expect(page.getByRole('heading', { name: farm.task.mine.title })).toBeVisible()
    await kept(page)
    await context.setOffline(true)
    await page.evaluate(() => localStorage.setItem('furrow.expiresAt', String(Date.now() - 3_600_000)))
    await page.reload()
    const drawn = page.getByRole('heading', { name: farm.task.mine.title }).or(page.getByText(frame.empty.hint.unknownSelf))
    await expect(drawn.first()).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(TASKS)
    expect(await page.evaluate(() => localStorage.getItem('furrow.refreshToken'))).not.toBeNull()
    // With a network the session is renewed and the page goes on.
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: farm.task.mine.title })).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => page.evaluate(() => Number(localStorage.getItem('furrow.expiresAt')) > Date.now())).toBe(true)
    await context.close()
  })

  test(`who is signed out and has no network is told so by the sign-in page (${language})`, async ({ browser }) => {
    const { page, context } = await open(browser, 'operator', TASKS, language, 1)
    await kept(page)
    await context.setOffline(true)
    await page.evaluate(() => localStorage.removeItem('furrow.accessToken'))
    await page.goto('/web/farm/home')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('status')).toHaveText(session.login.noNetwork)
    await context.setOffline(false)
    await expect(page.getByRole('status')).toHaveCount(0)
    await context.close()
  })

  test(`a newer version is loaded on the way to another page, never while somebody writes (${language})`, async ({ browser }) => {
    test.setTimeout(120_000)
    const server = await changingServer(product)
    const { page, context } = await open(browser, 'operator', TASKS, language, 1)
    await page.goto('about:blank')
    await context.addInitScript(() => void ((window as unknown as { born: number }).born = Math.random()))
    const tokens = await (await context.newPage()).goto(product + TASKS).then(() => context.storageState())
    for (const { name, value } of tokens.origins.find(({ origin }) => origin === product)!.localStorage)
      await context.addInitScript(([key, text]) => localStorage.getItem(key!) ?? localStorage.setItem(key!, text!), [name, value])
    await page.goto(server.url + TASKS)
    await expect(page.getByRole('heading', { name: farm.task.mine.title })).toBeVisible()
    await kept(page)
    const script = () => page.locator('script[type="module"]').getAttribute('src')
    const born = () => page.evaluate(() => (window as unknown as { born: number }).born)
    const [first, birth] = [await script(), await born()]

    server.deploy()
    // As the browser does by itself now and then.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update())
    await expect(page.getByText(frame.renewal.text)).toBeVisible({ timeout: 30_000 })
    expect([await script(), await born()]).toEqual([first, birth])
    await go(page, '/web/user')
    await expect.poll(script, { timeout: 20_000 }).not.toBe(first)
    await expect(page.getByRole('heading', { name: account.title })).toBeVisible()
    await expect(page.getByText(frame.renewal.text)).toHaveCount(0)
    // It is the newer one that opens without network now.
    const second = await script()
    await context.setOffline(true)
    await page.goto(server.url + TASKS)
    expect(await script()).toBe(second)
    await context.close()
    await server.close()
  })
}
