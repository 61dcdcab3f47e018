import { expect, test } from '@playwright/test'
import accountEn from '#locales/en-US/account' with { type: 'json' }
import crudEn from '#locales/en-US/crud' with { type: 'json' }
import farmEn from '#locales/en-US/farm' with { type: 'json' }
import en from '#locales/en-US/organization' with { type: 'json' }
import sessionEn from '#locales/en-US/session' with { type: 'json' }
import accountZh from '#locales/zh-CN/account' with { type: 'json' }
import crudZh from '#locales/zh-CN/crud' with { type: 'json' }
import farmZh from '#locales/zh-CN/farm' with { type: 'json' }
import zh from '#locales/zh-CN/organization' with { type: 'json' }
import sessionZh from '#locales/zh-CN/session' with { type: 'json' }
import { aPerson, aTenant, byOwner } from './database.ts'
import { casesIn } from './languages.ts'
import { DESK, HAND, open } from './people.ts'

const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

for (const [language, { user: words, role }, farm, crud, { entry, login }] of casesIn('en-US', [
  ['zh-CN', zh, farmZh, crudZh, sessionZh],
  ['en-US', en, farmEn, crudEn, sessionEn],
] as const))
  test(`an administrator makes a user, who chooses a password by the link, sees what the role gives, and is out within a second once disabled (${language})`, async ({
    browser,
  }) => {
    const tenantId = await aTenant()
    const admin = await aPerson([tenantId])
    await byOwner(`insert into role (tenant_id, name, codes) values ($1, 'Workers', '{wfpf.farm.farm.worker}')`, [tenantId])
    const { page, context } = await open(browser, admin, '/system/user-manage', language)
    await page.setViewportSize(HAND)

    const loginName = `e2e-new-${language}-${Date.now()}`
    await page.getByRole('button', { name: words.act.add }).click()
    const form = page.getByRole('dialog', { name: words.act.add })
    await form.getByRole('textbox', { name: words.form.realName, exact: true }).fill('Newcomer')
    await form.getByLabel(words.form.loginName).fill('no')
    await form.getByLabel(words.form.addRole).click()
    await page.getByRole('option', { name: 'Workers' }).click()
    // That it is meant for every base has to be said.
    await expect(form.getByRole('button', { name: crud.save })).toBeDisabled()
    await page.setViewportSize(DESK)
    await form.getByRole('radio', { name: role.everyBase }).check()
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form.getByLabel(words.form.loginName)).toHaveAttribute('aria-invalid', 'true')
    await page.setViewportSize(HAND)
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
    await page.setViewportSize(DESK)
    const user = page.getByRole('dialog', { name: 'Newcomer' })
    await user.getByRole('button', { name: words.act.disable }).click()
    await page
      .getByRole('dialog', { name: filled(words.disableTitle, { name: 'Newcomer' }) })
      .getByRole('button', { name: words.act.disable })
      .click()
    await expect(page.getByText(words.disabled)).toBeVisible()
    await expect(they).toHaveURL(/\/login/, { timeout: 2000 })
    await theirs.close()
    await context.close()
  })

for (const [language, { user: words }, { invitation }] of casesIn('en-US', [
  ['zh-CN', zh, accountZh],
  ['en-US', en, accountEn],
] as const))
  test(`somebody of another enterprise is invited and accepts, and then hands over what they hold (${language})`, async ({ browser }) => {
    const [tenantId, elsewhere] = [await aTenant(), await aTenant()]
    const [admin, guest, heir] = [await aPerson([tenantId]), await aPerson([elsewhere]), await aPerson([tenantId], [])]
    await byOwner(`update app_user set real_name = case login_name when $1 then 'Guest' else 'Heir' end where login_name in ($1, $2)`, [
      guest,
      heir,
    ])
    const { page, context } = await open(browser, admin, '/system/user-manage', language)
    await page.getByRole('button', { name: words.invite.list }).click()
    const list = page.getByRole('dialog', { name: words.invite.list })
    await list.getByRole('button', { name: words.invite.title }).click()
    const form = page.getByRole('dialog', { name: words.invite.title })
    await page.setViewportSize(HAND)
    await form.getByLabel(words.invite.asked).fill(guest)
    await form.getByRole('button', { name: words.invite.send }).click()
    await expect(list.getByRole('listitem')).toContainText(words.invite.state.open)

    const their = await open(browser, guest, '/web/user', language)
    const waiting = their.page.getByRole('region', { name: invitation.title })
    await waiting.getByRole('button', { name: invitation.accept }).click()
    await expect(their.page.getByText(invitation.accepted)).toBeVisible()
    await expect(list.getByRole('listitem')).toContainText(words.invite.state.accepted)
    await their.context.close()
    await page.keyboard.press('Escape')

    await byOwner(
      `update org_unit set leader_id = (select id from app_user where login_name = $2) where tenant_id = $1 and kind = 'base'`,
      [tenantId, guest],
    )
    await page.getByRole('gridcell', { name: 'Guest' }).click()
    await page.getByRole('dialog', { name: 'Guest' }).getByRole('button', { name: words.handOver.open }).click()
    const handing = page.getByRole('dialog', { name: filled(words.handOver.title, { name: 'Guest' }) })
    await expect(handing.getByRole('checkbox', { name: words.handOver.kind.unit })).toBeChecked()
    await page.setViewportSize(DESK)
    await handing.getByLabel(words.handOver.to).fill('Heir')
    await page.getByRole('option', { name: 'Heir' }).click()
    await handing.getByRole('button', { name: filled(words.handOver.act, { total: '1' }) }).click()
    await expect(page.getByText(filled(words.handOver.done, { name: 'Heir' }))).toBeVisible()
    await context.close()
  })
