import { writeFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { informationPath } from '#contract/news/informationPath'
import { seedPath } from '#contract/farm/seedPath'
import { routes } from '#contract/routes'
import { open } from './people.ts'
import { recordPaths } from './recordPaths.ts'
import budgets from './sizes.json' with { type: 'json' }

/**
 * What a browser that has nothing yet asks the product for when it opens a page: the page, its scripts, sheets, words and icons, without calls.
 * `npm run sizes` prints every page; each whole run holds each against its budget in sizes.json: most kB on the wire, most requests.
 */
const { FURROW_SIZES: asked } = process.env
/** More than was measured, for what changes from build to build: names of chunks, order of words. */
const SPARE = { share: 1.02, requests: 1 }
/** A page is at rest once it has asked for nothing, calls included, for so long; it is not waited for longer than MOST_MS. */
const REST_MS = 600
const MOST_MS = 15_000

type Size = readonly [kB: number, requests: number]
const most = budgets as unknown as Readonly<Record<string, Size>>
const routeOf = (path: string): string => {
  const { pathname } = new URL(path, 'http://furrow')
  const fits = routes.find((one) => new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname))
  return fits?.path ?? pathname
}
const isBuilt = (path: string) => /^\/(assets|icons)\/|^\/[\w-]+\.(js|css|svg|webmanifest)$/.test(path)

async function firstLoad(page: Page, path: string): Promise<Size> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.send('Network.enable')
  const at = new URL(path, process.env.FURROW_URL)
  const wanted = new Set<string>()
  const pending = new Set<string>()
  let bytes = 0
  let last = Date.now()
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    const { origin, pathname } = new URL(request.url)
    if (origin !== at.origin) return
    pending.add(requestId)
    // What a call brought is drawn, and may have more fetched.
    if (type === 'Document' || isBuilt(pathname)) wanted.add(requestId)
  })
  const ended = (requestId: string, size: number) => {
    if (!pending.delete(requestId)) return
    if (wanted.has(requestId)) bytes += size
    last = Date.now()
  }
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => ended(requestId, encodedDataLength))
  session.on('Network.loadingFailed', ({ requestId }) => ended(requestId, 0))
  await page.goto(path)
  const began = Date.now()
  while ((pending.size > 0 || Date.now() - last < REST_MS) && Date.now() - began < MOST_MS) await page.waitForTimeout(REST_MS / 5)
  await session.detach()
  return [Math.round(bytes / 100) / 10, wanted.size]
}

/** What is fetched ahead of its need some seconds later (src/frame/WaitingButton.tsx) is not of the first load, which is the same on a busy machine. */
function neverAhead() {
  const AHEAD_MS = 3000
  const later = globalThis.setTimeout.bind(globalThis)
  globalThis.setTimeout = ((work: () => void, ms?: number, ...given: unknown[]) =>
    ms === AHEAD_MS ? 0 : later(work, ms, ...given)) as unknown as typeof setTimeout
}

/** What each whole run measures, a page of each kind; all of them take minutes. */
const OF_EACH_RUN = [
  '/seed',
  '/information',
  '/login',
  '/register',
  '/home',
  '/web/farm/home',
  '/web/farm/map',
  '/web/farm/task',
  '/web/farm/log',
  '/web/equipment/gateway',
  '/web/equipment/warning-manage',
  '/web/equipment/intelligentControl/index',
  '/inventory/prment/warehousing',
  '/inventory/prment/report',
  '/system/organization',
  '/system/audit',
  '/web/equipment/gateway/info/:id',
  '/inventory/prment/warehousing/info/:id',
]
const isMeasured = (path: string) => asked !== undefined || OF_EACH_RUN.includes(routeOf(path))
const fits = (route: string, [kB, requests]: Size) => {
  const budget = most[route]
  return budget !== undefined && kB <= budget[0] * SPARE.share && requests <= budget[1] + SPARE.requests
}
/** What a page fetches first; where that is too much once more, since what comes late in one may come in time in the other. */
async function measured(page: Page, path: string): Promise<Size> {
  const size = await firstLoad(page, path)
  return fits(routeOf(path), size) ? size : firstLoad(page, path)
}

const pages = routes.filter(({ path }) => !path.includes(':'))
/** Those who see them: a visitor, who has nobody's name, and an administrator. */
const kinds: Record<string, (browser: Browser) => Promise<{ page: Page; paths: readonly string[] }>> = {
  'that anybody may open': async (browser) => ({
    page: await (await browser.newContext({ locale: 'zh-CN' })).newPage(),
    paths: pages
      .filter(({ permission }) => permission === 'public')
      .map(({ path }) => (path === '/seed' ? seedPath(1, 1) : path === '/information' ? informationPath({ tenantId: 1 }) : path)),
  }),
  'of the console': async (browser) => {
    const { page } = await open(browser, 'admin', '/web/farm/home')
    return { page, paths: pages.filter(({ permission }) => permission !== 'public').map(({ path }) => path) }
  },
  'of one record': async (browser) => {
    const { page } = await open(browser, 'admin', '/web/farm/home')
    return { page, paths: await recordPaths(page) }
  },
}

test.describe.configure({ mode: 'parallel' })
for (const [which, begin] of Object.entries(kinds))
  test(`no page ${which} is larger at its first load, or asks for more, than its budget says`, async ({ browser }) => {
    test.setTimeout(600_000)
    const { page, paths } = await begin(browser)
    const sizes: Record<string, Size> = {}
    await page.addInitScript(neverAhead)
    for (const path of paths.filter(isMeasured)) sizes[routeOf(path)] = await measured(page, path)
    await page.context().close()
    if (asked !== undefined) {
      for (const [route, [kB, requests]] of Object.entries(sizes)) process.stdout.write(`| ${route} | ${kB} | ${requests} |\n`)
      writeFileSync(`.cache/sizes ${which}.json`, JSON.stringify(sizes))
    }
    const over = Object.entries(sizes)
      .filter(([route, size]) => !fits(route, size))
      .map(([route, [kB, requests]]) => `${route}: ${kB} kB, ${requests} requests of ${String(most[route])}`)
    if (asked !== 'write') expect(over).toEqual([])
  })
