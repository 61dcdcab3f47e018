import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'

/** Boxes and elements looked at before a file is given up: a film has a dozen, a bomb of empty ones has millions. */
const MOST_PARTS = 4096
const WANTED_BYTES = 64 * 1024

/**
 * How long a film on this disk lasts, in seconds, as its own header says (MP4: moov/mvhd; WebM: Segment/Info/Duration). Null where it
 * says nothing, as one recorded by a browser: then nobody knows without playing it.
 */
export async function filmSeconds({ path, contentType }: { path: string; contentType: string }): Promise<number | null> {
  const file = await open(path)
  try {
    const seconds = await (contentType === 'video/mp4' ? ofMp4(file) : ofWebm(file))
    return seconds !== null && Number.isFinite(seconds) && seconds > 0 ? seconds : null
  } finally {
    await file.close()
  }
}

async function at(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

async function ofMp4(file: FileHandle): Promise<number | null> {
  let { size: end } = await file.stat()
  let position = 0
  for (let parts = 0; parts < MOST_PARTS && position + 8 <= end; parts++) {
    const head = await at(file, position, 48)
    if (head.length < 16) return null
    const name = head.toString('latin1', 4, 8)
    const short = head.readUInt32BE(0)
    const long = short === 1
    const size = long ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - position : short
    if (size < (long ? 16 : 8)) return null
    const body = long ? 16 : 8
    if (name === 'moov') {
      end = Math.min(end, position + size)
      position += body
      continue
    }
    if (name === 'mvhd') {
      // Version 1 has times of 64 bits.
      const wide = head[body] === 1
      const scaleAt = body + (wide ? 20 : 12)
      if (head.length < scaleAt + 12) return null
      const scale = head.readUInt32BE(scaleAt)
      const duration = wide ? Number(head.readBigUInt64BE(scaleAt + 4)) : head.readUInt32BE(scaleAt + 4)
      // All ones: unknown.
      return scale === 0 || duration >= 0xff_ff_ff_ff ? null : duration / scale
    }
    position += size
  }
  return null
}

const SEGMENT = 0x18538067
const INFO = 0x1549a966
const SCALE = 0x2ad7b1
const DURATION = 0x4489

/** A number of variable length: its first byte says how many follow. `marked` keeps the mark, as ids do. */
function vint(bytes: Buffer, from: number, marked: boolean): { value: number; length: number } | null {
  const first = bytes[from]
  if (first === undefined || first === 0) return null
  const length = Math.clz32(first) - 23
  if (from + length > bytes.length) return null
  let value = marked ? first : first & (0xff >> length)
  for (let index = 1; index < length; index++) value = value * 256 + bytes[from + index]!
  return { value, length }
}

async function ofWebm(file: FileHandle): Promise<number | null> {
  const { size: end } = await file.stat()
  let position = 0
  // An element may claim to be larger than any file: what is behind it is nowhere.
  for (let parts = 0; parts < MOST_PARTS && position < end; parts++) {
    const head = await at(file, position, 12)
    const id = vint(head, 0, true)
    const size = id && vint(head, id.length, false)
    if (!id || !size) return null
    const body = position + id.length + size.length
    if (id.value === INFO) return durationIn(await at(file, body, Math.min(size.value, WANTED_BYTES)))
    position = id.value === SEGMENT ? body : body + size.value
  }
  return null
}

function durationIn(info: Buffer): number | null {
  let scale = 1_000_000
  let duration: number | null = null
  for (let from = 0; from < info.length;) {
    const id = vint(info, from, true)
    const size = id && vint(info, from + id.length, false)
    if (!id || !size) break
    const body = from + id.length + size.length
    if (body + size.value > info.length) break
    if (id.value === SCALE && size.value >= 1 && size.value <= 6) scale = info.readUIntBE(body, size.value)
    if (id.value === DURATION) duration = size.value === 4 ? info.readFloatBE(body) : size.value === 8 ? info.readDoubleBE(body) : null
    from = body + size.value
  }
  return duration === null ? null : (duration * scale) / 1e9
}
