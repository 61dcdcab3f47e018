import type { Browser, Page } from '@playwright/test'
import { onPage, withCameras } from './cameraLanes.ts'
import type { Product } from './product.ts'
import { type Figures, interleave, judge, table } from './rounds.ts'

/** Each round, so often: one start of ffmpeg is as long as its key frame happens to be away. */
const OPENINGS = 3

/** From the click on what `selector` names to the first picture that was decoded, ms. */
const openAndSee = (page: Page, selector: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        const look = () => {
          const canvas = document.querySelector<HTMLElement>('canvas[data-pictures]')
          if (Number(canvas?.dataset['pictures'] ?? 0) > 0) resolve(performance.now() - began)
          else setTimeout(look, 1)
        }
        document.querySelector<HTMLElement>(wanted)!.click()
        look()
      }),
    selector,
  )

/** From opening the window of a camera to its first decoded picture, beside (h) bare ffmpeg and a bare player on the same source. */
export async function benchFirstFrame(product: Product, browser: Browser, rounds: number): Promise<string> {
  return withCameras(product, 1, async ({ session, areaId, bare }) => {
    const given = { product, browser, session, areaId }
    const often = async (path: string, selector: string): Promise<Figures> => {
      const all: number[] = []
      for (let nth = 0; nth < OPENINGS; nth++)
        all.push(
          await onPage(given, [product.pid(), bare.pid], async (page) => {
            await page.goto(`${product.url}${path}`)
            await page.waitForSelector(selector)
            return openAndSee(page, selector)
          }),
        )
      return { 'first picture': all.reduce((sum, one) => sum + one, 0) / all.length }
    }
    const seen = await interleave(rounds, {
      Furrow: () => often('/web/equipment/camera', 'main li button'),
      '(h) bare ffmpeg and player': () => often(`/bench/bareCamera.html?count=1&port=${bare.port}`, '#open'),
    })
    const verdict = judge(rounds, seen)
    return [
      table(`The first picture of a camera: mean of ${OPENINGS} openings (ms)`, seen),
      verdict('first picture / (h)', seen.Furrow['first picture']! / seen['(h) bare ffmpeg and player']['first picture']!, 1.3, 'atMost'),
    ].join('\n')
  })
}
