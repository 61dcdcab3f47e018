import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { CameraSource } from '#server/cameras/drivers/driver'
import { rtspDriver } from '#server/cameras/drivers/rtsp/driver'
import { createGroups, type Group } from '#server/cameras/recording/groups'
import { takeFrame } from '#server/cameras/stream/frame'
import { createStream } from '#server/cameras/stream/hub'
import { AUDIO, PACKET, pidOf, type Piece } from '#server/cameras/stream/packets'
import { openRegister, type Register } from '#server/cameras/stream/register'
import { findProgram } from '#server/ground/files/ffmpeg'
import { BARS, barsOf } from './bars.ts'
import { type Otherwise, PCMA, type RtspDouble, rtspDouble } from './rtspDouble.ts'

/** What "within seconds" is: far less than a player waits, and more than a busy machine needs. */
const SOON_MS = 8000
const folder = mkdtempSync(join(tmpdir(), 'furrow-silent-'))
const program = findProgram()!
let register: Register
const closing: (() => void)[] = []
beforeAll(() => {
  register = openRegister(folder)
})
afterEach(() => {
  for (const close of closing.splice(0).toReversed()) close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function aSource(given?: Parameters<typeof rtspDouble>[0]): Promise<RtspDouble> {
  const double = await rtspDouble(given)
  closing.push(double.close)
  return double
}
const cameraAt = ({ port }: RtspDouble): CameraSource => ({
  id: 1,
  tenantId: 1,
  enter: 4,
  deviceSerial: 'pond',
  channelNo: 1,
  nationalChannel: '',
  hdUrl: `rtsp://127.0.0.1:${port}/live`,
  sdUrl: '',
  onvifUrl: '',
  userName: '',
  password: null,
})
const driverOf = ({ port }: RtspDouble) => rtspDriver({ allow: [`127.0.0.1:${port}`], ownPorts: [] })

/** Who watches a source, and what a recording of it would keep. */
function watching(double: RtspDouble) {
  const words: string[] = []
  const pieces: Piece[] = []
  const kept: Group[] = []
  const groups = createGroups({ now: Date.now, whole: (group) => void kept.push(group), broken: () => undefined })
  const stream = createStream(1, 'sd', {
    clock: Date.now,
    driverOf: () => driverOf(double) as never,
    register,
    program: () => program,
    sourceOf: () => Promise.resolve(cameraAt(double)),
    said: () => undefined,
    emptied: () => undefined,
  })
  closing.push(() => stream.close())
  stream.watch({
    say: ({ state, why }) => void words.push(why ?? state),
    send(piece) {
      pieces.push(piece)
      groups.take(piece)
    },
  })
  const soundOf = (bytes: Buffer) => {
    let count = 0
    for (let at = 0; at < bytes.length; at += PACKET) if (pidOf(bytes, at) === AUDIO) count++
    return count
  }
  return {
    stream,
    words,
    pictures: () => pieces.reduce((sum, { pictures }) => sum + pictures, 0),
    sound: () => pieces.reduce((sum, { bytes }) => sum + soundOf(bytes), 0),
    kept,
    keptSound: () => kept.reduce((sum, { bytes }) => sum + soundOf(bytes), 0),
  }
}

test(
  'an announced sound that never comes holds back neither the picture nor a recording; it joins both when it comes',
  { timeout: 60_000 },
  async () => {
    const double = await aSource()
    const seen = watching(double)
    await vi.waitFor(() => expect(seen.pictures()).toBeGreaterThan(15), { timeout: SOON_MS })
    await vi.waitFor(() => expect(seen.kept.length).toBeGreaterThan(1), { timeout: SOON_MS })
    expect([seen.words, seen.sound()]).toEqual([['starting', 'live'], 0])
    double.speaks = true
    await vi.waitFor(() => expect(seen.sound()).toBeGreaterThan(50), { timeout: SOON_MS })
    await vi.waitFor(() => expect(seen.keptSound()).toBeGreaterThan(0), { timeout: SOON_MS })
    expect(seen.words).toEqual(['starting', 'live'])
  },
)

test('a sound that ends leaves the picture running', { timeout: 60_000 }, async () => {
  const double = await aSource({ speaks: true })
  const seen = watching(double)
  await vi.waitFor(() => expect(seen.sound()).toBeGreaterThan(50), { timeout: SOON_MS })
  double.speaks = false
  const before = seen.pictures()
  await vi.waitFor(() => expect(seen.pictures()).toBeGreaterThan(before + 60), { timeout: 10_000 })
  expect(seen.words).toEqual(['starting', 'live'])
})

test.each([
  [
    'that is refused when it is asked for',
    { otherwise: ({ url, method }) => (method === 'SETUP' && url.endsWith('2') ? ['461 Unsupported Transport'] : null) },
  ],
  ['that nobody can decode', { sound: 'm=audio 0 RTP/AVP 97\r\na=rtpmap:97 X-UNHEARD-OF/8000' }],
  ['that says nothing of how it is coded, and never comes', { sound: 'm=audio 0 RTP/AVP 97\r\na=rtpmap:97 mpeg4-generic/16000/1' }],
  ['of none', { sound: '' }],
] satisfies [string, Parameters<typeof rtspDouble>[0]][])(
  'a sound %s does not hold back the picture, nor a single one',
  { timeout: 60_000 },
  async (_, given) => {
    const double = await aSource(given)
    const seen = watching(double)
    await vi.waitFor(() => expect(seen.pictures()).toBeGreaterThan(15), { timeout: SOON_MS })
    expect(seen.words).not.toContain('noStream')
    const frame = await takeFrame(program, await driverOf(double).open(cameraAt(double), 'hd', false), register)
    expect(await barsOf(frame)).toEqual(BARS)
  },
)

test('a picture that begins anew is tried with its sound again', { timeout: 60_000 }, async () => {
  let isRefused = true
  const otherwise: Otherwise = ({ method, url }) => (isRefused && method === 'SETUP' && url.endsWith('2') ? ['500 Not Now'] : null)
  const double = await aSource({ sound: PCMA, speaks: true, otherwise })
  const seen = watching(double)
  await vi.waitFor(() => expect(seen.pictures()).toBeGreaterThan(15), { timeout: SOON_MS })
  expect(seen.sound()).toBe(0)
  isRefused = false
  seen.stream.restart()
  await vi.waitFor(() => expect(seen.sound()).toBeGreaterThan(20), { timeout: SOON_MS })
})

test('a source without any picture is said to have none, once for both attempts', { timeout: 60_000 }, async () => {
  const double = await aSource({ otherwise: ({ method }) => (method === 'DESCRIBE' ? ['404 Not Found'] : null) })
  const seen = watching(double)
  await vi.waitFor(() => expect(seen.words).toEqual(['starting', 'noStream']), { timeout: SOON_MS })
  expect(double.asked.filter(({ method }) => method === 'DESCRIBE')).toHaveLength(2)
})
