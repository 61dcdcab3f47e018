import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'

/** Where the product may call this machine though it is not public (test.mjs: ALARM_WEBHOOK_ALLOW): a port for each of the workers. */
const PORTS = (process.env.FURROW_HOOK_PORT ?? '18999').split(',').map(Number)
const HOOK_PORT = PORTS[Number(process.env.TEST_PARALLEL_INDEX ?? 0) % PORTS.length]!

export interface Hooked {
  readonly path: string
  readonly body: Record<string, unknown>
  readonly headers: IncomingHttpHeaders
}

/** A service of somebody else that the product calls, and what it was called with. One at a time: the product knows its port. */
export async function hookService() {
  const calls: Hooked[] = []
  let [status, says] = [200, '']
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      calls.push({
        path: request.url ?? '',
        body: JSON.parse(Buffer.concat(parts).toString('utf8') || '{}') as Record<string, unknown>,
        headers: request.headers,
      })
      response.writeHead(status).end(says)
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(HOOK_PORT, '127.0.0.1', resolve))
  return {
    url: (path: string) => `http://127.0.0.1:${HOOK_PORT}${path}`,
    /** What it answers from now on. */
    answer(next: number, body = '') {
      ;[status, says] = [next, body]
    },
    headersAt: (path: string) => calls.filter((one) => one.path === path).map(({ headers }) => headers),
    at: (path: string) => calls.filter((one) => one.path === path).map(({ body }) => body),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
