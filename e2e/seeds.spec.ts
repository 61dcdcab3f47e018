import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import enMedia from '#locales/en-US/media' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import zhMedia from '#locales/zh-CN/media' with { type: 'json' }
import { isSerious, violationsOf } from './axe.ts'
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, farm: zhFarm, errors: zhErrors, media: zhMedia },
  'en-US': { crud: enCrud, farm: enFarm, errors: enErrors, media: enMedia },
} as const
const MB = 1024 * 1024

/** A picture of this colour, as a browser draws it. */
const drawn = async (page: Page, color: string) => {
  const data = await page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
    const pen = canvas.getContext('2d')!
    pen.fillStyle = fill
    pen.fillRect(0, 0, 1600, 1200)
    return canvas.toDataURL('image/jpeg')
  }, color)
  return { name: 'seed.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(data.split(',')[1]!, 'base64') }
}
const groupOf = (form: Locator, label: string) => form.getByRole('group', { name: new RegExp(`^${label}`) })
async function give(page: Page, group: Locator, file: { name: string; mimeType: string; buffer: Buffer }, button: string) {
  const chooser = page.waitForEvent('filechooser')
  await group.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(file)
}
/** A page of a browser that runs no script. */
const withoutScripts = async (browser: Browser, locale: string) =>
  (await browser.newContext({ javaScriptEnabled: false, locale })).newPage()

