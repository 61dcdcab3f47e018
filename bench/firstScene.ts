import type { Browser } from '@playwright/test'
import { publicTourCalls, type PublishedTour } from '#contract/panoramas/published'
import { panoramaVrCalls, type Vr } from '#contract/panoramas/tour'
import type { Product } from './product.ts'
import { type Figures, interleave, judge, table } from './rounds.ts'
import { servePages } from './servePages.ts'

/** Each round, so often. */
const OPENINGS = 3
const MOST_MS = 120_000

/** Notes, in the page, the first frame that was drawn after a picture had been handed to WebGL; a picture of a control is smaller. */
function notePainted(): void {
  const noted = globalThis as { painted?: number }
  const isPicture = (one: unknown) => Number((one as { width?: unknown } | null)?.width) >= 256 && !ArrayBuffer.isView(one)
  let has = false
  for (const context of [WebGL2RenderingContext.prototype, WebGLRenderingContext.prototype]) {
    for (const name of ['texImage2D', 'texSubImage2D'] as const) {
      const own = context[name] as (...given: unknown[]) => void
      ;(context as unknown as Record<string, unknown>)[name] = function (this: unknown, ...given: unknown[]) {
        has ||= given.some((one) => typeof one === 'object' && isPicture(one))
        return own.apply(this, given)
      }
    }
    for (const name of ['drawElements', 'drawArrays'] as const) {
      const own = context[name] as (...given: unknown[]) => void
      ;(context as unknown as Record<string, unknown>)[name] = function (this: unknown, ...given: unknown[]) {
        if (has) requestAnimationFrame(() => (noted.painted ??= performance.now()))
        return own.apply(this, given)
      }
    }
  }
}

/** From the address to the first frame with the scene in it: a published tour beside (k) a bare viewer of the same tiles. Browsers are fresh each time. */
export async function benchFirstScene(product: Product, browser: Browser, rounds: number): Promise<string> {
  const { access } = await product.signIn('admin')
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
  const ask = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`${product.url}${path}`, { ...init, headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const inTenant = (path: string, vrId = 0) => path.replace('{t}', '1').replace('{vrId}', String(vrId))
  const tourOf = (key: string) => ask<PublishedTour>(publicTourCalls.get.path.replace('{key}', key))

  const began = performance.now()
  // The demo draws its tours at its first start.
  let scene: PublishedTour['scenes'][number] | undefined
  let key = ''
  while (scene?.state !== 'ready') {
    if (performance.now() - began > MOST_MS) throw new Error("the demo's tours were not made in time")
    const { content } = await ask<{ content: Vr[] }>(`${inTenant(panoramaVrCalls.page.path)}?page=1&size=10`)
    const [tour] = content.filter(({ scenes }) => scenes > 0)
    if (tour) {
      const { publishKey } = await ask<Vr>(inTenant(panoramaVrCalls.publish.path, tour.vrId), { method: 'PUT', body: '{"publishFlag":1}' })
      key = publishKey!
      scene = (await tourOf(key)).scenes[0]
    }
    await new Promise((done) => setTimeout(done, 500))
  }
  const { panoramaImages, levels } = scene

  const painted = async (path: string): Promise<Figures> => {
    let sum = 0
    for (let nth = 0; nth < OPENINGS; nth++) {
      const context = await browser.newContext()
      await servePages(context, product)
      await context.addInitScript(notePainted)
      const page = await context.newPage()
      await page.goto(`${product.url}${path}`)
      const handle = await page.waitForFunction(() => (globalThis as { painted?: number }).painted, undefined, { timeout: 60_000 })
      sum += Number(await handle.jsonValue())
      await context.close()
    }
    return { 'first scene': sum / OPENINGS }
  }
  const bare = `/bench/bareTour.html?${new URLSearchParams({ images: panoramaImages, levels: JSON.stringify(levels) }).toString()}`
  const seen = await interleave(rounds, { Furrow: () => painted(`/tour/${key}`), '(k) bare viewer': () => painted(bare) })
  return [
    table(`The first scene of a tour: mean of ${OPENINGS} openings (ms)`, seen),
    judge(rounds, seen)('first scene / (k)', seen.Furrow['first scene']! / seen['(k) bare viewer']['first scene']!, 1.3, 'atMost'),
  ].join('\n')
}
