import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { unzipSync } from 'fflate'
import { ask, open } from './people.ts'

/** Takes the demo's tour of ponds along and opens it from the disk: the page has no server. */
async function openTaken(page: Page, folder: string): Promise<void> {
  const tours = async () => (await ask(page, 'GET', '/wfpf/v1/1/panorama-vr?size=0'))['content'] as { vrId: number; vrName: string }[]
  const found = async () => (await tours()).find(({ vrName }) => vrName.startsWith('鱼塘'))?.vrId ?? null
  await expect.poll(found, { timeout: 60_000 }).not.toBeNull()
  const path = `/wfpf/v1/1/panorama-vr/${await found()}/package`
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('furrow.accessToken'))}`
  const taken = async () => page.request.get(path, { headers: { authorization } })
  await expect.poll(async () => (await taken()).status(), { timeout: 60_000 }).toBe(200)
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await (await taken()).body())))) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  await page.goto(pathToFileURL(join(folder, 'index.html')).href)
}

/** The share of the picture that is blue sky, and of what is dark because nothing is drawn there. */
const colours = (page: Page) =>
  page.evaluate(() => {
    const from = document.querySelector('canvas')!
    const sheet = document.createElement('canvas')
    ;[sheet.width, sheet.height] = [100, 60]
    const pen = sheet.getContext('2d')!
    pen.drawImage(from, 0, 0, 100, 60)
    const { data } = pen.getImageData(0, 0, 100, 60)
    const count = (is: (red: number, green: number, blue: number) => boolean) => {
      let found = 0
      for (let at = 0; at < data.length; at += 4) if (is(data[at]!, data[at + 1]!, data[at + 2]!)) found++
      return found / (data.length / 4)
    }
    return { sky: count((red, _, blue) => blue > red + 20 && blue > 180), dark: count((red, green, blue) => red + green + blue < 120) }
  })

test('a tour that was taken along is looked round and followed without a server', async ({ browser }, info) => {
  test.setTimeout(180_000)
  const { page, context } = await open(browser, 'admin', '/home')
  await openTaken(page, info.outputPath('tour'))
  await expect(page).toHaveTitle('鱼塘与大棚（示意）')
  // All six sides are there: straight ahead half sky, above nothing else, below none.
  const look = page.getByRole('application')
  await expect.poll(async () => (await colours(page)).sky).toBeGreaterThan(0.3)
  await look.focus()
  for (let nth = 0; nth < 18; nth++) await page.keyboard.press('ArrowUp')
  await expect.poll(() => colours(page)).toMatchObject({ sky: expect.closeTo(1, 1), dark: 0 })
  for (let nth = 0; nth < 36; nth++) await page.keyboard.press('ArrowDown')
  await expect.poll(() => colours(page)).toEqual({ sky: 0, dark: 0 })

  const scenes = page.getByRole('navigation').getByRole('button')
  await expect(scenes).toHaveCount(2)
  await scenes.first().click()
  await look.focus()
  for (let nth = 0; nth < 12; nth++) await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: '去大棚' }).click()
  await expect(scenes.nth(1)).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: '水色对照' }).click()
  const picture = page.getByRole('dialog').getByRole('img')
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: '关闭' }).click()
  // No device stands in it.
  await expect(page.getByText('水肥一体机')).toHaveCount(0)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: '农业农村部' }).click()
  expect((await opened).url()).toMatch(/^(https:\/\/www\.moa\.gov\.cn|about:blank|chrome-error)/)
  await page.getByRole('button', { name: '简介' }).click()
  await expect(page.getByRole('dialog')).toContainText('不是实拍')
  await context.close()
})
