/** What of `size` bytes a Range header asks for; both ends included. `unsatisfiable` lies beyond the end. */
export type ByteRange = { readonly start: number; readonly end: number } | 'whole' | 'unsatisfiable'

/** Reads a Range header. Several ranges, other units and what cannot be read are answered by the whole, as HTTP allows. */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return 'whole'
  const [, first = '', last = ''] = found
  if (first === '') {
    const tail = Math.min(Number(last), size)
    return tail === 0 ? 'unsatisfiable' : { start: size - tail, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
