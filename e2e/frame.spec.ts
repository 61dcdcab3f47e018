import { expect, type Page, test } from '@playwright/test'
import { defaultTheme } from '#contract/session/look'
import { LAYOUTS } from '#contract/session/theme'
import enDevices from '#locales/en-US/devices' with { type: 'json' }
import enFrame from '#locales/en-US/frame' with { type: 'json' }
import enHome from '#locales/en-US/home' with { type: 'json' }
import zhDevices from '#locales/zh-CN/devices' with { type: 'json' }
import zhFrame from '#locales/zh-CN/frame' with { type: 'json' }
import zhHome from '#locales/zh-CN/home' with { type: 'json' }
import { aPerson } from './database.ts'
import { journeysIn } from './languages.ts'
import { go, open } from './people.ts'

const words = {
  'zh-CN': { frame: zhFrame, home: zhHome, devices: zhDevices },
  'en-US': { frame: enFrame, home: enHome, devices: enDevices },
}

const HOME = '/web/farm/home'
const GATEWAYS = '/web/equipment/gateway'
const tab = (page: Page, name: RegExp | string) => page.getByRole('tablist').getByRole('tab', { name })
const shownTab = (page: Page) => page.getByRole('tablist').getByRole('tab', { selected: true })

for (const language of journeysIn('en-US')) {
  const { frame, home, devices } = words[language]
  const of = (text: string) => `${language}: ${text}`

  test(of('a page that is left and shown again has its filters, typed text and scroll, and is closed with Delete'), async ({ browser }) => {
    const { page, context } = await open(browser, 'admin', GATEWAYS, language)
    const main = page.getByRole('main')
    const filter = main.getByLabel(devices.gateway.fields.name, { exact: true }).first()
    await filter.fill('塘')
    await filter.press('Enter')
    const filtered = /name=%E5%A1%98(&|$)/
    await expect(page).toHaveURL(filtered)
    // In a window too low for the page.
    await page.setViewportSize({ width: 1440, height: 300 })
    const scroller = page.locator(`[data-pane="${GATEWAYS}"] > *`)
    const scrolled = () => scroller.evaluate(({ scrollTop }) => scrollTop)
    await scroller.evaluate((box) => box.scrollTo(0, 120))
    expect(await scrolled()).toBe(120)
    await tab(page, home.title).click()
    await expect(filter).toBeHidden()
    await tab(page, devices.page.gateway.title).click()
    await expect(filter).toHaveValue('塘')
    await expect(page).toHaveURL(filtered)
    expect(await scrolled()).toBe(120)
    await tab(page, devices.page.gateway.title).press('Delete')
    await expect(tab(page, devices.page.gateway.title)).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`${HOME}$`))
    await context.close()
  })

  test(of('a page that is not cached begins anew when it is shown again'), async ({ browser }) => {
    const { page, context } = await open(browser, 'admin', '/system/basemanage', language)
    const search = page.getByRole('main').getByRole('textbox').first()
    await search.fill('沙湾')
    await tab(page, home.title).click()
    await expect(search).toBeHidden()
    // What was searched for stands in the address of its time: by the page's own address it is shown anew.
    await go(page, '/system/basemanage')
    await expect(search).toHaveValue('')
    await context.close()
  })

  test(of('the 21st tab of a module closes its oldest one and says which'), async ({ browser }) => {
    const { page, context } = await open(browser, 'admin', HOME, language)
    const tabs = page.getByRole('tablist').getByRole('tab')
    await expect(shownTab(page)).toHaveText(home.title)
    const document = (at: number) => `/inventory/prment/aplionform/info/${9000 + at}`
    for (let at = 1; at <= 20; at++) {
      await go(page, document(at))
    }
    await expect(tabs).toHaveCount(21)
    const limit = page.getByText(frame.tabs.windowNum.split('{{name}}')[0]!.replace('{{count}}', '20'))
    await expect(limit).toHaveCount(0)
    await go(page, document(21))
    await expect(limit).toBeVisible()
    // Home and twenty.
    await expect(tabs).toHaveCount(21)
    await expect(page.locator(`[data-tab="${document(1)}"]`)).toHaveCount(0)
    // TABS-06: what does not fit is scrolled to, 100 px a step.
    const scrolled = () => page.getByRole('tablist').evaluate(({ scrollLeft }) => scrollLeft)
    const end = await scrolled()
    await page.getByRole('button', { name: frame.tabs.left }).click()
    await expect.poll(scrolled).toBe(end - 100)
    await context.close()
  })
}

