import { expect, type Page, test } from '@playwright/test'
import accountEn from '#locales/en-US/account' with { type: 'json' }
import errorsEn from '#locales/en-US/errors' with { type: 'json' }
import sessionEn from '#locales/en-US/session' with { type: 'json' }
import accountZh from '#locales/zh-CN/account' with { type: 'json' }
import errorsZh from '#locales/zh-CN/errors' with { type: 'json' }
import sessionZh from '#locales/zh-CN/session' with { type: 'json' }
import { fakeProvider } from '#tests/server/session/fakeProvider'
import { aPerson, aTenant } from './database.ts'
import { casesIn } from './languages.ts'
import { open, PASSWORD } from './people.ts'

/** As test.mjs starts the product. */
const LABEL = 'Farm union'
const filled = (text: string) => text.replaceAll('{{label}}', LABEL)

test.beforeEach(() => test.skip(!process.env.FURROW_PID || !process.env.FURROW_OIDC_PORT, 'the product knows no service of the tests'))

for (const [language, account, errors, session] of casesIn('en-US', [
  ['zh-CN', accountZh, errorsZh, sessionZh],
  ['en-US', accountEn, errorsEn, sessionEn],
] as const))
  test(`somebody links an account of another service and signs in by it; who cannot is told why (${language})`, async ({ browser }) => {
    const provider = await fakeProvider(Number(process.env.FURROW_OIDC_PORT))
    const subject = `${language} ${Date.now()}`
    try {
      const context = await browser.newContext()
      await context.addInitScript((kept) => {
        localStorage.setItem('furrow.language', kept)
        localStorage.setItem('furrow.notice', 'false')
      }, language)
      const page = await context.newPage()
      await page.goto('/login')
      const goElsewhere = (at: Page) => at.getByRole('button', { name: filled(session.login.elsewhere), exact: true }).click()
      const { notLinked, providerRefused, providerDown } = errors.error.signIn

      // An account that nobody here has: told what to do.
      provider.visitedBy(subject)
      await goElsewhere(page)
      await expect(page.getByText(notLinked)).toBeVisible()
      expect(new URL(page.url()).search).toBe('')
      // Who says no there, and a service that is away when somebody comes back from it.
      provider.visitedBy(null)
      await goElsewhere(page)
      await expect(page.getByText(providerRefused)).toBeVisible()
      provider.visitedBy(subject)
      provider.down('tokens')
      await goElsewhere(page)
      await expect(page.getByText(providerDown)).toBeVisible()
      provider.down(false)

      const owner = await open(browser, await aPerson([await aTenant()]), '/web/user?key=safe', language)
      const link = filled(account.elsewhere.link)
      await owner.page.getByRole('button', { name: link }).click()
      const asked = owner.page.getByRole('dialog', { name: link })
      await asked.getByLabel(account.factor.password, { exact: true }).fill(PASSWORD)
      await asked.getByRole('button', { name: link }).click()
      await expect(owner.page.getByText(filled(account.elsewhere.linked), { exact: true })).toBeVisible()
      await expect(owner.page.getByRole('button', { name: filled(account.elsewhere.unlink) })).toBeVisible()
      await owner.context.close()

      await goElsewhere(page)
      await expect(page).not.toHaveURL(/\/login/)
      await page.goto('/web/user?key=safe')
      await expect(page.getByRole('button', { name: filled(account.elsewhere.unlink) })).toBeVisible()
      await context.close()
    } finally {
      await provider.close()
    }
  })
