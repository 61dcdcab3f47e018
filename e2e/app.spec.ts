import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import enAccount from '#locales/en-US/account' with { type: 'json' }
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import enField from '#locales/en-US/field' with { type: 'json' }
import enFrame from '#locales/en-US/frame' with { type: 'json' }
import enSession from '#locales/en-US/session' with { type: 'json' }
import zhAccount from '#locales/zh-CN/account' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import zhField from '#locales/zh-CN/field' with { type: 'json' }
import zhFrame from '#locales/zh-CN/frame' with { type: 'json' }
import zhSession from '#locales/zh-CN/session' with { type: 'json' }
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { changingServer } from './changingServer.ts'
import { journeysIn } from './languages.ts'
import { ask, go, open, signIn } from './people.ts'

const words = {
  'zh-CN': { account: zhAccount, crud: zhCrud, farm: zhFarm, field: zhField, frame: zhFrame, session: zhSession },
  'en-US': { account: enAccount, crud: enCrud, farm: enFarm, field: enField, frame: enFrame, session: enSession },
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

/** Somebody in a browser whose console stands at another address than the product's own. */
async function openAt(
  browser: Browser,
  origin: string,
  path: string,
  language: keyof typeof words,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined,
  options: Parameters<Browser['newContext']>[0] = {},
  who: 'admin' | 'operator' = 'admin',
) {
  const own = await open(browser, who, '/favicon.svg', language, 1)
  const kept = await own.page.evaluate(() => Object.keys(localStorage).map((name) => [name, localStorage.getItem(name)!] as const))
  await own.context.close()
  const context = await browser.newContext(options)
  await prepare(context)
  await context.addInitScript((entries) => {
    sessionStorage.setItem('furrow.areaId', '1')
    if (localStorage.getItem('furrow.notice') === null) for (const [name, value] of entries) localStorage.setItem(name, value)
  }, kept)
  const page = await context.newPage()
  await page.goto(origin + path)
  return { page, context }
}

for (const language of journeysIn('en-US')) {
  const { account, crud, farm, field, frame, session } = words[language]

  test(`without network the console opens on a phone, also at a page that was not opened before, and says that there is none (${language})`, async ({
    browser,
  }) => {
    const { page, context } = await open(browser, 'operator', SETTINGS, language, 1)
    const section = page.getByRole('region', { name: account.app.title })
    await expect(section.getByRole('status')).toHaveText(account.app.kept, { timeout: 30_000 })
    await kept(page)
    await context.setOffline(true)
    await page.goto(TASKS)
    // Who asks, and what they may, was kept when it was read.
    await expect(page.getByRole('heading', { name: farm.task.mine.title })).toBeVisible()
    await expect(page.getByText(frame.connection.noNetwork).or(page.getByText(frame.connection.offline))).toBeVisible()
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
    await expect(page.getByRole('heading', { name: farm.task.mine.title })).toBeVisible()
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

  test(`what was written without network outlives a reload, a killed tab and a sign-out, and is its owner's alone (${language})`, async ({
    browser,
  }) => {
    test.setTimeout(120_000)
    const title = `Frost ${Date.now()} ${language}`
    const file = test.info().outputPath('frost.jpg')
    await writeFile(
      file,
      await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2a6' } })
        .jpeg()
        .toBuffer(),
    )
    const office = await open(browser, 'admin', '/favicon.svg', language, 1)
    const arrived = async () =>
      (await ask(office.page, 'GET', `/wfpf/v1/1/log?source=note&search=${encodeURIComponent(title)}`))['content'] as {
        pictures: string[]
      }[]
    const { page, context } = await open(browser, 'operator', '/web/farm/log', language, 1)
    await expect(page.getByRole('button', { name: farm.log.add })).toBeVisible()
    await kept(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: farm.log.add }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(farm.log.fields.logTitle).fill(title)
    await form.getByTestId('pick').setInputFiles([file])
    await expect(form.getByRole('img')).toBeVisible()
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)
    const waits = (on: Page) => on.getByText(new RegExp(`${field.create} ${title}`))
    await expect(waits(page)).toBeVisible()

    await page.reload()
    await expect(waits(page)).toBeVisible()
    await page.close({ runBeforeUnload: false })
    const later = await context.newPage()
    await later.goto('/web/farm/log')
    await expect(waits(later)).toBeVisible()
    await expect(later.getByText(field.asOf.split('{{')[0]!)).toBeVisible()
    await later.screenshot({ path: test.info().outputPath('later.png') })

    // Whoever signs in next does so in the language of their own.
    const theirs = words['zh-CN']
    const leave = async ({ user }: { readonly user: typeof frame.user }, waiting: boolean) => {
      await later.getByRole('button', { name: new RegExp(`^${user.menu}`) }).click()
      await later.getByRole('menuitem', { name: user.signOut }).click()
      if (waiting) await later.getByRole('dialog').getByRole('button', { name: field.signOut.confirm }).click()
      await expect(later).toHaveURL(/\/login$/)
    }
    await leave(frame, true)
    await context.setOffline(false)
    await signIn(later, 'manager')
    await later.goto('/web/farm/log')
    await expect(later.getByRole('heading', { name: theirs.farm.log.title })).toBeVisible()
    await expect(later.getByRole('button', { name: theirs.field.queue.open_one.replace('{{count}}', '1') })).toHaveCount(0)
    await leave(theirs.frame, false)
    expect(await arrived()).toEqual([])
    await signIn(later, 'operator')
    await expect.poll(async () => (await arrived()).map(({ pictures }) => pictures.length), { timeout: 60_000 }).toEqual([1])
    await context.close()
    await office.context.close()
  })

  test(`a newer version is loaded on the way to another page, never while somebody writes (${language})`, async ({ browser }) => {
    test.setTimeout(90_000)
    const server = await changingServer(product)
    const { page, context } = await openAt(browser, server.url, '/web/user', language)
    const script = () => page.locator('script[type="module"]').getAttribute('src')
    const name = page.getByLabel(new RegExp(`^${account.info.realName}`))
    await name.fill('Somebody else')
    await go(page, '/web/farm/land')
    await page.getByRole('button', { name: crud.add, exact: true }).click()
    const form = page.getByRole('dialog')
    const field = form.getByRole('textbox').first()
    await field.fill('Half a name')
    await kept(page)
    const first = await script()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })

    // Out in the field meanwhile.
    await context.setOffline(true)
    server.deploy()
    await context.setOffline(false)
    await expect(page.getByText(frame.renewal.text)).toBeVisible({ timeout: 30_000 })
    // What is written in a tab keeps the window as it is, on whatever page.
    await go(page, TASKS)
    await expect(page.getByRole('heading', { name: farm.task.mine.title })).toBeVisible()
    await go(page, '/web/farm/land?edit=new')
    await expect(field).toHaveValue('Half a name')
    expect([await script(), asked]).toEqual([first, []])

    await form.getByRole('button', { name: crud.cancel }).click()
    await page.getByRole('button', { name: crud.leave.leave }).click()
    await expect(form).toHaveCount(0)
    await go(page, '/web/user')
    await expect.poll(script, { timeout: 20_000 }).not.toBe(first)
    await expect(page.getByText(frame.renewal.text)).toHaveCount(0)
    // A draft is no hindrance: it stands in the newer one.
    await expect(name).toHaveValue('Somebody else')
    // It is the newer one that opens without network now.
    const second = await script()
    await context.setOffline(true)
    await page.goto(server.url + SETTINGS)
    expect(await script()).toBe(second)
    await context.close()
    await server.close()
  })

  test(`how it is installed is said where the browser offers it, and what hinders it without https (${language})`, async ({ browser }) => {
    const { page, context } = await open(browser, 'operator', SETTINGS, language)
    const section = page.getByRole('region', { name: account.app.title })
    await expect(section.getByText(account.app.byMenu)).toBeVisible()
    await page.evaluate(() =>
      dispatchEvent(
        Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
          prompt: async () => {
            document.body.dataset['asked'] = 'yes'
            return { outcome: 'accepted' }
          },
        }),
      ),
    )
    await section.getByRole('button', { name: account.app.install }).click()
    await expect(page.locator('body')).toHaveAttribute('data-asked', 'yes')
    await expect(section.getByRole('button')).toHaveCount(0)
    const [help] = await Promise.all([context.waitForEvent('page'), section.getByRole('link', { name: account.app.help }).click()])
    await expect(help.locator('#phone')).toBeVisible()

    // The same product by plain http, at a name of its own.
    const plain = await openAt(browser, 'http://farm.test', SETTINGS, language, (context) =>
      context.route('http://farm.test/**', async (route) => {
        const url = new URL(route.request().url())
        await route.fulfill({ response: await route.fetch({ url: product + url.pathname + url.search }) })
      }),
    )
    const there = plain.page.getByRole('region', { name: account.app.title })
    await expect(there.getByRole('status')).toHaveText(account.app.insecure)
    await expect(there.getByRole('button')).toHaveCount(0)
    await plain.context.unrouteAll({ behavior: 'ignoreErrors' })
    await plain.context.close()
    await context.close()
  })
}

