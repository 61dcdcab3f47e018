import { type Budget, type Feature, type Pair, type Shape, unreadable } from './features.ts'

const HEAD_BYTES = 100
const MAGIC = 9994
/** Of the kinds of a shapefile those of the plane, with heights and with measures (10 and 20 more), by the unit digit. */
const POINT = 1
const LINE = 3
const AREA = 5
const POINTS = 8

export const isShp = (bytes: Uint8Array) => bytes.length >= HEAD_BYTES && viewOf(bytes).getInt32(0) === MAGIC
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * The records of a shapefile in their order; null of one without a shape. Heights and measures are left out. Source: ESRI Shapefile
 * Technical Description (1998).
 */
export function readShp(bytes: Uint8Array, budget: Budget): (readonly Shape[])[] {
  const view = viewOf(bytes)
  const records: (readonly Shape[])[] = []
  for (let at = HEAD_BYTES; at + 8 <= bytes.length;) {
    const length = view.getInt32(at + 4) * 2
    const from = at + 8
    if (length < 4 || from + length > bytes.length) throw unreadable()
    budget.feature()
    records.push(shapesOf(new DataView(bytes.buffer, bytes.byteOffset + from, length), budget))
    at = from + length
  }
  return records
}

function shapesOf(record: DataView, budget: Budget): readonly Shape[] {
  const kind = record.getInt32(0, true)
  const pair = (at: number): Pair => {
    budget.corner()
    return [record.getFloat64(at, true), record.getFloat64(at + 8, true)]
  }
  const need = (bytes: number) => {
    if (bytes > record.byteLength) throw unreadable()
  }
  switch (kind > 10 && kind < 30 ? kind % 10 : kind) {
    case POINT:
      need(20)
      return [{ kind: 'point', rings: [[pair(4)]] }]
    case POINTS: {
      need(40)
      const count = countAt(record, 36)
      need(40 + 16 * count)
      return Array.from({ length: count }, (_, nth) => ({ kind: 'point', rings: [[pair(40 + 16 * nth)]] }))
    }
    case LINE:
    case AREA: {
      need(44)
      const [parts, points] = [countAt(record, 36), countAt(record, 40)]
      const first = 44 + 4 * parts
      need(first + 16 * points)
      const starts = Array.from({ length: parts }, (_, nth) => countAt(record, 44 + 4 * nth))
      const rings = starts.map((start, nth) => {
        const end = starts[nth + 1] ?? points
        if (end < start || end > points) throw unreadable()
        budget.ring()
        return Array.from({ length: end - start }, (_one, corner) => pair(first + 16 * (start + corner)))
      })
      return kind % 10 === AREA ? areasOf(rings) : rings.map((ring) => ({ kind: 'line', rings: [ring] }))
    }
    default:
      // Nothing, or a surface of patches.
      return []
  }
}

function countAt(record: DataView, at: number): number {
  const count = record.getInt32(at, true)
  if (count < 0 || count > record.byteLength) throw unreadable()
  return count
}

/**
 * Rings of one record as areas with their holes: a ring that lies in an odd number of others is a hole of the smallest of them. The direction of
 * a ring would say it too, but programs write it wrongly; and a box around a ring is no answer to what lies in it.
 */
export function areasOf(rings: readonly (readonly Pair[])[]): Shape[] {
  if (rings.length < 2) return rings.map((ring) => ({ kind: 'area', rings: [ring] }))
  const framed = rings.map((ring) => ({ ring, size: Math.abs(twiceArea(ring)), ...boxOf(ring) }))
  const around = framed.map((one) => framed.filter((other) => other !== one && other.size > one.size && contains(other, one)))
  const areas = new Map<Framed, (readonly Pair[])[]>()
  framed.forEach((one, at) => {
    if (around[at]!.length % 2 === 0) areas.set(one, [one.ring])
  })
  framed.forEach((one, at) => {
    if (around[at]!.length % 2 === 0) return
    const outer = around[at]!.toSorted((a, b) => a.size - b.size).find((other) => areas.has(other))!
    areas.get(outer)!.push(one.ring)
  })
  return [...areas.values()].map((all) => ({ kind: 'area', rings: all }))
}

interface Framed {
  readonly ring: readonly Pair[]
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}
function boxOf(ring: readonly Pair[]) {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of ring) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  return { west, east, south, north }
}
const twiceArea = (ring: readonly Pair[]) =>
  ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!
    return sum + x * nextY - nextX * y
  }, 0)

