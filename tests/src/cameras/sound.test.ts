import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStream } from '#src/cameras/openStream.ts'
import type { Stage } from '#src/cameras/stage.ts'
import double from './jsmpegDouble.ts'
import { Socket, sockets } from './socketDouble.ts'

const connected: number[] = []
let outs: Out[]
class Out {
  static readonly IsSupported = () => true
  volume = -1
  enabled = false
  enqueuedTime = 0
  isUnlocked = false
  isGone = false
  readonly tapped: unknown[] = []
  readonly destination = { connect: (to: unknown) => void this.tapped.push(to) }
  readonly context = {
    resume: vi.fn(async () => undefined),
    createMediaStreamDestination: () => ({ stream: { getAudioTracks: () => ['its sound'] } }),
  }
  constructor() {
    outs.push(this)
  }
  unlock() {
    this.isUnlocked = true
  }
  resetEnqueuedTime() {
    this.enqueuedTime = 0
  }
  destroy() {
    this.isGone = true
  }
}
class TS extends double.Demuxer.TS {
  override connect(stream: number, to: never) {
    connected.push(stream)
    super.connect(stream, to)
  }
}
const VIDEO = 1
const AUDIO = 2

beforeEach(() => {
  sockets.length = connected.length = 0
  outs = []
  vi.stubGlobal('WebSocket', Socket)
})
afterEach(() => vi.unstubAllGlobals())

async function opened() {
  const parts = { ...double, Demuxer: { TS }, AudioOutput: { WebAudio: Out } }
  const stage = { canvas: document.createElement('canvas'), parts, renderer: {}, dispose: () => undefined } as unknown as Stage
  const stream = openStream(stage, '/camera/stream?ticket=1', () => undefined, { noSocket: '', noDecoder: '' })
  await waitFor(() => expect(sockets).toHaveLength(1))
  return stream
}

test('sound is read from when the person asks for it, is loud then and silent when they want it so, and ends with its stream', async () => {
  const stream = await opened()
  expect([connected, outs, stream.soundTrack()]).toEqual([[VIDEO], [], null])
  stream.setSound(true)
  expect(connected).toEqual([VIDEO, AUDIO])
  const [out] = outs
  expect([out!.volume, out!.isUnlocked, out!.context.resume.mock.calls.length]).toEqual([1, true, 1])
  await waitFor(() => expect(out!.enabled).toBe(true))
  stream.setSound(false)
  expect([out!.volume, stream.soundTrack()]).toEqual([0, null])
  stream.setSound(true)
  expect([out!.volume, outs.length, connected]).toEqual([1, 1, [VIDEO, AUDIO]])
  stream.close()
  expect(out!.isGone).toBe(true)
})

test('what lags is skipped, and a recording takes what is heard', async () => {
  const stream = await opened()
  stream.setSound(true)
  const [out] = outs
  out!.enqueuedTime = 3
  await waitFor(() => expect(out!.enqueuedTime).toBe(0))
  expect(stream.soundTrack()).toBe('its sound')
  expect(out!.tapped).toHaveLength(1)
  stream.close()
})
