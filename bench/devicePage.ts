import type { Browser } from '@playwright/test'
import { lanes } from './lane.ts'
import { watchCells } from './pages/measure.ts'
import { arrangeFarm, benchSecret, type Product } from './product.ts'
import { interleave, judge, table } from './rounds.ts'

const ITEMS = 200
const RATE = 1000
/** A bar, over which no frame of a screen of 60 Hz may be for long: half a frame late. */
const FRAME_MS = 25

/** The page of a device with 200 items at once (value, verdict, age and line of each), beside (b) a bare relay's page of 200 numbers. */
export async function benchDevicePage(product: Product, browser: Browser, rounds: number): Promise<string> {
  const farm = await arrangeFarm(product.owner, { name: `page-${Date.now()}`, devices: 1, itemsEach: ITEMS })
  const [device] = farm.devices
  const session = await product.signIn('admin')
  const { inLane, bare } = lanes({ product, browser, session, count: ITEMS, devices: 1 })
  const furrow = () =>
    inLane(
      async (page, epoch) => {
        await page.goto(`${product.url}/web/equipment/gateway/info/${device!.id}?items=all`)
        await page.waitForFunction((count) => document.querySelectorAll('article [data-verdict]').length === count, ITEMS)
        await page.evaluate(() => {
          for (const number of document.querySelectorAll('article [data-verdict] > span:first-child')) number.setAttribute('data-cell', '')
          document.body.setAttribute('data-ready', '')
        })
        await page.evaluate(`(${String(watchCells)})(document.body, ${epoch})`)
        return {
          at: { host: '127.0.0.1', port: product.mqttPort },
          devices: [{ clientId: device!.eui, userName: `1/${device!.eui}`, password: benchSecret }],
          cells: Array.from({ length: ITEMS }, (_, at) => ({ device: 0, topic: `furrow/1/${device!.eui}/readings`, code: `v${at}` })),
        }
      },
      RATE,
      farm.areaId,
    )
  const seen = await interleave(rounds, { Furrow: furrow, '(b) bare relay': () => bare('frame')(RATE) })
  const verdict = judge(rounds, seen)
  const [mine, floor] = [seen.Furrow, seen['(b) bare relay']]
  return [
    table(`The page of a device: ${ITEMS} items, ${RATE.toLocaleString('en-US')} readings a second (ms)`, seen),
    verdict('main thread / (b)', mine['main thread %']! / floor['main thread %']!, 2, 'atMost'),
    verdict('p99 / (b)', mine.p99! / floor.p99!, 2, 'atMost'),
    verdict('frame p95, in ms', mine['frame p95']!, FRAME_MS, 'atMost'),
  ].join('\n')
}
