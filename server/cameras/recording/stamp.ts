/**
 * In a file each group stands behind a packet of ours, which says when it is from and how long it is. Any player of MPEG-TS passes over it: no
 * program names its stream.
 */
const PACKET = 188
export const STAMP_BYTES = PACKET
const PID = 0x1ab0
const MARK = 'furrow\u0001\n'
const MARK_AT = 4
const FROM_AT = 12
const TO_AT = 20
const LENGTH_AT = 28

interface Stamp {
  /** ms */
  readonly from: number
  readonly to: number
  /** Of the group behind it, bytes. */
  readonly length: number
}

export function writeStamp({ from, to, length }: Stamp): Buffer {
  const packet = Buffer.alloc(PACKET, 0xff)
  packet.writeUInt32BE(((0x47 << 24) | (PID << 8) | 0x10) >>> 0)
  packet.write(MARK, MARK_AT, 'latin1')
  packet.writeDoubleBE(from, FROM_AT)
  packet.writeDoubleBE(to, TO_AT)
  packet.writeUInt32BE(length, LENGTH_AT)
  return packet
}

/** null where the bytes are none. */
export function readStamp(packet: Buffer): Stamp | null {
  if (packet.length < PACKET || packet[0] !== 0x47 || packet.toString('latin1', MARK_AT, FROM_AT) !== MARK) return null
  const stamp = { from: packet.readDoubleBE(FROM_AT), to: packet.readDoubleBE(TO_AT), length: packet.readUInt32BE(LENGTH_AT) }
  return stamp.to >= stamp.from && stamp.length > 0 && stamp.length % PACKET === 0 ? stamp : null
}
