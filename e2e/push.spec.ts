import { expect, type Page, test } from '@playwright/test'
import { alarmPath } from '#contract/alarms/pages'
import enFrame from '#locales/en-US/frame' with { type: 'json' }
import zhFrame from '#locales/zh-CN/frame' with { type: 'json' }
import { aPerson, aTenant } from './database.ts'
import { journeysIn } from './languages.ts'
import { open } from './people.ts'

const words = { 'zh-CN': zhFrame.alarm.push, 'en-US': enFrame.alarm.push } as const
const PATH = '/web/user?key=like'

/** Has the browser get this from its push service. */
async function deliver(page: Page, said: object): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (one) resolve(one.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const origin = new URL(page.url()).origin
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data: JSON.stringify(said) })
}
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })

for (const language of journeysIn('en-US')) {
  test(`a browser says how it stands with notifications, and shows an alarm once however often it comes (${language})`, async ({
    browser,
  }) => {
    const says = words[language]
    const { page, context } = await open(browser, await aPerson([await aTenant()]), PATH, language)
    const section = page.getByRole('region', { name: says.title })
    await expect(section.getByText(says.state.off)).toBeVisible()
    await context.grantPermissions(['notifications'])
    await section.getByRole('button', { name: says.turnOn }).click()
    // The maker's push service is out of reach of a test.
    await expect(section.getByRole('alert')).toHaveText(says.state.unreachable)

    const alarm = { title: 'Oxygen low', text: '2.4 mg/L', link: alarmPath(7), severity: 'critical', tag: 'one' }
    // Told again until it is shown: a worker that is just being ended hears nothing, and what comes twice is shown once.
    await expect(async () => {
      await deliver(page, alarm)
      await expect.poll(() => shown(page), { timeout: 3000 }).toEqual([{ title: 'Oxygen low', body: '2.4 mg/L', tag: 'one' }])
    }).toPass({ timeout: 30_000 })
    await expect(async () => {
      await deliver(page, alarm)
      await deliver(page, { ...alarm, tag: 'two' })
      const tags = async () => (await shown(page)).map(({ tag }) => tag).toSorted()
      await expect.poll(tags, { timeout: 3000 }).toEqual(['one', 'two'])
    }).toPass({ timeout: 30_000 })
    await context.close()
  })
}

test('who was told of alarms by the worker of an earlier version is told on by the one worker, once', async ({ browser }) => {
  const { page, context } = await open(browser, await aPerson([await aTenant()]), '/help/guide.en-US.html', 'en-US')
  await context.grantPermissions(['notifications'])
  const registered = () =>
    page.evaluate(async () => {
      const all = await navigator.serviceWorker.getRegistrations()
      return all.map(({ scope, active }) => [new URL(scope).pathname, active === null ? null : new URL(active.scriptURL).pathname])
    })
  await page.evaluate(async () => void (await navigator.serviceWorker.register('/push.js')))
  await expect.poll(registered).toEqual([['/', '/push.js']])
  await page.goto('/web/farm/home')
  await expect.poll(registered, { timeout: 30_000 }).toEqual([['/', '/sw.js']])
  await expect(async () => {
    await deliver(page, { title: 'Oxygen low', text: '', link: alarmPath(7), severity: 'critical', tag: 'one' })
    await expect.poll(() => shown(page), { timeout: 3000 }).toEqual([{ title: 'Oxygen low', body: '', tag: 'one' }])
  }).toPass({ timeout: 30_000 })
  await context.close()
})

test('a browser that was told to be silent says how to change it', async ({ browser }) => {
  const { page, context } = await open(browser, await aPerson([await aTenant()]), '/web/farm/home', 'en-US')
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await page.goto(PATH)
  await expect(page.getByText(enFrame.alarm.push.state.denied)).toBeVisible()
  await expect(page.getByRole('button', { name: enFrame.alarm.push.turnOn })).toHaveCount(0)
  await context.close()
})

test('what shows alarms while no page is open is asked for anew each time, and nothing else runs there', async ({ request }) => {
  const answer = await request.get('/push.js')
  expect(answer.status()).toBe(200)
  expect(answer.headers()).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  expect(answer.headers()['content-security-policy']).toContain("worker-src 'self'")
})
