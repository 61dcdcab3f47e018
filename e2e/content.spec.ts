import { expect, type Page, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import enHome from '#locales/en-US/home' with { type: 'json' }
import enMedia from '#locales/en-US/media' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import zhHome from '#locales/zh-CN/home' with { type: 'json' }
import zhMedia from '#locales/zh-CN/media' with { type: 'json' }
import { DEMO_FILM } from '#server/demo/content/texts'
import { aFilm } from '#tests/server/media/aFilm'
import { isSerious, violationsOf } from './axe.ts'
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, home: zhHome, media: zhMedia, errors: zhErrors },
  'en-US': { crud: enCrud, home: enHome, media: enMedia, errors: enErrors },
} as const
const filled = (text: string, params: Record<string, string>) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '')

/** A picture of this colour, as a browser draws it. */
const drawn = async (page: Page, color: string, name: string) => {
  const data = await page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 360 })
    const pen = canvas.getContext('2d')!
    pen.fillStyle = fill
    pen.fillRect(0, 0, 1200, 360)
    return canvas.toDataURL('image/jpeg')
  }, color)
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(data.split(',')[1]!, 'base64') }
}

for (const language of journeysIn('zh-CN'))
  test(`pictures are uploaded, one is shown by a banner that others see at once, and is not deleted meanwhile (${language})`, async ({
    browser,
  }) => {
    const { crud, home, media, errors } = words[language]
    const said = media.library
    const mark = `${language} ${Date.now()}`
    const { page, context } = await open(browser, 'admin', '/system/pictures-hub', language)
    const names = ['red', 'green', 'blue'].map((color) => `${color} ${mark}`)
    const files = await Promise.all(names.map((name, at) => drawn(page, ['#c33', '#393', '#339'][at]!, `${name}.jpg`)))
    const note = { name: `note ${mark}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from('a note') }
    await page.getByTestId('pick').setInputFiles([...files, note])
    const refused = page.getByRole('listitem').filter({ hasText: note.name })
    await expect(refused.getByRole('alert')).toHaveText(errors.error.file.notImage)
    for (const name of names) await expect(page.getByRole('button', { name: name })).toBeVisible()

    // By the keys: the second one, chosen, tagged, found.
    await page.getByLabel(said.search).fill(mark)
    await expect(page.getByRole('list', { name: said.grid }).getByRole('listitem')).toHaveCount(3)
    await page.getByRole('button', { name: names[2]! }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox', { name: filled(said.choose, { name: names[1]! }) })).toBeChecked()
    await page.getByRole('toolbar').getByRole('button', { name: said.tags, exact: true }).click()
    await page.getByRole('dialog').getByLabel(said.addTags).fill(`tag ${mark}`)
    await page.getByRole('dialog').getByRole('button', { name: said.save }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByLabel(said.search).fill(`tag ${mark}`)
    await expect(page.getByRole('list', { name: said.grid }).getByRole('listitem')).toHaveCount(1)
    expect((await violationsOf(page)).filter(isSerious)).toEqual([])

    const other = await open(browser, 'viewer', '/home', language)
    const carousel = other.page.getByRole('region', { name: home.banner.label })
    await expect(carousel).toBeVisible()

    const title = `Banner ${mark}`
    await page.goto('/system/bannerManger')
    await page.getByRole('button', { name: home.banner.add }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel(new RegExp(`^${home.banner.fields.title}`)).fill(title)
    await form.getByRole('button', { name: said.choosePicture }).click()
    const library = page.getByRole('dialog', { name: said.chooseTitle })
    await library.getByLabel(said.search).fill(`tag ${mark}`)
    await library.getByRole('button', { name: names[1]! }).click()
    await expect(library).toBeHidden()
    await form.getByLabel(new RegExp(`^${home.banner.fields.content}`)).fill('javascript:alert(1)')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form.getByText(errors.field.bannerLink)).toBeVisible()
    await form.getByLabel(new RegExp(`^${home.banner.fields.content}`)).fill('/map')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText(home.banner.choices.showing.shown)
    // The console of somebody else, which nobody touched.
    await expect(carousel.getByText(title, { exact: true })).toBeAttached()
    expect((await violationsOf(page)).filter(isSerious)).toEqual([])

    await page.goto('/system/pictures-hub')
    await page.getByLabel(said.search).fill(`tag ${mark}`)
    await page.getByRole('button', { name: names[1]! }).click()
    const detail = page.getByRole('dialog', { name: names[1]! })
    await expect(detail.getByRole('link', { name: title })).toBeVisible()
    await detail.getByRole('button', { name: said.delete }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: said.delete }).click()
    await expect(page.getByText(errors.error.picture.used.split('{{count}}')[0]!)).toBeVisible()

    await detail.getByRole('link', { name: title }).click()
    await page.getByRole('button', { name: filled(home.banner.remove, { title }) }).click()
    await page.getByRole('dialog').getByRole('button', { name: crud.delete }).click()
    await expect(carousel.getByText(title, { exact: true })).not.toBeAttached()
    await context.close()
    await other.context.close()
  })

for (const language of journeysIn('zh-CN'))
  test(`a video is uploaded, put on /home, and sought in by the keys (${language})`, async ({ browser }) => {
    const { crud, home, media } = words[language]
    const said = media.promoVideo
    const title = `Film ${language} ${Date.now()}`
    const { page, context } = await open(browser, 'admin', '/system/publicity-video', language)
    const film = { name: `${title}.webm`, mimeType: 'video/webm', buffer: await aFilm(8, 'webm') }
    await page.getByTestId('pick').setInputFiles([film])
    const row = page.getByRole('listitem').filter({ hasText: title })
    await expect(row.locator('img')).toBeVisible()
    await row.getByRole('switch').click()
    await expect(row.getByRole('switch')).toBeChecked()
    expect((await violationsOf(page)).filter(isSerious)).toEqual([])

    const other = await open(browser, 'viewer', '/home', language)
    await other.page.getByRole('button', { name: filled(home.videos.play, { title }) }).click()
    const player = other.page.getByRole('dialog', { name: title }).locator('video')
    await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(7)
    await player.evaluate((video: HTMLVideoElement) => video.pause())
    await player.focus()
    await player.evaluate((video: HTMLVideoElement) => {
      video.currentTime = 6
    })
    await expect.poll(() => player.evaluate((video: HTMLVideoElement) => !video.seeking && video.currentTime > 5)).toBe(true)
    await other.page.keyboard.press('Escape')
    await expect(player).toBeHidden()

    await row.getByRole('button', { name: filled(said.removeOne, { title }) }).click()
    await page.getByRole('dialog').getByRole('button', { name: crud.delete }).click()
    await expect(other.page.getByRole('button', { name: filled(home.videos.play, { title }) })).not.toBeAttached()
    await context.close()
    await other.context.close()
  })

test('the banners of /home are those of the call of the documents, and a film stands below', async ({ browser }) => {
  const { page, context } = await open(browser, 'viewer', '/home')
  const banners = (await ask(page, 'GET', '/wfpf/v1/1/banner')) as unknown as { typeFlag: boolean; content: string }[]
  expect(banners.slice(0, 1)).toMatchObject([{ typeFlag: true, content: '/map' }])
  // The film that the demo makes of its own pictures soon after its first start.
  const film = page.getByRole('button', { name: filled(zhHome.videos.play, { title: DEMO_FILM }) })
  await expect(film).toBeVisible({ timeout: 45_000 })
  await context.close()
})
