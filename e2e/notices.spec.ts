import { expect, type Page, test } from '@playwright/test'
import { open, signIn } from './people.ts'

const bell = (page: Page, unread?: number) =>
  page.getByRole('button', {
    name:
      unread == null ? /^(消息，\d+ 条未读|Messages, \d+ unread)$/ : new RegExp(`^(消息，${unread} 条未读|Messages, ${unread} unread)$`),
  })
const unreadOf = async (page: Page) => Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0])
const centre = (page: Page) => page.getByRole('dialog', { name: /^(消息中心|Notice centre)/ })

/** Publishes by the call that a management screen would make, as who is signed in on this page. */
async function publish(page: Page, title: string): Promise<void> {
  const status = await page.evaluate(async (words) => {
    const answer = await fetch('/hmsg/v1/1/notices', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('furrow.accessToken')}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: words,
        noticeContent: { noticeBody: '<p>Bring <b>boots</b><img src=x onerror="document.title=1"></p>' },
      }),
    })
    return answer.status
  }, title)
  expect(status).toBe(200)
}

test('an announcement reaches open consoles by itself; read on one, it is counted as read on the other', async ({ browser }) => {
  const { page: desk, context: deskContext } = await open(browser, 'operator', '/web/farm/home')
  const { page: phone, context: phoneContext } = await open(browser, 'operator', '/web/equipment/gateway', 'en-US')
  const { page: admin, context: adminContext } = await open(browser, 'admin', '/web/farm/home')
  await expect(bell(desk)).toBeVisible()
  await expect(bell(phone)).toBeVisible()
  const title = `Field day ${Date.now()}`
  await publish(admin, title)

  await bell(desk).click()
  await expect(centre(desk).getByRole('tab', { name: /平台公告/ })).toHaveAttribute('aria-selected', 'true')
  await expect(centre(desk).getByRole('tab')).toHaveText([/审批通知/, /平台公告/, /系统通知/])
  await expect.poll(async () => (await centre(desk).boundingBox())?.width).toBe(1040)
  const row = centre(desk).getByRole('listitem').filter({ hasText: title })
  await expect(row.getByRole('img', { name: '未读' })).toBeVisible()
  await expect(row).toContainText('Bring boots')
  const before = await unreadOf(phone)
  expect(before).toBeGreaterThan(0)

  await row.getByRole('button', { name: `查看详情: ${title}` }).click()
  await expect(centre(desk).getByRole('heading', { name: title })).toBeVisible()
  await expect(centre(desk).getByRole('article').getByRole('img')).toHaveCount(0)
  await expect(bell(phone, before - 1)).toBeVisible()
  await centre(desk).getByRole('button', { name: '返回列表' }).click()
  await expect(row.getByRole('img', { name: '未读' })).toHaveCount(0)
  for (const context of [deskContext, phoneContext, adminContext]) await context.close()
})

test('all announcements are marked read after asking, on every open console, in both languages', async ({ browser }) => {
  const { page: admin, context: adminContext } = await open(browser, 'admin', '/web/farm/home')
  const { page, context } = await open(browser, 'operator', '/web/farm/home', 'en-US')
  await publish(admin, `Stocktaking ${Date.now()}`)
  await expect.poll(() => unreadOf(page)).toBeGreaterThan(0)
  await bell(page).click()
  await centre(page)
    .getByRole('tab', { name: /Platform announcements/ })
    .click()
  await centre(page).getByRole('button', { name: 'Unread' }).click()
  await expect(centre(page).getByRole('listitem').first()).toBeVisible()
  await centre(page).getByRole('button', { name: 'Mark all read' }).click()
  await page.getByRole('dialog', { name: 'Mark all read' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(centre(page).getByText('Nothing unread')).toBeVisible()
  await expect(centre(page).getByRole('tab', { name: /^Platform announcements$/ })).toBeVisible()

  await bell(admin).click()
  await centre(admin)
    .getByRole('tab', { name: /平台公告/ })
    .click()
  await centre(admin).getByRole('button', { name: '全部标为已读' }).click()
  await admin.getByRole('dialog', { name: '全部标为已读' }).getByRole('button', { name: '确定' }).click()
  await expect(centre(admin).getByRole('img', { name: '未读' })).toHaveCount(0)
  await context.close()
  await adminContext.close()
})

test('the notice centre is used by keyboard alone, and an attachment is saved under its name', async ({ browser }) => {
  const { page, context } = await open(browser, 'viewer', '/web/farm/home')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await centre(page).getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(centre(page).getByRole('tab', { name: /系统通知/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  const details = centre(page).getByRole('button', { name: /查看详情: 寒潮/ })
  await details.focus()
  await page.keyboard.press('Enter')
  await expect(centre(page).getByRole('button', { name: '返回列表' })).toBeFocused()
  const download = page.waitForEvent('download')
  await centre(page)
    .getByRole('button', { name: /下载附件/ })
    .focus()
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('大棚保温检查表.csv')
  await centre(page).getByRole('button', { name: '返回列表' }).focus()
  await page.keyboard.press('Enter')
  await expect(details).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(centre(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
  await context.close()
})

test('the latest announcement is shown once after a sign-in while it is unread', async ({ browser, page: admin }) => {
  await signIn(admin, 'admin')
  const title = `Read me first ${Date.now()}`
  await publish(admin, title)
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, 'operator', '/login', { latestNotice: true })
  const latest = page.getByRole('dialog', { name: '最新公告' })
  await expect(latest.getByRole('heading', { name: title })).toBeVisible()
  await expect.poll(async () => (await latest.boundingBox())?.width).toBe(780)
  await page.reload()
  await expect(bell(page)).toBeVisible()
  await expect(latest).toHaveCount(0)

  const again = await browser.newContext()
  const second = await again.newPage()
  await signIn(second, 'operator', '/login', { latestNotice: true })
  await second.getByRole('dialog', { name: '最新公告' }).getByRole('button', { name: '我知道了' }).click()
  await expect(second.getByRole('dialog')).toHaveCount(0)
  await again.close()

  const third = await browser.newContext()
  const after = await third.newPage()
  await signIn(after, 'operator', '/login', { latestNotice: true })
  await expect(bell(after)).toBeVisible()
  await expect.poll(() => after.evaluate(() => localStorage.getItem('furrow.notice'))).toBe('false')
  await expect(after.getByRole('dialog')).toHaveCount(0)
  await third.close()
  await context.close()
})
