import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PacketWalk } from '#contract/devices/packetWalk'

/** A packet of a kind with so many bytes after its fixed header. */
function packet(length: number): Uint8Array {
  const header = [0x30]
  let rest = length
  do {
    header.push((rest % 128) + (rest >= 128 ? 128 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Uint8Array.from([...header, ...new Uint8Array(length).fill(0xff)])
}
const lengths = fc.array(fc.constantFrom(0, 1, 5, 127, 128, 300, 16_384), { minLength: 1, maxLength: 6 })

test('wherever a stream of packets is cut, it is known whether a packet ends there', () => {
  fc.assert(
    fc.property(lengths, fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }), (given, steps) => {
      const packets = given.map(packet)
      const bytes = Uint8Array.from(packets.flatMap((one) => [...one]))
      const ends = new Set(packets.map((_, at) => packets.slice(0, at + 1).reduce((sum, one) => sum + one.length, 0)))
      const walk = new PacketWalk()
      expect(walk.atEdge).toBe(true)
      for (let [at, nth] = [0, 0]; at < bytes.length; nth++) {
        // Now and then right after a header's first byte.
        const next = Math.min(bytes.length, at + (ends.has(at) && nth % 2 === 0 ? 1 : steps[nth % steps.length]!))
        expect(walk.feed(bytes.subarray(at, next))).toBe(true)
        expect([next, walk.atEdge]).toEqual([next, ends.has(next)])
        at = next
      }
    }),
  )
})

test('a packet that announces more than the limit is known by its header, and one that is none by its length field', () => {
  const walk = new PacketWalk()
  expect(walk.feed(packet(300), () => 300)).toBe(true)
  expect(walk.feed(packet(301).subarray(0, 3), () => 300)).toBe(false)
  expect(walk.length).toBe(301)
  expect(new PacketWalk().feed(Uint8Array.of(0x30, 0x80, 0x80, 0x80, 0x01))).toBe(true)
  expect(new PacketWalk().feed(Uint8Array.of(0x30, 0x80, 0x80, 0x80, 0x80, 0x01))).toBe(false)
})
