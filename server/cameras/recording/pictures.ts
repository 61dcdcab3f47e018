import { PACKET, pidOf, SYNC, VIDEO, AUDIO } from '../stream/packets.ts'

/** Of 90000 in a second; 33 bits of it are counted. */
export const TICKS_OF_MS = 90
const TICKS = 2 ** 33

/** A picture with what stands between it and the next one, as whole packets. */
export interface Picture {
  readonly bytes: Buffer
  /** When it is shown, ticks; null where it does not say. */
  readonly ticks: number | null
}

/** Takes a group of pictures apart. Without sound where it is not wanted. */
export function picturesOf(group: Buffer, withSound: boolean): Picture[] {
  const found: { ticks: number | null; parts: Buffer[] }[] = []
  /** What stands before the first picture: the tables. */
  let first: Buffer[] = []
  for (let at = 0; at + PACKET <= group.length; at += PACKET) {
    if (group[at] !== SYNC) continue
    const packet = group.subarray(at, at + PACKET)
    const pid = pidOf(packet, 0)
    if (pid === AUDIO && !withSound) continue
    if (pid === VIDEO && (packet[1]! & 0x40) !== 0) {
      found.push({ ticks: ticksOf(packet), parts: first })
      first = []
    }
    ;(found.at(-1)?.parts ?? first).push(packet)
  }
  return found.map(({ ticks, parts }) => ({ ticks, bytes: Buffer.concat(parts) }))
}

/** The time of presentation of the picture that begins in a packet. */
function ticksOf(packet: Buffer): number | null {
  const hasField = (packet[3]! & 0x20) !== 0
  const at = 4 + (hasField ? packet[4]! + 1 : 0)
  if (at + 14 > PACKET || packet.readUIntBE(at, 3) !== 1 || (packet[at + 7]! & 0x80) === 0) return null
  const [a, b, c, d, e] = [packet[at + 9]!, packet[at + 10]!, packet[at + 11]!, packet[at + 12]!, packet[at + 13]!]
  return (a & 0x0e) * 2 ** 29 + b * 2 ** 22 + (c & 0xfe) * 2 ** 14 + d * 2 ** 7 + (e >> 1)
}

/** From one time to a later one, ticks; counted on where the count began anew. */
export const ticksBetween = (from: number, to: number): number => (((to - from) % TICKS) + TICKS) % TICKS
