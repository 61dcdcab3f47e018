/** What a file's first bytes say it is. The name and the sender's own content type are never asked. */
export const MEDIA_TYPES = [
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/gif',
  'image/webp',
  'video/mp4',
  'video/webm',
  'application/pdf',
  'application/zip',
  'text/plain',
  'application/octet-stream',
] as const
export type MediaType = (typeof MEDIA_TYPES)[number] | 'program'

/** So many first bytes are enough for {@link contentOf}. */
export const HEAD_BYTES = 4096

const startsWith = (head: Uint8Array, bytes: readonly number[], at = 0) => bytes.every((byte, index) => head[at + index] === byte)
const letters = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

const SIGNS: readonly (readonly [type: MediaType, bytes: readonly number[], at?: number])[] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/gif', letters('GIF8')],
  ['application/pdf', letters('%PDF-')],
  ['application/zip', letters('PK\u0003\u0004')],
  ['application/zip', letters('PK\u0005\u0006')],
  ['program', letters('MZ')],
  ['program', [0x7f, 0x45, 0x4c, 0x46]],
  ['program', [0xfe, 0xed, 0xfa, 0xce]],
  ['program', [0xfe, 0xed, 0xfa, 0xcf]],
  ['program', [0xce, 0xfa, 0xed, 0xfe]],
  ['program', [0xcf, 0xfa, 0xed, 0xfe]],
  ['program', [0xca, 0xfe, 0xba, 0xbe]],
  ['program', letters('#!')],
]
// Boxes of ISO media that are films; HEIC and AVIF pictures share the container.
const FILM_BRANDS = ['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'dash', 'MSNV', '3gp4', '3gp5', '3gp6']

/**
 * The content type of a file by its first bytes; `program` is what a machine would run. Text is `text/plain`, what nobody knows
 * `application/octet-stream`.
 */
export function contentOf(head: Uint8Array): MediaType {
  const sign = SIGNS.find(([, bytes, at]) => startsWith(head, bytes, at))
  if (sign) return sign[0]
  if (startsWith(head, letters('RIFF')) && startsWith(head, letters('WEBP'), 8)) return 'image/webp'
  if (startsWith(head, letters('ftyp'), 4)) {
    const brand = String.fromCharCode(...head.subarray(8, 12))
    return FILM_BRANDS.includes(brand) ? 'video/mp4' : 'application/octet-stream'
  }
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3])) {
    return new TextDecoder('latin1').decode(head.subarray(0, 64)).includes('webm') ? 'video/webm' : 'application/octet-stream'
  }
  const text = textOf(head)
  if (text == null) return 'application/octet-stream'
  return isSvg(text) ? 'image/svg+xml' : 'text/plain'
}

function textOf(head: Uint8Array): string | null {
  if (head.includes(0)) return null
  try {
    // A stream's end may be cut inside a letter: that is no fault of the text.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return null
  }
}

/** The first element is `svg`, whatever declaration, comments or document type stand before it. */
function isSvg(text: string): boolean {
  let rest = text.trimStart()
  for (let end = endOfPreface(rest); end > 0; end = endOfPreface(rest)) rest = rest.slice(end).trimStart()
  return /^<(\w+:)?svg[\s>/]/.test(rest)
}

/** Where a declaration, a comment or a document type that the text begins with ends; 0 where it begins with none, or with an open one. */
function endOfPreface(text: string): number {
  const behind = (sign: string, from: number) => text.indexOf(sign, from) + 1 && text.indexOf(sign, from) + sign.length
  if (text.startsWith('<?')) return behind('?>', 2)
  if (text.startsWith('<!--')) return behind('-->', 4)
  if (!/^<!DOCTYPE/i.test(text)) return 0
  const first = text.search(/[>[]/)
  if (first < 0) return 0
  if (text[first] === '>') return first + 1
  const own = behind(']', first)
  return own && behind('>', own)
}
