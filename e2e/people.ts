import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Tokens } from '#contract/session/oauth'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/signIn'
import { encryptPassword } from '#tests/encryptPassword'
import { wallClock } from '#contract/core/zonedMoment'

export const MQTT_PORT = Number(process.env.FURROW_MQTT_PORT ?? 1883)
export const PASSWORD = 'Furrow2026'
/** What a page is looked at in: on a desk, where every test begins, and in the hand. */
export const DESK = { width: 1440, height: 900 }
export const HAND = { width: 390, height: 844 }
/** One of the demo's people, or a person that a test has made (database.ts). */
type Name = 'operator' | 'manager' | 'admin' | 'viewer' | 'foreman' | 'novice' | 'rival' | `e2e-${string}`

/** Fills in the sign-in page and leaves it as the person; the latest notice stands over no page unless `latestNotice` asks for it. */
export async function signIn(page: Page, name: Name, at = '/login', { latestNotice = false } = {}): Promise<void> {
  if (!latestNotice) await page.addInitScript(() => localStorage.setItem('furrow.notice', 'false'))
  await page.goto(at)
  await page.getByLabel(/用户名|User name/).fill(name)
  await page.getByLabel(/^(密码|Password)/).fill(PASSWORD)
  await page.getByRole('button', { name: /^(登录|Sign in)$/ }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/**
 * A browser of this person's own, already signed in, in this language: as `signIn` leaves it, without the page. What the page itself does
 * is the matter of account.spec.ts.
 */
export async function open(
  browser: Browser,
  name: Name,
  path: string,
  language: 'zh-CN' | 'en-US' = 'zh-CN',
  /** The base that is chosen in its first page; without one the console chooses. */
  areaId?: number,
  /** The zone in which the browser stands; UTC without one. */
  timezoneId = 'UTC',
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ timezoneId })
  const key = await (await context.request.get('/oauth/public/key')).text()
  const answer = await context.request.post('/oauth/oauth/token', {
    form: {
      grant_type: 'password',
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      username: name,
      password: encryptPassword(key, PASSWORD),
    },
  })
  expect(answer.status()).toBe(200)
  const tokens = (await answer.json()) as Tokens
  await context.addInitScript(
    (kept) => {
      // Once a browser: what the console makes of it afterwards is its own.
      if (localStorage.getItem('furrow.notice') == null) for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
    },
    {
      'furrow.accessToken': tokens.access_token,
      'furrow.refreshToken': tokens.refresh_token,
      'furrow.expiresAt': String(Date.now() + tokens.expires_in * 1000),
      'furrow.language': language,
      // The latest notice stands over no page.
      'furrow.notice': 'false',
    },
  )
  const page = await context.newPage()
  if (areaId !== undefined)
    await page.addInitScript((id) => {
      if (sessionStorage.getItem('furrow.areaId') == null) sessionStorage.setItem('furrow.areaId', id)
    }, String(areaId))
  await page.goto(path)
  return { page, context }
}

/** `YYYY-MM-DD HH:mm:ss` by the clock of the demo's farm and of every test's tenant, wherever the browser stands. */
export const farmText = (moment: number) => new Date(wallClock(moment, 'Asia/Shanghai')).toISOString().slice(0, 19).replace('T', ' ')
export const farmDay = (moment: number) => farmText(moment).slice(0, 10)

/** A call as who is signed in on this page: what is arranged here is not what the test looks at. */
export async function ask(page: Page, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const { status, answer } = await page.evaluate(
    async (given) => {
      const response = await fetch(given.path, {
        method: given.method,
        headers: { authorization: `Bearer ${localStorage.getItem('furrow.accessToken')}`, 'content-type': 'application/json' },
        ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
      })
      return { status: response.status, answer: await response.json() }
    },
    { method, path, body },
  )
  expect(status).toBe(200)
  return answer as Record<string, unknown>
}

/** Goes to a page as the console itself does, without loading the window anew, which takes 2 to 5 s of a core. */
export const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

/** Opens a device's window from the list of the gateway page. */
export async function openDevice(page: Page, name: string): Promise<void> {
  await page.getByRole('gridcell', { name, exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(name)
}
export async function openControl(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^(设备控制|Device control|Control)$/ }).click()
}
/** A device among what a picker offers, by its name, beside which stands its number. */
export const deviceOption = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}( |$)`) })
export const switchRow = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