test('what was done without network is sent though a newer version was installed meanwhile, and the console renews itself', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const { task } = enFarm
  const name = `Renewed ${Date.now()}`
  const office = await open(browser, 'admin', '/favicon.svg', 'en-US', 1)
  const { taskTypeId } = await ask(office.page, 'POST', '/wfpf/v1/1/task-type', { name })
  const { content } = await ask(office.page, 'GET', `/wfpf/v1/1/worker?search=${encodeURIComponent('陈水生')}`)
  const [{ workerId, organizationId }] = content as [{ workerId: number; organizationId: number }]
  const [startsAt, dueAt] = [Date.now() - 3_600_000, Date.now() + 3_600_000]
  const given = { taskName: name, taskTypeId, areaId: organizationId, leaderId: workerId, startsAt, dueAt }
  const { taskId } = await ask(office.page, 'POST', '/wfpf/v1/1/task', given)
  const state = async () => (await ask(office.page, 'GET', `/wfpf/v1/1/task/${String(taskId)}`))['taskState']

  const server = await changingServer(product)
  const { page, context } = await openAt(browser, server.url, TASKS, 'en-US', async () => undefined, {}, 'operator')
  const row = page.getByRole('button', { name: new RegExp(name) })
  await expect(row).toBeVisible()
  await expect(page.getByText(enField.taken.split('{{')[0]!)).toBeVisible()
  await kept(page)
  const script = () => page.locator('script[type="module"]').getAttribute('src')
  const first = await script()
  await context.setOffline(true)
  await row.click()
  const panel = page.getByRole('dialog', { name })
  await panel.getByRole('button', { name: task.verb.start, exact: true }).click()
  const window = page.getByRole('dialog', { name: task.ask.start.replace('{{name}}', name) })
  await window.getByRole('button', { name: task.verb.start, exact: true }).click()
  await expect(window).toHaveCount(0)
  await panel.getByRole('button', { name: enCrud.close }).click()
  await expect(row.getByText(enField.pending)).toBeVisible()
  expect(await state()).toBe('notStarted')

  server.deploy()
  await context.setOffline(false)
  await expect.poll(state, { timeout: 60_000 }).toBe('ongoing')
  await expect(page.getByText(enFrame.renewal.text)).toBeVisible({ timeout: 30_000 })
  await go(page, '/web/user')
  await expect.poll(script, { timeout: 20_000 }).not.toBe(first)
  await context.close()
  await office.context.close()
  await server.close()
})

