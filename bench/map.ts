import type { Browser, Page } from '@playwright/test'
import { busyShare, frameTimes } from './chrome.ts'
import { connectPublisher, type Publisher } from './load.ts'
import { arrangeFarm, benchSecret, openSignedIn, type Product } from './product.ts'
import { servePages } from './servePages.ts'
import { type Figures, interleave, quantile, table, judge } from './rounds.ts'

const DEVICES = 10_000
const CHANGES = 1000
const SPAN = 0.05
const ZOOM = 14
const SECONDS = 6

async function watchFrames(page: Page): Promise<Figures> {
  let frames: number[] = []
  const busy = await busyShare(page, async () => {
    frames = await frameTimes(page, () => new Promise((done) => setTimeout(done, SECONDS * 1000)))
  })
  return { 'frame p50': quantile(frames, 0.5), 'frame p95': quantile(frames, 0.95), 'main thread %': busy * 100 }
}
const firstPaint = (page: Page) => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)

/** The map with 10,000 live devices, 1,000 of them changing each second, beside (e) a bare Leaflet canvas doing as much. */
export async function benchMap(product: Product, browser: Browser, rounds: number): Promise<string> {
  const farm = await arrangeFarm(product.owner, { name: `map-${Date.now()}`, devices: DEVICES, itemsEach: 1, span: SPAN })
  // Each change crosses the normal band, so that each alters its marker's look, as each change of the bare canvas does.
  await product.owner.query('update item set low = 10, high = 25 where id = any($1)', [farm.items])
  const session = await product.signIn('admin')
  // A thousand devices report once a second each; the others have spoken once.
  const devices = farm.devices.slice(0, CHANGES)
  const publishers: Publisher[] = []
  for (const { eui } of devices)
    publishers.push(
      await connectPublisher({ host: '127.0.0.1', port: product.mqttPort, clientId: eui, userName: `1/${eui}`, password: benchSecret }),
    )
  let at = 0
  let owed = 0
  let before = performance.now()
  const pour = setInterval(() => {
    const now = performance.now()
    owed += ((now - before) / 1000) * CHANGES
    before = now
    for (; owed >= 1; owed--) {
      const device = at++ % CHANGES
      publishers[device]!.fire(`furrow/1/${devices[device]!.eui}/readings`, `{"v0":${Math.floor(at / CHANGES) % 2 === 0 ? 20 : 30}}`)
    }
  }, 5)

  const open = async (url: string, ready: string) => {
    const { page, context } = await openSignedIn(browser, session, farm.areaId)
    await servePages(context, product)
    const began = performance.now()
    await page.goto(url)
    await page.waitForSelector(ready, { state: 'attached', timeout: 60_000 })
    const shown = performance.now() - began
    const figures = { 'first paint': await firstPaint(page), 'all markers': shown, ...(await watchFrames(page)) }
    await context.close()
    return figures
  }
  const seen = await interleave(rounds, {
    Furrow: () => open(`${product.url}/web/farm/map`, '[data-map-ready="true"]'),
    '(e) bare Leaflet canvas': () =>
      open(
        `${product.url}/bench/bareMap.html?${new URLSearchParams({ count: String(DEVICES), changes: String(CHANGES), span: String(SPAN), zoom: String(ZOOM) })}`,
        'body[data-ready]',
      ),
  })
  const verdict = judge(rounds, seen)
  clearInterval(pour)
  for (const publisher of publishers) publisher.close()
  return [
    table(`The map: ${DEVICES.toLocaleString('en-US')} devices, ${CHANGES.toLocaleString('en-US')} changes a second (ms)`, seen),
    verdict('frame p50 / (e)', seen.Furrow['frame p50']! / seen['(e) bare Leaflet canvas']['frame p50']!, 1.5, 'atMost'),
    verdict('frame p95 / (e)', seen.Furrow['frame p95']! / seen['(e) bare Leaflet canvas']['frame p95']!, 1.5, 'atMost'),
  ].join('\n')
}
