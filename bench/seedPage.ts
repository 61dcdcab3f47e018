import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { publicSeedCalls, type PublicSeed } from '#contract/farm/publicSeed'
import { seedPath } from '#contract/farm/seedPath'
import { informationPath } from '#contract/news/informationPath'
import type { Product } from './product.ts'
import { counted, type Figures, interleave, judge, table } from './rounds.ts'

/** Each round, so often. */
const OPENINGS = 9
const MOST_MS = 60_000
const SEED_BYTES_MOST = 100_000
/** Its first picture is one of 70 kB at most. */
const NEWS_BYTES_MOST = 190_000

/** Notes, in the page, when its largest part was painted: the first picture. */
function notePainted(): void {
  const noted = globalThis as { painted?: number }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { url?: string })[]) if (entry.url) noted.painted = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

/** A page and its pictures out of memory, packed once: what a server costs that does nothing else. */
export async function serveBare(page: string, pictures: ReadonlyMap<string, Buffer>) {
  const packed = await promisify(brotliCompress)(page)
  const server = createServer((request, response) => {
    const picture = pictures.get(request.url ?? '')
    if (picture)
      response
        .writeHead(200, {
          'content-type': request.url!.endsWith('.svg') ? 'image/svg+xml' : 'image/jpeg',
          'content-length': picture.length,
        })
        .end(picture)
    else if (request.url === '/')
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'content-length': packed.length })
        .end(packed)
    else response.writeHead(404).end()
  })
  await new Promise<void>((is) => server.listen(0, '127.0.0.1', is))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

/** A page that the server draws, from its address to its first words and to its first picture, beside (o) a bare static page of the same text and pictures. */
async function benchDrawn(browser: Browser, rounds: number, of: { what: string; address: string; most: number }): Promise<string> {
  const { address } = of
  // The same pictures in the same sizes, and the same words.
  const pictures = new Map<string, Buffer>()
  const page = await (await fetch(address)).text()
  const shown = /<body>[^]*<\/body>/.exec(page)![0]
  const body = shown.replaceAll(
    / (?:srcset|sizes|fetchpriority|decoding|class|data-info|data-article|loading|aria-labelledby)(?:="[^"]*")?/g,
    '',
  )
  for (const [, path] of page.matchAll(/<img src="([^"]+)"/g))
    pictures.set(path!, Buffer.from(await (await fetch(new URL(path!, address))).arrayBuffer()))
  const bare = await serveBare(`<!doctype html><meta charset="utf-8"><title>${of.what}</title>${body}`, pictures)

  let bytes = 0
  const opened = async (url: string): Promise<Figures> => {
    const sums = { 'first paint': 0, 'first picture': 0 }
    for (let nth = 0; nth < OPENINGS; nth++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.addInitScript(notePainted)
      const tab = await context.newPage()
      const wire = await context.newCDPSession(tab)
      const received = new Map<string, number>()
      const named = new Map<string, string>()
      await wire.send('Network.enable')
      wire.on('Network.responseReceived', ({ requestId, response }) => named.set(requestId, response.url))
      wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => received.set(requestId, encodedDataLength))
      await tab.goto(url)
      const painted = await tab.waitForFunction(() => (globalThis as { painted?: number }).painted)
      sums['first picture'] += Number(await painted.jsonValue())
      sums['first paint'] += await tab.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime)
      // The page, its script and its first picture; the others come as one scrolls.
      if (url === address)
        bytes = [...received].reduce((sum, [id, size]) => (/size=(?:small|card)|favicon/.test(named.get(id) ?? '') ? sum : sum + size), 0)
      await context.close()
    }
    return { 'first paint': sums['first paint'] / OPENINGS, 'first picture': sums['first picture'] / OPENINGS }
  }
  const seen = await interleave(rounds, { Furrow: () => opened(address), '(o) bare static page': () => opened(bare.url) })
  bare.close()
  const verdict = judge(rounds, seen)
  const against = (figure: string) => seen.Furrow[figure]! / seen['(o) bare static page'][figure]!
  return [
    table(`${of.what}: mean of ${OPENINGS} openings (ms)`, seen),
    verdict('first paint / (o)', against('first paint'), 1.5, 'atMost'),
    verdict('first picture / (o)', against('first picture'), 1.5, 'atMost'),
    counted('kB on the wire with its first picture', bytes / 1000, of.most / 1000),
  ].join('\n')
}

export async function benchSeedPage(product: Product, browser: Browser, rounds: number): Promise<string> {
  const asked = publicSeedCalls.get.path.replace('{t}', '1').replace('{id}', '1')
  let seed: PublicSeed | undefined
  // The demo draws its pictures soon after its first start.
  for (const began = performance.now(); !seed?.imageUrl;) {
    if (performance.now() - began > MOST_MS) throw new Error("the demo's seeds were not drawn in time")
    seed = (await (await fetch(`${product.url}${asked}`)).json()) as PublicSeed
    await new Promise((done) => setTimeout(done, 500))
  }
  return benchDrawn(browser, rounds, {
    what: 'The page of a seed',
    address: `${product.url}${seedPath(1, 1, 'en-US')}`,
    most: SEED_BYTES_MOST,
  })
}

export function benchInformation(product: Product, browser: Browser, rounds: number): Promise<string> {
  const address = `${product.url}${informationPath({ tenantId: 1, category: 0, lang: 'en-US' })}`
  return benchDrawn(browser, rounds, { what: 'The page of news', address, most: NEWS_BYTES_MOST })
}
