import { expect, test } from '@playwright/test'
import { devicePath } from '#contract/devices/pages'
import { demoDevices } from '#demo/farm'
import { journeysIn } from './languages.ts'
import { open, signIn } from './people.ts'

for (const language of journeysIn('en-US'))
  test(`${language}: in the hand the list of gateways shows the value of each device`, async ({ browser }) => {
    const { page, context } = await open(browser, 'viewer', '/web/equipment/gateway', language)
    await page.setViewportSize({ width: 390, height: 844 })
    // A gateway that has said nothing yet, which another test may have made, has no value.
    const values = page.getByRole('row').locator('[data-verdict]')
    await expect.poll(() => values.count()).toBeGreaterThan(3)
    for (const value of await values.all()) {
      await expect(value).toHaveText(/\d/)
      await value.scrollIntoViewIfNeeded()
      // Whole on the screen without a swipe, and under nothing else: all that is drawn at its ends is its own.
      const seen = await value.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const at = (x: number) => element.contains(document.elementFromPoint(x, (top + bottom) / 2))
        return { left, right, own: at(left + 1) && at(right - 1), wide: document.documentElement.scrollWidth }
      })
      expect(seen.left).toBeGreaterThanOrEqual(0)
      expect(seen.right).toBeLessThanOrEqual(390)
      expect(seen).toMatchObject({ own: true, wide: 390 })
    }
    await context.close()
  })

test('in the hand no list and no summary has to be scrolled sideways', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/web/farm/base', 'en-US')
  await page.setViewportSize({ width: 390, height: 844 })
  const hidden = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((part) => part.scrollWidth - part.clientWidth)
  for (const path of [
    '/web/farm/base',
    '/web/farm/land',
    '/web/farm/worker',
    '/web/equipment/gateway',
    '/system/basemanage',
    '/system/taskType',
    '/system/crop',
    '/system/varieties',
    '/inventory/prment/aplionform',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    await expect(async () => expect([path, await hidden('.MuiDataGrid-virtualScroller')]).toEqual([path, 0])).toPass({ timeout: 5000 })
  }
  await page.goto('/web/farm/map')
  await expect(page.getByLabel('Base summary').getByText('Weather stations')).toBeInViewport({ ratio: 1 })
  expect(await hidden('[aria-label="Base summary"]')).toBe(0)
  await context.close()
})

test('the code on a device leads a phone to its page, over the sign-in where nobody is signed in; so does a reading of home', async ({
  browser,
}) => {
  const device = demoDevices.find(({ tenantId, deviceType }) => tenantId === 1 && deviceType === 'tzgk_electric_valve')!
  // What the code says: AboutDevice and the sheet of labels draw this address.
  const address = devicePath('electric-valve', device.id)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, 'admin', address)
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expect(page.getByRole('heading', { level: 1, name: device.name, exact: true })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.goto('/web/farm/home')
  const reading = page.getByRole('button', { name: /^(查看|Open) .+[:：]/ }).first()
  await reading.tap()
  await expect(page).toHaveURL(/\/web\/equipment\/[\w-]+\/info\/\d+$/)
  await context.close()
})
