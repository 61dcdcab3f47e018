import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import cameras from '#locales/en-US/cameras' with { type: 'json' }
import kameras from '#locales/zh-CN/cameras' with { type: 'json' }
import { addCamera } from './camera.ts'
import { byOwner } from './database.ts'
import { ask, open } from './people.ts'

/** Along the lower edge of a simulated picture stand blocks, light or dark: a mark of 4 bits, pan and tilt in tenths of a degree, zoom, the second of the day. */
const BLOCKS = 56
const LINE = 8
const [MARK, PAN, TILT, ZOOM, SECOND] = [4, 12, 12, 10, 17]
const SIZE = { width: 640, height: 360 }

// Pictures are decoded by the same two cores that draw and encode them.
test.setTimeout(150_000)

const player = (page: Page, name: string) => page.getByRole('figure', { name: new RegExp(name) })
const pictures = (page: Page, name: string) =>
  player(page, name)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => Number(canvas.dataset.pictures ?? 0))

/** What a picture shows: how many different colours, where its camera looks, and at which second of the day (UTC). */
async function seen(page: Page, name: string): Promise<{ colours: number; pan: number; tilt: number; second: number }> {
  const png = await player(page, name).locator('canvas').screenshot()
  const { data } = await sharp(png)
    .removeAlpha()
    .resize(SIZE.width, SIZE.height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colours = new Set<number>()
  for (let at = 0; at < data.length; at += 3) colours.add(((data[at]! >> 5) << 6) | ((data[at + 1]! >> 5) << 3) | (data[at + 2]! >> 5))
  const block = Math.floor(SIZE.width / BLOCKS)
  const bits = Array.from({ length: BLOCKS }, (_, nth) =>
    data[((SIZE.height - LINE) * SIZE.width + nth * block + Math.floor(block / 2)) * 3]! > 127 ? 1 : 0,
  )
  const number = (from: number, count: number) => bits.slice(from, from + count).reduce<number>((sum, bit) => sum * 2 + bit, 0)
  expect(number(0, MARK)).toBe(0b1010)
  return {
    colours: colours.size,
    pan: number(MARK, PAN) / 10 - 180,
    tilt: number(MARK + PAN, TILT) / 10 - 90,
    second: number(MARK + PAN + TILT + ZOOM, SECOND),
  }
}
async function plays(page: Page, name: string): Promise<void> {
  await expect(player(page, name)).toHaveAttribute('data-player', 'playing', { timeout: 20_000 })
  const before = await pictures(page, name)
  // A picture that begins anew counts from nothing.
  await expect
    .poll(async () => {
      const now = await pictures(page, name)
      return now > 10 && Math.abs(now - before) > 10
    })
    .toBe(true)
}
const admin = (browser: Browser, path: string, language: 'zh-CN' | 'en-US' = 'en-US') => open(browser, 'admin', path, language)
/** Where a camera looks once it stands still. */
async function still(page: Page, name: string): Promise<number> {
  let before = Number.NaN
  await expect
    .poll(
      async () => {
        const now = (await seen(page, name)).pan
        const stands = now === before
        before = now
        return stands
      },
      { intervals: [700], timeout: 20_000 },
    )
    .toBe(true)
  return before
}

test('a camera is added with a picture before it is saved, looked through, turned while it is held, and written of', async ({
  browser,
}) => {
  const { page, context } = await admin(browser, '/web/equipment/camera')
  const name = `Eye ${Date.now()}`
  await page.getByRole('button', { name: cameras.add }).first().click()
  const form = page.getByRole('dialog', { name: cameras.add })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel(cameras.form.name, { exact: false }).first()).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel(cameras.form.name, { exact: false }).first().fill(name)
  await form.getByLabel(cameras.form.deviceSerial).fill(`E2E-${Date.now()}`)
  await form.getByLabel(cameras.form.cameraEnter).click()
  await page.getByRole('option', { name: cameras.enter['5'] }).click()
  await form.getByRole('button', { name: cameras.form.probe }).click()
  await expect(form.getByRole('img', { name: cameras.form.probeAlt })).toBeVisible({ timeout: 20_000 })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(cameras.added)).toBeVisible()

  await page.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/camera\/info\/\d+/)
  await plays(page, name)
  const first = await seen(page, name)
  expect(first.colours).toBeGreaterThan(5)

  const right = page.getByRole('button', { name: cameras.ptz.right, exact: true })
  await right.hover()
  await page.mouse.down()
  // On a busy machine it is round before it was looked at twice: that it turns is what counts.
  await expect.poll(async () => (await seen(page, name)).pan).not.toBe(first.pan)
  await page.mouse.up()
  await expect(page.getByText(cameras.ptz.still)).toBeVisible()
  const stopped = await still(page, name)
  expect(stopped).not.toBe(first.pan)
  // By keyboard it turns back.
  await right.focus()
  await page.keyboard.down('ArrowLeft')
  await expect.poll(async () => (await seen(page, name)).pan).not.toBe(stopped)
  await page.keyboard.up('ArrowLeft')
  await still(page, name)

  await page.getByRole('button', { name: cameras.player.screenshot }).click()
  const shot = page.getByRole('dialog', { name: cameras.screenshot.title })
  await expect(shot.getByRole('img')).toBeVisible({ timeout: 15_000 })
  await shot.getByRole('button', { name: 'Save' }).click()
  await expect(shot.getByText(cameras.screenshot.nameMissing)).toBeVisible()
  await expect(shot.getByText(cameras.screenshot.levelMissing)).toBeVisible()
  await shot.getByLabel(cameras.screenshot.name).fill('A heron at the pond')
  await shot.getByLabel(cameras.screenshot.level).click()
  await page.getByRole('option', { name: cameras.log.level.warn }).click()
  await shot.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(cameras.screenshot.saved)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'A heron at the pond' })).toBeVisible()

  await page.getByRole('button', { name: cameras.player.stop, exact: true }).click()
  await page.getByRole('button', { name: cameras.player.screenshot }).click()
  await expect(page.getByText(cameras.screenshot.playFirst)).toBeVisible()
  await context.close()
})

