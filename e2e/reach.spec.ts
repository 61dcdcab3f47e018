import { expect, type Locator, type Page, test } from '@playwright/test'
import type { InfoPath } from '#contract/devices/pages'
import { type RoutePath, routes } from '#contract/routes'
import { isSerious, violationsOf } from './axe.ts'
import { go, open } from './people.ts'

/** Pages that anyone may open, and pages of the console. */
const plain = routes.filter(({ path }) => !path.includes(':') && path !== '/')
const publicPaths = plain.filter(({ permission }) => permission === 'public').map(({ path }) => path)
const consolePaths = plain.filter(({ permission }) => permission !== 'public').map(({ path }) => path)

/** For each page that shows one record (a published tour has a key instead, see panoramas.spec.ts): the call that lists such records, and the name of their id. */
const lists: Record<Exclude<Extract<RoutePath, `${string}:${string}`>, InfoPath | '/tour/:key'>, readonly [call: string, id: string]> &
  Partial<Record<InfoPath, readonly [call: string, id: string]>> = {
  // One page serves every type: one with switches and one with pumps stand for all.
  '/web/equipment/gateway/info/:id': ['/wfpe/v2/1/device/gateway/tenant-all?deviceType=gateway', 'id'],
  '/web/equipment/aerator/info/:id': ['/wfpe/v2/1/device/gateway/tenant-all?deviceType=aerator_ii', 'id'],
  '/web/equipment/warning-manage/rule/:id': ['/wfpe/v1/1/alarm/rule?areaId=1', 'id'],
  '/web/equipment/warning-manage/info/:id': ['/wfpe/v1/1/alarm?areaId=1&standing=all', 'id'],
  '/web/equipment/intelligentControl/flow/:id': ['/wfpe/v1/1/intelligent/flow?areaId=1', 'id'],
  '/web/equipment/intelligentControl/run/:id': ['/wfpe/v1/1/intelligent/run?areaId=1', 'id'],
  '/web/equipment/camera/info/:id': ['/wfpe/v2/1/camera/page', 'id'],
  '/web/equipment/pest/draw/:id': ['/wfpe/v1/1/insect-lamp/demo-lamp-1/history-images', 'id'],
  '/system/process/edit/:id': ['/wfpf/v1/1/approval-definition', 'id'],
  '/system/process/copy/:id': ['/wfpf/v1/1/approval-definition', 'id'],
  '/system/process/info/:id': ['/wfpf/v1/1/approval-definition', 'id'],
  '/inventory/prment/aplionform/edit/:id': ['/wfpf/v1/1/purchase-application?auditStatus=draft', 'id'],
  '/inventory/prment/aplionform/info/:id': ['/wfpf/v1/1/purchase-application', 'id'],
  '/inventory/prment/shipment/edit/:id': ['/wfpf/v1/1/shipment?auditStatus=draft', 'id'],
  '/inventory/prment/shipment/info/:id': ['/wfpf/v1/1/shipment', 'id'],
  '/inventory/prment/warehousing/edit/:id': ['/wfpf/v1/1/warehousing?auditStatus=draft', 'id'],
  '/inventory/prment/warehousing/info/:id': ['/wfpf/v1/1/warehousing', 'id'],
  '/inventory/prment/warehousing/convert_purchase/:id': ['/wfpf/v1/1/purchase-application?auditStatus=approved', 'id'],
  '/inventory/prment/transfer/edit/:id': ['/wfpf/v1/1/transfer?auditStatus=draft', 'id'],
  '/inventory/prment/transfer/info/:id': ['/wfpf/v1/1/transfer', 'id'],
  '/inventory/prment/transfer/convert/:id': ['/wfpf/v1/1/purchase-application?auditStatus=approved', 'id'],
  '/inventory/prment/shipment/convert/:id': ['/wfpf/v1/1/transfer?auditStatus=approved', 'id'],
  '/inventory/prment/shipment/return/:id': ['/wfpf/v1/1/shipment?auditStatus=approved', 'id'],
  '/inventory/prment/warehousing/convert_shipment/:id': ['/wfpf/v1/1/shipment?auditStatus=approved', 'id'],
  '/inventory/prment/return/edit/:id': ['/wfpf/v1/1/return?auditStatus=draft', 'id'],
  '/inventory/prment/return/info/:id': ['/wfpf/v1/1/return', 'id'],
  '/inventory/prment/return/convert/:id': ['/wfpf/v1/1/warehousing?auditStatus=approved', 'id'],
  '/inventory/prment/inventory_form/edit/:id': ['/wfpf/v1/1/inventory-form?auditStatus=draft', 'id'],
  '/inventory/prment/inventory_form/resubmit/:id': ['/wfpf/v1/1/inventory-form?auditStatus=draft', 'id'],
  '/inventory/prment/inventory_form/info/:id': ['/wfpf/v1/1/inventory-form', 'id'],
  '/inventory/prment/inventory_form/convert/:id': ['/wfpf/v1/1/inventory-form?auditStatus=approved', 'id'],
  '/inventory/base/product/edit/:id': ['/wfpf/v1/1/product?productType=general', 'productId'],
  '/inventory/base/product/agricultural/edit/:id': ['/wfpf/v1/1/product?productType=agricultural', 'productId'],
  '/web/farm/plan/info/:id': ['/wfpf/v1/1/plan', 'planId'],
  '/web/farm/agricultural/agricultural-manage/edit/:id': ['/wfpf/v1/1/product?productType=agricultural', 'productId'],
  '/web/farm/agricultural/agricultural-inventory/record/:id': ['/wfpf/v1/1/stock?productType=agricultural', 'productId'],
  '/web/farm/agricultural/agricultural-warehousing/edit/:id': ['/wfpf/v1/1/material-warehousing?auditStatus=draft', 'id'],
  '/web/farm/agricultural/agricultural-warehousing/info/:id': ['/wfpf/v1/1/material-warehousing', 'id'],
  '/web/farm/agricultural/agricultural-shipment/edit/:id': ['/wfpf/v1/1/material-shipment?auditStatus=draft', 'id'],
  '/web/farm/agricultural/agricultural-shipment/info/:id': ['/wfpf/v1/1/material-shipment', 'id'],
  '/inventory/base/shops/edit/:id': ['/wfpf/v1/1/shop', 'shopId'],
  '/inventory/base/businesses/edit/:id': ['/wfpf/v1/1/partner', 'partnerId'],
  '/edit-vr/:id': ['/wfpf/v1/1/panorama-vr', 'vrId'],
  '/preview-vr/:id': ['/wfpf/v1/1/panorama-vr', 'vrId'],
  '/system/sim-manage/info/:id': ['/wfpf/v1/1/sim-card', 'simCardId'],
  '/system/varieties/info/:id': ['/wfpf/v1/1/variety', 'varietyId'],
}
/** The flows of the demo start at times of their own: one that only waits a second is made, and run by hand. */
async function runFlow(page: Page, headers: Record<string, string>): Promise<void> {
  const path = '/wfpe/v1/1/intelligent/flow'
  const definition = { triggers: [], only: null, steps: [{ kind: 'wait', seconds: 1 }], whileRunning: 'skip', maxSeconds: 60 }
  const made = await page.request.post(path, { headers, data: { areaId: 1, name: 'e2e', note: '', groupId: null, definition } })
  const { id } = (await made.json()) as { id: number }
  await page.request.put(`${path}/${id}/enable`, { headers, data: { enabledFlag: 1 } })
  expect((await page.request.post(`${path}/${id}/run`, { headers })).status()).toBe(200)
}
/** The address of one page of each of these. */
async function recordPaths(page: Page): Promise<string[]> {
  const asked = page.waitForRequest((request) => request.headers()['authorization'] != null)
  await page.reload()
  const { authorization } = (await asked).headers() as { authorization: string }
  await runFlow(page, { authorization })
  return Promise.all(
    Object.entries(lists).map(async ([path, [call, id]]) => {
      let record: Record<string, number> | undefined
      // The demo's lamps send their first pictures soon after the start.
      await expect(async () => {
        const answer = await page.request.get(call, { headers: { authorization } })
        record = ((await answer.json()) as { content: Record<string, number>[] }).content[0]
        expect(record).toBeDefined()
      }).toPass({ timeout: 60_000 })
      return path.replace(':id', String(record![id]))
    }),
  )
}