for (const language of journeysIn('en-US'))
  test(`a seed is written with practices and pictures, published, and read by everybody without a script (${language})`, async ({
    browser,
  }) => {
    const { crud, farm, errors, media } = words[language]
    const said = farm.seed
    const { page, context } = await open(browser, 'admin', '/web/farm/seed', language)
    const mark = Date.now()
    const varietyName = `e2e variety ${language} ${mark}`
    await ask(page, 'POST', '/wfpf/v1/1/variety', { name: varietyName })

    await page.getByRole('button', { name: crud.add, exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(new RegExp(`^${said.fields.seedName}`)).fill(`Seed ${mark}`)
    await form.getByLabel(new RegExp(`^${said.fields.seedEnName}`)).fill(`English ${mark}`)
    const variety = form.getByRole('combobox', { name: new RegExp(`^${said.fields.varietyId}`) })
    await variety.fill(varietyName)
    await page.getByRole('option', { name: varietyName, exact: true }).click()
    await form.getByLabel(new RegExp(`^${said.fields.publicity}`)).fill('Sweet & <b>small</b>')

    // One that is too large is refused beside its input, and the form goes on.
    const picture = groupOf(form, said.fields.imageUrl)
    const tooLarge = Buffer.alloc(31 * MB)
    ;(await drawn(page, '#1b9961')).buffer.copy(tooLarge)
    await give(page, picture, { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: tooLarge }, media.addImage)
    const refusal = errors.error.file.uploadNoBig.replace('{{max}}', '30')
    await expect(picture.getByText(refusal)).toBeVisible()
    await picture.getByRole('button', { name: media.dismiss.replace('{{name}}', 'huge.jpg') }).click()
    await give(page, picture, await drawn(page, '#d8452f'), media.addImage)
    await expect(picture.getByRole('img')).toBeVisible()

    const practices = groupOf(form, said.fields.farmingPractices)
    await practices.getByRole('button', { name: crud.passages.add }).click()
    // What is wrong with a passage stands beside its own input.
    await form.getByRole('button', { name: crud.save }).click()
    await expect(practices.getByText(errors.field.required)).toBeVisible()
    await practices.getByLabel(new RegExp(`^${crud.passages.name}`)).fill(`Grafting ${mark}`)
    await give(page, groupOf(practices, crud.passages.imageUrl), await drawn(page, '#3f8f52'), media.addImage)
    await expect(practices.getByRole('img')).toBeVisible()

    // The toolbar is one stop of the tab key; the arrows go along it.
    const text = practices.getByRole('textbox', { name: crud.passages.description })
    const tools = practices.getByRole('toolbar')
    await text.click()
    await page.keyboard.type('Cut in ')
    await tools.getByRole('button', { name: crud.richText.bold }).focus()
    await page.keyboard.press('Enter')
    await expect(tools.getByRole('button', { name: crud.richText.bold })).toHaveAttribute('aria-pressed', 'true')
    // The focus goes back to the text with the next frame.
    await expect(text).toBeFocused()
    await page.keyboard.type('spring')
    await expect(text.locator('strong')).toHaveText('spring')
    await tools.getByRole('button', { name: crud.richText.bold }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(tools.getByRole('button', { name: crud.richText.italic })).toBeFocused()
    await form.getByRole('switch', { name: said.fields.published }).check()
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)

    // Past the editor a script is sent: the server keeps none of it.
    const list = await ask(page, 'GET', `/wfpf/v1/1/seed/page?search=Seed%20${mark}`)
    const [record] = list['content'] as { seedId: number; farmingPractices: { description: string }[] }[]
    const [practice] = record!.farmingPractices
    expect(practice!.description).toBe('<p>Cut in <strong>spring</strong></p>')
    const injected = '<script>document.title = "gone"</script><img src=x onerror="document.title = \'gone\'"><p onclick="x()">Cut</p>'
    const changed = { ...record, farmingPractices: [{ ...practice, description: injected }] }
    await ask(page, 'PUT', '/wfpf/v1/1/seed', changed)

    await page.goto(`/web/farm/seed?open=${record!.seedId}`)
    const panel = page.getByRole('dialog')
    const address = await panel.getByRole('link', { name: said.open, exact: true }).getAttribute('href')
    expect(new URL(address!).pathname).toBe('/seed')
    await context.close()

    const visitor = await withoutScripts(browser, language)
    const answer = await visitor.goto(address!)
    expect(answer!.status()).toBe(200)
    await expect(visitor.locator('html')).toHaveAttribute('lang', language)
    const name = language === 'en-US' ? `English ${mark}` : `Seed ${mark}`
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(visitor.getByText('Sweet & <b>small</b>')).toBeVisible()
    const first = visitor.getByRole('img', { name })
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
    // The info of a practice, and back.
    const info = visitor.getByRole('dialog', { name: `Grafting ${mark}` })
    await expect(info).toBeHidden()
    await visitor.getByRole('link', { name: `Grafting ${mark}` }).click()
    await expect(info).toBeVisible()
    await expect(info.getByText('Cut')).toBeVisible()
    await info.getByRole('link', { name: farm.seedPage.close }).click()
    await expect(info).toBeHidden()
    await visitor.context().close()

    // With scripts it is a window: Escape closes it, and the focus is where it was.
    const reader = await (await browser.newContext({ locale: language })).newPage()
    await reader.goto(address!)
    expect(await reader.title()).not.toBe('gone')
    expect((await violationsOf(reader)).filter(isSerious)).toEqual([])
    const link = reader.getByRole('link', { name: `Grafting ${mark}` })
    await link.click()
    await expect(reader.getByRole('dialog')).toBeVisible()
    expect((await violationsOf(reader)).filter(isSerious)).toEqual([])
    await reader.keyboard.press('Escape')
    await expect(reader.getByRole('dialog')).toBeHidden()
    await expect(link).toBeFocused()
    await reader.getByRole('link', { name: language === 'zh-CN' ? 'English' : '中文' }).click()
    await expect(reader.locator('html')).toHaveAttribute('lang', language === 'zh-CN' ? 'en-US' : 'zh-CN')
    await reader.context().close()
  })

test('a seed that is withdrawn is gone for everybody at once, with its pictures, and the page that says so has both languages', async ({
  browser,
}) => {
  const { page, context } = await open(browser, 'admin', '/web/farm/seed', 'en-US')
  const { content } = (await ask(page, 'GET', '/wfpf/v1/1/seed/page?published=1&size=1')) as { content: Record<string, unknown>[] }
  const { varietyId } = content[0]!
  const made = await ask(page, 'POST', '/wfpf/v1/1/seed', { seedName: `Withdrawn ${Date.now()}`, varietyId, published: 1 })
  const visitor = await withoutScripts(browser, 'en-US')
  const path = `/seed?tenantId=1&id=${String(made['seedId'])}`
  expect((await visitor.goto(path))!.status()).toBe(200)
  await ask(page, 'PUT', '/wfpf/v1/1/seed', { ...made, published: 0 })
  expect((await visitor.goto(path))!.status()).toBe(404)
  await expect(visitor.getByRole('heading', { name: enFarm.seedPage.missing.title })).toBeVisible()
  await visitor.goto(`${path}&lang=zh-CN`)
  await expect(visitor.getByRole('heading', { name: zhFarm.seedPage.missing.title })).toBeVisible()
  await visitor.context().close()
  await context.close()
})
