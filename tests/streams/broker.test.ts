import { Server, WebSocket as MockSocket } from 'mock-socket'
import mqttPacket, { type Packet } from 'mqtt-packet'
import { BehaviorSubject, Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { liveReadings } from '#contract/devices/live'
import { unreadTopic } from '#contract/notices/message'
import {
  type Broker,
  HIDDEN_CLOSE_MS,
  DOUBT_MS,
  HIDDEN_GRACE_MS,
  openBroker,
  PARTING_MS,
  QUIET_MS,
  RENEW_BEFORE_MS,
  retryDelay,
  tokenEnd,
} from '#streams/broker'
import type { ConnectionStatus } from '#streams/connection'
import { readReadingsFrame } from '#streams/devices/readings'

/** A lawful MQTT 3.1.1 broker behind a mock socket, with the levers that a test needs. */
class FakeBroker {
  readonly #server: Server
  readonly connects: { username: string | undefined; password: string; version: number | undefined }[] = []
  readonly subscribed: string[][] = []
  readonly unsubscribed: string[][] = []
  readonly refused = new Set<string>()
  open = 0
  answersSubscribe = true
  /** False: no packet comes back any more, and no end of the connection either. */
  speaks = true
  accepts: (password: string) => boolean = () => true
  readonly #links = new Set<{ topics: Set<string>; write(packet: Packet): void; close(): void }>()

  constructor(url: string) {
    this.#server = new Server(url, { mock: false, selectProtocol: (protocols) => protocols[0] ?? '' })
    this.#server.on('connection', (socket) => {
      const parser = mqttPacket.parser()
      const link = {
        topics: new Set<string>(),
        write: (packet: Packet) => {
          if (!this.speaks) return
          const bytes = mqttPacket.generate(packet)
          socket.send(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
        },
        close: () => socket.close(),
      }
      this.#links.add(link)
      this.open++
      socket.on('close', () => {
        if (this.#links.delete(link)) this.open--
      })
      socket.on('message', (data) => {
        parser.parse(Buffer.from(data as ArrayBuffer))
      })
      parser.on('packet', (packet) => {
        if (packet.cmd === 'connect') {
          const password = String(packet.password)
          this.connects.push({ username: packet.username, password, version: packet.protocolVersion })
          link.write({ cmd: 'connack', returnCode: this.accepts(password) ? 0 : 5, sessionPresent: false })
        } else if (packet.cmd === 'subscribe') {
          const names = packet.subscriptions.map(({ topic }) => topic)
          this.subscribed.push(names)
          if (!this.answersSubscribe) return
          for (const name of names) if (!this.refused.has(name)) link.topics.add(name)
          link.write({ cmd: 'suback', messageId: packet.messageId!, granted: names.map((name) => (this.refused.has(name) ? 128 : 0)) })
        } else if (packet.cmd === 'unsubscribe') {
          this.unsubscribed.push(packet.unsubscriptions)
          for (const name of packet.unsubscriptions) link.topics.delete(name)
          link.write({ cmd: 'unsuback', messageId: packet.messageId!, granted: [] })
        } else if (packet.cmd === 'pingreq') link.write({ cmd: 'pingresp' })
      })
    })
  }
  /** Says something to every connection that listens; answers how many did. */
  say(topic: string, payload: unknown): number {
    let heard = 0
    for (const link of this.#links) {
      if (!link.topics.has(topic)) continue
      heard++
      link.write({
        cmd: 'publish',
        topic,
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
        qos: 0,
        dup: false,
        retain: false,
      })
    }
    return heard
  }
  cut() {
    for (const link of this.#links) link.close()
  }
  stop() {
    this.#server.stop()
  }
}

let number = 0
let url = ''
let server: FakeBroker
let broker: Broker | null = null
const realWebSocket = globalThis.WebSocket

beforeEach(() => {
  globalThis.WebSocket = MockSocket as unknown as typeof WebSocket
  url = `ws://furrow-${++number}.test:80/mqtt`
  server = new FakeBroker(url)
})
afterEach(() => {
  broker?.close()
  broker = null
  server.stop()
  vi.useRealTimers()
  globalThis.WebSocket = realWebSocket
})

function aPage(more: Partial<Parameters<typeof openBroker>[0]> = {}) {
  const visible$ = new BehaviorSubject(true)
  const networkBack$ = new Subject<void>()
  const made = openBroker({ url, accessToken: () => Promise.resolve('token'), visible$, networkBack$, random: () => 0, ...more })
  broker = made
  const statuses: ConnectionStatus[] = []
  made.status$.subscribe((status) => statuses.push(status))
  const hear = (areaId = 5) => {
    const said: string[] = []
    const payloads: unknown[] = []
    const subscription = made.listen(liveReadings, { t: 1, areaId }, readReadingsFrame).subscribe((heard) => {
      said.push(heard.kind)
      if (heard.kind === 'message') payloads.push(heard.payload)
    })
    return { said, payloads, leave: () => subscription.unsubscribe() }
  }
  return { broker: made, visible$, networkBack$, statuses, hear }
}
const topic = 'live/1/5/readings'
const frame = (seq: number) => ({ at: 1, seq, start: 1, v: [[1, 2, 3]] })
const until = (condition: () => void) => vi.waitFor(condition, { timeout: 3000, interval: 5 })
const token = (end: number) => `h.${btoa(JSON.stringify({ exp: end / 1000 })).replaceAll('=', '')}.s`

describe('the connection', () => {
  test('signs in as console with the token, speaks MQTT 3.1.1 and subscribes once for all who listen', async () => {
    const page = aPage()
    const one = page.hear()
    const two = page.hear()
    await until(() => expect(one.said).toEqual(['subscribed']))
    expect(two.said).toEqual(['subscribed'])
    expect(server.connects).toMatchObject([{ username: 'console', password: 'token', version: 4 }])
    expect(server.subscribed).toEqual([[topic]])
    expect(page.statuses).toEqual(['connecting', 'online'])
  })

  test('hears what is said, parsed once, and drops what is malformed', async () => {
    const page = aPage()
    const accepts = vi.fn(readReadingsFrame)
    const heard: unknown[] = []
    page.broker.listen(liveReadings, { t: 1, areaId: 5 }, accepts).subscribe((one) => heard.push(one.kind))
    const two = page.hear()
    await until(() => expect(two.said).toEqual(['subscribed']))
    server.say(topic, frame(1))
    server.say(topic, 'not json')
    server.say(topic, { at: 1 })
    server.say(topic, frame(2))
    await until(() => expect(two.payloads).toEqual([frame(1), frame(2)]))
    expect(accepts).toHaveBeenCalledTimes(3)
    expect(page.broker.counts()).toEqual({ received: 4, malformed: 2 })
    expect(heard).toEqual(['subscribed', 'message', 'message'])
  })

  test('judges by the declaration where nothing quicker is given', async () => {
    const page = aPage()
    const counts: unknown[] = []
    let ready = false
    page.broker.listen(unreadTopic, { userId: 9 }).subscribe((heard) => {
      ready ||= heard.kind === 'subscribed'
      if (heard.kind === 'message') counts.push(heard.payload.counts)
    })
    await until(() => expect(ready).toBe(true))
    server.say('user/9/unread', { at: 1, tenantId: 1, counts: { announce: 'many', notify: 0 } })
    server.say('user/9/unread', { at: 1, tenantId: 1, counts: { announce: 2, notify: 0 } })
    await until(() => expect(counts).toEqual([{ announce: 2, notify: 0 }]))
  })

  test('who comes later is told at once how it stands', async () => {
    const page = aPage()
    const one = page.hear()
    await until(() => expect(one.said).toEqual(['subscribed']))
    const two = page.hear()
    expect(two.said).toEqual(['subscribed'])
    expect(server.subscribed).toHaveLength(1)
  })

  test('the last who leaves takes the subscription along', async () => {
    const page = aPage()
    const one = page.hear()
    const two = page.hear()
    await until(() => expect(two.said).toEqual(['subscribed']))
    one.leave()
    two.leave()
    await until(() => expect(server.unsubscribed).toEqual([[topic]]))
    const three = page.hear()
    await until(() => expect(three.said).toEqual(['subscribed']))
    expect(server.subscribed).toEqual([[topic], [topic]])
  })

  test('topics that are asked for together travel together, and a refusal concerns its own topic', async () => {
    server.refused.add('live/1/6/readings')
    const page = aPage()
    await until(() => expect(page.statuses).toContain('online'))
    const mine = page.hear(5)
    const theirs = page.hear(6)
    await until(() => expect(theirs.said).toEqual(['refused']))
    expect(mine.said).toEqual(['subscribed'])
    expect(server.subscribed).toEqual([[topic, 'live/1/6/readings']])
    server.say(topic, frame(1))
    await until(() => expect(mine.payloads).toHaveLength(1))
  })

  test('after a cut it comes back by itself and subscribes again', async () => {
    const page = aPage()
    const one = page.hear()
    await until(() => expect(one.said).toEqual(['subscribed']))
    server.cut()
    await until(() => expect(one.said).toEqual(['subscribed', 'lost', 'subscribed']))
    expect(page.statuses).toEqual(['connecting', 'online', 'offline', 'online'])
    expect(server.connects).toHaveLength(2)
    server.say(topic, frame(1))
    await until(() => expect(one.payloads).toEqual([frame(1)]))
  })

  test('refused credentials are tried again with the token of that moment', async () => {
    server.accepts = (password) => password === 'fresh'
    const tokens = ['stale', 'fresh']
    const page = aPage({ accessToken: () => Promise.resolve(tokens.shift() ?? 'fresh') })
    const one = page.hear()
    await until(() => expect(one.said).toEqual(['lost', 'subscribed']))
    expect(server.connects.map(({ password }) => password)).toEqual(['stale', 'fresh'])
  })

  test('a session that cannot give a token is offline, and tried again', async () => {
    let asked = 0
    const page = aPage({ accessToken: () => (asked++ === 0 ? Promise.reject(new Error('unreachable')) : Promise.resolve('token')) })
    await until(() => expect(page.statuses).toEqual(['connecting', 'offline', 'online']))
  })

  test('a network that comes back is worth a try at once', async () => {
    let asked = 0
    const page = aPage({
      random: () => 0.999,
      accessToken: () => (asked++ === 0 ? Promise.reject(new Error('unreachable')) : Promise.resolve('token')),
    })
    await until(() => expect(page.statuses).toContain('offline'))
    page.networkBack$.next()
    await vi.waitFor(() => expect(page.statuses).toContain('online'), { timeout: 700, interval: 5 })
  })

  test('once closed it says nothing more and comes back no more', async () => {
    const page = aPage()
    const one = page.hear()
    await until(() => expect(one.said).toEqual(['subscribed']))
    page.broker.close()
    page.broker.close()
    await until(() => expect(server.open).toBe(0))
    expect(one.said).toEqual(['subscribed'])
    expect(page.statuses).toEqual(['connecting', 'online'])
  })
})

/** Virtual time for the page's clocks; the mock socket and the library live by the same timers. */
describe('over time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'setImmediate', 'clearImmediate'] })
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  test('a connection that answers no subscription is given up for a new one', async () => {
    server.answersSubscribe = false
    const page = aPage()
    const one = page.hear()
    await pass(100)
    expect(server.subscribed).toHaveLength(1)
    await pass(4000)
    server.answersSubscribe = true
    await pass(1000)
    expect(one.said).toEqual(['lost', 'subscribed'])
    expect(server.connects).toHaveLength(2)
  })

  test('a connection that falls silent without closing is said to be lost within 4 s, with the time of its last word', async () => {
    const page = aPage()
    const one = page.hear()
    await pass(100)
    await pass(3 * (QUIET_MS + DOUBT_MS))
    // A quiet connection that answers is none that is lost.
    expect(page.statuses).toEqual(['connecting', 'online'])
    server.say(topic, frame(1))
    await pass(10)
    server.speaks = false
    const before = Date.now()
    await pass(QUIET_MS + DOUBT_MS + 50)
    expect(one.said).toEqual(['subscribed', 'message', 'lost'])
    expect(page.statuses.slice(0, 3)).toEqual(['connecting', 'online', 'offline'])
    expect(page.broker.heardAt()).toBeLessThanOrEqual(before)
    expect(before - page.broker.heardAt()!).toBeLessThan(QUIET_MS + DOUBT_MS)
    server.speaks = true
    await pass(10_000)
    expect(one.said.at(-1)).toBe('subscribed')
    expect(page.statuses.at(-1)).toBe('online')
  })

  test('where the browser says that its network is gone, the broker is asked at once and believed', async () => {
    const networkLost$ = new Subject<void>()
    const page = aPage({ networkLost$ })
    const one = page.hear()
    await pass(100)
    networkLost$.next()
    await pass(DOUBT_MS + 50)
    expect(one.said).toEqual(['subscribed'])
    server.speaks = false
    networkLost$.next()
    await pass(DOUBT_MS + 50)
    expect(one.said).toEqual(['subscribed', 'lost'])
  })

  test('a hidden page keeps listening for a glance elsewhere, then asks for silence', async () => {
    const page = aPage()
    const one = page.hear()
    await pass(100)
    page.visible$.next(false)
    await pass(HIDDEN_GRACE_MS - 10)
    page.visible$.next(true)
    await pass(HIDDEN_GRACE_MS)
    expect(server.unsubscribed).toEqual([])
    expect(one.said).toEqual(['subscribed'])
    page.visible$.next(false)
    await pass(HIDDEN_GRACE_MS + 50)
    expect(server.unsubscribed).toEqual([[topic]])
    expect(server.say(topic, frame(1))).toBe(0)
    expect(one.said).toEqual(['subscribed', 'paused'])
    expect(server.open).toBe(1)
  })

  test('shown again it listens again at once, over the same connection', async () => {
    const page = aPage()
    const one = page.hear()
    await pass(100)
    page.visible$.next(false)
    await pass(HIDDEN_GRACE_MS + 50)
    page.visible$.next(true)
    await pass(50)
    expect(one.said).toEqual(['subscribed', 'paused', 'subscribed'])
    expect(server.connects).toHaveLength(1)
    server.say(topic, frame(2))
    await pass(50)
    expect(one.payloads).toEqual([frame(2)])
  })

  test('long hidden it gives its connection back, and shown again it is there at once', async () => {
    const page = aPage()
    const one = page.hear()
    await pass(100)
    page.visible$.next(false)
    await pass(HIDDEN_GRACE_MS + HIDDEN_CLOSE_MS + 100)
    expect(server.open).toBe(0)
    await pass(10 * 60_000)
    expect(server.connects).toHaveLength(1)
    page.visible$.next(true)
    await pass(100)
    expect(server.connects).toHaveLength(2)
    expect(one.said).toEqual(['subscribed', 'paused', 'subscribed'])
    expect(page.statuses).not.toContain('offline')
  })

  test('a hidden page does not try to come back, a shown one does at once', async () => {
    const page = aPage()
    const one = page.hear()
    await pass(100)
    page.visible$.next(false)
    await pass(HIDDEN_GRACE_MS + 50)
    server.cut()
    await pass(30_000)
    expect(server.connects).toHaveLength(1)
    expect(one.said).toEqual(['subscribed', 'paused'])
    page.visible$.next(true)
    await pass(100)
    expect(one.said).toEqual(['subscribed', 'paused', 'subscribed'])
  })

  test('who begins to listen on a hidden page is told so', async () => {
    const page = aPage()
    await pass(100)
    page.visible$.next(false)
    await pass(HIDDEN_GRACE_MS + 50)
    const one = page.hear()
    await pass(10)
    expect(one.said).toEqual(['paused'])
  })

  test('before its token ends a second connection takes over, and nothing is missed or seen of it', async () => {
    const first = token(Date.now() + 10 * 60_000)
    const second = token(Date.now() + 25 * 60_000)
    const tokens = [first]
    const page = aPage({ accessToken: () => Promise.resolve(tokens[0]!) })
    const one = page.hear()
    await pass(100)
    let seq = 0
    server.say(topic, frame(++seq))
    // The session has no newer token yet when it is first asked.
    await pass(10 * 60_000 - RENEW_BEFORE_MS)
    expect(server.connects).toHaveLength(1)
    tokens[0] = second
    for (let tick = 0; tick < 500; tick++) {
      await pass(20)
      server.say(topic, frame(++seq))
    }
    await pass(50)
    expect(server.connects.map(({ password }) => password)).toEqual([first, second])
    expect(server.open).toBe(1)
    expect(one.said.filter((kind) => kind !== 'message')).toEqual(['subscribed'])
    const heard = one.payloads.map((payload) => (payload as { seq: number }).seq)
    expect(heard).toEqual(Array.from({ length: seq }, (_, at) => at + 1))
    expect(page.statuses).toEqual(['connecting', 'online'])
  })

  test('a take-over that fails is tried again while the old connection stands', async () => {
    const first = token(Date.now() + 60_000)
    const second = token(Date.now() + 600_000)
    let now = first
    server.accepts = (password) => password === first
    const page = aPage({ accessToken: () => Promise.resolve(now) })
    const one = page.hear()
    await pass(100)
    now = second
    await pass(60_000 - RENEW_BEFORE_MS)
    expect(server.connects.length).toBeGreaterThan(1)
    expect(one.said).toEqual(['subscribed'])
    server.accepts = () => true
    await pass(6000 + PARTING_MS)
    expect(one.said).toEqual(['subscribed'])
    expect(server.connects.at(-1)!.password).toBe(second)
    expect(server.open).toBe(1)
  })

  test('a page that was opened hidden still connects, and falls silent after its grace', async () => {
    const page = aPage({ visible$: new BehaviorSubject(false) })
    const one = page.hear()
    await pass(100)
    expect(one.said).toEqual(['subscribed'])
    await pass(HIDDEN_GRACE_MS)
    expect(one.said).toEqual(['subscribed', 'paused'])
  })
})

describe('how long to wait', () => {
  test('the first try comes within a second, later ones within three, never all at the same moment', () => {
    for (const random of [0, 0.5, 0.999]) {
      expect(retryDelay(0, random)).toBeLessThanOrEqual(1000)
      for (let attempt = 1; attempt < 50; attempt++) {
        expect(retryDelay(attempt, random)).toBeGreaterThanOrEqual(1000)
        expect(retryDelay(attempt, random)).toBeLessThanOrEqual(3000)
        // What the failed try took has been waited already.
        expect(retryDelay(attempt, random, 400)).toBe(retryDelay(attempt, random) - 400)
        expect(retryDelay(attempt, random, 4000)).toBe(retryDelay(0, random) / 2)
      }
    }
    expect(retryDelay(9, 0)).not.toBe(retryDelay(9, 0.9))
  })

  test('the end of a token is read from its claims', () => {
    expect(tokenEnd(token(1_764_000_000_000))).toBe(1_764_000_000_000)
    expect(tokenEnd('opaque')).toBeNull()
    expect(tokenEnd('a.%%%.c')).toBeNull()
    expect(tokenEnd(`a.${btoa('null')}.c`)).toBeNull()
  })
})
