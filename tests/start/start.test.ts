import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const freePort = () =>
  new Promise<number>((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => found(port))
    })
  })

interface Product {
  readonly process: ChildProcess
  readonly out: () => string
  /** Resolves when `words` were printed, fails when the process ends before. */
  says(words: string): Promise<void>
  gone(): Promise<number | null>
}

const running = new Set<Product>()

/** `npm start` without npm, in this checkout, with a data directory and ports of the test's own. */
function start(env: Record<string, string>): Product {
  const child = spawn('node', ['start.mjs'], {
    env: { ...process.env, DATABASE_URL: '', HOST: '', DEMO: '', SIMULATOR: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      out += String(chunk)
      for (const listener of listeners) listener()
    })
  }
  const gone = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const product: Product = {
    process: child,
    out: () => out,
    gone: () => gone,
    says: (words) =>
      new Promise((heard, failed) => {
        const look = () => {
          if (!out.includes(words)) return
          listeners.delete(look)
          heard()
        }
        listeners.add(look)
        look()
        void gone.then((code) => failed(new Error(`ended with ${code} before it said "${words}":\n${out}`)))
      }),
  }
  running.add(product)
  void gone.then(() => running.delete(product))
  return product
}

let dataDir: string
let port: number
let mqttPort: number

const settings = () => ({ DATA_DIR: dataDir, PORT: String(port), MQTT_PORT: String(mqttPort) })
const health = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.status ?? 0
const postmaster = () => {
  const { directory } = JSON.parse(readFileSync(join(dataDir, 'cluster.json'), 'utf8')) as { directory: string }
  return Number(readFileSync(resolve(dataDir, directory, 'postmaster.pid'), 'utf8').split('\n')[0])
}
/** The process of a part: the supervisor's child that runs this file. */
function partOf(product: Product, file: string): number {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
      if (parent === product.process.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(file)) return Number(name)
    } catch {
      // It ended while we looked.
    }
  }
  throw new Error(`no process runs ${file}`)
}
/** Whether a process runs; one that has ended and that nobody has fetched yet (state Z) does not. */
const isAlive = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]![0] !== 'Z'
  } catch {
    return false
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'furrow-start-'))
  ;[port, mqttPort] = [await freePort(), await freePort()]
})
afterEach(async () => {
  for (const product of running) product.process.kill('SIGTERM')
  await Promise.all([...running].map((product) => product.gone()))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('npm start', () => {
  test('sets everything up, says where it is, is healthy, and stops in order', async () => {
    const product = start(settings())
    await product.says('Furrow is ready on http://localhost:')
    expect(await health()).toBe(200)
    const database = postmaster()
    product.process.kill('SIGTERM')
    expect(await product.gone()).toBe(0)
    expect(isAlive(database)).toBe(false)
    expect(await health()).toBe(0)
  })

  test('starts a second time on the same data within ten seconds', async () => {
    const since = performance.now()
    const product = start(settings())
    await product.says('Furrow is ready on')
    expect(performance.now() - since).toBeLessThan(10_000)
  })

  test('ends with one line where another Furrow holds the data directory, which goes on', async () => {
    const first = start(settings())
    await first.says('Furrow is ready on')
    const second = start({ ...settings(), PORT: String(await freePort()), MQTT_PORT: String(await freePort()) })
    expect(await second.gone()).toBe(1)
    expect(second.out().trim().split('\n')).toEqual([expect.stringContaining('is held by another Furrow')])
    expect(await health()).toBe(200)
  })

  test.each(['PORT', 'MQTT_PORT'])('ends with one line where %s is taken, with nothing damaged', async (name) => {
    const holder = await new Promise<Server>((ready) => {
      const server = createServer().listen(0, '127.0.0.1', () => ready(server))
    })
    const taken = (holder.address() as AddressInfo).port
    const product = start({ ...settings(), [name]: String(taken) })
    expect(await product.gone()).toBe(1)
    expect(product.out()).toContain(String(taken))
    expect(product.out()).not.toContain('    at ')
    holder.close()
    const again = start(settings())
    await again.says('Furrow is ready on')
  })

  test.each([
    ['PORT', 'eighty'],
    ['MQTT_PORT', '70000'],
    ['DEMO', 'perhaps'],
    ['HOST', '0.0.0.0'],
    ['DATABASE_URL', 'postgres://nobody:x@127.0.0.1:1/none'],
    ['TILES', '{'],
  ])('ends with a line that names %s where it is %s', async (name, value) => {
    const product = start({ ...settings(), [name]: value })
    expect(await product.gone()).toBe(1)
    expect(product.out()).toMatch(name === 'HOST' ? /DEMO/ : name === 'DATABASE_URL' ? /database/i : new RegExp(name))
    expect(product.out()).not.toContain('    at ')
  })

  test('starts the server again when it dies, and is healthy again', async () => {
    const product = start(settings())
    await product.says('Furrow is ready on')
    process.kill(partOf(product, 'server/main.ts'), 'SIGKILL')
    await product.says('starting it again')
    await expect.poll(health, { timeout: 20_000 }).toBe(200)
  })

  test('takes over after kill -9 of the owner and adopts or replaces its database', async () => {
    const first = start(settings())
    await first.says('Furrow is ready on')
    first.process.kill('SIGKILL')
    await first.gone()
    const second = start(settings())
    await second.says('Furrow is ready on')
    expect(await health()).toBe(200)
  })
})
