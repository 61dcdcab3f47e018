import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import mqtt from 'mqtt'
import sharp from 'sharp'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enDevices from '#locales/en-US/devices' with { type: 'json' }
import enFrame from '#locales/en-US/frame' with { type: 'json' }
import enMedia from '#locales/en-US/media' with { type: 'json' }
import enPanoramas from '#locales/en-US/panoramas' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhDevices from '#locales/zh-CN/devices' with { type: 'json' }
import zhFrame from '#locales/zh-CN/frame' with { type: 'json' }
import zhMedia from '#locales/zh-CN/media' with { type: 'json' }
import zhPanoramas from '#locales/zh-CN/panoramas' with { type: 'json' }
import { journeysIn } from './languages.ts'
import { MQTT_PORT, open } from './people.ts'

test.describe.configure({ timeout: 180_000 })
// Panoramas are drawn by WebGL: here by the processor.
test.use({
  actionTimeout: 15_000,
  launchOptions: {
    ...(process.env.FURROW_CHROMIUM ? { executablePath: process.env.FURROW_CHROMIUM } : {}),
    args: ['--no-sandbox', '--no-first-run', '--enable-unsafe-swiftshader', '--use-angle=swiftshader', '--ignore-gpu-blocklist'],
  },
})

/** A picture of noise, above 7 MB as panoramas must be. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()

const words = {
  'zh-CN': { panoramas: zhPanoramas, devices: zhDevices, crud: zhCrud, media: zhMedia, frame: zhFrame, locale: 'zh-CN' },
  'en-US': { panoramas: enPanoramas, devices: enDevices, crud: enCrud, media: enMedia, frame: enFrame, locale: 'en-US' },
} as const
type Says = (typeof words)[keyof typeof words]
const filled = (text: string, facts: Record<string, string | number>) =>
  text.replaceAll(/{{(\w+)}}/g, (_, name: string) => String(facts[name]))

/** By keys: a list opens over its box and grows, and where WebGL makes a press last 400 ms, it lets go of another line than it took. */
async function pick(page: Page, label: string, choice: string | RegExp) {
  await page.getByRole('combobox', { name: new RegExp(`^${label}( ?\\*)?$`) }).press('ArrowDown')
  await page.getByRole('option', { name: choice, exact: true }).press('Enter')
  await expect(page.getByRole('listbox')).toBeHidden()
}
/** A device is looked for: its box keeps the keys, and takes the one that is left. */
async function find(page: Page, label: string, name: string) {
  const box = page.getByRole('combobox', { name: new RegExp(`^${label}( ?\\*)?$`) })
  await box.fill(name)
  await expect(page.getByRole('option')).toHaveCount(1)
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(box).toHaveValue(name)
}
const confirm = (page: Page, { panoramas }: Says) => page.getByRole('button', { name: panoramas.hotspot.confirm, exact: true }).click()
const addHotspot = async (page: Page, { panoramas }: Says, kind: keyof Says['panoramas']['kind'], title: string) => {
  await page.getByRole('button', { name: panoramas.hotspot.add, exact: true }).click()
  await pick(page, panoramas.hotspot.type, panoramas.kind[kind])
  await page.getByLabel(panoramas.hotspot.title, { exact: true }).fill(title)
}
/** Moves the hotspot that is worked on by keys, so that none stands on another. */
const moveBy = async (page: Page, { panoramas }: Says, name: string, key: string, times: number) => {
  const marker = page.getByRole('button', { name: filled(panoramas.hotspot.marker, { name }) })
  await marker.focus()
  for (let at = 0; at < times; at++) await marker.press(key)
}
const save = async (page: Page, { panoramas }: Says) => {
  await page.getByRole('button', { name: panoramas.edit.save, exact: true }).click()
  await expect(page.getByText(panoramas.said.saved, { exact: true }).first()).toBeVisible()
}

