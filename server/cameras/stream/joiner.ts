import { AUDIO, PACKET, pidOf, PMT, VIDEO } from './packets.ts'

/** MPEG-1 sound, as a table of a program calls it. */
const SOUND_KIND = 0x03
const TABLE_AT = 5
const CRC_BYTES = 4

/** Joins the packets of a picture and those of its sound, which come from two outputs of ffmpeg: the sound where it comes, and named in the tables from then on. */
export function createJoiner() {
  /** Tables that stand before a key frame are not parted from it. */
  let tables: Buffer = Buffer.alloc(0)
  let isSeen = false
  let isHeard = false
  return {
    /** Of the picture: what is to be sent now. */
    picture(packets: Buffer): Buffer {
      const all = tables.length > 0 ? Buffer.concat([tables, packets]) : packets
      let end = all.length
      while (end > 0 && pidOf(all, end - PACKET) !== VIDEO) end -= PACKET
      tables = Buffer.from(all.subarray(end))
      const now = all.subarray(0, end)
      isSeen ||= end > 0
      if (isHeard) for (let at = 0; at < end; at += PACKET) if (pidOf(now, at) === PMT) nameSound(now.subarray(at, at + PACKET))
      return now
    },
    /** Of the sound; nothing before there is a picture to which it belongs. */
    sound(packets: Buffer): Buffer {
      if (!isSeen) return Buffer.alloc(0)
      const own: Buffer[] = []
      for (let at = 0; at < packets.length; at += PACKET) if (pidOf(packets, at) === AUDIO) own.push(packets.subarray(at, at + PACKET))
      isHeard ||= own.length > 0
      return Buffer.concat(own)
    },
  }
}

/** Adds the sound to a table of a program that names the picture alone, in its place: the table is another one from then on, as its version says. */
function nameSound(packet: Buffer): void {
  const length = packet.readUInt16BE(TABLE_AT + 1) & 0xfff
  const end = TABLE_AT + 3 + length - CRC_BYTES
  const sound = [SOUND_KIND, 0xe0 | (AUDIO >> 8), AUDIO & 0xff, 0xf0, 0]
  if (end + sound.length + CRC_BYTES > PACKET) return
  packet.writeUInt16BE((packet.readUInt16BE(TABLE_AT + 1) & 0xf000) | (length + sound.length), TABLE_AT + 1)
  packet[TABLE_AT + 5]! ^= 0x02
  packet.set(sound, end)
  packet.writeUInt32BE(crcOf(packet.subarray(TABLE_AT, end + sound.length)), end + sound.length)
}

/** The check of a table of MPEG-TS. */
export function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}
