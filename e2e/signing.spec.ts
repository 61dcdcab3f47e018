import { type Browser, expect, type Page, test } from '@playwright/test'
import { generate } from 'otplib'
import accountEn from '#locales/en-US/account' with { type: 'json' }
import errorsEn from '#locales/en-US/errors' with { type: 'json' }
import frameEn from '#locales/en-US/frame' with { type: 'json' }
import organizationEn from '#locales/en-US/organization' with { type: 'json' }
import sessionEn from '#locales/en-US/session' with { type: 'json' }
import accountZh from '#locales/zh-CN/account' with { type: 'json' }
import errorsZh from '#locales/zh-CN/errors' with { type: 'json' }
import frameZh from '#locales/zh-CN/frame' with { type: 'json' }
import organizationZh from '#locales/zh-CN/organization' with { type: 'json' }
import sessionZh from '#locales/zh-CN/session' with { type: 'json' }
import { aPerson, aTenant, byOwner } from './database.ts'
import { journeysIn } from './languages.ts'
import { ask, open, PASSWORD } from './people.ts'

const words = {
  'zh-CN': { account: accountZh, errors: errorsZh, frame: frameZh, organization: organizationZh, session: sessionZh },
  'en-US': { account: accountEn, errors: errorsEn, frame: frameEn, organization: organizationEn, session: sessionEn },
} as const
type Language = keyof typeof words
const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
const STEP_MS = 30_000

test.beforeEach(() => test.skip(!process.env.FURROW_PID, 'the product is not ours: its database is out of reach'))

/** Fills the steps of enrolling in; answers the secret and the recovery codes. */
async function enrol(page: Page, language: Language): Promise<{ secret: string; codes: string[] }> {
  const { factor } = words[language].account
  await page.getByRole('textbox', { name: factor.password, exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: factor.next }).click()
  await expect(page.getByRole('img', { name: factor.qr })).toBeVisible()
  const secret = (await page.getByLabel(factor.secret, { exact: true }).innerText()).replaceAll(/\s/g, '')
  await page.getByRole('textbox', { name: factor.code, exact: true }).fill(await generate({ secret }))
  await page.getByRole('button', { name: factor.switchOn }).last().click()
  const list = page.getByRole('list', { name: factor.codes }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const codes = await list.allInnerTexts()
  await page.getByRole('button', { name: factor.kept }).click()
  return { secret, codes }
}
/** The sign-in page of a browser that knows nobody, once the password was right. */
async function atSecondStep(browser: Browser, name: string, language: Language): Promise<Page> {
  const context = await browser.newContext()
  await context.addInitScript((kept) => {
    localStorage.setItem('furrow.language', kept)
    localStorage.setItem('furrow.notice', 'false')
  }, language)
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('[name=username]').fill(name)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await expect(page.getByRole('heading', { name: words[language].session.login.code.title })).toBeVisible()
  return page
}

for (const language of journeysIn('zh-CN')) {
  const { account, errors, frame, organization, session } = words[language]
  const { factor } = account
  const { code } = session.login

  test(`${language}: two-factor sign-in from enrolment to recovery`, async ({ browser }) => {
    test.setTimeout(120_000)
    const name = await aPerson([await aTenant()])
    const { page, context } = await open(browser, name, '/web/user?key=safe', language)
    await page.getByRole('button', { name: factor.switchOn }).click()
    const { secret, codes } = await enrol(page, language)
    await expect(page.getByText(factor.on, { exact: true })).toBeVisible()
    await expect(page.getByText(filled(factor.left_other, { count: '10' }))).toBeVisible()

    // A code of the next step: the one that enrolled is used up.
    const signing = await atSecondStep(browser, name, language)
    await signing.getByLabel(code.app).fill('000000')
    await signing.locator('button[type=submit]').click()
    await expect(signing.getByText(errors.error.signIn.codeWrong)).toBeVisible()
    await signing.getByLabel(code.app).fill(await generate({ secret, epoch: Math.floor((Date.now() + STEP_MS) / 1000) }))
    await signing.locator('button[type=submit]').click()
    await expect(signing).not.toHaveURL(/\/login/)
    await signing.context().close()

    // The phone is lost.
    const lost = await atSecondStep(browser, name, language)
    await lost.getByRole('button', { name: code.lost }).click()
    await lost.getByLabel(code.recovery).fill(codes[0]!.toUpperCase())
    await lost.locator('button[type=submit]').click()
    await expect(lost).not.toHaveURL(/\/login/)
    await lost.goto('/web/user?key=safe')
    await expect(lost.getByText(filled(factor.left_other, { count: '9' }))).toBeVisible()
    await lost.getByRole('button', { name: factor.switchOff }).click()
    const dialog = lost.getByRole('dialog', { name: factor.switchOff })
    await dialog.getByLabel(factor.password, { exact: true }).fill(PASSWORD)
    await dialog.getByLabel(factor.code, { exact: true }).fill(codes[1]!)
    await dialog.getByRole('button', { name: factor.switchOff }).click()
    await expect(lost.getByText(factor.off, { exact: true })).toBeVisible()
    await lost.context().close()
    await context.close()
  })

  test(`${language}: an enterprise that demands it leads to enrolment, and then on`, async ({ browser }) => {
    const tenantId = await aTenant()
    const name = await aPerson([tenantId])
    await byOwner('update tenant set demands_second_factor = true where id = $1', [tenantId])
    const { page, context } = await open(browser, name, '/web/user', language)
    await expect(page.getByRole('heading', { name: factor.first })).toBeVisible()
    await enrol(page, language)
    await expect(page.getByRole('heading', { name: account.title })).toBeVisible()
    await context.close()
  })

  test(`${language}: an administrator views as a colleague, reading only, and is back`, async ({ browser }) => {
    test.setTimeout(120_000)
    const tenantId = await aTenant()
    const [admin, colleague] = [await aPerson([tenantId]), await aPerson([tenantId], ['wfpf.company.config.corporation'])]
    await byOwner(`update app_user set real_name = 'Colleague' where login_name = $1`, [colleague])
    const { page, context } = await open(browser, admin, '/system/user-manage', language)
    await page.getByText('Colleague').first().click()
    await page.getByRole('button', { name: organization.viewing.begin }).click()
    await page.getByRole('button', { name: organization.viewing.askYes, exact: true }).click()
    const bar = page.getByText(filled(frame.viewing.says, { name: 'Colleague' }))
    await expect(bar).toBeVisible()
    // What the colleague may not see is not shown, and what may be seen can only be read.
    await page.goto('/system/role')
    await expect(page.getByText(frame.empty.pageNoPower)).toBeVisible()
    const token = await page.evaluate(() => sessionStorage.getItem('furrow.viewing'))
    const refused = await context.request.put('/iam/stong/v1/users/real-name', {
      headers: { authorization: `Bearer ${token}`, 'accept-language': language },
      data: { realName: 'Somebody else' },
    })
    expect([refused.status(), ((await refused.json()) as { message: string }).message]).toEqual([403, errors.error.permission.viewing])
    await page.goto('/system/corporation')
    await expect(bar).toBeVisible()
    await page.getByRole('button', { name: frame.viewing.end }).click()
    await expect(page).toHaveURL(/\/system\/user-manage/)
    await expect(bar).toBeHidden()
    const { content } = (await ask(page, 'GET', `/wfpf/v1/${tenantId}/audit?kind=viewing`)) as { content: { verb: string }[] }
    expect(content.map(({ verb }) => verb)).toEqual(['changed', 'made'])
    await context.close()
  })
}
