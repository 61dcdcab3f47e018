import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { StreamWord } from '#contract/cameras/stream'
import { createStream } from '#server/cameras/stream/hub'
import { viewerOf } from '#server/cameras/stream/viewer'

const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

/** A large picture full of noise: what stands in buffers on the way is full of it within seconds. */
const NOISE = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25,noise=alls=100:allf=t']

test(
  'who takes it too slowly loses pictures, is told how many, and goes on from a key frame; who watches beside loses none',
  { timeout: 120_000 },
  async () => {
    let encoders = 0
    const stream = createStream(1, 'hd', {
      clock: Date.now,
      driverOf: () => ({ open: () => Promise.resolve({ args: NOISE, fault: () => null, close: () => undefined }) }) as never,
      register: { add: () => void encoders++ },
      program: () => 'ffmpeg',
      sourceOf: () => Promise.resolve({} as never),
      said: () => undefined,
      emptied: () => undefined,
    })
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
    closing.push(() => {
      stream.close()
      server.close()
    })
    server.on('connection', (socket) => stream.watch(viewerOf(socket, Date.now)))
    await new Promise<void>((on) => server.once('listening', on))

    function aViewer() {
      const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
      const words: StreamWord[] = []
      let bytes = 0
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (!isBinary) return void words.push(JSON.parse(data.toString()) as StreamWord)
        bytes += data.length
      })
      closing.push(() => socket.terminate())
      return { socket, words, bytes: () => bytes, dropped: () => Math.max(0, ...words.map(({ dropped }) => dropped)) }
    }
    const [slow, fast] = [aViewer(), aViewer()]
    const soon = (look: () => void, timeout = 15_000) => vi.waitFor(look, { timeout, interval: 200 })
    await soon(() => expect(Math.min(slow.bytes(), fast.bytes())).toBeGreaterThan(500_000))

    slow.socket.pause()
    const full = fast.bytes() + 14_000_000
    await soon(() => expect(fast.bytes()).toBeGreaterThan(full), 80_000)
    slow.socket.resume()
    await soon(() => expect(slow.dropped()).toBeGreaterThan(10))
    expect(slow.words.at(-1)).toMatchObject({ state: 'live', why: null })
    // What it gets after what it lost begins with the tables of a stream, which stand before a key frame.
    const [before, beside] = [slow.bytes(), fast.bytes()]
    await soon(() => expect(slow.bytes()).toBeGreaterThan(before + 1_000_000))
    expect(slow.bytes()).toBeLessThan(fast.bytes())

    expect(fast.bytes()).toBeGreaterThan(beside)
    expect([fast.dropped(), encoders]).toEqual([0, 1])
  },
)
