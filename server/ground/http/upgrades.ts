import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'

type Take = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Who takes connections that become something else than HTTP, by the path that is asked for. */
export interface Upgrades {
  /** Takes those of a path from now on; the answer gives it up. */
  take(path: string, take: Take): () => void
  /** Hands on those of a server; what nobody takes is answered 404. */
  attach(http: HttpServer): void
}

export function createUpgrades(): Upgrades {
  const takers = new Map<string, Take>()
  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // What is asked for need not be a URL at all.
    const take = takers.get(request.url?.split('?', 1)[0] ?? '')
    if (take) {
      take(request, socket, head)
      return
    }
    // One that was left alone would stay open for ever.
    refuseUpgrade(socket, '404 Not Found')
  }
  return {
    take(path, take) {
      if (takers.has(path)) throw new Error(`two take upgrades of ${path}`)
      takers.set(path, take)
      return () => void takers.delete(path)
    },
    attach: (http) => void http.on('upgrade', onUpgrade),
  }
}

/** Answers an upgrade with a status, and closes it. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => undefined)
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}
