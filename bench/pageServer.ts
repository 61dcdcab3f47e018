import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { extname, join } from 'node:path'

const KINDS: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/**
 * Serves the bench's own pages, in a process of its own; what is not one of them goes to the product (PRODUCT, its port), the live
 * connection too: that one hop more is on Furrow's side of the scales.
 */
const pages = join(import.meta.dirname, '../.cache/bench')
const product = Number(process.env.PRODUCT)

const server = createServer((asked, answer) => {
  const path = new URL(asked.url ?? '/', 'http://bench').pathname
  const file = join(pages, path)
  if (path.length > 1 && file.startsWith(pages) && existsSync(file)) {
    answer.setHeader('content-type', KINDS[extname(file)] ?? 'application/octet-stream')
    if (path === '/furrow.html') {
      request({ port: product, path: '/boot.json' }, (boot) => {
        let body = ''
        boot.on('data', (chunk) => (body += String(chunk)))
        boot.on('end', () => answer.end(readFileSync(file, 'utf8').replace(/(id="boot">)/, `$1${body.replaceAll('<', '\\u003c')}`)))
      }).end()
    } else createReadStream(file).pipe(answer)
    return
  }
  asked.pipe(
    request({ port: product, path: asked.url, method: asked.method, headers: asked.headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    }),
  )
})
server.on('upgrade', (asked, socket, head) => {
  const far = connect(product, '127.0.0.1', () => {
    far.write(
      `${asked.method} ${asked.url} HTTP/1.1\r\n${Object.entries(asked.headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n')}\r\n\r\n`,
    )
    far.write(head)
    // The hop must not hold a small frame back: neither side waits for acknowledgements.
    far.setNoDelay(true)
    ;(socket as Socket).setNoDelay(true)
    socket.pipe(far).pipe(socket)
  })
  far.on('error', () => socket.destroy())
  socket.on('error', () => far.destroy())
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
process.on('disconnect', () => process.exit(0))
