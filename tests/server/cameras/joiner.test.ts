import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createJoiner, crcOf } from '#server/cameras/stream/joiner'
import { AUDIO, PACKET, pidOf, PMT, VIDEO } from '#server/cameras/stream/packets'
import { outputOf } from '#server/cameras/stream/encoder'

const TABLE_AT = 5
/** A picture as the encoder sends it, of 2 s. */
const picture = execFileSync(
  'ffmpeg',
  ['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=15:duration=2', ...outputOf('sd')],
  { maxBuffer: 1 << 26 },
)
const half = Math.floor(picture.length / PACKET / 2) * PACKET
const sound = Buffer.alloc(PACKET, 0xff)
sound.set([0x47, AUDIO >> 8, AUDIO & 0xff, 0x10])
const packetsOf = (bytes: Buffer) =>
  Array.from({ length: bytes.length / PACKET }, (_, nth) => bytes.subarray(nth * PACKET, (nth + 1) * PACKET))
/** The streams that each table names, and whether its check is right. */
const tablesOf = (bytes: Buffer) =>
  packetsOf(bytes)
    .filter((packet) => pidOf(packet, 0) === PMT)
    .map((packet) => {
      const end = TABLE_AT + 3 + (packet.readUInt16BE(TABLE_AT + 1) & 0xfff)
      const pids: number[] = []
      for (let at = TABLE_AT + 12; at < end - 4; at += 5 + (packet.readUInt16BE(at + 3) & 0xfff))
        pids.push(packet.readUInt16BE(at + 1) & 0x1fff)
      return { pids, version: (packet[TABLE_AT + 5]! >> 1) & 31, isWell: crcOf(packet.subarray(TABLE_AT, end)) === 0 }
    })

test('the tables name the sound from when it is there, as other tables', () => {
  const joiner = createJoiner()
  const silent = tablesOf(joiner.picture(Buffer.from(picture.subarray(0, half))))
  expect(silent.length).toBeGreaterThan(0)
  for (const one of silent) expect(one).toEqual({ pids: [VIDEO], version: 0, isWell: true })
  expect(joiner.sound(sound)).toEqual(sound)
  const heard = tablesOf(joiner.picture(Buffer.from(picture.subarray(half))))
  expect(heard.length).toBeGreaterThan(0)
  for (const one of heard) expect(one).toEqual({ pids: [VIDEO, AUDIO], version: 1, isWell: true })
})

test('nothing is heard before there is a picture, and of the other output nothing but the sound is taken', () => {
  const joiner = createJoiner()
  expect(joiner.sound(sound)).toHaveLength(0)
  joiner.picture(Buffer.from(picture))
  expect(joiner.sound(Buffer.concat([picture.subarray(0, 4 * PACKET), sound]))).toEqual(sound)
})

test('tables are not parted from the key frame behind them, however the pieces are cut, and no sound comes between', () => {
  const joiner = createJoiner()
  const sent: Buffer[] = []
  for (const packet of packetsOf(picture)) sent.push(joiner.picture(Buffer.from(packet)), joiner.sound(sound))
  const pids = packetsOf(Buffer.concat(sent)).map((packet) => pidOf(packet, 0))
  const tables = pids.flatMap((pid, nth) => (pid === PMT ? [nth] : []))
  expect(tables.length).toBeGreaterThan(1)
  for (const nth of tables) expect(pids[nth + 1]).not.toBe(AUDIO)
})
