import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'

export const freePort = () =>
  new Promise<number>((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => found(port))
    })
  })

export interface Product {
  readonly process: ChildProcess
  readonly out: () => string
  /** Resolves when `words` were printed, fails when the process ends before. */
  says(words: string): Promise<void>
  gone(): Promise<number | null>
}

const running = new Set<Product>()

/** `npm start` without npm, in this checkout, with a data directory and ports of the test's own. */
export function start(env: Record<string, string>): Product {
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

/** Ends every product that a test left running. */
export async function stopAll(): Promise<void> {
  for (const product of running) product.process.kill('SIGTERM')
  await Promise.all([...running].map((product) => product.gone()))
}

/** Where the own database of a data directory is, and its superuser's password. */
export function clusterOf(dataDir: string): { directory: string; url: string } {
  const { directory, password } = JSON.parse(readFileSync(join(dataDir, 'cluster.json'), 'utf8')) as Record<
    'directory' | 'password',
    string
  >
  const place = resolve(dataDir, directory)
  const port = readFileSync(join(place, 'postmaster.pid'), 'utf8').split('\n')[3]
  return { directory: place, url: `postgres://furrow:${password}@127.0.0.1:${port}/furrow` }
}

/** The postmaster of a data directory; 0 where there is none. */
export function postmasterOf(dataDir: string): number {
  try {
    const { directory } = JSON.parse(readFileSync(join(dataDir, 'cluster.json'), 'utf8')) as { directory: string }
    return Number(readFileSync(resolve(dataDir, directory, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

/** The process of a part: the supervisor's child that runs this file. */
export function partOf(product: Product, file: string): number {
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
export const isAlive = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]![0] !== 'Z'
  } catch {
    return false
  }
}
