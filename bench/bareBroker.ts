// A bare broker in a process of its own: aedes on TCP and WebSocket, everything allowed, nothing stored. With RELAY=1 it also joins what
// comes on cells/<n> for 16 ms and publishes one frame: the floor (b).
import { createServer as createHttp } from 'node:http'
import { createServer as createTcp } from 'node:net'
import { Aedes } from 'aedes'
import { WebSocketServer, createWebSocketStream } from 'ws'

const JOIN_MS = 16

const broker = await Aedes.createBroker({ concurrency: 10_000 })
const tcp = createTcp(broker.handle)
const http = createHttp()
new WebSocketServer({ server: http }).on('connection', (socket) => broker.handle(createWebSocketStream(socket) as never))

if (process.env.RELAY === '1') {
  let joined = new Map<number, number>()
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    timer = null
    const payload = JSON.stringify({ v: [...joined] })
    joined = new Map()
    broker.publish({ cmd: 'publish', topic: 'frame', payload, qos: 0, retain: false, dup: false }, () => undefined)
  }
  broker.on('publish', (message, client) => {
    if (!client || !message.topic.startsWith('cells/')) return
    joined.set(Number(message.topic.slice('cells/'.length)), Number(message.payload))
    timer ??= setTimeout(flush, JOIN_MS)
  })
}

await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done))
await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
const port = (server: { address(): unknown }) => (server.address() as { port: number }).port
process.send?.({ tcp: port(tcp), ws: port(http) })
process.on('disconnect', () => process.exit(0))