test('a newer page whose files did not come is not kept: without network the earlier one is drawn, whole', async ({ browser }) => {
  const server = await changingServer(product)
  const { page, context } = await openAt(browser, server.url, TASKS, 'en-US')
  await expect(page.getByRole('heading', { name: enFarm.task.mine.title })).toBeVisible()
  await kept(page)
  const script = () => page.locator('script[type="module"]').getAttribute('src')
  const first = await script()
  // The line broke after the page: neither the newer worker nor a room came.
  server.deploy(/^\/(sw\.js|assets\/)/)
  await page.goto(server.url + TASKS)
  expect(await script()).not.toBe(first)
  await context.setOffline(true)
  await page.goto(server.url + TASKS)
  expect(await script()).toBe(first)
  await expect(page.getByRole('heading', { name: enFarm.task.mine.title })).toBeVisible()
  await context.close()
  await server.close()
})

test('behind a proxy that finds nobody the console is drawn all the same', async ({ browser }) => {
  const server = await changingServer(product)
  const { page, context } = await openAt(browser, server.url, TASKS, 'en-US')
  await expect(page.getByRole('heading', { name: enFarm.task.mine.title })).toBeVisible()
  await kept(page)
  server.fail()
  await page.goto(server.url + TASKS)
  const drawn = page.getByRole('heading', { name: enFarm.task.mine.title }).or(page.getByText(enFrame.empty.hint.unknownSelf))
  await expect(drawn.first()).toBeVisible()
  await context.close()
  await server.close()
})

