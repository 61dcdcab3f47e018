import { expect, type Page, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import en from '#locales/en-US/agriculture' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import zh from '#locales/zh-CN/agriculture' with { type: 'json' }
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, said: zh.inquiry, errors: zhErrors },
  'en-US': { crud: enCrud, said: en.inquiry, errors: enErrors },
} as const
const PATH = '/web/agriculture/expert-inquiry'
/** A picture that the browser itself draws: one that no decoder doubts. */
async function picture(page: Page) {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
    const brush = canvas.getContext('2d')!
    brush.fillStyle = '#3f9455'
    brush.fillRect(0, 0, 320, 240)
    return canvas.toDataURL('image/png')
  })
  return { name: 'leaf.png', mimeType: 'image/png', buffer: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') }
}

for (const language of journeysIn('zh-CN'))
  test(`a question with a picture is answered in another window and accepted, live both ways; what comes late is kept (${language})`, async ({
    browser,
  }) => {
    const { crud, said, errors } = words[language]
    const title = `Spots ${language} ${Date.now()}`
    const asker = await open(browser, 'operator', PATH, language, 1)
    const { page } = asker
    await page.getByRole('button', { name: said.ask }).click()
    const form = page.getByRole('dialog', { name: said.ask })
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form.getByText(errors.field.required).first()).toBeVisible()
    await form.getByLabel(new RegExp(`^${said.fields.title}`)).fill(title)
    await form.getByLabel(said.fields.content).fill('Grey spots since Monday')
    await form.locator('input[type=file]').setInputFiles(await picture(page))
    await expect(form.getByRole('img')).toBeVisible()
    await form.getByLabel(said.fields.experts).click()
    await page.getByRole('option').first().click()
    await form.getByRole('button', { name: crud.save }).click()
    const mine = page.getByRole('dialog', { name: title })
    await expect(mine.getByText('Grey spots since Monday')).toBeVisible()
    const id = new URL(page.url()).searchParams.get('open')

    // The other window is a phone.
    const expertHas = await open(browser, 'admin', `${PATH}?open=${id}`, language, 1)
    const phone = expertHas.page
    await phone.setViewportSize({ width: 390, height: 844 })
    const theirs = phone.getByRole('dialog', { name: title })
    await theirs.getByRole('log').getByRole('button').first().click()
    const large = phone.getByRole('dialog', { name: said.pictureOf.replace('{{number}}', '1').replace('{{count}}', '1') })
    await expect(large.getByRole('img')).toBeVisible()
    await large.getByRole('button').first().click()
    await theirs.getByLabel(new RegExp(`^${said.reply.answer}`)).fill('Leaf blast: drain the field')
    await theirs.getByRole('button', { name: said.reply.sendAnswer }).click()
    // Live: the asker did nothing.
    await expect(mine.getByText('Leaf blast: drain the field')).toBeVisible()
    await expect(mine.getByText(said.state.answered, { exact: true })).toBeVisible()

    // What is typed while the other closes it is refused in words, and kept.
    await theirs.getByLabel(new RegExp(`^${said.reply.answer}`)).fill('And one thing more')
    await mine.getByRole('button', { name: said.accept }).click()
    await page.getByRole('dialog', { name: said.acceptTitle }).getByRole('button', { name: said.accept }).click()
    await expect(mine.getByText(said.accepted)).toBeVisible()
    await expect(theirs.getByText(said.state.closed, { exact: true })).toBeVisible()
    await expect(theirs.getByLabel(new RegExp(`^${said.reply.answer}`))).toHaveValue('And one thing more')
    await expect(theirs.getByRole('button', { name: said.reply.sendAnswer })).toHaveCount(0)
    // A further question opens it again, there too, and what was typed can be sent.
    await mine.getByLabel(new RegExp(`^${said.reply.ask}`)).fill('And the next field?')
    await mine.getByRole('button', { name: said.reply.sendAsk }).click()
    await expect(theirs.getByText('And the next field?')).toBeVisible()
    await theirs.getByRole('button', { name: said.reply.sendAnswer }).click()
    await expect(mine.getByText('And one thing more')).toBeVisible()

    const told = await ask(page, 'GET', '/hmsg/v1/1/messages/user?size=20')
    // The bell leads to it, once an answer.
    const links = (told['content'] as { link: string | null }[]).filter(({ link }) => link === `${PATH}?open=${id}`)
    expect(links).toHaveLength(2)
    await asker.context.close()
    await expertHas.context.close()
  })
