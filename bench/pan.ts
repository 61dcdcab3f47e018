import type { Page } from '@playwright/test'
import { busyShare, frameTimes } from './chrome.ts'
import { type Figures, quantile } from './rounds.ts'

const SECONDS = 6

/** Frames while what scrolls is moved to and fro by so many px a frame, across and down. */
export async function pan(page: Page, selector: string, by: readonly [across: number, down: number]): Promise<Figures> {
  let frames: number[] = []
  const busy = await busyShare(page, async () => {
    frames = await frameTimes(page, () =>
      page.evaluate(
        ({ of, ms, step: [dx, dy] }) =>
          new Promise<void>((done) => {
            const box = document.querySelector(of)!
            const began = performance.now()
            let [across, down] = [dx, dy]
            const step = () => {
              if (performance.now() - began > ms) return done()
              const [left, top] = [box.scrollLeft, box.scrollTop]
              box.scrollLeft += across
              box.scrollTop += down
              if (box.scrollLeft === left) across = -across
              if (box.scrollTop === top) down = -down
              requestAnimationFrame(step)
            }
            requestAnimationFrame(step)
          }),
        { of: selector, ms: SECONDS * 1000, step: by },
      ),
    )
  })
  return { 'frame p50': quantile(frames, 0.5), 'frame p95': quantile(frames, 0.95), 'main thread %': busy * 100 }
}
