import { crc32, inflateRawSync } from 'node:zlib'

/** What a spreadsheet may unfold to: 1,000 rows are a hundredth of it. */
const MAX_UNPACKED_BYTES = 20_000_000
const END_OF_DIRECTORY = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const DEFLATED = 8
const LOCAL_BYTES = 30
const ENTRY_BYTES = 46
const END_BYTES = 22

/** Why a packed file is not read. */
export class Unpackable extends Error {
  readonly why: 'unreadable' | 'tooLarge'
  constructor(why: 'unreadable' | 'tooLarge') {
    super(why)
    this.why = why
  }
}

interface Part {
  readonly name: Buffer
  readonly bytes: Buffer
}

/**
 * The XML of a packed file in a packed file of our own, where nothing is compressed and nothing hidden: a reader that goes by the heads of
 * the parts, or by a directory of its own choice, finds what was measured here and nothing else. Each part is unfolded within what is left
 * of the room, since the sizes that a file names need not be true. Throws Unpackable.
 */
export function repack(file: Buffer): Buffer {
  try {
    return packed(partsOf(file))
  } catch (cause) {
    if (cause instanceof Unpackable) throw cause
    throw new Unpackable((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'unreadable')
  }
}

function partsOf(file: Buffer): Part[] {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0) throw new Unpackable('unreadable')
  const parts: Part[] = []
  let at = file.readUInt32LE(end + 16)
  let room = MAX_UNPACKED_BYTES
  for (let entries = file.readUInt16LE(end + 10); entries > 0; entries--) {
    if (file.readUInt32LE(at) !== ENTRY) throw new Unpackable('unreadable')
    const size = file.readUInt32LE(at + 20)
    const header = file.readUInt32LE(at + 42)
    const from = header + LOCAL_BYTES + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28)
    const name = file.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + file.readUInt16LE(at + 28))
    if (/\.(xml|rels)$/.test(name.toString('latin1'))) {
      const part = file.subarray(from, from + size)
      const bytes = file.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(part, { maxOutputLength: Math.max(1, room) }) : part
      room -= bytes.length
      if (room <= 0) throw new Unpackable('tooLarge')
      parts.push({ name, bytes })
    }
    at += ENTRY_BYTES + name.length + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

function packed(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of parts) {
    const local = Buffer.alloc(LOCAL_BYTES)
    local.writeUInt32LE(LOCAL, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt32LE(crc32(bytes), 14)
    local.writeUInt32LE(bytes.length, 18)
    local.writeUInt32LE(bytes.length, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(ENTRY_BYTES)
    entry.writeUInt32LE(ENTRY, 0)
    entry.writeUInt16LE(20, 4)
    // The same facts as in the local head, two bytes further on.
    local.copy(entry, 6, 4, LOCAL_BYTES)
    entry.writeUInt32LE(offset, 42)
    locals.push(local, name, bytes)
    entries.push(entry, name)
    offset += LOCAL_BYTES + name.length + bytes.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END_OF_DIRECTORY, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
