import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import mqtt from 'mqtt'
import sharp from 'sharp'
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

async function pick(page: Page, label: string, choice: string | RegExp) {
  await page.getByRole('combobox', { name: new RegExp(`^${label}( ?\\*)?$`) }).click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}
const confirm = (page: Page) => page.getByRole('button', { name: '确定', exact: true }).click()
const addHotspot = async (page: Page, kind: string, title: string) => {
  await page.getByRole('button', { name: '添加热点', exact: true }).click()
  await pick(page, '热点类型', kind)
  await page.getByLabel('标题', { exact: true }).fill(title)
}
/** Moves the hotspot that is worked on by keys, so that none stands on another. */
const moveBy = async (page: Page, name: string, key: string, times: number) => {
  const marker = page.getByRole('button', { name: `热点“${name}”，用方向键移动` })
  await marker.focus()
  for (let at = 0; at < times; at++) await marker.press(key)
}
const save = async (page: Page) => {
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
}

test('a tour is made of two uploaded panoramas, saved, edited again, and walked through', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/system/panorama')
  await expect(page.getByRole('heading', { name: '全景图' })).toBeVisible()
  const bytes = await noise(4096, 2048)
  // By their paths: as bytes they go to the browser as text, which takes longer than an action is waited for.
  const files = ['E2E 东门.jpg', 'E2E 西门.jpg'].map((name) => test.info().outputPath(name))
  await Promise.all(files.map((file) => writeFile(file, bytes)))
  await page.getByTestId('pick').setInputFiles(files)
  for (const name of ['E2E 东门', 'E2E 西门']) {
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row.getByText('可以使用')).toBeVisible({ timeout: 120_000 })
  }

  await page.goto('/system/vr-video')
  await page.getByRole('button', { name: '新增 VR' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('VR 封面图不能为空')).toBeVisible()
  await expect(form.getByText('VR 名称不能为空')).toBeVisible()
  const cover = { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await noise(60, 40) }
  await form.getByTestId('pick').setInputFiles([cover])
  await expect(form.getByRole('img', { name: '图片 1' })).toBeVisible()
  await form.getByLabel('VR 名称').fill('  E2E 走一圈  ')
  await form.getByRole('button', { name: '保存' }).click()

  await page.waitForURL(/\/edit-vr\/\d+$/)
  await page.getByRole('button', { name: '添加场景' }).click()
  for (const name of ['E2E 东门', 'E2E 西门']) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: '添加', exact: true }).click()
  await expect(page.getByText('场景 2/10')).toBeVisible()
  await expect(page.locator('[data-testid=panorama] canvas')).toBeVisible()

  await page.getByRole('tab', { name: '热点' }).click()
  await addHotspot(page, '文本', '看板')
  await confirm(page)
  await expect(page.getByText('请输入文本内容')).toBeVisible()
  await page.getByLabel('文本内容').fill('今日巡塘两次')
  await moveBy(page, '看板', 'ArrowLeft', 10)
  await confirm(page)
  await addHotspot(page, '图片', '照片')
  await page.locator('aside').getByTestId('pick').setInputFiles([cover])
  await expect(page.locator('aside').getByRole('img', { name: '图片 1' })).toBeVisible()
  await moveBy(page, '照片', 'ArrowRight', 10)
  await confirm(page)
  await addHotspot(page, '超链接', '官网')
  await page.getByLabel('超链接').fill('javascript:alert(1)')
  await confirm(page)
  await expect(page.getByText('请填写完整正确的网址')).toBeVisible()
  await page.getByLabel('超链接').fill('https://example.org/farm')
  await moveBy(page, '官网', 'ArrowUp', 8)
  await confirm(page)
  await addHotspot(page, '场景切换', '去西门')
  await pick(page, '目标场景', 'E2E 西门')
  await moveBy(page, '去西门', 'ArrowDown', 8)
  await confirm(page)
  await addHotspot(page, '设备', '1 号塘')
  await pick(page, '设备类型', '水质监测')
  await pick(page, '设备', '1 号塘水质站')
  await confirm(page)
  await addHotspot(page, '设备', '喷灌')
  await pick(page, '设备类型', '电动阀')
  await pick(page, '设备', '东片菜地电动阀')
  await moveBy(page, '喷灌', 'ArrowRight', 18)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('请先确定或取消正在编辑的热点')).toBeVisible()
  await confirm(page)
  await expect(page.getByRole('button', { name: /^编辑热点/ })).toHaveCount(6)
  await save(page)

  await page.reload()
  await page.getByRole('tab', { name: '热点' }).click()
  await expect(page.getByRole('button', { name: /^编辑热点/ })).toHaveCount(6)
  await page.getByRole('button', { name: '编辑热点“看板”' }).click()
  await page.getByLabel('标题', { exact: true }).fill('告示')
  await confirm(page)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(page.getByRole('button', { name: '确定', exact: true })).toBeVisible()
  await page.getByRole('button', { name: '重做' }).click()
  await save(page)
  await page.getByRole('button', { name: '退出' }).click()

  await page.waitForURL('**/system/vr-video')
  await page.getByRole('row').filter({ hasText: 'E2E 走一圈' }).getByRole('button', { name: '预览' }).click()
  await page.waitForURL(/\/preview-vr\/\d+$/)
  await page.getByRole('button', { name: '告示' }).click()
  await expect(page.getByRole('dialog').getByText('今日巡塘两次')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()

  await seesLiveValue(page)
  await switchesValve(page)

  await page.getByRole('button', { name: '前往“去西门”' }).click()
  await expect(page.getByText('E2E 西门').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '告示' })).toHaveCount(0)
  await page.getByRole('button', { name: '关闭', exact: true }).click()
  await page.waitForURL('**/system/vr-video')
  await isPublished(page, browser)
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
async function switchesValve(page: Page) {
  await page.getByRole('button', { name: /^喷灌/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('东片菜地电动阀')).toBeVisible()
  const isOpen = (await dialog.getByRole('button', { name: '打开', exact: true }).getAttribute('aria-pressed')) === 'true'
  const wish = isOpen ? '关闭' : '打开'
  await dialog.getByRole('group', { name: '喷灌阀' }).getByRole('button', { name: wish, exact: true }).click()
  await expect(dialog.getByRole('group', { name: '喷灌阀' }).getByRole('button', { name: wish, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
    { timeout: 30_000 },
  )
  await page.keyboard.press('Escape')
}

/** Whoever has the link sees the tour without signing in, and no device in it; a withdrawn one is gone. */
async function isPublished(page: Page, browser: Browser) {
  await page.getByRole('row').filter({ hasText: 'E2E 走一圈' }).getByRole('button', { name: '公开发布' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  const link = await page.getByLabel('公开链接', { exact: true }).inputValue()
  const anybody = await browser.newContext()
  const visited = await anybody.newPage()
  await visited.goto(link)
  await expect(visited.getByRole('heading', { name: 'E2E 走一圈' })).toBeVisible()
  await expect(visited.getByRole('button', { name: '告示' })).toBeVisible()
  await expect(visited.getByRole('button', { name: /1 号塘/ })).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: '撤回发布' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: '发布', exact: true })).toBeVisible()
  await visited.reload()
  await expect(visited.getByText('此链接已失效')).toBeVisible()
  await anybody.close()
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
