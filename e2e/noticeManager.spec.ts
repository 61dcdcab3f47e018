import { expect, type Locator, type Page, test } from '@playwright/test'
import en from '#locales/en-US/notices' with { type: 'json' }
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import zh from '#locales/zh-CN/notices' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import { aPerson, aTenant, byOwner } from './database.ts'
import { journeysIn } from './languages.ts'
import { open } from './people.ts'

const words = { 'zh-CN': { ...zh, crud: zhCrud }, 'en-US': { ...en, crud: enCrud } }
const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: new RegExp(`^(消息，${unread} 条未读|Messages, ${unread} unread)$`) })
const centre = (page: Page) => page.getByRole('dialog', { name: /^(消息中心|Notice centre)/ })
const LIGHT = '/web/user?key=info'

async function publishFrom(form: Locator, page: Page, said: (typeof words)['zh-CN']) {
  await form.getByRole('button', { name: said.manage.publish, exact: true }).click()
  const question = page.getByRole('dialog', { name: /“Field day”/ })
  await question.getByRole('button', { name: said.manage.publish, exact: true }).click()
  await expect(form).toHaveCount(0)
}

for (const language of journeysIn('zh-CN'))
  test(`a notice with an attachment reaches whom it names, live; who has read it is counted; withdrawn, it leaves the open console (${language})`, async ({
    browser,
  }) => {
    const said = words[language]
    const tenantId = await aTenant()
    const [manager, reader, other] = [await aPerson([tenantId]), await aPerson([tenantId], []), await aPerson([tenantId], [])]
    await byOwner(`update app_user set real_name = 'Mei Reader' where login_name = $1`, [reader])
    const { page: desk, context: deskContext } = await open(browser, manager, '/system/notice-manger', language)
    const { page: phone, context: phoneContext } = await open(browser, reader, LIGHT, language)
    const { page: aside, context: asideContext } = await open(browser, other, LIGHT, language)
    await expect(bell(phone, 0)).toBeVisible()
    await expect(bell(aside, 0)).toBeVisible()

    await desk.getByRole('button', { name: said.manage.add }).click()
    const form = desk.getByRole('dialog', { name: said.manage.add })
    await form.getByLabel(new RegExp(`^${said.manage.fields.title}`)).fill('Field day')
    await form.getByRole('radio', { name: said.manage.chosen }).check()
    await form.getByRole('combobox', { name: said.manage.kinds.people }).fill('Mei')
    await desk.getByRole('option', { name: 'Mei Reader' }).click()
    await desk.keyboard.press('Escape')
    await expect(form.getByText(language === 'zh-CN' ? /现在共 1 人/ : /1 person now/)).toBeVisible()
    await form.getByRole('textbox', { name: said.manage.fields.body }).fill('Bring boots')
    await form.getByTestId('pick').setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('at nine') })
    await expect(form.getByRole('button', { name: /plan\.txt/ }).first()).toBeVisible()
    await form.getByRole('button', { name: said.manage.preview, exact: true }).click()
    const preview = desk.getByRole('dialog', { name: said.manage.preview })
    await expect(preview.getByRole('article')).toContainText('Bring boots')
    await desk.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    await publishFrom(form, desk, said)

    await expect(bell(phone, 1)).toBeVisible()
    await expect(bell(aside, 0)).toBeVisible()
    await bell(phone, 1).click()
    await centre(phone)
      .getByRole('button', { name: new RegExp(`^${said.view}`) })
      .click()
    await expect(centre(phone).getByRole('article')).toContainText('Bring boots')
    const download = phone.waitForEvent('download')
    await centre(phone)
      .getByRole('button', { name: /plan\.txt/ })
      .click()
    expect((await download).suggestedFilename()).toBe('plan.txt')

    const row = desk.getByRole('row').filter({ hasText: 'Field day' })
    await expect(row).toContainText(language === 'zh-CN' ? '1 / 1' : '1 of 1')
    await row.getByText(language === 'zh-CN' ? '1 / 1' : '1 of 1').click()
    const readers = desk.getByRole('dialog', { name: /Field day/ })
    await expect(readers.getByRole('row').filter({ hasText: 'Mei Reader' })).toContainText(said.manage.readerState.read)
    await desk.keyboard.press('Escape')
    await expect(readers).toHaveCount(0)

    await row
      .getByRole('menuitem', { name: said.manage.withdraw })
      .or(row.getByRole('button', { name: said.manage.withdraw }))
      .click()
    await desk
      .getByRole('dialog', { name: /Field day/ })
      .getByRole('button', { name: said.manage.withdraw })
      .click()
    await expect(row).toContainText(said.manage.status.WITHDRAWN)
    // What the reader has open goes as well.
    await expect(centre(phone).getByText('Bring boots')).toHaveCount(0)
    await expect(centre(phone).getByText(said.manage.gone)).toBeVisible()
    await centre(phone).getByRole('button', { name: said.back }).click()
    await expect(centre(phone).getByRole('listitem')).toHaveCount(0)
    for (const context of [deskContext, phoneContext, asideContext]) await context.close()
  })
