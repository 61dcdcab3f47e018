import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { type Panorama, panoramaCalls, uploadedPanorama } from '#contract/panoramas/panorama'
import { panoramaVrCalls } from '#contract/panoramas/tour'
import type { Product } from './product.ts'
import { type Figures, interleave, judge, quantile, table } from './rounds.ts'

const MB = 1024 * 1024
const SIZE = { width: 11_008, height: 5504 }
const LEAST_BYTES = 45 * MB
/** A JPEG of at most so many bytes, as many as an upload may have. */
const MOST_BYTES = 50 * MB
/** Calls of somebody who looks at lists meanwhile: one after the other, so many ms apart. */
const APART_MS = 20
const ALONE_SECONDS = 20
const MOST_SECONDS = 300

const TENANT = 1
const pathOf = (path: string, id?: number) => path.replace('{t}', String(TENANT)).replace('{id}', String(id))
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** How long calls take, in ms, while nothing else happens, and while a panorama of 50 MB is made into tiles. */
export async function benchTiling(product: Product, rounds: number): Promise<string> {
  const { access } = await product.signIn('admin')
  const headers = { authorization: `Bearer ${access}` }
  const picture = await aPanorama()
  const ask = async <Answer>(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${product.url}${path}`, { ...init, headers: { ...headers, ...init.headers } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  // The demo draws panoramas of its own at its first start.
  const demo = performance.now()
  for (;;) {
    const { content } = await ask<{ content: Panorama[] }>(`${pathOf(panoramaCalls.page.path)}?page=1&size=20`)
    if (content.length > 0 && content.every(({ state }) => state !== 'making')) break
    if (performance.now() - demo > MOST_SECONDS * 1000) throw new Error("the demo's panoramas were not made in time")
    await pause(1000)
  }
  const list = () => ask(`${pathOf(panoramaVrCalls.page.path)}?page=1&size=10`)

  /** Calls for as long as `going` says; how long each took. */
  async function call(going: () => boolean): Promise<number[]> {
    const took: number[] = []
    while (going()) {
      const began = performance.now()
      await list()
      took.push(performance.now() - began)
      await pause(APART_MS)
    }
    return took
  }
  const figures = (took: readonly number[]): Figures => ({
    'p50 ms': quantile(took, 0.5),
    'p99 ms': quantile(took, 0.99),
    calls: took.length,
  })

  async function alone(): Promise<Figures> {
    const until = performance.now() + ALONE_SECONDS * 1000
    return figures(await call(() => performance.now() < until))
  }
  async function tiled(): Promise<Figures> {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(picture)], 'bench.jpg', { type: 'image/jpeg' }))
    const sent = uploadedPanorama.parse(await ask(pathOf(panoramaCalls.upload.path), { method: 'POST', body: form }))
    const began = performance.now()
    const made = await ask<Panorama>(pathOf(panoramaCalls.add.path), {
      method: 'POST',
      body: JSON.stringify({ panoramaName: 'Bench', ...sent }),
      headers: { 'content-type': 'application/json' },
    })
    let isMaking = true
    const watch = async () => {
      while (isMaking) {
        const { state, why } = await ask<Panorama>(pathOf(panoramaCalls.get.path, made.panoramaId))
        if (state === 'failed') throw new Error(`the panorama failed: ${why}`)
        if (performance.now() - began > MOST_SECONDS * 1000) throw new Error('the panorama was not made in time')
        isMaking = state !== 'ready'
        await pause(250)
      }
      return (performance.now() - began) / 1000
    }
    const [took, seconds] = await Promise.all([
      call(() => isMaking),
      watch().finally(() => {
        isMaking = false
      }),
    ])
    await ask(pathOf(panoramaCalls.remove.path, made.panoramaId), { method: 'DELETE' })
    return { ...figures(took), 'made in s': seconds }
  }

  const seen = await interleave(rounds, { alone, tiled })
  const share = seen.tiled['p99 ms']! / seen.alone['p99 ms']!
  return [
    table('Other calls while a panorama is made', { alone: seen.alone, 'beside the making': seen.tiled }),
    `The panorama: ${SIZE.width} x ${SIZE.height}, ${(picture.length / MB).toFixed(1)} MB.\n`,
    judge(rounds, seen)('p99 of other calls while a panorama of 50 MB is made, against that without', share, 2, 'atMost'),
  ].join('\n')
}

/** Noise, which no JPEG makes small: as near to the most bytes as the quality allows. */
async function aPanorama(): Promise<Buffer> {
  const raw = randomBytes(SIZE.width * SIZE.height * 3)
  for (let quality = 97; quality > 0; quality--) {
    const jpeg = await sharp(raw, { raw: { ...SIZE, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
    if (jpeg.length > MOST_BYTES) continue
    if (jpeg.length < LEAST_BYTES) break
    return jpeg
  }
  throw new Error('no quality makes a panorama of nearly as many bytes as an upload may have')
}
