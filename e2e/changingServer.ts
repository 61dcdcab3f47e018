import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The hashes that names of this build carry, as `RLwos3JQ` of `base-RLwos3JQ.js`. */
const hashes = new Set(readdirSync('dist/assets').flatMap((name) => /-([\w-]{8})\.(?:js|css)$/.exec(name)?.[1] ?? []))
const turned = (hash: string) => Array.from(hash).toReversed().join('')
const known = new Set([...hashes].map(turned))
/** Every name of a build as the other one has it; those of neither stay as they are. */
const renamed = (text: string) =>
  text.replaceAll(/-([\w-]{8})\.(?=js|css)/g, (whole, hash: string) => (hashes.has(hash) ? `-${turned(hash)}.` : whole))
const firstName = (path: string) =>
  path.replace(/-([\w-]{8})\.(?=js|css)/, (whole, hash: string) => (known.has(hash) ? `-${turned(hash)}.` : whole))

export interface ChangingServer {
  readonly url: string
  /** From now on the server has another build: all of its files are called otherwise, and the earlier ones are gone. Of `but` nothing comes. */
  deploy(but?: RegExp): void
  /** From now on the proxy in front finds nobody. */
  fail(): void
  /** What was asked for since this was called last, by method and path. */
  asked(): string[]
  close(): Promise<void>
}

/** The product behind an address of its own, on which a newer version of it can be installed. */
export async function changingServer(product: string): Promise<ChangingServer> {
  const { hostname, port } = new URL(product)
  let second = false
  let failing = false
  let missing: RegExp | null = null
  let asked: string[] = []
  const sockets = new Set<Duplex>()
  const passOn: RequestListener = (given, answer) => {
    const path = given.url ?? '/'
    asked.push(`${given.method} ${path}`)
    const isOfFirst = path.startsWith('/assets/') && firstName(path) === path && hashes.has(/-([\w-]{8})\.\w+$/.exec(path)?.[1] ?? '')
    if (failing || missing?.test(path) === true) {
      answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
      return
    }
    if (second && isOfFirst) {
      answer.writeHead(404, { 'content-type': 'application/json' }).end('{}')
      return
    }
    // What a browser has of the earlier build is not what this one would send.
    const { 'if-none-match': _had, ...headers } = { ...given.headers, 'accept-encoding': 'identity' }
    const onward = request(
      { hostname, port, method: given.method, path: second ? firstName(path) : path, headers },
      (got) => void answerWith(got),
    )
    const answerWith = async (got: IncomingMessage) => {
      const text = /html|javascript|css/.test(got.headers['content-type'] ?? '')
      if (!second || !text) {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(answer)
        return
      }
      const pieces: Buffer[] = []
      for await (const piece of got) pieces.push(piece as Buffer)
      const body = renamed(Buffer.concat(pieces).toString('utf8'))
      const { etag: _, ...rest } = got.headers
      answer.writeHead(got.statusCode ?? 502, { ...rest, 'content-length': Buffer.byteLength(body) }).end(body)
    }
    onward.on('error', () => answer.destroy())
    given.pipe(onward)
  }
  const server = createServer(passOn)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (given, socket, head) => {
    const onward = connect(Number(port), hostname, () => {
      const lines = Object.entries(given.headers).map(([name, value]) => `${name}: ${String(value)}`)
      onward.write([`${given.method} ${given.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    sockets.add(onward)
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy(but) {
      second = true
      missing = but ?? null
    },
    fail() {
      failing = true
    },
    asked() {
      const before = asked
      asked = []
      return before
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
