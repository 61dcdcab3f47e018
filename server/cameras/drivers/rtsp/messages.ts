/** A message of RTSP: its lines without ends, the first of which says what it is, and what stands behind them. */
export interface Message {
  readonly lines: readonly string[]
  readonly body: Buffer
}
/** What comes over a connection of RTSP, whole: a message, or a packet of the stream or anything else that is handed on as it is. */
export type Part = { readonly message: Message } | { readonly raw: Buffer }

const PACKET = 0x24
const RETURN = 0x0d
const END = 0x0a
const PACKET_HEAD = 4
/** Before it is told to play a camera has no more to say. */
export const LONGEST_MESSAGE = 64 * 1024

export const headOf = ({ lines }: Message, name: string): string[] =>
  lines.slice(1).flatMap((line) => {
    const colon = line.indexOf(':')
    return colon > 0 && line.slice(0, colon).trim().toLowerCase() === name ? [line.slice(colon + 1).trim()] : []
  })
/** A message with other lines of these names: null leaves them out. */
export function withHeads(message: Message, heads: Readonly<Record<string, string | null>>): Message {
  const names = new Set(Object.keys(heads).map((name) => name.toLowerCase()))
  const kept = message.lines.filter(
    (line, nth) =>
      nth === 0 ||
      !names.has(
        line
          .slice(0, Math.max(0, line.indexOf(':')))
          .trim()
          .toLowerCase(),
      ),
  )
  const more = Object.entries(heads).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return { ...message, lines: [...kept, ...more] }
}
export const bytesOf = ({ lines, body }: Message): Buffer => Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])

/** Where the head that begins a buffer ends: behind an empty line, whatever returns stand in it; -1 while it goes on. */
function headEnd(bytes: Buffer): number {
  let isLineNew = false
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === RETURN) continue
    if (bytes[at] === END) {
      if (isLineNew) return at + 1
      isLineNew = true
    } else isLineNew = false
  }
  return -1
}

/**
 * Parts what comes over a connection. Returns within a line are left out, as whoever reads it does. What begins as neither a message nor a packet is
 * handed on as it is from then on, since where the next one begins is not known: some cameras send a wrong length.
 */
export function createParts(isMessage: (bytes: Buffer) => boolean): { take(chunk: Buffer): Part[] } {
  let rest: Buffer = Buffer.alloc(0)
  let isLost = false
  return {
    take(chunk) {
      if (isLost) return [{ raw: chunk }]
      let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      const parts: Part[] = []
      let packets = 0
      const give = () => {
        if (packets > 0) parts.push({ raw: bytes.subarray(0, packets) })
        bytes = bytes.subarray(packets)
        packets = 0
      }
      for (;;) {
        const left = bytes.length - packets
        if (left === 0) break
        if (bytes[packets] === PACKET) {
          const length = left < PACKET_HEAD ? Infinity : PACKET_HEAD + bytes.readUInt16BE(packets + 2)
          if (length > left) break
          packets += length
          continue
        }
        give()
        if (bytes[0] === RETURN || bytes[0] === END) {
          bytes = bytes.subarray(1)
          continue
        }
        const end = isMessage(bytes) ? headEnd(bytes) : 0
        const message = end > 0 ? readHead(bytes.subarray(0, end)) : null
        const length = message === null ? 0 : lengthOf(message)
        if (end === 0 || (message === null ? bytes.length : length) > LONGEST_MESSAGE) {
          isLost = true
          parts.push({ raw: bytes })
          bytes = Buffer.alloc(0)
          break
        }
        if (message === null || bytes.length < end + length) break
        parts.push({ message: { lines: message.lines, body: bytes.subarray(end, end + length) } })
        bytes = bytes.subarray(end + length)
      }
      give()
      rest = Buffer.from(bytes)
      return parts
    },
  }
}

function readHead(bytes: Buffer): Message {
  const lines = bytes.toString('latin1').replaceAll('\r', '').split('\n')
  return { lines: lines.slice(0, lines.indexOf('')), body: Buffer.alloc(0) }
}
function lengthOf(message: Message): number {
  const length = Number(headOf(message, 'content-length')[0] ?? 0)
  return Number.isSafeInteger(length) && length >= 0 ? length : 0
}
