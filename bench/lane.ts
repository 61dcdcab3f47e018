import type { Browser, Page } from '@playwright/test'
import { busyShare, frameTimes } from './chrome.ts'
import { startChild } from './child.ts'
import { openSignedIn, type Product, type Session } from './product.ts'
import { servePages } from './servePages.ts'
import { type Figures, quantile } from './rounds.ts'

const SECONDS = 5

/** A page with cells, and who publishes what of them. */
export interface Lane {
  page: Page
  at: { host: string; port: number }
  /** A value is its own sending time, in ms since this. */
  epoch: number
  devices: { clientId: string; userName?: string; password?: string }[]
  cells: { device: number; topic: string; code: string | null }[]
}

async function publishAndMeasure(lane: Lane, rate: number): Promise<Figures> {
  await lane.page.evaluate(() => void (window.measure.latencies = []))
  const publisher = await startChild<{ ready: true }>('bench/publish.ts')
  let frames: number[] = []
  let told: { last: Record<number, string>; seconds: number } | undefined
  const busy = await busyShare(lane.page, async () => {
    frames = await frameTimes(lane.page, async () => {
      told = await new Promise((done) => {
        publisher.child.once('message', (message) => done(message as typeof told & object))
        publisher.child.send({ ...lane.at, rate, seconds: SECONDS, epoch: lane.epoch, devices: lane.devices, cells: lane.cells })
      })
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
    'frame p95': quantile(frames, 0.95),
    'main thread %': busy * 100,
    'sent/s': (rate * SECONDS) / told!.seconds,
  }
}

/** Measures one page at a time: a second tab, even a quiet one, would take its share of two cores. */
export const lanes = (given: { product: Product; browser: Browser; session: Session; count: number; devices: number }) => {
  const { product, browser, session, count, devices } = given
  const inLane = async (
    open: (page: Page, epoch: number, pages: string) => Promise<Omit<Lane, 'page' | 'epoch'>>,
    rate: number,
    areaId?: number,
  ): Promise<Figures> => {
    const { page, context } = await openSignedIn(browser, session, areaId)
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
  return {
    inLane,
    /** (a) `text`: one message a reading; (b) `frame`: a relay that joins changes for 16 ms. */
    bare: (mode: 'text' | 'frame') => async (rate: number) => {
      const broker = await startChild<{ tcp: number; ws: number }>('bench/bareBroker.ts', { RELAY: mode === 'frame' ? '1' : '0' })
      const figures = await inLane(async (page, epoch, pages) => {
        await page.goto(
          `${pages}bare.html?${new URLSearchParams({ cells: String(count), epoch: String(epoch), mode, ws: String(broker.message.ws) })}`,
        )
        return {
          at: { host: '127.0.0.1', port: broker.message.tcp },
          devices: Array.from({ length: devices }, (_, at) => ({ clientId: `bare-${at}` })),
          cells: Array.from({ length: count }, (_, at) => ({ device: at % devices, topic: `cells/${at}`, code: null })),
        }
      }, rate)
      broker.stop()
      return figures
    },
  }
}
