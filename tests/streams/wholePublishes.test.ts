import fc from 'fast-check'
import mqttPacket, { type Packet } from 'mqtt-packet'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { frameSocket, takePublishes } from '#streams/wholePublishes'

class BareSocket extends EventTarget {
  bring(bytes: Uint8Array) {
    this.dispatchEvent(new MessageEvent('message', { data: new Uint8Array(bytes).buffer }))
  }
}
const realWebSocket = globalThis.WebSocket
beforeEach(() => {
  globalThis.WebSocket = BareSocket as unknown as typeof WebSocket
})
afterEach(() => {
  globalThis.WebSocket = realWebSocket
})

/** A page's socket: what is taken past the client, and what the client itself reads, in the order in which it came. */
function aSocket() {
  const heard: { topic: string; payload: string }[] = []
  const others: Packet[] = []
  let messages = 0
  const note = (topic: string, payload: Uint8Array) => void heard.push({ topic, payload: new TextDecoder().decode(payload) })
  const socket = frameSocket('ws://page.test', ['mqtt'], note)
  const parser = mqttPacket.parser()
  parser.on('packet', (packet) => {
    if (packet.cmd === 'publish') note(packet.topic, packet.payload as Buffer)
    else others.push(packet)
  })
  socket.addEventListener('message', (event) => {
    messages++
    parser.parse(Buffer.from(event.data as ArrayBuffer))
  })
  return { socket: socket as unknown as BareSocket, heard, others, clientSaw: () => messages }
}

const publish = fc.record({
  cmd: fc.constant('publish' as const),
  topic: fc.constantFrom('live/1/5/readings', 'changed/1/\u6c34\u7a3b', 'user/3/unread'),
  payload: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constant('x'.repeat(20_000))),
  qos: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const, 2 as const),
  retain: fc.boolean(),
  dup: fc.constant(false),
  messageId: fc.integer({ min: 1, max: 65_535 }),
})
const other = fc.constantFrom<Packet>(
  { cmd: 'pingresp' },
  { cmd: 'suback', messageId: 7, granted: [0, 128] },
  { cmd: 'unsuback', messageId: 9, granted: [] },
)

test('however packets are cut into messages, each is heard once and publishes keep their order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(publish, other), { maxLength: 12 }), fc.array(fc.nat(40), { maxLength: 20 }), (packets, cuts) => {
      const page = aSocket()
      const bytes = Buffer.concat(packets.map((packet) => mqttPacket.generate(packet as Packet)))
      let from = 0
      for (const cut of [...cuts.map((one) => one * 7 + 1), bytes.length]) {
        page.socket.bring(bytes.subarray(from, from + cut))
        from += cut
        if (from >= bytes.length) break
      }
      const published = packets.filter((packet) => packet.cmd === 'publish')
      expect(page.heard).toEqual(published.map(({ topic, payload }) => ({ topic, payload })))
      expect(page.others).toHaveLength(packets.length - published.length)
    }),
  )
})

test('a message of whole frames never reaches the client, one that carries anything else goes to it whole', () => {
  const page = aSocket()
  const frame = mqttPacket.generate({ cmd: 'publish', topic: 'live/1/5/readings', payload: '{}', qos: 0, retain: false, dup: false })
  page.socket.bring(Buffer.concat([frame, frame]))
  expect(page.clientSaw()).toBe(0)
  expect(page.heard).toHaveLength(2)
  page.socket.bring(Buffer.concat([frame, mqttPacket.generate({ cmd: 'pingresp' })]))
  expect(page.clientSaw()).toBe(1)
  expect(page.heard).toHaveLength(3)
  page.socket.bring(frame)
  expect(page.clientSaw()).toBe(1)
  expect(page.heard).toHaveLength(4)
})

test('the rest of a cut packet that looks like a frame, and a frame that wants an answer, are left to the client', () => {
  const page = aSocket()
  const inner = mqttPacket.generate({ cmd: 'publish', topic: 'live/1/5/readings', payload: '{}', qos: 0, retain: false, dup: false })
  const outer = mqttPacket.generate({ cmd: 'publish', topic: 'user/3/unread', payload: inner, qos: 0, retain: false, dup: false })
  page.socket.bring(outer.subarray(0, outer.length - inner.length))
  page.socket.bring(inner)
  expect(page.heard.map(({ topic }) => topic)).toEqual(['user/3/unread'])
  page.socket.bring(mqttPacket.generate({ cmd: 'publish', topic: 'a', payload: 'b', qos: 1, messageId: 7, retain: false, dup: false }))
  expect(page.heard.at(-1)).toEqual({ topic: 'a', payload: 'b' })
  expect(page.clientSaw()).toBe(3)
})

test('bytes that are no lawful publish are left to the client, without an end to wait for', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
      let taken = 0
      const all = takePublishes(bytes, (_topic, payload) => (taken += payload.length))
      if (!all) expect(taken).toBe(0)
    }),
  )
  expect(takePublishes(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01), () => undefined)).toBe(false)
  expect(takePublishes(Uint8Array.of(0x30, 0x03, 0x00, 0x09, 0x61), () => undefined)).toBe(false)
})