test('a page that is closed while it holds a camera leaves it standing within two seconds', async ({ browser }) => {
  const { page, context } = await admin(browser, '/web/equipment/camera')
  const name = `Left ${Date.now()}`
  const id = await addCamera(page, name)
  const other = await context.newPage()
  await other.goto(`/web/equipment/camera/info/${id}`)
  await page.goto(`/web/equipment/camera/info/${id}`)
  await plays(other, name)
  const { pan } = await seen(other, name)
  await page.bringToFront()
  await plays(page, name)
  await page.getByRole('button', { name: cameras.ptz.left, exact: true }).hover()
  await page.mouse.down()
  await page.waitForResponse((response) => response.url().endsWith(`/camera/${id}`) && response.request().method() === 'POST')
  await page.close()
  const closedAt = Date.now()
  await other.bringToFront()
  await plays(other, name)
  const stands = await still(other, name)
  // 20 degrees a second: what it turned in two seconds, and no more.
  expect(Math.abs(stands - pan)).toBeLessThan(60)
  expect(Date.now() - closedAt).toBeLessThan(15_000)
  await context.close()
})

test('a browser that is killed while it holds a camera leaves it standing within two seconds', async ({ browser, launchOptions }) => {
  const { page: other, context } = await admin(browser, '/web/equipment/camera')
  const id = await addCamera(other, `Killed ${Date.now()}`)
  /** Since when the camera does what it does, and until when what was said of it holds, ms; as the server keeps it. */
  const kept = async () => {
    const text =
      "select moving, held_until as until, (pose ->> 'at')::float8 as at, pose -> 'direction' as direction from camera where device_id = $1"
    const [row] = await byOwner<{ moving: number | null; until: string | null; at: number; direction: number | null }>(text, [id])
    return row!
  }
  const victim = await chromium.launchServer(launchOptions)
  const { page } = await open(await chromium.connect(victim.wsEndpoint()), 'admin', `/web/equipment/camera/info/${id}`, 'en-US')
  await page.getByRole('button', { name: cameras.ptz.left, exact: true }).hover()
  await page.mouse.down()
  // It was said that it is still held, more than once.
  const said = new Set<string | null>()
  await expect.poll(async () => said.add((await kept()).until).size, { intervals: [100] }).toBeGreaterThan(3)
  const held = await kept()
  expect([held.moving, held.direction]).not.toContain(null)
  victim.process().kill('SIGKILL')
  const killedAt = Date.now()
  await expect.poll(async () => (await kept()).moving, { intervals: [100] }).toBeNull()
  const { at, direction } = await kept()
  expect(direction).toBeNull()
  expect(at).toBeGreaterThan(killedAt)
  expect(at - killedAt).toBeLessThan(2000)
  await context.close()
})

