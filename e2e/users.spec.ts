import { expect, test } from '@playwright/test'
import crudEn from '#locales/en-US/crud' with { type: 'json' }
import farmEn from '#locales/en-US/farm' with { type: 'json' }
import en from '#locales/en-US/organization' with { type: 'json' }
import sessionEn from '#locales/en-US/session' with { type: 'json' }
import crudZh from '#locales/zh-CN/crud' with { type: 'json' }
import farmZh from '#locales/zh-CN/farm' with { type: 'json' }
import zh from '#locales/zh-CN/organization' with { type: 'json' }
import sessionZh from '#locales/zh-CN/session' with { type: 'json' }
import { aPerson, aTenant, byOwner } from './database.ts'
import { open } from './people.ts'

const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

for (const [language, { user: words, role }, farm, crud, { entry, login }, size] of [
  ['zh-CN', zh, farmZh, crudZh, sessionZh, { width: 1440, height: 900 }],
  ['en-US', en, farmEn, crudEn, sessionEn, { width: 390, height: 844 }],
] as const)
  test(`an administrator makes a user, who chooses a password by the link, sees what the role gives, and is out within a second once disabled (${language})`, async ({
    browser,
  }) => {
    const tenantId = await aTenant()
    const admin = await aPerson([tenantId])
    await byOwner(`insert into role (tenant_id, name, codes) values ($1, 'Workers', '{wfpf.farm.farm.worker}')`, [tenantId])
    const { page, context } = await open(browser, admin, '/system/user-manage', language)
    await page.setViewportSize(size)

    const loginName = `e2e-new-${language}-${Date.now()}`
    await page.getByRole('button', { name: words.act.add }).click()
    const form = page.getByRole('dialog', { name: words.act.add })
    await form.getByRole('textbox', { name: words.form.realName, exact: true }).fill('Newcomer')
    await form.getByLabel(words.form.loginName).fill('no')
    await form.getByLabel(words.form.addRole).click()
    await page.getByRole('option', { name: 'Workers' }).click()
    // That it is meant for every base has to be said.
    await expect(form.getByRole('button', { name: crud.save })).toBeDisabled()
    await form.getByRole('checkbox', { name: words.form.everywhere }).check()
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form.getByLabel(words.form.loginName)).toHaveAttribute('aria-invalid', 'true')
    await form.getByLabel(words.form.loginName).fill(loginName)
    await form.getByRole('button', { name: crud.save }).click()
    const sent = page.getByRole('dialog', { name: words.sent.title })
    const link = await sent.getByLabel(words.sent.link, { exact: true }).inputValue()
    await sent.getByRole('button', { name: words.sent.done }).click()

    const theirs = await browser.newContext()
    await theirs.addInitScript((kept) => {
      localStorage.setItem('furrow.language', kept)
      localStorage.setItem('furrow.notice', 'false')
    }, language)
    const they = await theirs.newPage()
    await they.goto(link)
    await expect(they.getByText(filled(entry.begin, { name: 'Newcomer', login: loginName }))).toBeVisible()
    expect(new URL(they.url()).hash).toBe('')
    await they.getByLabel(entry.password, { exact: true }).fill('Field2026')
    await they.getByLabel(entry.again, { exact: true }).fill('Field2027')
    await they.getByRole('button', { name: entry.submit }).click()
    await expect(they.getByText(entry.differs)).toBeVisible()
    await they.getByLabel(entry.again, { exact: true }).fill('Field2026')
    await they.getByRole('button', { name: entry.submit }).click()
    await expect(they.getByText(login.chosen)).toBeVisible()
    await they.getByLabel(/^(用户名|User name)/).fill(loginName)
    await they.getByLabel(login.password, { exact: true }).fill('Field2026')
    await they.getByRole('button', { name: login.submit, exact: true }).click()
    await they.waitForURL((url) => url.pathname !== '/login')
    await they.goto('/web/farm/worker')
    await expect(they.getByRole('heading', { name: farm.worker.title, level: 1 })).toBeVisible()

    // The link opens nothing a second time.
    const again = await theirs.newPage()
    await again.goto(link)
    await expect(again.getByRole('heading', { name: entry.unknownTitle })).toBeVisible()

    await page.getByRole('gridcell', { name: 'Newcomer' }).click()
    const user = page.getByRole('dialog', { name: 'Newcomer' })
    await user.getByRole('button', { name: words.act.disable }).click()
    await page
      .getByRole('dialog', { name: filled(words.disableTitle, { name: 'Newcomer' }) })
      .getByRole('button', { name: words.act.disable })
      .click()
    await expect(page.getByText(words.disabled)).toBeVisible()
    await expect(they).toHaveURL(/\/login/, { timeout: 2000 })
    expect(role.title).not.toBe('')
    await theirs.close()
    await context.close()
  })
