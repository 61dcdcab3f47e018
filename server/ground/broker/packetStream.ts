import type { Duplex } from 'node:stream'
import { createWebSocketStream, type WebSocket } from 'ws'

/**
 * A WebSocket as the byte stream that the broker speaks to. The broker writes a packet in five pieces; what is written in one turn
 * leaves as one message, where each piece would otherwise be a message of its own that the page is woken for.
 */
export function packetStream(socket: WebSocket): Duplex {
  const stream: Duplex = createWebSocketStream(socket, {
    writev: (pieces, done) => stream._write(Buffer.concat(pieces.map(({ chunk }) => chunk as Buffer)), 'binary', done),
  })
  return stream
}