const DAY_SECONDS = 86_400
/** How far what a picture shows is behind now, seconds. */
async function behind(page: Page, name: string): Promise<number> {
  const { second } = await seen(page, name)
  return (((Date.now() / 1000 - second) % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
}

test('what a camera shows is kept from when it is said, is played back later than it was, faster, and left for the live picture', async ({
  browser,
}) => {
  const { page, context } = await admin(browser, '/web/equipment/camera', 'zh-CN')
  const name = `录像 ${Date.now()}`
  const id = await addCamera(page, name)
  try {
    await page.goto(`/web/equipment/camera/info/${id}`)
    await page.getByRole('button', { name: kameras.recording.change, exact: true }).click()
    const form = page.getByRole('dialog', { name: kameras.recording.title })
    await form.getByLabel(kameras.recording.mode).click()
    await page.getByRole('option', { name: kameras.recording.modes['1'] }).click()
    await form.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText(kameras.recording.saved)).toBeVisible()
    await expect
      .poll(
        async () => {
          const times = `from=${Date.now() - 600_000}&to=${Date.now() + 60_000}`
          const { spans } = (await ask(page, 'GET', `/wfpe/v1/1/camera/${id}/recording/timeline?${times}`)) as {
            spans: { from: number; to: number }[]
          }
          return spans.reduce((sum, { from, to }) => sum + to - from, 0)
        },
        { timeout: 40_000 },
      )
      .toBeGreaterThan(7000)
    await plays(page, name)
    const live = await behind(page, name)

    await page.getByRole('button', { name: kameras.playback.title, exact: true }).click()
    await expect(page.getByRole('figure', { name: kameras.playback.picture.replace('{{name}}', name) })).toBeVisible()
    await expect(page.getByRole('slider', { name: kameras.playback.timeline })).toBeVisible()
    await expect(page.getByRole('group', { name: kameras.ptz.title })).toBeHidden()
    await plays(page, name)
    const slow = await behind(page, name)
    expect(slow).toBeGreaterThan(live + 4)
    await page.getByRole('button', { name: '4 倍', exact: true }).click()
    // It is that much nearer to now although time goes on.
    // Between two speeds a place is blank for a moment.
    const isNearer = async () => expect(await behind(page, name)).toBeLessThan(slow - 4)
    await expect(isNearer).toPass({ timeout: 20_000 })

    await page.getByRole('button', { name: kameras.playback.live, exact: true }).click()
    await plays(page, name)
    await expect(isNearer).toPass({ timeout: 20_000 })
    await expect(page.getByRole('group', { name: kameras.ptz.title })).toBeVisible()
    // What is recorded is encoded for as long as it is, and counts among the pictures that a server gives at once.
    await page.getByRole('button', { name: kameras.recording.change, exact: true }).click()
    await form.getByLabel(kameras.recording.mode).click()
    await page.getByRole('option', { name: kameras.recording.modes['0'] }).click()
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form).toBeHidden()
  } finally {
    // What goes on being recorded would take one of the sixteen places of those who come after.
    await ask(page, 'POST', '/wfpe/v2/1/camera/batch/del', [{ id }])
    await context.close()
  }
})

test('pictures stand side by side in four places, are kept under a name, and are there after a reload', async ({ browser }) => {
  const { page, context } = await admin(browser, '/web/equipment/videosurveillance', 'zh-CN')
  // Of four places two stay empty: two cores decode them, too.
  const names = [1, 2].map((nth) => `画面 ${nth} ${Date.now()}`)
  for (const name of names) await addCamera(page, name)
  await page.reload()
  const tree = page.getByRole('list', { name: kameras.split.tree })
  await tree.getByRole('button', { name: names[0]! }).click()
  await tree.getByRole('button', { name: names[1]! }).dragTo(page.getByRole('button', { name: '第 4 格', exact: true }))
  for (const name of names) await plays(page, name)
  const template = `模板 ${Date.now()}`
  await page.getByRole('button', { name: kameras.split.saveAs }).click()
  const window = page.getByRole('dialog', { name: kameras.split.saveAs })
  await window.getByLabel(kameras.split.name).fill(template)
  await window.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText(kameras.split.saved)).toBeVisible()
  await page.goto('/web/equipment/videosurveillance')
  await page.getByLabel(kameras.split.template, { exact: true }).click()
  await page.getByRole('option', { name: template }).click()
  for (const name of names) await expect(player(page, name)).toBeVisible()
  await page.reload()
  for (const name of names) await plays(page, name)
  // A name that is taken is said beside it.
  await page.getByRole('button', { name: kameras.split.saveAs }).click()
  await window.getByLabel(kameras.split.name).fill(template)
  await window.getByRole('button', { name: '保存' }).click()
  await expect(window.getByLabel(kameras.split.name)).toHaveAttribute('aria-invalid', 'true')
  await window.getByRole('button', { name: '取消' }).click()
  // The name was typed: leaving asks.
  await page.getByRole('button', { name: '放弃更改' }).click()
  await expect(window).toBeHidden()
  await page.getByRole('button', { name: new RegExp(`第 1 格：${names[0]}`) }).dblclick()
  const large = page.getByRole('dialog', { name: names[0]! })
  await expect(large.getByRole('button', { name: kameras.player.hd })).toHaveAttribute('aria-pressed', 'true')
  await expect(large.getByRole('group', { name: kameras.ptz.title })).toBeVisible()
  await context.close()
})