for (const language of journeysIn('zh-CN'))
  test(`${language}: a tour is made of two uploaded panoramas, saved, edited again, and walked through`, async ({ browser }) => {
    const says = words[language]
    const { panoramas, devices } = says
    const { fault, hotspot, preview, vr } = panoramas
    const { page, context } = await open(browser, 'admin', '/system/panorama', language)
    await expect(page.getByRole('heading', { name: panoramas.panorama.title })).toBeVisible()
    const mark = `${language.slice(0, 2)} ${Date.now() % 100_000}`
    const scenes = ['东门', '西门'].map((name) => `E2E ${name} ${mark}`)
    const west = scenes[1]!
    const bytes = await noise(4096, 2048)
    // By their paths: as bytes they go to the browser as text, which takes longer than an action is waited for.
    const files = scenes.map((name) => test.info().outputPath(`${name}.jpg`))
    await Promise.all(files.map((file) => writeFile(file, bytes)))
    await page.getByTestId('pick').setInputFiles(files)
    for (const name of scenes) {
      const row = page.getByRole('row').filter({ hasText: name })
      await expect(row.getByText(panoramas.panorama.ready, { exact: true })).toBeVisible({ timeout: 120_000 })
    }

    await page.goto('/system/vr-video')
    await page.getByRole('button', { name: vr.add }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: says.crud.save }).click()
    await expect(form.getByText(fault.cover)).toBeVisible()
    await expect(form.getByText(fault.name, { exact: true })).toBeVisible()
    const cover = { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await noise(60, 40) }
    await form.getByTestId('pick').setInputFiles([cover])
    await expect(form.getByRole('img', { name: filled(says.media.picture, { number: 1 }) })).toBeVisible()
    const tour = `E2E 走一圈 ${mark}`
    await form.getByLabel(vr.name).fill(`  ${tour}  `)
    await form.getByRole('button', { name: says.crud.save }).click()

    await page.waitForURL(/\/edit-vr\/\d+$/)
    await page.getByRole('button', { name: panoramas.edit.addScene }).click()
    for (const name of scenes) await page.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: panoramas.edit.add, exact: true }).click()
    await expect(page.getByText(filled(panoramas.edit.sceneCount, { count: 2, max: 10 }))).toBeVisible()
    await expect(page.locator('[data-testid=panorama] canvas')).toBeVisible()

    await page.getByRole('tab', { name: panoramas.edit.tab.hotspot }).click()
    await addHotspot(page, says, 'text', '看板')
    await confirm(page, says)
    await expect(page.getByText(fault.text)).toBeVisible()
    await page.getByLabel(hotspot.text).fill('今日巡塘两次')
    await moveBy(page, says, '看板', 'ArrowLeft', 10)
    await confirm(page, says)
    await addHotspot(page, says, 'picture', '照片')
    await page.locator('aside').getByTestId('pick').setInputFiles([cover])
    await expect(page.locator('aside').getByRole('img', { name: filled(says.media.picture, { number: 1 }) })).toBeVisible()
    await moveBy(page, says, '照片', 'ArrowRight', 10)
    await confirm(page, says)
    await addHotspot(page, says, 'link', '官网')
    await page.getByLabel(hotspot.link).fill('javascript:alert(1)')
    await confirm(page, says)
    await expect(page.getByText(fault.url)).toBeVisible()
    await page.getByLabel(hotspot.link).fill('https://example.org/farm')
    await moveBy(page, says, '官网', 'ArrowUp', 8)
    await confirm(page, says)
    await addHotspot(page, says, 'scene', '去西门')
    await pick(page, hotspot.scene, west)
    await moveBy(page, says, '去西门', 'ArrowDown', 8)
    await confirm(page, says)
    await addHotspot(page, says, 'device', '1 号塘')
    await pick(page, hotspot.deviceType, devices.type.gateway_water)
    await find(page, hotspot.device, '1 号塘水质站')
    await confirm(page, says)
    await addHotspot(page, says, 'device', '喷灌')
    await pick(page, hotspot.deviceType, devices.type.tzgk_electric_valve)
    await find(page, hotspot.device, '东片菜地电动阀')
    await moveBy(page, says, '喷灌', 'ArrowRight', 18)
    await page.getByRole('button', { name: panoramas.edit.save, exact: true }).click()
    await expect(page.getByText(panoramas.said.blocked)).toBeVisible()
    await confirm(page, says)
    await expect(page.getByRole('button', { name: filled(hotspot.edit, { name: '' }).slice(0, -1) })).toHaveCount(6)
    await save(page, says)

    await page.reload()
    await page.getByRole('tab', { name: panoramas.edit.tab.hotspot }).click()
    await expect(page.getByRole('button', { name: filled(hotspot.edit, { name: '' }).slice(0, -1) })).toHaveCount(6)
    await page.getByRole('button', { name: filled(hotspot.edit, { name: '看板' }) }).click()
    await page.getByLabel(hotspot.title, { exact: true }).fill('告示')
    await confirm(page, says)
    await page.getByRole('button', { name: panoramas.edit.undo }).click()
    await expect(page.getByRole('button', { name: hotspot.confirm, exact: true })).toBeVisible()
    await page.getByRole('button', { name: panoramas.edit.redo }).click()
    await save(page, says)
    await page.getByRole('button', { name: panoramas.edit.exit }).click()

    await page.waitForURL('**/system/vr-video')
    await page.getByRole('row').filter({ hasText: tour }).getByRole('button', { name: vr.preview }).click()
    await page.waitForURL(/\/preview-vr\/\d+$/)
    await page.getByRole('button', { name: '告示' }).click()
    await expect(page.getByRole('dialog').getByText('今日巡塘两次')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: says.crud.close }).click()
    await page.getByRole('button', { name: '照片', exact: true }).click()
    const picture = page.getByRole('dialog').getByRole('img', { name: filled(preview.picture, { number: 1, count: 1 }) })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60)
    await page.keyboard.press('Escape')
    await context.route('https://example.org/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>The farm</title>' }))
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: filled(preview.opensWindow, { title: '官网' }) }).click()
    const farmPage = await opening
    await expect(farmPage).toHaveURL('https://example.org/farm')
    expect(await farmPage.evaluate(() => window.opener)).toBeNull()
    await farmPage.close()

    await seesLiveValue(page)
    await switchesValve(page, says)

    await page.getByRole('button', { name: filled(preview.goTo, { name: '去西门' }) }).click()
    await expect(page.getByText(west).first()).toBeVisible()
    await expect(page.getByRole('button', { name: '告示' })).toHaveCount(0)
    await page.getByRole('button', { name: preview.close, exact: true }).click()
    await page.waitForURL('**/system/vr-video')
    await isPublished(page, browser, says, tour)
    await context.close()
  })

