import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { outputOf } from '#server/cameras/stream/encoder'
import { onPage, withCameras } from './cameraLanes.ts'
import { childrenOf, clockOf } from './processTime.ts'
import type { Product } from './product.ts'
import { type Figures, interleave, judge, table } from './rounds.ts'

const TILES = 16
const SECONDS = 10
const START_MS = 120_000
/** The page and the server rest so long before they are measured without pictures, and their start is over, ms. */
const REST_MS = 5000

const pictures = (page: Page): Promise<number[]> =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>('canvas')].map(({ dataset }) => Number(dataset['pictures'] ?? 0)))

/** How many cores the browser, and the server with its encoders, are busy for so many seconds. */
async function cores(page: Page, browserPid: number, serverPid: number, seconds: number): Promise<{ browser: number; server: number }> {
  const [seen, served, began] = [clockOf(browserPid), clockOf(serverPid), performance.now()]
  await page.waitForTimeout(seconds * 1000)
  const [shown, sent, passed] = [seen(), served(), (performance.now() - began) / 1000]
  return { browser: shown / passed, server: sent / passed }
}

/** What sixteen pictures that play cost in time on a core, beside the same page and server without them. `open` brings them. */
async function cost(page: Page, browserPid: number, serverPid: number, open: () => Promise<unknown>): Promise<Figures> {
  await page.waitForTimeout(REST_MS)
  const idle = await cores(page, browserPid, serverPid, SECONDS)
  await open()
  await page.waitForFunction(
    (tiles) =>
      [...document.querySelectorAll<HTMLElement>('canvas')].filter(({ dataset }) => Number(dataset['pictures'] ?? 0) > 5).length >= tiles,
    TILES,
    { timeout: START_MS },
  )
  const [before, began] = [await pictures(page), performance.now()]
  const busy = await cores(page, browserPid, serverPid, SECONDS)
  const after = await pictures(page)
  const rate = after.reduce((sum, one, at) => sum + one - (before[at] ?? 0), 0) / ((performance.now() - began) / 1000)
  return {
    'pictures/s': rate,
    'browser, cores': busy.browser,
    'of them without': idle.browser,
    'server, cores': busy.server,
    'of them without ': idle.server,
    'browser, ms a picture': ((busy.browser - idle.browser) / rate) * 1000,
    'server, ms a picture': ((busy.server - idle.server) / rate) * 1000,
  }
}

interface Decoding {
  decodeAll(clip: string, byWasm: boolean): Promise<number>
}

/** Ten seconds of the picture that all of them show, as it is sent; base64. */
async function aClip(): Promise<string> {
  const input = ['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=15:duration=10']
  const { stdout } = await promisify(execFile)('ffmpeg', [...input, ...outputOf('sd')], { encoding: 'buffer', maxBuffer: 1 << 26 })
  return stdout.toString('base64')
}

/** Sixteen small pictures at once, beside (i) sixteen bare players on a bare server; and what decoding by WebAssembly, which Furrow's policy forbids, would bring. */
export async function benchCamera16(product: Product, browser: Browser, rounds: number): Promise<string> {
  return withCameras(product, TILES, async ({ session, areaId, ids, bare }) => {
    const given = { product, browser, session, areaId }
    const [browserPid] = childrenOf(process.pid, '--remote-debugging')
    if (browserPid === undefined) throw new Error('the browser is not among the processes of the bench')
    const on = (path: string, serverPid: () => number, open: (page: Page) => Promise<unknown>) => () =>
      onPage(given, [product.pid(), bare.pid], async (page) => {
        await page.goto(`${product.url}${path}`)
        return cost(page, browserPid, serverPid(), () => open(page))
      })
    const screens = `/web/equipment/videosurveillance?split=${TILES}`
    const seen = await interleave(rounds, {
      Furrow: on(screens, product.pid, (page) => page.goto(`${product.url}${screens}&cameras=${ids.join()}`)),
      '(i) bare players': on(
        `/bench/bareCamera.html?count=${TILES}&port=${bare.port}`,
        () => bare.pid,
        (page) => page.click('#open'),
      ),
    })
    const clip = await aClip()
    const decoding = (byWasm: boolean) => () =>
      onPage(given, [], async (page) => {
        await page.goto(`${product.url}/bench/bareCamera.html`)
        await page.waitForFunction(() => 'decodeAll' in window)
        return {
          'ms a picture': await page.evaluate(([text, wasm]) => (window as unknown as Decoding).decodeAll(text, wasm), [
            clip,
            byWasm,
          ] as const),
        }
      })
    const decoded = await interleave(rounds, { 'by JavaScript': decoding(false), '(j) by WebAssembly': decoding(true) })
    const verdict = judge(rounds, seen)
    const [mine, floor] = [seen.Furrow, seen['(i) bare players']]
    const both = (row: Figures) => row['browser, ms a picture']! + row['server, ms a picture']!
    return [
      table(`Sixteen small pictures at once`, seen, 2),
      verdict('time on a core a picture / (i)', both(mine) / both(floor), 1.3, 'atMost'),
      table(`Decoding a small picture`, decoded, 2),
    ].join('\n')
  })
}
