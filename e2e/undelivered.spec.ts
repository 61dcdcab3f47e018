import { expect, test } from '@playwright/test'
import en from '#locales/en-US/notices' with { type: 'json' }
import zh from '#locales/zh-CN/notices' with { type: 'json' }
import { aPerson, aTenant, byOwner } from './database.ts'
import { casesIn } from './languages.ts'
import { DESK, HAND, open } from './people.ts'

const giveUp = (tenantId: number, subject: string) =>
  byOwner(
    `insert into outbox (tenant_id, kind, severity, link, body, attempts, error, cause, dead_at, created_at)
     values ($1, 'message', 'critical', '/web/farm/base', $2, 16, 'it took too long', 'tooSlow', $3::bigint, $3::bigint - 10000000)`,
    [tenantId, JSON.stringify({ subject, content: subject }), Date.now()],
  )

for (const [language, words] of casesIn('zh-CN', [
  ['zh-CN', zh],
  ['en-US', en],
] as const))
  test(`what nobody could be told of is found in the menu's page, and dropped (${language})`, async ({ browser }) => {
    const tenantId = await aTenant()
    await giveUp(tenantId, 'notices:tab.NOTIFY')
    for (const subject of ['notices:latest', 'notices:goTo']) await giveUp(tenantId, subject)
    const { page, context } = await open(browser, await aPerson([tenantId]), '/system/undelivered', language)
    for (const [size, subject] of [
      [DESK, words.latest],
      [HAND, words.goTo],
    ] as const) {
      await page.setViewportSize(size)
      const row = page.getByRole('row', { name: new RegExp(subject) })
      await expect(row).toContainText(words.undelivered.cause.tooSlow)
      await row.getByText(subject).click()
      const opened = page.getByRole('dialog', { name: new RegExp(subject) })
      await expect(opened).toContainText(words.undelivered.everybody)
      await expect(opened.getByRole('link', { name: words.goTo })).toBeVisible()
      await opened.getByRole('button', { name: words.undelivered.drop }).click()
      const question = page.getByRole('dialog', { name: words.undelivered.dropOne.split('{{')[0]! })
      await question.getByRole('button', { name: words.undelivered.drop }).click()
      await expect(row).toHaveCount(0)
    }
    await expect(page.getByRole('row', { name: new RegExp(words.tab.NOTIFY) })).toBeVisible()
    await context.close()
  })