async function scan(page: Page): Promise<string[]> {
  return (await violationsOf(page)).filter(isSerious).flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
const QUIET = 400
/** Answers a wait for the moment at which this page has asked for nothing, and has nothing to come, for `QUIET` ms. */
function quietOf(page: Page): () => Promise<void> {
  let open = 0
  let last = Date.now()
  const count = (by: number) => () => {
    open = Math.max(0, open + by)
    last = Date.now()
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  return async () => {
    last = Date.now()
    await expect.poll(() => open === 0 && Date.now() - last >= QUIET, { intervals: [100], timeout: 30_000 }).toBe(true)
  }
}
/** What a page that has come to rest has: a button that becomes usable while it is measured has the colours of both states. */
async function seriousFaults(page: Page): Promise<string[]> {
  const found = await scan(page)
  if (found.length === 0) return found
  const again = await scan(page)
  return found.filter((fault) => again.includes(fault))
}

for (const path of publicPaths) {
  test(`axe finds nothing serious on ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('main').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await seriousFaults(page)).toEqual([])
  })
}

/** The pages of the console in parts that two browsers share, and of which one alone is looked at again where it failed. */
const parts: Record<string, (page: Page) => readonly string[] | Promise<string[]>> = {
  'of a record': recordPaths,
  ...Object.fromEntries(
    [0, 1, 2, 3].map((part) => [`of the console, part ${part + 1}`, () => consolePaths.filter((_, at) => at % 4 === part)]),
  ),
}
test.describe(() => {
  test.describe.configure({ mode: 'parallel' })
  for (const [which, pathsOf] of Object.entries(parts))
    test(`axe finds nothing serious on any page ${which}`, async ({ browser }) => {
      test.setTimeout(300_000)
      const { page, context } = await open(browser, 'admin', '/web/farm/home')
      const quiet = quietOf(page)
      const faults: Record<string, string[]> = {}
      for (const path of await pathsOf(page)) {
        await go(page, path)
        await quiet()
        await expect(page.getByRole('main').first()).toBeVisible()
        await expect(page.locator('.MuiSkeleton-root:visible')).toHaveCount(0)
        const found = await seriousFaults(page)
        if (found.length > 0) faults[path] = found
      }
      expect(faults).toEqual({})
      await context.close()
    })
})

test('axe finds nothing serious in any window that the frame or a page opens', async ({ browser }) => {
  test.setTimeout(180_000)
  const { page, context } = await open(browser, 'admin', '/web/farm/worker')
  await expect(page.getByRole('grid')).toBeVisible()
  const fromUser = async (item: string) => {
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const windows: Record<string, () => Promise<unknown>> = {
    主题配置: () => fromUser('主题配置'),
    切换企业: () => fromUser('切换企业'),
    选择基地: () => page.getByRole('button', { name: /^基地：/ }).click(),
    消息: () => page.getByRole('button', { name: /^消息，/ }).click(),
    快速查找: () => page.keyboard.press('Control+k'),
    新增工人: () => page.getByRole('button', { name: /^新增/ }).first().click(),
  }
  const faults: Record<string, string[]> = {}
  for (const [name, show] of Object.entries(windows)) {
    await show()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expect(page.getByRole('dialog').locator('.MuiSkeleton-root')).toHaveCount(0)
    const found = await seriousFaults(page)
    if (found.length > 0) faults[name] = found
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name })).toBeHidden()
  }
  // A menu is no dialog.
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await expect(page.getByRole('menuitem', { name: '账号设置' })).toBeVisible()
  expect({ ...faults, menu: await seriousFaults(page) }).toEqual({ menu: [] })
  await context.close()
})

/** Walks on with Tab until the place has the focus, as somebody without a mouse does. */
async function walkTo(page: Page, place: Locator): Promise<() => Promise<boolean>> {
  const there = (await place.elementHandle())!
  const isThere = () => there.evaluate((element) => element === document.activeElement)
  for (let at = 0; at < 120; at++) {
    await page.keyboard.press('Tab')
    if (await isThere()) return isThere
  }
  throw new Error(`Tab never reaches ${String(place)}`)
}

test('the whole frame is used by keyboard alone: each window opens, lets go, and gives the focus back', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/web/farm/home')
  await expect(page.getByRole('main')).toBeVisible()
  const skip = page.getByRole('link', { name: '跳到主要内容' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const button = (name: RegExp | string) => page.getByRole('button', { name })
  const user = button(/用户菜单/)
  const menu = page.getByRole('navigation', { name: '主菜单' })
  /** Opens with Enter, closes with Escape. */
  const opens = async (opener: Locator, shown: Locator) => {
    const isThere = await walkTo(page, opener)
    await page.keyboard.press('Enter')
    await expect(shown).toBeVisible()
    // The focus is in what was opened, not behind it.
    await expect.poll(isThere).toBe(false)
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
    await expect(opener).toBeFocused()
  }

  // In the order in which they stand, so that the walk is one round.
  await opens(button(/^基地：/), page.getByRole('dialog', { name: '选择基地' }))
  const tab = page.getByRole('tab', { selected: true })
  await walkTo(page, tab)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: '刷新' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tab).toBeFocused()
  await opens(button(/^消息，/), page.getByRole('dialog', { name: '消息' }))
  await opens(user, page.getByRole('menuitem', { name: '账号设置' }))

  // What the user's menu opens gives the focus back to its button.
  for (const name of ['主题配置', '切换企业']) {
    await page.keyboard.press('Enter')
    const choice = page.getByRole('menuitem', { name })
    await expect(choice).toBeVisible()
    while (!(await choice.evaluate((element) => element === document.activeElement))) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name })
    await expect(shown).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(shown.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
    await expect(user).toBeFocused()
  }

  // The keys of quick find work from wherever the person is, and lead back there.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '查找页面、基地或设备' })).toBeFocused()
  await page.keyboard.type('网关')
  await page.keyboard.press('Escape')
  await expect(user).toBeFocused()

  await opens(button('切换模块'), page.getByRole('menuitem', { name: '库存' }))
  await opens(menu.getByRole('button', { name: '设备' }), menu.getByRole('link', { name: '网关管理' }))
  await opens(button('快速查找'), page.getByRole('dialog', { name: '快速查找' }))

  // Nothing holds the focus: it comes round to where it began.
  await walkTo(page, skip)
  await context.close()
})
