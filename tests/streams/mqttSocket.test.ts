import { Server, WebSocket as MockSocket } from 'mock-socket'
import fc from 'fast-check'
import mqttPacket, { type Packet } from 'mqtt-packet'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MqttSocket, openMqtt, packetReader } from '#streams/mqttSocket'

const publish = (topic: string, payload: string, qos: 0 | 1 = 0) =>
  mqttPacket.generate({ cmd: 'publish', topic, payload, qos, ...(qos > 0 ? { messageId: 7 } : {}), retain: false, dup: false })

describe('bytes', () => {
  const anyPublish = fc.record({
    cmd: fc.constant('publish' as const),
    topic: fc.constantFrom('live/1/5/readings', 'changed/1/\u6c34\u7a3b', 'user/3/unread'),
    payload: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constant('x'.repeat(20_000))),
    qos: fc.constant(0 as const),
    retain: fc.boolean(),
    dup: fc.constant(false),
  })
  const other = fc.constantFrom<Packet>({ cmd: 'pingresp' }, { cmd: 'suback', messageId: 7, granted: [0, 128] })

  test('make the same packets however they are cut into messages', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyPublish, other), { maxLength: 12 }), fc.array(fc.nat(40), { maxLength: 20 }), (packets, cuts) => {
        const whole = packets.map((one) => mqttPacket.generate(one))
        const read: Buffer[] = []
        const feed = packetReader((kind, flags, body) => {
          // As another implementation writes it, all but its length.
          read.push(Buffer.from([(kind << 4) | flags, ...body]))
        })
        const bytes = Buffer.concat(whole)
        let from = 0
        for (const cut of [...cuts.map((one) => one * 7 + 1), bytes.length]) {
          feed(new Uint8Array(bytes.subarray(from, from + cut)))
          from += cut
          if (from >= bytes.length) break
        }
        const bare = (one: Buffer) => Buffer.from([one[0]!, ...one.subarray(1 + one.subarray(1).findIndex((byte) => byte < 128) + 1)])
        expect(read).toEqual(whole.map(bare))
      }),
    )
  })

  test('that are no lawful packet end in an error, never in a wait for what cannot come', () => {
    const feed = packetReader(() => undefined)
    expect(() => feed(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01))).toThrow(RangeError)
  })
})

/** Anything that speaks to a socket: it takes a connection, and says what a test has it say. */
class Other {
  readonly heard: Packet[] = []
  readonly #server: Server
  #say: (bytes: Uint8Array) => void = () => undefined
  takes = true
  constructor(url: string) {
    this.#server = new Server(url, { mock: false, selectProtocol: (protocols) => protocols[0] ?? '' })
    this.#server.on('connection', (socket) => {
      const parser = mqttPacket.parser()
      this.#say = (bytes) => socket.send(bytes.slice().buffer)
      socket.on('message', (data) => void parser.parse(Buffer.from(data as ArrayBuffer)))
      parser.on('packet', (packet) => {
        this.heard.push(packet)
        if (packet.cmd === 'connect' && this.takes) this.say({ cmd: 'connack', returnCode: 0, sessionPresent: false })
      })
    })
  }
  say(...packets: readonly (Packet | Uint8Array)[]) {
    this.#say(new Uint8Array(Buffer.concat(packets.map((one) => (one instanceof Uint8Array ? one : mqttPacket.generate(one))))))
  }
  kinds = () => this.heard.map(({ cmd }) => cmd)
  stop = () => this.#server.stop()
}

describe('a connection', () => {
  const realWebSocket = globalThis.WebSocket
  let number = 0
  let other: Other
  let socket: MqttSocket
  const said: string[] = []
  const open = (url: string) => {
    socket = openMqtt({
      url,
      clientId: 'console-1',
      username: 'console',
      password: '\u5bc6\u7801',
      keepAliveMs: 10_000,
      connectMs: 4000,
      connected: () => void said.push('connected'),
      received: () => undefined,
      published: (topic, payload) => void said.push(`${topic} ${new TextDecoder().decode(payload)}`),
      ended: () => void said.push('ended'),
    })
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  beforeEach(() => {
    vi.useFakeTimers()
    globalThis.WebSocket = MockSocket as unknown as typeof WebSocket
    said.length = 0
    const url = `ws://mqtt-${++number}.test:80/mqtt`
    other = new Other(url)
    open(url)
  })
  afterEach(() => {
    socket.end()
    other.stop()
    vi.useRealTimers()
    globalThis.WebSocket = realWebSocket
  })

  test('is asked for as the protocol says it, and left with a farewell', async () => {
    await pass(50)
    expect(other.heard).toMatchObject([
      { cmd: 'connect', protocolVersion: 4, clean: true, keepalive: 10, clientId: 'console-1', username: 'console' },
    ])
    expect(String((other.heard[0] as { password: Buffer }).password)).toBe('\u5bc6\u7801')
    socket.end()
    await pass(50)
    expect(other.kinds()).toEqual(['connect', 'disconnect'])
    expect(said).toEqual(['connected'])
  })

  test('that nobody takes is given up in time, and that is told once', async () => {
    other.takes = false
    await pass(3900)
    expect(said).toEqual([])
    await pass(200)
    expect(said).toEqual(['ended'])
    await pass(60_000)
    expect(said).toEqual(['ended'])
  })

  test('hears each answer to the question that it belongs to, in whichever order they come', async () => {
    await pass(50)
    const granted: string[] = []
    socket.subscribe(['a', 'b'], (all) => granted.push(`first ${[...all].join()}`))
    socket.subscribe(['c'], (all) => granted.push(`second ${[...all].join()}`))
    socket.unsubscribe(['a', '\u6c34'])
    await pass(50)
    const [, first, second, last] = other.heard as { messageId: number; subscriptions?: object; unsubscriptions?: object }[]
    expect([first!.subscriptions, last!.unsubscriptions]).toMatchObject([
      [
        { topic: 'a', qos: 0 },
        { topic: 'b', qos: 0 },
      ],
      ['a', '\u6c34'],
    ])
    other.say({ cmd: 'suback', messageId: second!.messageId, granted: [128] })
    other.say({ cmd: 'suback', messageId: first!.messageId, granted: [0, 128] })
    await pass(50)
    expect(granted).toEqual(['second 128', 'first 0,128'])
  })

  test('sends something within every keep-alive, however much it hears', async () => {
    await pass(50)
    for (let second = 0; second < 60; second++) {
      other.say(publish('t', 'x'))
      await pass(1000)
    }
    expect(other.kinds().filter((kind) => kind === 'pingreq').length).toBeGreaterThanOrEqual(5)
  })

  test('ends at what a broker may not say to it, and hears nothing behind it', async () => {
    await pass(50)
    other.say(publish('t', '1'), publish('t', '2', 1), publish('t', '3'))
    await pass(50)
    expect(said).toEqual(['connected', 't 1', 'ended'])
    expect(socket.connected).toBe(false)
  })

  test('ends at bytes that are no packet', async () => {
    await pass(50)
    other.say(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0xff, 0xff))
    await pass(50)
    expect(said).toEqual(['connected', 'ended'])
  })
})
