import { inflateRawSync } from 'node:zlib'
import { CallFailure } from '../failure.ts'

/** What a spreadsheet may unfold to: 1,000 rows are a hundredth of it. */
const MAX_UNPACKED_BYTES = 20_000_000
const END_OF_DIRECTORY = 0x06054b50
const ENTRY = 0x02014b50
const DEFLATED = 8

/**
 * Refuses a packed file that is none, or that unfolds to more than it may: a reader would otherwise fill the memory with a small
 * upload. Each part is unfolded here within what is left, since the sizes that a file names need not be true. Throws CallFailure.
 */
export function refuseBomb(file: Buffer): void {
  const unreadable = () => new CallFailure('error.import.unreadable')
  try {
    const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
    if (end < 0 || file.readUInt32LE(end) !== END_OF_DIRECTORY) throw unreadable()
    let at = file.readUInt32LE(end + 16)
    let room = MAX_UNPACKED_BYTES
    for (let entries = file.readUInt16LE(end + 10); entries > 0; entries--) {
      if (file.readUInt32LE(at) !== ENTRY) throw unreadable()
      const packed = file.readUInt32LE(at + 20)
      const header = file.readUInt32LE(at + 42)
      const from = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28)
      const part = file.subarray(from, from + packed)
      room -= file.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(part, { maxOutputLength: Math.max(1, room) }).length : part.length
      if (room <= 0) throw new CallFailure('error.input.tooLarge')
      at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    }
  } catch (cause) {
    if (cause instanceof CallFailure) throw cause
    throw (cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? new CallFailure('error.input.tooLarge') : unreadable()
  }
}
