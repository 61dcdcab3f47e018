import type { Browser } from '@playwright/test'
import { lanes } from './lane.ts'
import { arrangeFarm, benchSecret, type Product } from './product.ts'
import { interleave, table, judge } from './rounds.ts'

const CELLS = 200
const DEVICES = 20
/** Readings a second; BENCH_RATES names others, joined by commas. */
const RATES = process.env['BENCH_RATES']?.split(',').map(Number) ?? [10, 100, 1000, 16_000]

/** Publish to paint over 200 cells of one area, beside (a) a bare page with one message a reading and (b) a bare relay that joins 16 ms. */
export async function benchLatency(product: Product, browser: Browser, rounds: number): Promise<string> {
  const farm = await arrangeFarm(product.owner, { name: `latency-${Date.now()}`, devices: DEVICES, itemsEach: CELLS / DEVICES })
  const session = await product.signIn('admin')

  const { inLane, bare } = lanes({ product, browser, session, count: CELLS, devices: DEVICES })
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