/** A hole may touch its outline: what most of some points on it say. */
const ASKED = 7
function contains(outer: Framed, inner: Framed): boolean {
  if (inner.west < outer.west || inner.east > outer.east || inner.south < outer.south || inner.north > outer.north) return false
  let inside = 0
  for (let nth = 0; nth < ASKED; nth++) {
    const at = Math.floor((nth * inner.ring.length) / ASKED)
    const [a, b] = [inner.ring[at]!, inner.ring[(at + 1) % inner.ring.length]!]
    if (isInside(outer.ring, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])) inside++
  }
  return inside * 2 > ASKED
}
function isInside(ring: readonly Pair[], [x, y]: Pair): boolean {
  let inside = false
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [[x1, y1], [x2, y2]] = [ring[at]!, ring[before]!]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}

/** Language drivers of dBASE and code pages of .cpg files that name one of the encodings which Chinese programs use. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  '936': 'gbk',
  cp936: 'gbk',
  '65001': 'utf-8',
  '54936': 'gb18030',
  '950': 'big5',
  '1252': 'windows-1252',
}
const DRIVERS: Readonly<Record<number, string>> = { 0x4d: 'gbk', 0x4f: 'big5', 0x7a: 'gbk' }
const DELETED = 0x2a
const END_OF_FIELDS = 0x0d

/**
 * The rows of a .dbf as texts by their fields; null of a deleted one. They are read as the .cpg says, or else the language driver; where neither
 * fits, as UTF-8 or GBK, whichever does.
 */
export function readDbf(bytes: Uint8Array, cpg: Uint8Array | null, budget: Budget): (ReadonlyMap<string, string> | null)[] {
  if (bytes.length < 32) throw unreadable()
  const view = viewOf(bytes)
  const [count, head, width] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)]
  if (head > bytes.length || width === 0) throw unreadable()
  const fields: { name: Uint8Array; from: number; length: number }[] = []
  let from = 1
  for (let at = 32; at + 32 <= head && bytes[at] !== END_OF_FIELDS; at += 32) {
    const length = bytes[at + 16]!
    const name = bytes.subarray(at, at + 11)
    fields.push({ name: name.subarray(0, name.indexOf(0) < 0 ? 11 : name.indexOf(0)), from, length })
    from += length
  }
  // What the head promises and the file does not hold is not read.
  const rows = Math.min(count, Math.floor((bytes.length - head) / width))
  const decoder = decoderOf(bytes.subarray(head), cpg, view.getUint8(29))
  const names = fields.map(({ name }) => decoder.decode(name))
  return Array.from({ length: rows }, (_, row) => {
    const start = head + row * width
    if (bytes[start] === DELETED) return null
    const properties = new Map<string, string>()
    fields.forEach(({ from: offset, length }, nth) => {
      const text = decoder.decode(bytes.subarray(start + offset, Math.min(start + offset + length, start + width)))
      budget.property(properties, names[nth]!, text.replaceAll('\0', '').trim())
    })
    return properties
  })
}

/** The likeliest of the encodings that read the texts best: a letter that was cut at the end of its field is no letter in any. */
function decoderOf(texts: Uint8Array, cpg: Uint8Array | null, driver: number): TextDecoder {
  const said = cpg ? new TextDecoder('latin1').decode(cpg.subarray(0, 40)).trim().toLowerCase() : ''
  const named = CODE_PAGES[said] ?? CODE_PAGES[said.replace(/^(?:ansi|oem|cp|windows)[ -]?/, '')] ?? (said || DRIVERS[driver])
  const likely = [named, 'utf-8', 'gb18030'].flatMap((encoding) => {
    try {
      return encoding === undefined ? [] : [new TextDecoder(encoding)]
    } catch {
      // None that anybody knows.
      return []
    }
  })
  const unread = likely.map((decoder) => decoder.decode(texts).split('\ufffd').length)
  return likely[unread.indexOf(Math.min(...unread))]!
}

/** Each shape with its row; a deleted row takes its shape along. */
export function featuresOf(shapes: readonly (readonly Shape[])[], rows: readonly (ReadonlyMap<string, string> | null)[]): Feature[] {
  return shapes.flatMap((one, at) => {
    const row = rows[at]
    return row === null ? [] : [{ properties: row ?? new Map<string, string>(), id: null, shapes: one }]
  })
}
