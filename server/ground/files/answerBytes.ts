import { Readable } from 'node:stream'
import { type Asking, Streamed } from '../http/handler.ts'
import { byteRange } from './byteRange.ts'

/** Bytes that are answered, and how they are told from others. */
export interface Bytes {
  readonly contentType: string
  readonly name: string
  readonly bytes: number
  /** In quotes. */
  readonly etag: string
  /** From `start` to `end`, both included; null of an answer that is only ever whole. */
  readonly open: ((range: { readonly start: number; readonly end: number }) => Promise<Readable>) | null
  /** How it may be kept by who got it; asked for each time unless told. */
  readonly cache?: string
  /** What is there already, where `open` is null. */
  readonly body?: Readable
}

// Whatever it holds, nothing of it runs and nothing is loaded by it, also where somebody opens its address as a page.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const SHOWN = ['image/jpeg', 'image/png', 'video/mp4', 'video/webm']

const ascii = (name: string) => name.replaceAll(/[^\u0020-\u007e]|["\\%]/g, '_')
const extended = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** `inline` only of what a browser shows without running it; a drawing is a picture inside a page and a download by itself. */
function disposition({ contentType, name }: Bytes): string {
  const how = SHOWN.includes(contentType) ? 'inline' : 'attachment'
  return `${how}; filename="${ascii(name)}"; filename*=UTF-8''${extended(name)}`
}

/** Whether whoever asks has this one already. */
export const matches = (header: string | undefined, etag: string) =>
  header != null && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))

/** The answer to a GET or HEAD of bytes: 200, 206 of one range, 304 where the asker has them, 416 beyond the end. */
export async function answerBytes(given: Bytes, asking: Pick<Asking, 'header' | 'headOnly'>): Promise<Streamed> {
  const { contentType, bytes, etag, open } = given
  const headers: Record<string, string | number> = {
    'content-type': contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
    'content-disposition': disposition(given),
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    // Kept by the browser, shown only after the server said that this caller still may.
    'cache-control': given.cache ?? 'private, no-cache',
    vary: 'authorization',
    etag,
    ...(open ? { 'accept-ranges': 'bytes' } : {}),
  }
  const nothing = (status: number, more: Record<string, string | number>) => {
    given.body?.destroy()
    return new Streamed(status, { ...headers, ...more }, Readable.from([]))
  }
  if (matches(asking.header('if-none-match'), etag)) return nothing(304, {})

  // A range of what has changed since would be glued to bytes of another file.
  const ifRange = asking.header('if-range')
  const range = open && (ifRange == null || ifRange === etag) ? byteRange(asking.header('range'), bytes) : 'whole'
  if (range === 'unsatisfiable') return nothing(416, { 'content-range': `bytes */${bytes}`, 'content-length': 0 })
  const { start, end } = range === 'whole' ? { start: 0, end: bytes - 1 } : range
  const sized = {
    'content-length': end - start + 1,
    ...(range === 'whole' ? {} : { 'content-range': `bytes ${start}-${end}/${bytes}` }),
  }
  const status = range === 'whole' ? 200 : 206
  if (asking.headOnly) return nothing(status, sized)
  return new Streamed(status, { ...headers, ...sized }, open ? await open({ start, end }) : given.body!)
}
