import { readdirSync, readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { connectPublisher } from './load.ts'
import { arrangeFarm, benchSecret, openSignedIn, type Product } from './product.ts'
import { type Figures, table, counted } from './rounds.ts'

/** Private and shared memory of a process and its children, in MB, each shared page counted once among them (Pss). */
function memoryOf(pid: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      parents.set(Number(name), Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]))
    } catch {
      // The process ended while we looked.
    }
  }
  const family = new Set([pid])
  for (let grown = true; grown;) {
    grown = false
    for (const [child, parent] of parents) if (family.has(parent) && !family.has(child)) grown = Boolean(family.add(child))
  }
  let kB = 0
  for (const one of family) {
    try {
      kB += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      // Ended, or not ours to read.
    }
  }
  return kB / 1024
}

/** Bytes on the wire and requests until the network is idle. */
async function firstLoad({ page, context }: { page: Page; context: BrowserContext }, url: string): Promise<Figures> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  let requests = 0
  session.on('Network.requestWillBeSent', () => void requests++)
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  await page.goto(url, { waitUntil: 'networkidle' })
  await context.close()
  return { 'kB on the wire': bytes / 1000, requests }
}

/** First load in bytes and requests; memory of server and database at rest and after minutes under load. */
export async function benchFootprint(product: Product, browser: Browser, minutes: number): Promise<string> {
  const session = await product.signIn('operator')
  const stranger = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const login = await firstLoad({ context: stranger, page: await stranger.newPage() }, `${product.url}/login`)
  const loads: Record<string, Figures> = { '/login': login }
  for (const path of ['/web/farm/home', '/web/farm/map', '/map', '/web/equipment/gateway'])
    loads[path] = await firstLoad(await openSignedIn(browser, session), `${product.url}${path}`)

  await product.restart()
  const look = (): Figures => ({ server: memoryOf(product.pid()), database: memoryOf(product.databasePid()) })
  const memory: Record<string, Figures> = { 'at rest': look() }
  const farm = await arrangeFarm(product.owner, { name: `load-${Date.now()}`, devices: 50, itemsEach: 20 })
  const publishers = await Promise.all(
    farm.devices.map(({ eui }) =>
      connectPublisher({ host: '127.0.0.1', port: product.mqttPort, clientId: eui, userName: `1/${eui}`, password: benchSecret }),
    ),
  )
  let at = 0
  const pour = setInterval(() => {
    for (let burst = 0; burst < 10; burst++) {
      const device = at++ % publishers.length
      publishers[device]!.fire(`furrow/1/${farm.devices[device]!.eui}/readings`, `{"v${at % 20}":${at % 1000}}`)
    }
  }, 10)
  await new Promise((done) => setTimeout(done, minutes * 60_000))
  clearInterval(pour)
  memory[`after ${minutes} min at 1,000 readings/s`] = look()
  for (const publisher of publishers) publisher.close()
  return [
    table('First load', loads),
    counted('/login, kB on the wire', login['kB on the wire']!, 160),
    table('Memory (MB, shared pages counted once)', memory),
  ].join('\n')
}