/** A reading of the device is at once in the picture. */
async function seesLiveValue(page: Page) {
  const label = page.getByTestId('panorama').getByText('1 号塘', { exact: true }).locator('..')
  await expect(label).toContainText(/\d/)
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${MQTT_PORT}`, {
    protocolVersion: 4,
    clientId: 'e2e-panoramas',
    username: '1/demo-water-1',
    password: 'furrow-demo-water-1',
  })
  await expect(async () => {
    await device.publishAsync(
      'furrow/1/demo-water-1/readings',
      JSON.stringify({ dissolvedOxygen: 1.23, ph: 1.23, temperature: 1.23, waterTemperature: 1.23 }),
      { qos: 1 },
    )
    await expect(label).toContainText('1.23', { timeout: 1500 })
  }).toPass({ timeout: 30_000 })
  await device.endAsync()
}

/** The valve is turned in the picture, and says so itself. */
async function switchesValve(page: Page, { devices }: Says) {
  const { 0: shut, 1: opened } = devices.status.ordinary
  await page.getByRole('button', { name: /^喷灌/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('东片菜地电动阀')).toBeVisible()
  const isOpen = (await dialog.getByRole('button', { name: opened, exact: true }).getAttribute('aria-pressed')) === 'true'
  const wish = isOpen ? shut : opened
  await dialog.getByRole('group', { name: '喷灌阀' }).getByRole('button', { name: wish, exact: true }).click()
  await expect(dialog.getByRole('group', { name: '喷灌阀' }).getByRole('button', { name: wish, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
    { timeout: 30_000 },
  )
  await page.keyboard.press('Escape')
}

/** Whoever has the link sees the tour without signing in, and no device in it; a withdrawn one is gone. */
async function isPublished(page: Page, browser: Browser, says: Says, tour: string) {
  const { vr, tour: ofTour } = says.panoramas
  await page.getByRole('row').filter({ hasText: tour }).getByRole('button', { name: vr.publishing }).click()
  await page.getByRole('dialog').getByRole('button', { name: vr.publish, exact: true }).click()
  const link = await page.getByLabel(vr.address, { exact: true }).inputValue()
  const anybody = await browser.newContext()
  await anybody.addInitScript((language) => localStorage.setItem('furrow.language', language), says.locale)
  const visited = await anybody.newPage()
  await visited.goto(link)
  await expect(visited.getByRole('heading', { name: tour })).toBeVisible()
  await expect(visited.getByRole('button', { name: '告示' })).toBeVisible()
  await expect(visited.getByRole('button', { name: /1 号塘/ })).toHaveCount(0)
  await cannotBeRead(visited, says)
  await page.getByRole('dialog').getByRole('button', { name: vr.withdraw }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: vr.publish, exact: true })).toBeVisible()
  await visited.reload()
  await expect(visited.getByText(ofTour.gone)).toBeVisible()
  await anybody.close()
}

/** What cannot be read is said over whatever was seen before, and tried again there: first the tiles, then the page itself. */
async function cannotBeRead(visited: Page, { panoramas: { viewer }, frame: { act, empty } }: Says) {
  const lost = visited.getByText(viewer.lost, { exact: true })
  const retry = visited.getByRole('button', { name: act.retry, exact: true })
  for (const [files, said] of [
    ['**/tile?*', lost],
    ['**/assets/TourPage*', visited.getByText(empty.missing, { exact: true })],
  ] as const) {
    await visited.route(files, (route) => route.abort())
    await visited.reload()
    await expect(said).toBeVisible()
    // Nothing lies over it.
    await retry.click({ trial: true })
    await visited.unroute(files)
    await retry.click()
    await expect(said).toBeHidden()
    await expect(visited.getByTestId('panorama').locator('canvas')).toBeVisible()
  }
}

test('the same pages in English', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/system/vr-video', 'en-US')
  await page.getByText('荔枝园（示意）').first().click()
  await page.waitForURL(/\/preview-vr\/\d+$/)
  await expect(page.getByTestId('panorama').locator('canvas')).toBeVisible()
  await page.getByRole('button', { name: 'Scenes', exact: true }).click()
  await expect(page.getByRole('button', { name: '果园中部（示意）' })).toBeVisible()
  await page.getByRole('button', { name: 'Introduction' }).click()
  await expect(page.getByRole('dialog')).toContainText('荔枝园（示意）')
  await page.keyboard.press('Escape')
  await page.goto(page.url().replace('preview-vr', 'edit-vr'))
  await page.getByRole('tab', { name: 'View' }).click()
  await page.getByLabel('First zoom').fill('999')
  await page.getByLabel('First zoom').blur()
  await expect(page.getByLabel('First zoom')).toHaveValue('75')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByLabel('First zoom').fill('60')
  await page.getByLabel('First zoom').blur()
  await page.getByRole('button', { name: 'Exit' }).click()
  await page.getByRole('button', { name: "Don't save" }).click()
  await page.waitForURL('**/system/vr-video')
  await context.close()
})

test('a browser without WebGL says so', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/system/vr-video')
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.reload()
  await page.getByText('荔枝园（示意）').first().click()
  await expect(page.getByText('此浏览器无法显示全景图')).toBeVisible()
  await context.close()
})
