import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { fileCalls, imageUrlOf } from '#contract/media/files'
import { openSignedIn, type Product, type Session } from './product.ts'
import { type Figures, interleave, judge, table } from './rounds.ts'
import { serveBare } from './seedPage.ts'

const BANNERS = 5
const ARTICLES = 20
/** Each round, so often. */
const OPENINGS = 5
const WORDS_MOST = 25
const PICTURE_MOST = 12
const TITLE = 'A banner of the bench'
const POSTER = 'A film of the bench'

/** A picture as an enterprise uploads it: shapes and grain, some 200 kB. */
async function picture(nth: number): Promise<Buffer> {
  const [width, height] = [2000, 600]
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 18 } },
  })
    .png()
    .toBuffer()
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="hsl(${nth * 60} 60% 40% / 70%)"/><circle cx="${300 + nth * 250}" cy="300" r="220" fill="#fff8"/></svg>`
  return sharp(grain)
    .composite([{ input: Buffer.from(shapes) }])
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Five banners, twenty articles and a film with a poster, in the place of what the demo shows. */
async function arrangeHome({ owner, url }: Product, { access }: Session): Promise<Buffer[]> {
  const headers = { authorization: `Bearer ${access}` }
  const shown: Buffer[] = []
  const upload = async (nth: number): Promise<{ id: string; fileUrl: string }> => {
    const form = new FormData()
    form.set('kind', 'image')
    form.set('bucketName', 'bench')
    form.set('file', new Blob([new Uint8Array(await picture(nth))], { type: 'image/jpeg' }), `${nth}.jpg`)
    const answer = await fetch(`${url}${fileCalls.upload.path.replace('{t}', '1')}`, {
      method: fileCalls.upload.method,
      headers,
      body: form,
    })
    if (!answer.ok) throw new Error(await answer.text())
    const file = (await answer.json()) as { id: string; fileUrl: string }
    // As the page asks for it.
    const drawnSmaller = await fetch(`${url}${imageUrlOf(file.fileUrl, { width: 2000, height: 600, mode: 'crop' })}`, { headers })
    shown.push(Buffer.from(await drawnSmaller.arrayBuffer()))
    return file
  }
  await owner.query('delete from banner where tenant_id = 1')
  for (let nth = 0; nth < BANNERS; nth++)
    await owner.query(`insert into banner (tenant_id, title, image_address, type_flag, content, position) values (1, $1, $2, 0, '', $3)`, [
      `${TITLE} ${nth}`,
      (await upload(nth)).fileUrl,
      nth,
    ])
  const film = await upload(BANNERS)
  await owner.query(
    `insert into promo_video (tenant_id, title, file_url, file_id, poster_url, seconds, enabled_flag) values (1, $1, $2, $3, $2, 30, 1)`,
    [POSTER, film.fileUrl, film.id],
  )
  await owner.query(
    `insert into consult (tenant_id, category_id, title, content, upload_date)
     select 1, 1, 'Article ' || n || ' of the bench', '<p>' || repeat('Words of the farm. ', 200) || '</p>', $1::bigint + n from generate_series(1, $2::int) n`,
    [Date.now(), ARTICLES],
  )
  return shown
}

/** Notes, in the page, when the first words of its content were drawn and when its first picture was. */
function noteDrawn(words: string): void {
  const noted = globalThis as { words?: number; picture?: number }
  const look = () => {
    if (document.querySelector('main')?.textContent.includes(words)) requestAnimationFrame(() => (noted.words = performance.now()))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { url?: string })[]) if (entry.url) noted.picture ??= entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

const drawn = async (page: Page, url: string): Promise<{ words: number; picture: number }> => {
  await page.goto(url)
  const both = await page.waitForFunction(() => {
    const { words, picture: seen } = globalThis as { words?: number; picture?: number }
    return words !== undefined && seen !== undefined ? { words, picture: seen } : null
  })
  return (await both.jsonValue())!
}

/** The home page of somebody who is signed in, on a first visit and again, beside (t) a bare static page of the same text and pictures. */
export async function benchHome(product: Product, browser: Browser, rounds: number): Promise<string> {
  const shown = await arrangeHome(product, await product.signIn('admin'))
  const session = await product.signIn('viewer')
  const address = `${product.url}/home`

  const { page: seenPage, context: seenContext } = await openSignedIn(browser, session)
  await seenPage.goto(address)
  await seenPage.getByText(POSTER).first().waitFor()
  const texts = (await seenPage.getByRole('main').innerText()).split('\n').filter((line) => line.trim() !== '')
  await seenContext.close()
  const pictures = new Map(shown.map((bytes, nth) => [`/${nth}.jpg`, bytes]))
  const body = [...[...pictures.keys()].map((path) => `<img src="${path}" width="1200">`), ...texts.map((text) => `<p>${text}</p>`)]
  // Its first words are among those of Furrow's.
  const bare = await serveBare(
    `<!doctype html><meta charset="utf-8"><title>Home</title><main><p>${TITLE}</p>${body.join('')}</main>`,
    pictures,
  )

  const opened = async (url: string, open: () => Promise<{ page: Page; context: BrowserContext }>): Promise<Figures> => {
    const sums = { 'first words': 0, 'first picture': 0, 'words again': 0, 'picture again': 0 }
    for (let nth = 0; nth < OPENINGS; nth++) {
      const { page, context } = await open()
      await context.addInitScript(noteDrawn, TITLE)
      const first = await drawn(page, url)
      await page.waitForLoadState('networkidle')
      await page.goto('about:blank')
      const again = await drawn(page, url)
      sums['first words'] += first.words / OPENINGS
      sums['first picture'] += first.picture / OPENINGS
      sums['words again'] += again.words / OPENINGS
      sums['picture again'] += again.picture / OPENINGS
      await context.close()
    }
    return sums
  }
  const seen = await interleave(rounds, {
    Furrow: () => opened(address, () => openSignedIn(browser, session)),
    '(t) bare static page': () => opened(bare.url, () => openSignedIn(browser, session)),
  })
  bare.close()
  const verdict = judge(rounds, seen)
  const against = (figure: string) => seen.Furrow[figure]! / seen['(t) bare static page'][figure]!
  return [
    table(`The home page with ${BANNERS} banners, ${ARTICLES} articles and a film: mean of ${OPENINGS} openings (ms)`, seen),
    // Furrow's are drawn by a program that signs in first: what is bound is that they do not drift away.
    verdict('words again / (t)', against('words again'), WORDS_MOST, 'atMost'),
    verdict('picture again / (t)', against('picture again'), PICTURE_MOST, 'atMost'),
  ].join('\n')
}
