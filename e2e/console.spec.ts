import { expect, test } from '@playwright/test'
import { open, openControl, openDevice, signIn } from './people.ts'

test('the address / leads to sign-in, and sign-in to the page that was asked for', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/web/equipment/gateway')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, 'operator', page.url())
  await expect(page).toHaveURL(/\/web\/equipment\/gateway/)
})

test('blanks alone are refused beside their field', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel(/用户名/).fill('   ')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('不能只输入空格').first()).toBeVisible()
  await expect(page.getByText('请输入密码').first()).toBeVisible()
})

test('English holds on every page, and a missing page says so', async ({ browser }) => {
  const { page, context } = await open(browser, 'operator', '/web/farm/home', 'en-US')
  for (const path of ['/web/farm/home', '/web/farm/map', '/web/equipment/gateway', '/web/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  }
  await expect(page.getByText(/another planet/i)).toBeVisible()
  await context.close()
})

test('a page that the role does not open says so, and the menu does not offer it', async ({ browser }) => {
  const { page, context } = await open(browser, 'operator', '/web/user')
  await page.route(/menus\/role.*wfpf-company/, (route) => route.fulfill({ json: [] }))
  await page.goto('/system/crop')
  await expect(page.getByRole('heading', { name: '抱歉，您没有权限查看该页面' })).toBeVisible()
  await expect(page.getByRole('link', { name: '作物管理' })).toHaveCount(0)
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page).toHaveURL(/\/web\/farm\/home/)
  await context.close()
})

test('the map shows the base, its devices and the weather without internet', async ({ browser }) => {
  const { page, context } = await open(browser, 'operator', '/web/farm/map')
  await expect(page.locator('[data-map-ready="true"]')).toBeVisible()
  await expect(page.getByText('°C').first()).toBeVisible()
  await page.goto('/map')
  await expect(page.locator('[data-map-ready="true"]')).toBeVisible()
  await context.close()
})

test('a wall of four times the pixels shows the same wall twice as large', async ({ browser }) => {
  // Eight million pixels, drawn by the processor.
  test.slow()
  const { page, context } = await open(browser, 'operator', '/map')
  const sizes = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
    const [header, main] = [page.getByRole('banner'), page.getByRole('main')]
    await expect(async () => {
      const [above, below] = [await header.boundingBox(), await main.boundingBox()]
      // Between them stands the strip of alarms, where there is one.
      expect([Math.round(above!.y), Math.round(below!.y + below!.height)]).toEqual([0, height])
    }).toPass()
    return (await header.boundingBox())!.height
  }
  await expect(page.getByRole('main')).toBeVisible()
  const usual = await sizes(1920, 1080)
  expect(await sizes(3840, 2160)).toBeCloseTo(2 * usual, 0)
  await context.close()
})

test('a viewer sees readings and may switch nothing', async ({ browser }) => {
  const { page, context } = await open(browser, 'viewer', '/web/equipment/gateway')
  await expect(page.getByRole('button', { name: '添加设备' })).toHaveCount(0)
  await openDevice(page, '1 号大棚网关')
  await openControl(page)
  await expect(page.getByText('您没有控制权限，仅可查看')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('switch')).toHaveCount(0)
  await context.close()
})

test('a user without a base is told so on every page', async ({ browser }) => {
  const { page, context } = await open(browser, 'novice', '/web/farm/home')
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByText(/基地/).first()).toBeVisible()
  await context.close()
})

test('without a network the page says that it is offline, and is right again by itself', async ({ browser }) => {
  const { page, context } = await open(browser, 'operator', '/web/equipment/gateway')
  await openDevice(page, '1 号大棚网关')
  await context.setOffline(true)
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(page.getByText(/实时连接已断开|网络/).first()).toBeVisible({ timeout: 30_000 })
  await context.setOffline(false)
  await expect(page.getByText(/实时连接已断开/)).toHaveCount(0, { timeout: 30_000 })
  await context.close()
})

test('signing out in one tab signs out the other', async ({ browser }) => {
  const { page, context } = await open(browser, 'operator', '/web/farm/home')
  const other = await context.newPage()
  await other.goto('/web/farm/home')
  await expect(other.getByRole('main')).toBeVisible()
  await page.getByRole('button', { name: /用户菜单|账号|帐号|个人/ }).click()
  await page.getByRole('menuitem', { name: /退出/ }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
  await context.close()
})
