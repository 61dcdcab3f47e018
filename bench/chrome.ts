import { existsSync } from 'node:fs'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'

/** A headless Chromium: the one of FURROW_CHROMIUM, else Debian's, else Playwright's own. */
export function launch(): Promise<Browser> {
  const system = process.env.FURROW_CHROMIUM ?? '/usr/bin/chromium'
  return chromium.launch({
    ...(existsSync(system) ? { executablePath: system } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      // A page that was laid over the product's address has no address of its own, and would be kept from this machine.
      '--disable-features=LocalNetworkAccessChecks',
    ],
  })
}

/** The share of a main thread that a page kept busy between two looks, 0 to 1. */
export async function busyShare(page: Page, during: () => Promise<void>): Promise<number> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const look = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const value = (name: string) => metrics.find((metric) => metric.name === name)!.value
    return { task: value('TaskDuration'), at: value('Timestamp') }
  }
  const before = await look()
  await during()
  const after = await look()
  await session.detach()
  return (after.task - before.task) / (after.at - before.at)
}

/** The intervals between animation frames while `during` runs, in ms. */
export async function frameTimes(page: Page, during: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    let on = true
    const step = (now: number) => {
      frames.push(now - last)
      last = now
      if (on) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
    Object.assign(window, { endFrames: () => ((on = false), frames) })
  })
  await during()
  return (await page.evaluate(() => (window as unknown as { endFrames(): number[] }).endFrames())).slice(1)
}