test('a camera that is closed on one console is closed on every other at once', async ({ browser }) => {
  const { page, context } = await admin(browser, '/web/equipment/camera')
  const name = `Closed ${Date.now()}`
  const id = await addCamera(page, name)
  await page.goto(`/web/equipment/camera/info/${id}`)
  await plays(page, name)
  const other = await admin(browser, `/web/equipment/camera/info/${id}`, 'zh-CN')
  await plays(other.page, name)
  await page.getByRole('button', { name: new RegExp(cameras.disable.act) }).click()
  await page.getByRole('dialog').getByRole('button', { name: cameras.disable.act }).click()
  await expect(player(other.page, name)).toHaveAttribute('data-player', 'disabled', { timeout: 10_000 })
  await expect(other.page.getByText(kameras.player.disabled).first()).toBeVisible()
  await page.getByRole('button', { name: new RegExp(cameras.disable.actOn) }).click()
  await plays(other.page, name)
  await other.context.close()
  await context.close()
})

/** Small frames of a film, two a second, as their colours. */
const framesOf = async (file: string): Promise<Buffer[]> => {
  const size = 32 * 18 * 3
  const args = ['-loglevel', 'error', '-i', file, '-vf', 'fps=2,scale=32:18', '-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1']
  const { stdout } = await promisify(execFile)('ffmpeg', args, { encoding: 'buffer' })
  return Array.from({ length: Math.floor(stdout.length / size) }, (_, nth) => stdout.subarray(nth * size, (nth + 1) * size))
}

test('what is recorded, with the sound on, is a film whose colours change as the camera turns', async ({ browser }) => {
  const { page, context } = await admin(browser, '/web/equipment/camera')
  const name = `Film ${Date.now()}`
  await page.goto(`/web/equipment/camera/info/${await addCamera(page, name)}`)
  await plays(page, name)
  await page.getByRole('button', { name: cameras.player.soundOn }).click()
  await expect(page.getByRole('button', { name: cameras.player.soundOff })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: cameras.player.record, exact: true }).click()
  await page.getByRole('button', { name: cameras.ptz.right, exact: true }).hover()
  await page.mouse.down()
  await expect(page.getByText(cameras.player.recording.replace('{{time}}', '00:03'))).toBeVisible()
  await page.mouse.up()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: cameras.player.recordStop }).click()
  const film = await saving
  expect(film.suggestedFilename()).toMatch(new RegExp(`^${name} .*\\.(webm|mp4)$`))
  const frames = await framesOf(await film.path())
  expect(frames.length).toBeGreaterThan(2)
  expect(new Set(frames[0]).size).toBeGreaterThan(5)
  expect(frames.some((frame) => frame.some((value, at) => Math.abs(value - frames[0]![at]!) > 40))).toBe(true)
  await page.getByRole('button', { name: cameras.player.soundOff }).click()
  await expect(page.getByRole('button', { name: cameras.player.soundOn })).toHaveAttribute('aria-pressed', 'false')
  await plays(page, name)
  await context.close()
})

test('sixteen pictures play at once', async ({ browser }) => {
  const { page, context } = await admin(browser, '/web/equipment/camera')
  const names = Array.from({ length: 16 }, (_, nth) => `Of sixteen ${nth + 1}, ${Date.now()}`)
  const ids: number[] = []
  for (const name of names) ids.push(await addCamera(page, name))
  await page.goto(`/web/equipment/videosurveillance?split=16&cameras=${ids.join()}`)
  const counts = () => page.locator('canvas').evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset['pictures'] ?? 0)))
  await expect.poll(async () => (await counts()).filter((count) => count > 3).length, { timeout: 90_000 }).toBe(16)
  const before = await counts()
  await expect.poll(async () => (await counts()).filter((count, at) => count > before[at]!).length, { timeout: 30_000 }).toBe(16)
  for (const name of [names[0]!, names[15]!]) expect((await seen(page, name)).colours).toBeGreaterThan(5)
  await context.close()
})