test('the menu of a tab refreshes it and closes it; home stays; the tabs are there again after a reload', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', HOME)
  await expect(shownTab(page)).toHaveText('首页')
  await tab(page, '首页').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: '关闭当前' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: '关闭其他' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await go(page, GATEWAYS)
  await go(page, '/web/farm/map')
  await expect(page.getByRole('tablist').getByRole('tab')).toHaveCount(3)
  await page.reload()
  await expect(page.getByRole('tablist').getByRole('tab')).toHaveCount(3)
  await expect(shownTab(page)).toHaveText('数字地图')

  await tab(page, '网关管理').click()
  await page.getByRole('main').getByLabel('名称').first().fill('塘')
  await expect(page).toHaveURL(/name=%E5%A1%98/)
  await page.waitForLoadState('networkidle')
  await tab(page, '网关管理').click({ button: 'right' })
  // Read anew, at the address as it stands.
  const readAgain = page.waitForRequest((request) => request.url().includes('name=%E5%A1%98'))
  await page.getByRole('menuitem', { name: '刷新' }).click()
  await readAgain
  await expect(page.getByRole('main').getByLabel('名称').first()).toHaveValue('塘')

  await shownTab(page).press('Shift+F10')
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
  await expect(page.getByRole('tablist').getByRole('tab')).toHaveText(['首页', '网关管理'])
  await tab(page, '网关管理').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭全部' }).click()
  await expect(page.getByRole('tablist').getByRole('tab')).toHaveText(['首页'])
  await expect(page).toHaveURL(new RegExp(`${HOME}$`))
  await context.close()
})

