import { afterEach, expect, test, vi } from 'vitest'
import { LOOK_BYTES } from '#server/cameras/recording/motion'
import { createStream, type Stream } from '#server/cameras/stream/hub'
import type { Viewer } from '#server/cameras/stream/viewer'

const streams: Stream[] = []
afterEach(() => {
  for (const one of streams.splice(0)) one.close()
})

/** A stream of ffmpeg's own test picture; `began` is what each encoder was started for. */
function aStream() {
  const children: (readonly string[])[] = []
  const input = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=15']
  const stream = createStream(1, 'sd', {
    clock: Date.now,
    driverOf: () => ({ open: () => Promise.resolve({ args: input, fault: () => null, close: () => undefined }) }) as never,
    register: { add: (child) => void children.push(child.spawnargs) },
    program: () => 'ffmpeg',
    sourceOf: () => Promise.resolve({} as never),
    said: () => undefined,
    emptied: () => undefined,
  })
  streams.push(stream)
  return { stream, makesGrey: () => children.map((args) => args.includes('pipe:3')) }
}
function aViewer() {
  const states: string[] = []
  let bytes = 0
  const viewer: Viewer = { send: (piece) => void (bytes += piece.bytes.length), say: ({ state }) => void states.push(state) }
  return { viewer, states, bytes: () => bytes }
}
const soon = (look: () => void) => vi.waitFor(look, { timeout: 15_000 })

test(
  'grey pictures are made from when somebody looks for motion, and people who watch lose nothing but a moment',
  { timeout: 40_000 },
  async () => {
    const { stream, makesGrey } = aStream()
    const person = aViewer()
    stream.watch(person.viewer)
    await soon(() => expect(person.bytes()).toBeGreaterThan(50_000))
    expect(makesGrey()).toEqual([false])

    const seen: number[] = []
    stream.watch({ ...aViewer().viewer, look: (picture) => void seen.push(picture.length) })
    await soon(() => expect(seen.length).toBeGreaterThan(2))
    expect(new Set(seen)).toEqual(new Set([LOOK_BYTES]))
    expect(makesGrey()).toEqual([false, true])
    const before = person.bytes()
    await soon(() => expect(person.bytes()).toBeGreaterThan(before + 50_000))
    expect(person.states).not.toContain('lost')

    // One more who looks has no need of another encoder.
    stream.watch({ ...aViewer().viewer, look: () => undefined })
    expect(makesGrey()).toEqual([false, true])
  },
)
