import { expect, type Page, test } from '@playwright/test'
import { ask, open } from './people.ts'

test.describe.configure({ timeout: 120_000 })
// Panoramas are drawn by WebGL: here by the processor.
test.use({
  actionTimeout: 15_000,
  launchOptions: {
    ...(process.env.FURROW_CHROMIUM ? { executablePath: process.env.FURROW_CHROMIUM } : {}),
    args: ['--no-sandbox', '--no-first-run', '--enable-unsafe-swiftshader', '--use-angle=swiftshader', '--ignore-gpu-blocklist'],
  },
})

/** A phone that is asked whether it may be followed, and says no until `window.mayFollow` is set. */
function asPhone() {
  const real = window.matchMedia.bind(window)
  window.matchMedia = (query) => real(query === '(pointer: coarse)' ? 'all' : query)
  Object.assign(DeviceOrientationEvent, {
    requestPermission: async () => ('mayFollow' in window ? 'granted' : 'denied'),
  })
}
/** The phone is held upright and turned so far to the left, degrees. */
const turnPhone = (page: Page, alpha: number) =>
  page.evaluate((to) => window.dispatchEvent(new DeviceOrientationEvent('deviceorientation', { alpha: to, beta: 90, gamma: 0 })), alpha)
/** Where the page says that it looks: what its own link holds. */
async function looksAt(page: Page): Promise<URLSearchParams> {
  await page.getByRole('button', { name: '复制此视角的链接' }).press('Enter')
  return new URL(await page.evaluate(() => navigator.clipboard.readText())).searchParams
}
const yaw = async (page: Page) => Number((await looksAt(page)).get('yaw'))

test('a tour is walked through by link, keys and plan, and follows a phone that lets it', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/system/vr-video')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(asPhone)
  await page.getByText('荔枝园（示意）').first().click()
  await page.waitForURL(/\/preview-vr\/\d+$/)
  const vrId = /\d+$/.exec(page.url())![0]
  const scenes = (await ask(page, 'GET', `/wfpf/v1/1/panorama-scenes?vrId=${vrId}`)) as unknown as {
    scenesId: number
    scenesName: string
  }[]
  await page.goto(`/preview-vr/${vrId}?scene=${scenes[1]!.scenesId}&yaw=30&pitch=-5&fov=60`)
  const label = (name: string) => page.locator('output', { hasText: name })
  await expect(label('果园中部（示意）')).toBeVisible()
  await expect(page.getByTestId('panorama').locator('canvas')).toBeVisible()
  await expect
    .poll(async () => Object.fromEntries(await looksAt(page)))
    .toEqual({ scene: String(scenes[1]!.scenesId), yaw: '30', pitch: '-5', fov: expect.stringMatching(/^(59|60)/) })

  await page.getByTestId('panorama').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => yaw(page)).toBe(40)

  const phone = page.getByRole('button', { name: '体感' })
  await phone.press('Enter')
  await expect(page.getByText('手机不允许读取方向')).toBeVisible()
  await expect(phone).toHaveAttribute('aria-pressed', 'false')
  await page.evaluate(() => Object.assign(window, { mayFollow: true }))
  await phone.press('Enter')
  await expect(phone).toHaveAttribute('aria-pressed', 'true')
  // The first that is drawn is where it begins, and it draws the last of those that come between two pictures.
  let alpha = 0
  await expect(async () => {
    await turnPhone(page, (alpha += 50))
    expect(Math.abs((await yaw(page)) - 40)).toBeGreaterThan(15)
  }).toPass({ timeout: 20_000 })

  await page.getByRole('button', { name: '场景平面图' }).press('Enter')
  await page.getByRole('region', { name: '场景平面图' }).getByRole('button', { name: '果园入口（示意）' }).press('Enter')
  await expect(label('果园入口（示意）')).toBeVisible()
  await expect.poll(async () => (await looksAt(page)).get('scene')).toBe(String(scenes[0]!.scenesId))
  await expect(phone).toHaveAttribute('aria-pressed', 'true')
  await context.close()
})
