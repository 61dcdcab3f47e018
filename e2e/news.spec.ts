import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enMedia from '#locales/en-US/media' with { type: 'json' }
import enNews from '#locales/en-US/news' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhMedia from '#locales/zh-CN/media' with { type: 'json' }
import zhNews from '#locales/zh-CN/news' with { type: 'json' }
import { isSerious, violationsOf } from './axe.ts'
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, news: zhNews, media: zhMedia },
  'en-US': { crud: enCrud, news: enNews, media: enMedia },
} as const

/** A picture of this colour, as a browser draws it. */
const drawn = async (page: Page, color: string) => {
  const data = await page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1000 })
    const pen = canvas.getContext('2d')!
    pen.fillStyle = fill
    pen.fillRect(0, 0, 1600, 1000)
    return canvas.toDataURL('image/jpeg')
  }, color)
  return { name: 'news.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(data.split(',')[1]!, 'base64') }
}
async function give(page: Page, button: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(file)
}
const reader = async (browser: Browser, locale: string, javaScriptEnabled: boolean) =>
  (await browser.newContext({ javaScriptEnabled, locale, userAgent: `e2e ${locale} ${Date.now()} ${javaScriptEnabled}` })).newPage()
const isDrawn = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 100)).toBe(true)

for (const language of journeysIn('en-US'))
  test(`an article is written with pictures, marked and published, read by everybody, and withdrawn (${language})`, async ({ browser }) => {
    const { crud, news, media } = words[language]
    const said = news.article
    const { page, context } = await open(browser, 'admin', '/system/article', language)
    const title = `Article ${language} ${Date.now()}`

    await page.getByRole('button', { name: crud.add, exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(new RegExp(`^${said.fields.title}`)).fill(title)
    await form.getByLabel(new RegExp(`^${said.fields.articleSource}`)).fill('e2e station')
    const cover = form.getByRole('group', { name: new RegExp(`^${said.fields.coverPicture}`) })
    await give(page, cover.getByRole('button', { name: media.addImage }), await drawn(page, '#d8452f'))
    await expect(cover.getByRole('img')).toBeVisible()

    const text = form.getByRole('textbox', { name: said.fields.content })
    await text.click()
    await page.keyboard.type('It rains in spring. ')
    await give(page, form.getByRole('button', { name: crud.richText.picture }), await drawn(page, '#3f8f52'))
    await isDrawn(text.locator('img').first())
    // What is pasted from another site comes without its pictures, and says so; one inside of it is uploaded.
    const inside = `data:image/jpeg;base64,${(await drawn(page, '#224488')).buffer.toString('base64')}`
    await text.evaluate((element, html) => {
      const data = new DataTransfer()
      data.setData('text/html', html)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, `<p>pasted words<img src="https://elsewhere.example/a.png"><img src="${inside}"></p>`)
    await expect(form.getByText(crud.richText.outside_one.replace('{{count}}', '1'))).toBeVisible()
    await expect(text.locator('img')).toHaveCount(2)
    await expect(text).toContainText('pasted words')
    await form.getByRole('checkbox', { name: said.choices.valueTypes[1] }).check()
    await form.getByRole('checkbox', { name: said.choices.valueTypes[3] }).check()
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)

    const list = await ask(page, 'GET', `/wfpf/v1/1/consult/page?search=${encodeURIComponent(title)}`)
    const [row] = list['content'] as { consultId: number; valueTypes: number[] }[]
    expect(row!.valueTypes).toEqual([1, 3])
    const id = row!.consultId
    await page.goto(`/system/article?open=${id}`)
    const panel = page.getByRole('dialog', { name: title, exact: true })
    const address = (await panel.getByRole('link', { name: said.onPage }).getAttribute('href'))!
    await panel.getByRole('button', { name: said.preview, exact: true }).click()
    const preview = page.getByRole('dialog', { name: said.previewOf.replace('{{title}}', title) })
    await isDrawn(preview.getByRole('article').locator('img').nth(1))
    expect((await violationsOf(page)).filter(isSerious)).toEqual([])
    await page.keyboard.press('Escape')

    // Without a script all of it is there, and the list leads to it.
    const plain = await reader(browser, language, false)
    expect((await plain.goto(`/information?tenantId=1&category=0&size=50`))!.status()).toBe(200)
    await expect(plain.locator('html')).toHaveAttribute('lang', language)
    await expect(plain.getByRole('region', { name: news.page.headlines })).toContainText(title)
    await plain.getByRole('region', { name: news.page.hot }).getByRole('link', { name: title }).click()
    expect(new URL(plain.url()).search).toContain(`id=${id}`)
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(plain.getByText('It rains in spring.')).toBeVisible()
    await expect(plain.getByText(news.page.source.replace('{{source}}', 'e2e station'))).toBeVisible()
    for (const nth of [0, 1]) {
      const picture = plain.locator('article img').nth(nth)
      await picture.scrollIntoViewIfNeeded()
      await isDrawn(picture)
    }
    await plain.context().close()

    // With scripts it opens beside the list, at its own address, and is counted once a visitor and day.
    const lively = await reader(browser, language, true)
    await lively.goto('/information?tenantId=1&category=0&size=50')
    expect((await violationsOf(lively)).filter(isSerious)).toEqual([])
    const link = lively.getByRole('region', { name: news.page.hot }).getByRole('link', { name: title })
    const drawer = lively.getByRole('dialog')
    const count = drawer.locator('[data-reads]')
    await link.click()
    await expect(drawer.getByRole('heading', { name: title })).toBeVisible()
    await expect(count).toHaveText('1')
    expect(new URL(lively.url()).search).toContain(`id=${id}`)
    expect((await violationsOf(lively)).filter(isSerious)).toEqual([])
    await lively.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(link).toBeFocused()
    expect(new URL(lively.url()).search).not.toContain(`id=${id}`)
    await lively.goBack()
    await expect(drawer.getByRole('heading', { name: title })).toBeVisible()
    await lively.goto(address)
    await expect(lively.locator('[data-reads]')).toHaveText('1')
    const other = await reader(browser, language, true)
    await other.goto(address)
    await expect(other.locator('[data-reads]')).toHaveText('2')
    await other.context().close()

    // An edit is seen at once; so is what is withdrawn, and what is brought back.
    const fresh = await ask(page, 'GET', `/wfpf/v1/1/consult/${id}`)
    const later = await ask(page, 'PUT', '/wfpf/v1/1/consult', { ...fresh, title: `${title} edited` })
    await lively.goto(address)
    await expect(lively.getByRole('heading', { level: 1 })).toHaveText(`${title} edited`)
    await ask(page, 'PUT', '/wfpf/v1/1/consult', { ...later, publishedFrom: Date.now() + 3_600_000 })
    expect((await lively.goto(address))!.status()).toBe(404)
    await expect(lively.getByRole('heading', { level: 1 })).toHaveText(news.page.missing.title)
    await lively.context().close()

    await page.goto(`/system/article?open=${id}`)
    const edited = page.getByRole('dialog', { name: `${title} edited`, exact: true })
    await expect(edited.getByText(said.notPublic)).toBeVisible()
    await edited.getByRole('button', { name: said.versions }).click()
    const versions = page.getByRole('dialog', { name: said.versions })
    await expect(versions.getByRole('listitem')).toHaveCount(2)
    await versions.getByRole('listitem').last().getByRole('button', { name: said.restoreVersion }).click()
    await page
      .getByRole('dialog', { name: said.restoreVersionAsk.replace('{{version}}', '1') })
      .getByRole('button', { name: said.restoreVersion })
      .click()
    await expect(page.getByRole('dialog', { name: title, exact: true }).getByRole('link', { name: said.onPage })).toBeVisible()

    await page.getByRole('dialog', { name: title, exact: true }).getByRole('button', { name: crud.delete }).click()
    await page
      .getByRole('dialog', { name: crud.deleteOne.replace('{{title}}', title) })
      .getByRole('button', { name: crud.delete })
      .click()
    await page.getByRole('button', { name: said.trash }).click()
    const trash = page.getByRole('dialog', { name: said.trash })
    const gone = trash.getByRole('listitem').filter({ hasText: title })
    await gone.getByRole('button', { name: said.forget }).click()
    await page
      .getByRole('dialog', { name: said.forgetAsk.replace('{{title}}', title) })
      .getByRole('button', { name: said.forget })
      .click()
    await expect(gone).toHaveCount(0)
    await context.close()
  })
