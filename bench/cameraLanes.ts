import { spawn } from 'node:child_process'
import type { Browser, Page } from '@playwright/test'
import { childrenOf } from './processTime.ts'
import { startChild } from './child.ts'
import { arrangeFarm, openSignedIn, type Product, type Session } from './product.ts'
import { servePages } from './servePages.ts'

/** The source of RTSP that all read from: one picture, encoded once. */
async function startSource(): Promise<{ url: string; port: number; stop(): void }> {
  const child = spawn('/usr/bin/python3', ['tests/server/cameras/rtspSource.py'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the source of RTSP ended with ${code}`)))
    child.stdout.once('data', (said: Buffer) => resolve(Number(said)))
  })
  child.removeAllListeners('exit')
  return { url: `rtsp://127.0.0.1:${port}/live`, port, stop: () => void child.kill('SIGKILL') }
}

async function addCamera(product: Product, session: Session, areaId: number, nth: number, hdUrl: string): Promise<number> {
  const facts = { name: `Eye ${nth}`, deviceSerial: `eye-${areaId}-${nth}`, cameraType: 1, cameraEnter: 4, channelNo: 1, areaId }
  const body = { ...facts, landId: null, latlng: null, hdUrl, sdUrl: '', onvifUrl: '', userName: '', password: null }
  const answer = await fetch(`${product.url}/wfpe/v1/1/camera`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.access}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { id } = (await answer.json()) as { id?: number }
  if (id === undefined) throw new Error(`a camera could not be added: ${answer.status}`)
  return id
}

/** `count` cameras of Furrow and a bare server on the same source, while `measure` runs. */
export async function withCameras<T>(
  product: Product,
  count: number,
  measure: (given: { session: Session; areaId: number; ids: number[]; bare: { port: number; pid: number } }) => Promise<T>,
): Promise<T> {
  const source = await startSource()
  const bare = await startChild<{ port: number }>('bench/bareCameras.ts', { SOURCE: source.url })
  try {
    await product.restart({ CAMERA_ALLOW: `127.0.0.1:${source.port}`, CAMERA_STREAMS: '32' })
    const session = await product.signIn('admin')
    const { areaId } = await arrangeFarm(product.owner, { name: `eyes-${Date.now()}`, devices: 1, itemsEach: 1 })
    const ids: number[] = []
    for (let nth = 1; nth <= count; nth++) ids.push(await addCamera(product, session, areaId, nth, source.url))
    return await measure({ session, areaId, ids, bare: { port: bare.message.port, pid: bare.child.pid! } })
  } finally {
    bare.stop()
    source.stop()
    await product.restart()
  }
}

/** A page of a fresh browser of somebody who is signed in; when it is closed, so are the encoders behind it. */
export async function onPage<T>(
  given: { product: Product; browser: Browser; session: Session; areaId: number },
  servers: readonly number[],
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const { page, context } = await openSignedIn(given.browser, given.session, given.areaId)
  await servePages(context, given.product)
  const answer = await work(page)
  await context.close()
  const until = performance.now() + 20_000
  while (servers.some((pid) => childrenOf(pid, 'ffmpeg').length > 0)) {
    if (performance.now() > until) throw new Error('an encoder goes on though nobody watches')
    await new Promise((done) => setTimeout(done, 100))
  }
  return answer
}
