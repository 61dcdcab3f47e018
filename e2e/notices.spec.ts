import { expect, type Page, test } from '@playwright/test'
import en from '#locales/en-US/notices' with { type: 'json' }
import enFrame from '#locales/en-US/frame' with { type: 'json' }
import zh from '#locales/zh-CN/notices' with { type: 'json' }
import zhFrame from '#locales/zh-CN/frame' with { type: 'json' }
import { aPerson, aTenant, byOwner } from './database.ts'
import { journeysIn } from './languages.ts'
import { open, signIn } from './people.ts'

const words = { 'zh-CN': { ...zh, confirm: zhFrame.act.confirm }, 'en-US': { ...en, confirm: enFrame.act.confirm } }
const bell = (page: Page, unread: number | '\\d+' = '\\d+') =>
  page.getByRole('button', { name: new RegExp(`^(消息，${unread} 条未读|Messages, ${unread} unread)$`) })
/** The lightest page of the frame: what is looked at stands over it. */
const LIGHT = '/web/user?key=info'
const centre = (page: Page) => page.getByRole('dialog', { name: /^(消息中心|Notice centre)/ })

/** Publishes by the call that a management screen would make, as who is signed in on this page, in the tenant. */
async function publish(page: Page, tenantId: number, title: string): Promise<void> {
  const status = await page.evaluate(
    async ([tenant, words]) => {
      const answer = await fetch(`/hmsg/v1/${tenant}/notices`, {
        method: 'POST',
        headers: { authorization: `Bearer ${localStorage.getItem('furrow.accessToken')}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          title: words,
          noticeContent: { noticeBody: '<p>Bring <b>boots</b><img src=x onerror="document.title=1"></p>' },
        }),
      })
      return answer.status
    },
    [tenantId, title] as const,
  )
  expect(status).toBe(200)
}

// In a tenant of its own: nobody else publishes there, so that every count is exact.
for (const language of journeysIn('en-US'))
  test(`an announcement reaches open consoles by itself; read on one, it is counted as read on the other, and so are all (${language})`, async ({
    browser,
  }) => {
    const said = words[language]
    const tenantId = await aTenant()
    const person = await aPerson([tenantId])
    const { page: desk, context: deskContext } = await open(browser, person, LIGHT, language)
    const { page: phone, context: phoneContext } = await open(browser, person, LIGHT, language)
    await expect(bell(desk, 0)).toBeVisible()
    await expect(bell(phone, 0)).toBeVisible()
    for (const title of ['Field day', 'Stocktaking', 'Night frost']) await publish(desk, tenantId, title)
    await expect(bell(desk, 3)).toBeVisible()
    await expect(bell(phone, 3)).toBeVisible()

    await bell(desk, 3).click()
    await expect(centre(desk).getByRole('tab', { name: said.tab.ANNOUNCE })).toHaveAttribute('aria-selected', 'true')
    await expect(centre(desk).getByRole('tab')).toHaveText(
      [said.tab.APPROVE, said.tab.ANNOUNCE, said.tab.NOTIFY].map((name) => new RegExp(`^${name}`)),
    )
    await expect.poll(async () => (await centre(desk).boundingBox())?.width).toBe(1040)
    const row = centre(desk).getByRole('listitem').filter({ hasText: 'Field day' })
    await expect(row.getByRole('img', { name: said.unread })).toBeVisible()
    await expect(row).toContainText('Bring boots')
    await row.getByRole('button', { name: new RegExp(`^${said.view}(：|: )Field day$`) }).click()
    await expect(centre(desk).getByRole('heading', { name: 'Field day' })).toBeVisible()
    await expect(centre(desk).getByRole('article').getByRole('img')).toHaveCount(0)
    await expect(bell(phone, 2)).toBeVisible()
    await centre(desk).getByRole('button', { name: said.back }).click()
    await expect(row.getByRole('img', { name: said.unread })).toHaveCount(0)
    await expect(centre(desk).getByRole('img', { name: said.unread })).toHaveCount(2)

    await bell(phone, 2).click()
    await centre(phone).getByRole('button', { name: said.markAllRead }).click()
    await phone.getByRole('dialog', { name: said.markAllRead }).getByRole('button', { name: said.confirm }).click()
    await expect(phone.getByRole('dialog', { name: said.markAllRead })).toHaveCount(0)
    await expect(centre(desk).getByRole('img', { name: said.unread })).toHaveCount(0)
    await desk.keyboard.press('Escape')
    await expect(bell(desk, 0)).toBeVisible()
    for (const context of [deskContext, phoneContext]) await context.close()
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
  const details = centre(page).getByRole('button', { name: /查看详情：寒潮/ })
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

test('the latest announcement is shown once after a sign-in while it is unread', async ({ browser, page }) => {
  const tenantId = await aTenant()
  const person = await aPerson([tenantId])
  await byOwner(
    `insert into notice (tenant_id, title, body, published_at, published_by) values ($1, 'Read me first', '<p>Bring boots</p>', $2, 'The office')`,
    [tenantId, Date.now()],
  )
  await signIn(page, person, LIGHT, { latestNotice: true })
  const latest = page.getByRole('dialog', { name: zh.latest })
  await expect(latest.getByRole('heading', { name: 'Read me first' })).toBeVisible()
  await expect.poll(async () => (await latest.boundingBox())?.width).toBe(780)
  await page.reload()
  await expect(bell(page, 1)).toBeVisible()
  await expect(latest).toHaveCount(0)

  // The next sign-in is in a browser of its own, which knows nothing of the one before.
  const again = await browser.newContext()
  const second = await again.newPage()
  await signIn(second, person, LIGHT, { latestNotice: true })
  await second.getByRole('dialog', { name: zh.latest }).getByRole('button', { name: zh.gotIt }).click()
  await expect(second.getByRole('dialog')).toHaveCount(0)
  await expect(bell(second, 0)).toBeVisible()
  await again.close()
})
