import type { Browser, Page } from '@playwright/test'
import { busyShare } from './chrome.ts'
import { startChild } from './child.ts'
import { arrangeFarm, benchSecret, openSignedIn, type Product } from './product.ts'
import { servePages } from './servePages.ts'
import { type Figures, interleave, quantile, table, judge } from './rounds.ts'

const CELLS = 200
const DEVICES = 20
const SECONDS = 5
/** Readings a second; BENCH_RATES names others, joined by commas. */
const RATES = process.env['BENCH_RATES']?.split(',').map(Number) ?? [10, 100, 1000, 16_000]

interface Lane {
  page: Page
  at: { host: string; port: number }
  epoch: number
  devices: { clientId: string; userName?: string; password?: string }[]
  cells: { device: number; topic: string; code: string | null }[]
}

async function publishAndMeasure(lane: Lane, rate: number): Promise<Figures> {
  await lane.page.evaluate(() => void (window.measure.latencies = []))
  const publisher = await startChild<{ ready: true }>('bench/publish.ts')
  let told: { last: Record<number, string>; seconds: number } | undefined
  const busy = await busyShare(lane.page, async () => {
    told = await new Promise((done) => {
      publisher.child.once('message', (message) => done(message as typeof told & object))
      publisher.child.send({ ...lane.at, rate, seconds: SECONDS, epoch: lane.epoch, devices: lane.devices, cells: lane.cells })
    })
  })
  // Every last value must be on the page: a fast page that loses one is worth nothing.
  const last = Object.entries(told!.last).map(([cell, value]) => [Number(cell), value] as const)
  await lane.page.waitForFunction(
    (wanted) => {
      const cells = document.querySelectorAll('[data-cell]')
      return wanted.every(([cell, value]) => Number((cells[cell]?.textContent ?? '').replaceAll(/[^\d.]/g, '')) === Number(value))
    },
    last,
    { timeout: 60_000 },
  )
  publisher.stop()
  const latencies = await lane.page.evaluate(() => window.measure.latencies)
  return {
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    'main thread %': busy * 100,
    'sent/s': (rate * SECONDS) / told!.seconds,
  }
}

/** Publish to paint over 200 cells of one area, beside (a) a bare page with one message a reading and (b) a bare relay that joins 16 ms. */
export async function benchLatency(product: Product, browser: Browser, rounds: number): Promise<string> {
  const farm = await arrangeFarm(product.owner, { name: `latency-${Date.now()}`, devices: DEVICES, itemsEach: CELLS / DEVICES })
  const session = await product.signIn('admin')

  // One page at a time: a second tab, even a quiet one, would take its share of two cores.
  const inLane = async (open: (page: Page, epoch: number, pages: string) => Promise<Omit<Lane, 'page' | 'epoch'>>, rate: number) => {
    const { page, context } = await openSignedIn(browser, session)
    const pages = await servePages(context, product)
    const epoch = Date.now()
    const lane = { ...(await open(page, epoch, pages)), page, epoch }
    await page.waitForSelector('body[data-ready] [data-cell]', { state: 'attached' })
    // The page must have shown something of each lane once, so that warm-up is not measured.
    await publishAndMeasure(lane, 100)
    const figures = await publishAndMeasure(lane, rate)
    await context.close()
    return figures
  }
  const bare = (mode: 'text' | 'frame') => async (rate: number) => {
    const broker = await startChild<{ tcp: number; ws: number }>('bench/bareBroker.ts', { RELAY: mode === 'frame' ? '1' : '0' })
    const figures = await inLane(async (page, epoch, pages) => {
      await page.goto(
        `${pages}bare.html?${new URLSearchParams({ cells: String(CELLS), epoch: String(epoch), mode, ws: String(broker.message.ws) })}`,
      )
      return {
        at: { host: '127.0.0.1', port: broker.message.tcp },
        devices: Array.from({ length: DEVICES }, (_, at) => ({ clientId: `bare-${at}` })),
        cells: Array.from({ length: CELLS }, (_, at) => ({ device: at % DEVICES, topic: `cells/${at}`, code: null })),
      }
    }, rate)
    broker.stop()
    return figures
  }
  const furrow = (rate: number) =>
    inLane(async (page, epoch, pages) => {
      await page.goto(
        `${pages}furrow.html?${new URLSearchParams({ cells: String(CELLS), epoch: String(epoch), area: String(farm.areaId), first: String(farm.items[0]) })}`,
      )
      return {
        at: { host: '127.0.0.1', port: product.mqttPort },
        devices: farm.devices.map(({ eui }) => ({ clientId: eui, userName: `1/${eui}`, password: benchSecret })),
        cells: Array.from({ length: CELLS }, (_, at) => {
          const device = Math.floor(at / (CELLS / DEVICES))
          return { device, topic: `furrow/1/${farm.devices[device]!.eui}/readings`, code: `v${at % (CELLS / DEVICES)}` }
        }),
      }
    }, rate)

  const out: string[] = []
  for (const rate of RATES) {
    const seen = await interleave(rounds, {
      Furrow: () => furrow(rate),
      '(a) bare page': () => bare('text')(rate),
      '(b) bare relay': () => bare('frame')(rate),
    })
    const verdict = judge(rounds, seen)
    out.push(table(`Publish to paint at ${rate.toLocaleString('en-US')} readings/s over ${CELLS} cells (ms)`, seen))
    const [mine, a, b] = [seen.Furrow, seen['(a) bare page'], seen['(b) bare relay']]
    if (rate === 100 || rate === 1000) {
      out.push(verdict(`p99 / (b) at ${rate}/s`, mine.p99! / b.p99!, 1.3, 'atMost'))
      out.push(verdict(`main thread / (b) at ${rate}/s`, mine['main thread %']! / b['main thread %']!, 1.3, 'atMost'))
    }
    if (rate === 1000) out.push(verdict(`main thread / (a) at ${rate}/s`, mine['main thread %']! / a['main thread %']!, 1, 'below'))
    if (rate === 16_000) out.push(verdict(`main thread / (a) at ${rate}/s`, mine['main thread %']! / a['main thread %']!, 0.7, 'atMost'))
  }
  return out.join('\n')
}