test('a room of an earlier version that is gone has the newer one loaded, once', async ({ browser }) => {
  const server = await changingServer(product)
  // As by plain http, where no worker keeps anything.
  const { page, context } = await openAt(browser, server.url, TASKS, 'en-US', async () => undefined, { serviceWorkers: 'block' })
  await expect(page.getByRole('heading', { name: enFarm.task.mine.title })).toBeVisible()
  server.deploy()
  server.asked()
  await go(page, '/web/farm/land')
  await expect(page.getByRole('heading', { name: enFarm.land.title })).toBeVisible()
  const loads = () => server.asked().filter((asked) => asked === 'GET /web/farm/land')
  expect(loads()).toHaveLength(1)
  await context.close()

  // One that no version has: the page says so, and is not loaded again and again.
  const other = await openAt(
    browser,
    server.url,
    TASKS,
    'en-US',
    (context) => context.route(/\/assets\/LandPage-/, (route) => route.fulfill({ status: 404 })),
    { serviceWorkers: 'block' },
  )
  await expect(other.page.getByRole('heading', { name: enFarm.task.mine.title })).toBeVisible()
  server.asked()
  await go(other.page, '/web/farm/land')
  await expect(other.page.getByText(enFrame.empty.missing)).toBeVisible()
  expect(loads()).toHaveLength(0)
  await other.context.close()
  await server.close()
})

const NEVER = [
  '/oauth/public/key',
  '/iam/v1/1/users/self',
  '/wfpf/v1/1/tasks',
  '/wfpe/v1/1/devices',
  '/hmsg/v1/1/messages',
  '/hfle/v1/1/files/1',
  '/healthz',
  '/boot.json',
  '/openapi.json',
  '/manifest.webmanifest',
  '/mqtt',
  '/docs',
  '/setup',
  '/seed?tenantId=1&id=1',
  '/information?tenantId=1',
  '/tour/some-key',
  '/register',
  '/help/guide.en-US.html',
]
test('the worker never answers calls, drawn pages or what visitors see: with a network they come from the server, without one they fail', async ({
  browser,
}) => {
  const { page, context } = await open(browser, 'admin', '/web/farm/seed', 'en-US', 1)
  await kept(page)
  // What a day in the console fetches, pictures too.
  for (const path of ['/web/farm/land', '/web/user', '/web/farm/home', TASKS]) await page.goto(path)
  await page.waitForLoadState('networkidle')
  const visitor = await context.newPage()
  for (const path of NEVER) {
    const asked = page.waitForResponse((response) => response.url() === product + path)
    await page.evaluate((at) => fetch(at).then(() => undefined), path)
    expect([path, (await asked).fromServiceWorker()]).toEqual([path, false])
    const shown = await visitor.goto(path)
    // An address that leads elsewhere may lead to the console.
    if (shown !== null && new URL(shown.url()).pathname === new URL(path, product).pathname)
      expect([path, shown.fromServiceWorker()]).toEqual([path, false])
  }
  // Nor does a call wait until the worker is awake: of what it has no answer for it hears of pages alone.
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(() => {
    const paths: string[] = []
    Object.assign(globalThis, { heard: paths })
    addEventListener('fetch', (event) => void paths.push(new URL((event as unknown as { request: Request }).request.url).pathname))
  })
  await page.evaluate(() => Promise.all(['/wfpf/v1/1/task/mine', '/healthz', '/seed?tenantId=1&id=1'].map((at) => fetch(at))))
  await visitor.goto('/docs')
  const heard = await worker!.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
  expect(heard).toEqual(['/docs'])
  const cached = await page.evaluate(async () => {
    const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached.filter((path) => !/^\/(assets\/[\w.-]+|index\.html|login|favicon\.svg)$/.test(path))).toEqual([])
  expect(cached.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(50)

  await context.setOffline(true)
  for (const path of NEVER) {
    expect([
      path,
      await page.evaluate(
        (at) =>
          fetch(at).then(
            () => 'answered',
            () => 'failed',
          ),
        path,
      ),
    ]).toEqual([path, 'failed'])
    await expect(visitor.goto(path), path).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_ABORTED/)
  }
  await context.close()
})

test('a browser finds all that it needs to install the console', async ({ browser }) => {
  const { page, context } = await open(browser, 'operator', TASKS, 'en-US')
  const session = await context.newCDPSession(page)
  const { url, errors, data } = await session.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
  const manifest = JSON.parse(data!) as { start_url: string; icons: { src: string; sizes: string }[] }
  expect(manifest.start_url).toBe(TASKS)
  for (const { src, sizes } of [...manifest.icons, { src: '/icons/apple.png', sizes: '180x180' }]) {
    const size = await page.evaluate(async (at) => {
      const picture = Object.assign(new Image(), { src: at })
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, src)
    expect(size).toBe(sizes)
  }
  // A test's browser keeps nothing beyond its end, and installs nothing.
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const worker = await context.request.get('/sw.js')
  expect(worker.headers()).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  await context.close()
})