test('a page, a base and a device are found by some letters, by keyboard alone', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', HOME, 'en-US')
  await expect(page.getByRole('main')).toBeVisible()
  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: 'Find a page, base or device' })
  await input.fill('gatew')
  await expect(page.getByRole('option').first()).toContainText(/gateway/i)
  await input.press('Enter')
  await expect(page).toHaveURL(new RegExp(GATEWAYS))
  await page.keyboard.press('Control+k')
  await input.fill('demo-gateway-1')
  await expect(page.getByRole('option').first()).toContainText('demo-gateway-1')
  await input.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${GATEWAYS}/info/\\d+$`))
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: '1 号大棚网关' })).toBeVisible()
  await context.close()
})

test('a device that was found leads from its page to the map, where it is selected and in view', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', GATEWAYS, 'en-US')
  await expect(page.getByRole('main')).toBeVisible()
  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: 'Find a page, base or device' })
  await input.fill('demo-inverter-1')
  const found = page.getByRole('option').first()
  await expect(found).toContainText('demo-inverter-1')
  const name = (await found.textContent())!.split('demo-inverter-1')[0]!.trim()
  await input.press('Enter')
  await page.getByRole('main').locator('a[href*="/web/farm/map?device="]').click()
  // The address names it until it is shown.
  await expect(page).toHaveURL(/\/web\/farm\/map(\?base=\d+)?$/)
  const popup = page.getByRole('region', { name })
  await expect(popup).toBeInViewport({ ratio: 1 })
  const map = (await page.getByRole('application').boundingBox())!
  await expect(async () => {
    const { x, y, width, height } = (await popup.boundingBox())!
    // Its foot stands on the device, away from the edges.
    expect(x).toBeGreaterThan(map.x)
    expect(y).toBeGreaterThan(map.y)
    expect(x + width).toBeLessThan(map.x + map.width)
    expect(y + height).toBeLessThan(map.y + map.height)
  }).toPass()
  await context.close()
})

test('each of the five layouts shows at once, and the saved one is there again after a reload', async ({ browser }) => {
  test.slow()
  // Of its own: what is saved here is how every console of the person looks.
  const { page, context } = await open(browser, await aPerson([1]), GATEWAYS)
  const frame = page.locator('[data-layout]')
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '主题配置' }).click()
  const drawer = page.getByRole('dialog', { name: '主题配置' })
  await expect(drawer).toBeVisible()
  expect((await drawer.boundingBox())!.width).toBe(344)
  const before = (await frame.getAttribute('data-layout'))!
  const layouts = { 浮动: 'float', 横向: 'crosswise', 纵向: 'lengthway', 分栏: 'subfield', 综合: 'synthesis' }
  for (const [name, layout] of Object.entries(layouts)) {
    await drawer.getByRole('group', { name: '布局' }).getByRole('button', { name, exact: true }).click()
    await expect(frame).toHaveAttribute('data-layout', layout)
    await expect(drawer.getByText('菜单宽度')).toHaveCount(layout === 'lengthway' || layout === 'subfield' ? 1 : 0)
  }
  // Not saved: closing goes back.
  await drawer.getByRole('button', { name: '关闭' }).click()
  await expect(frame).toHaveAttribute('data-layout', before)

  const choose = async (name: string) => {
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '主题配置' }).click()
    await drawer.getByRole('group', { name: '布局' }).getByRole('button', { name, exact: true }).click()
    await drawer.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('保存成功')).toBeVisible()
    await expect(drawer).toBeHidden()
  }
  await choose('综合')
  await page.evaluate(() => localStorage.removeItem('furrow.theme'))
  await page.reload()
  await expect(frame).toHaveAttribute('data-layout', 'synthesis')
  await choose('浮动')
  await context.close()
})

for (const [language, fonts] of [
  ['zh-CN', []],
  ['en-US', ['e2e/layouts/otherFont.css']],
] as const) {
  test(`${language}: the parts of the frame stand where the pictures of the five layouts have them`, async ({ browser }) => {
    const { page, context } = await open(browser, 'admin', HOME, language)
    for (const layout of LAYOUTS) {
      await page.route(/\/menu-theme\/\d+$/, (route) =>
        route.fulfill({ json: { open: 1, userId: 1, theme: JSON.stringify({ ...defaultTheme, layout }) } }),
      )
      await page.goto('/web/farm/defaultPage')
      await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', layout)
      await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0)
      await expect(page).toHaveScreenshot(`${layout}.png`, {
        stylePath: ['e2e/layouts/outline.css', ...fonts],
        maxDiffPixelRatio: 0.004,
        animations: 'disabled',
      })
    }
    await context.close()
  })
}

for (const [name, stops] of [
  ['viewer', 0],
  ['admin', 1],
] as const)
  test(`the strip of tabs is as wide as the documents say, for ${name} too`, async ({ browser }) => {
    const { page, context } = await open(browser, name, HOME)
    const strip = page.locator('[data-tab-strip]')
    await expect(strip).toBeVisible()
    // What stops a base stands beside its name, and takes nothing from the tabs.
    await expect(page.locator('[data-emergency-button]')).toHaveCount(stops)
    expect((await strip.boundingBox())!.width).toBeCloseTo(1440 - 76 - 90 - 234, 0)
    // The base belongs to the farm's pages alone.
    await go(page, '/inventory/prment/aplionform')
    await expect.poll(async () => (await strip.boundingBox())!.width).toBeCloseTo(1440 - 76 - 90, 0)
    await context.close()
  })
