import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { picturesOf, TICKS_OF_MS, ticksBetween } from '#server/cameras/recording/pictures'
import { AUDIO, createPackets, PACKET, pidOf, VIDEO } from '#server/cameras/stream/packets'

/** Two seconds of a picture with a tone, as the encoder writes them. */
const encoded = execFileSync(
  'ffmpeg',
  [
    ['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc=size=64x36:rate=25:duration=2', '-f', 'lavfi', '-i', 'sine=duration=2'],
    ['-c:v', 'mpeg1video', '-g', '25', '-bf', '0', '-c:a', 'mp2', '-f', 'mpegts', '-muxdelay', '0', '-muxpreload', '0', 'pipe:1'],
  ].flat(),
)
const pidsOf = (bytes: Buffer) => new Set(Array.from({ length: bytes.length / PACKET }, (_, nth) => pidOf(bytes, nth * PACKET)))

test('a group is taken apart into its pictures, each with its time', () => {
  const packets = createPackets()
  const { keyAt } = packets.take(encoded)!
  const group = encoded.subarray(keyAt)
  const pictures = picturesOf(group, true)
  expect(pictures).toHaveLength(25)
  for (const [nth, { ticks }] of pictures.slice(1).entries()) expect(ticksBetween(pictures[nth]!.ticks!, ticks!)).toBe(40 * TICKS_OF_MS)
  // Nothing is lost, and the tables stand before the first one.
  expect(Buffer.concat(pictures.map(({ bytes }) => bytes))).toEqual(group)
  expect(pidOf(pictures[0]!.bytes, 0)).toBe(0)
  expect(pidsOf(group).has(AUDIO)).toBe(true)
})

test('without sound nothing but the sound is left out', () => {
  const [loud, silent] = [true, false].map((withSound) => picturesOf(encoded, withSound)) as [
    ReturnType<typeof picturesOf>,
    ReturnType<typeof picturesOf>,
  ]
  expect(silent.map(({ ticks }) => ticks)).toEqual(loud.map(({ ticks }) => ticks))
  const bytes = Buffer.concat(silent.map((picture) => picture.bytes))
  expect(pidsOf(bytes).has(AUDIO)).toBe(false)
  const ofVideo = (of: Buffer) =>
    Array.from({ length: of.length / PACKET }, (_, nth) => pidOf(of, nth * PACKET)).filter((pid) => pid === VIDEO).length
  expect(ofVideo(bytes)).toBe(ofVideo(encoded))
})

test('the count of times begins anew without a break', () => {
  expect(ticksBetween(2 ** 33 - 1800, 1800)).toBe(3600)
})
