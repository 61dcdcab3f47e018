import { createServer, type Server, type Socket } from 'node:net'
import { Aedes, type AuthenticateError, type PublishPacket } from 'aedes'
import { expect } from 'vitest'

export interface Heard {
  readonly topic: string
  readonly payload: unknown
  readonly retain: boolean
  readonly qos: number
  readonly clientId: string | null
}

/** A real broker on a free port that keeps what devices say. It can be cut off and come back on the same port. */
export interface TestBroker {
  readonly url: string
  readonly port: number
  readonly heard: Heard[]
  readonly subscriptions: string[]
  readonly sessions: { clientId: string; username: string; password: string }[]
  /** What was heard on a topic, oldest first. */
  on(topic: string): Heard[]
  say(topic: string, payload: object): Promise<void>
  connected(): number
  /** Closes every connection without a word. */
  cut(): void
  /** Refuses and answers nobody until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Whether a publish on a topic is acknowledged; all are at first. */
  acknowledges: (topic: string) => boolean
  /** Whether a name is let in; all are at first. */
  admits: (username: string) => boolean
  close(): Promise<void>
}

export async function startBroker(): Promise<TestBroker> {
  const broker = await Aedes.createBroker()
  const sockets = new Set<Socket>()
  const heard: Heard[] = []
  const subscriptions: string[] = []
  const sessions: TestBroker['sessions'] = []
  let server: Server
  let port = 0
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server = createServer((socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
        socket.on('error', () => undefined)
        broker.handle(socket)
      })
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        if (address != null && typeof address === 'object') port = address.port
        resolve()
      })
    })
  broker.authenticate = (client, username, password, done) => {
    if (!self.admits(username ?? '')) {
      done(Object.assign(new Error('no'), { returnCode: 4 }) as AuthenticateError, false)
      return
    }
    sessions.push({ clientId: client.id, username: username ?? '', password: password?.toString() ?? '' })
    done(null, true)
  }
  broker.authorizePublish = (_client, packet, done) => {
    // A server that has not committed holds the acknowledgement back.
    if (self.acknowledges(packet.topic)) done(null)
  }
  broker.on('subscribe', (asked) => {
    subscriptions.push(...asked.map(({ topic }) => topic))
  })
  broker.on('publish', (packet, client) => {
    if (!packet.topic.startsWith('furrow/') || packet.topic.endsWith('/test')) return
    const text = packet.payload.toString()
    heard.push({
      topic: packet.topic,
      payload: JSON.parse(text) as unknown,
      retain: packet.retain,
      qos: packet.qos,
      clientId: client?.id ?? null,
    })
  })
  const self: TestBroker = {
    get url() {
      return `mqtt://127.0.0.1:${port}`
    },
    get port() {
      return port
    },
    heard,
    subscriptions,
    sessions,
    acknowledges: () => true,
    admits: () => true,
    on: (topic) => heard.filter((each) => each.topic === topic && each.clientId != null),
    say: (topic, payload) =>
      new Promise((resolve, reject) => {
        const packet: PublishPacket = {
          cmd: 'publish',
          topic,
          payload: Buffer.from(JSON.stringify(payload)),
          qos: 1,
          retain: false,
          dup: false,
        }
        broker.publish(packet, (failed) => (failed == null ? resolve() : reject(failed)))
      }),
    connected: () => broker.connectedClients,
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    async pause() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
      })
      self.cut()
      await closed
    },
    resume: listen,
    async close() {
      await self.pause()
      await new Promise<void>((resolve) => {
        broker.close(resolve)
      })
    },
  }
  await listen()
  return self
}

/** Waits until `claim` holds. */
export const until = (claim: () => void | Promise<void>, timeout = 10_000) =>
  expect
    .poll(
      async () => {
        try {
          await claim()
          return 'holds'
        } catch (cause) {
          return cause instanceof Error ? cause.message : 'does not hold'
        }
      },
      { timeout, interval: 20 },
    )
    .toBe('holds')
