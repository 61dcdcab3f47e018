import type { Browser, Page } from '@playwright/test'
import { frameTimes } from './chrome.ts'
import { startChild } from './child.ts'
import { arrangeFarm, benchSecret, openSignedIn, type Product } from './product.ts'
import { type Figures, interleave, quantile, table, judge } from './rounds.ts'

const FRAME_MS = 1000 / 60
const PANES = ['/web/farm/home', '/web/equipment/gateway', '/web/farm/worker', '/web/farm/map']
const SWITCHES = 32

/** Milliseconds from each click on a tab to the end of the frame that painted its pane. */
async function switchTabs(page: Page, show: (pane: string) => Promise<void>): Promise<Figures> {
  const took: number[] = []
  // Every pane has been shown once before; what is measured is a pane that is kept.
  for (let at = 0; at < SWITCHES; at++) {
    const pane = PANES[at % PANES.length]!
    await page.evaluate((key) => {
      const painted = new Promise<number>((done) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const afterPaint = new MessageChannel()
            afterPaint.port1.onmessage = () => done(performance.now() - timeStamp)
            const look = () => {
              if (document.querySelector(`[data-pane="${key}"]`)?.checkVisibility()) afterPaint.port2.postMessage(0)
              else requestAnimationFrame(look)
            }
            requestAnimationFrame(look)
          },
          { capture: true, once: true },
        )
      })
      Object.assign(window, { painted })
    }, pane)
    await show(pane)
    took.push(await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted))
    // What the pane does after it is shown must not be charged to the next one.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 200 })))
  }
  return { 'p50 ms': quantile(took, 0.5), 'p95 ms': quantile(took, 0.95) }
}

/** A kept tab is shown within two frames of the click, beside a bare page that shows one of four tables. */
export async function benchTabs(product: Product, browser: Browser, rounds: number): Promise<string> {
  const session = await product.signIn('operator')
  const furrow = async () => {
    const { page, context } = await openSignedIn(browser, session)
    await page.goto(`${product.url}${PANES[0]!}`)
    for (const pane of PANES) {
      await page.evaluate((to) => {
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      }, pane)
      await page.waitForSelector(`[data-pane="${pane}"]:visible :is(h1, canvas, [role=grid])`)
      await page.waitForLoadState('networkidle')
    }
    const figures = await switchTabs(page, (pane) => page.locator(`[role=tab][data-tab="${pane}"]`).click())
    await context.close()
    return figures
  }
  const bare = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const rows = '<tr><td>1</td><td>pond</td><td>21.4</td><td>mg/L</td></tr>'.repeat(100)
    await page.setContent(
      `${PANES.map((pane) => `<button data-tab="${pane}">${pane}</button>`).join('')}${PANES.map((pane) => `<table data-pane="${pane}" hidden>${rows}</table>`).join('')}`,
    )
    await page.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLElement>('[data-tab]'))
        button.addEventListener('click', () => {
          for (const pane of document.querySelectorAll<HTMLElement>('[data-pane]'))
            pane.hidden = pane.dataset['pane'] !== button.dataset['tab']
        })
    })
    const figures = await switchTabs(page, (pane) => page.locator(`[data-tab="${pane}"]`).click())
    await context.close()
    return figures
  }
  const seen = await interleave(rounds, { Furrow: furrow, 'a bare page': bare })
  const verdict = judge(rounds, seen)
  return [
    table(`From the click on a kept tab to its paint (${PANES.join(', ')})`, seen),
    verdict('p95, in frames of 60 Hz', seen.Furrow['p95 ms']! / FRAME_MS, 2, 'atMost'),
  ].join('\n')
}

const DEVICES = 20
const ITEMS = 10
const RATE = 500
const WORDS = 'three ponds of the east side, looked after by the second shift; '
const KEY_MS = 60
const LONG_MS = 50

/** Typing in the form of a device over the list of devices, whose values come live: 500 readings a second, and none. */
export async function benchTyping(product: Product, browser: Browser, rounds: number): Promise<string> {
  const farm = await arrangeFarm(product.owner, { name: `typing-${Date.now()}`, devices: DEVICES, itemsEach: ITEMS })
  const session = await product.signIn('admin')
  const seconds = Math.ceil((WORDS.length * (KEY_MS + 15)) / 1000) + 4
  const type = async (rate: number): Promise<Figures> => {
    const { page, context } = await openSignedIn(browser, session, farm.areaId)
    await page.goto(`${product.url}/web/equipment/gateway`)
    await page
      .getByRole('gridcell', { name: /^typing-/ })
      .first()
      .waitFor()
    await page
      .getByRole('button', { name: /添加设备|Add device/ })
      .first()
      .click()
    const field = page.getByRole('dialog').getByRole('textbox').first()
    await field.click()
    const publisher = await startChild<{ ready: true }>('bench/publish.ts')
    if (rate > 0) {
      publisher.child.send({
        host: '127.0.0.1',
        port: product.mqttPort,
        rate,
        seconds,
        epoch: Date.now(),
        devices: farm.devices.map(({ eui }) => ({ clientId: eui, userName: `1/${eui}`, password: benchSecret })),
        cells: Array.from({ length: DEVICES * ITEMS }, (_, at) => {
          const device = at % DEVICES
          return { device, topic: `furrow/1/${farm.devices[device]!.eui}/readings`, code: `v${Math.floor(at / DEVICES)}` }
        }),
      })
      // The list behind the form must be moving.
      const cell = page.locator('[data-age]').first()
      const before = await cell.textContent()
      await page.waitForFunction(([one, old]) => one?.textContent !== old, [await cell.elementHandle(), before] as const)
    }
    await page.evaluate(() => {
      const long: number[] = []
      new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
      Object.assign(window, { long })
    })
    const frames = await frameTimes(page, () => page.keyboard.type(WORDS, { delay: KEY_MS }))
    const long = await page.evaluate(() => (window as unknown as { long: number[] }).long)
    if ((await field.inputValue()) !== WORDS) throw new Error('a letter was lost')
    publisher.stop()
    await context.close()
    return {
      'frame p50': quantile(frames, 0.5),
      'frame p95': quantile(frames, 0.95),
      [`tasks over ${LONG_MS} ms`]: long.length,
      'longest of them': Math.max(0, ...long),
    }
  }
  const seen = await interleave(rounds, { [`${RATE} readings a second`]: () => type(RATE), none: () => type(0) })
  const verdict = judge(rounds, seen)
  const busy = seen[`${RATE} readings a second`]!
  return [
    table('Typing in a form over a live list (ms)', seen),
    verdict(`tasks over ${LONG_MS} ms`, busy[`tasks over ${LONG_MS} ms`]!, 0, 'atMost'),
    verdict('frame p95 / without readings', busy['frame p95']! / seen.none!['frame p95']!, 1.2, 'atMost'),
  ].join('\n')
}
