import { strToU8, zipSync } from 'fflate'
import type { Position } from '#contract/core/values'
import { unrollRing } from '#contract/core/longitude'
import { ID_PROPERTY, type LandFileFormat } from '#contract/farm/landFile'

/** A plot as a file has it. */
export interface WrittenLand {
  readonly id: string
  readonly name: string
  readonly landType: string
  /** mu. */
  readonly measure: string | null
  readonly base: string
  readonly outline: Position[]
}
/** Said where a format has room for it. */
const COORDINATES = 'WGS 84 (EPSG:4326)'

/** Plots as a file of outlines, in WGS84. `lands` is a JSON array of them. */
export function writeLandFile({ format, title, lands }: { format: LandFileFormat; title: string; lands: Uint8Array }): Uint8Array {
  const all = JSON.parse(new TextDecoder().decode(lands)) as WrittenLand[]
  if (format === 'geojson') return strToU8(geoJsonOf(title, all))
  return format === 'kml' ? strToU8(kmlOf(title, all)) : zippedShapes(all)
}

/** A closed ring in one piece, counter-clockwise or clockwise. */
function closed(ring: readonly Position[], way: 'counter' | 'clock'): Position[] {
  const corners = unrollRing(ring)
  const twice = corners.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length]!
    return sum + (x - corners[0]![0]) * (nextY - corners[0]![1]) - (nextX - corners[0]![0]) * (y - corners[0]![1])
  }, 0)
  const turned = twice > 0 === (way === 'counter') ? corners : corners.toReversed()
  return [...turned, turned[0]!]
}

/** Source: RFC 7946; outlines are counter-clockwise there. */
const geoJsonOf = (title: string, lands: readonly WrittenLand[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    name: title,
    description: COORDINATES,
    features: lands.map(({ id, name, landType, measure, base, outline }) => ({
      type: 'Feature',
      id,
      properties: { name, [ID_PROPERTY]: id, landType, areaMu: measure === null ? null : Number(measure), base },
      geometry: { type: 'Polygon', coordinates: [closed(outline, 'counter')] },
    })),
  })

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** What XML has no way to write is left out. */
const xml = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"']/g, (sign) => ESCAPED[sign]!)
/** Never as `1e-7`, which not every program reads. */
const degrees = (value: number) => (Math.abs(value) < 1e-6 ? value.toFixed(9) : String(Number(value.toFixed(9))))

/** Source: OGC 07-147r2 (KML 2.2). */
function kmlOf(title: string, lands: readonly WrittenLand[]): string {
  const data = (name: string, value: string) => `<Data name="${name}"><value>${xml(value)}</value></Data>`
  const placemarks = lands.map(({ id, name, landType, measure, base, outline }) => {
    const corners = closed(outline, 'counter').map(([x, y]) => `${degrees(x)},${degrees(y)}`)
    return `<Placemark id="${id}"><name>${xml(name)}</name><ExtendedData>${data(ID_PROPERTY, id)}${data('landType', landType)}${
      measure === null ? '' : data('areaMu', measure)
    }${data('base', base)}</ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>${corners.join(
      ' ',
    )}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xml(
    title,
  )}</name><description>${COORDINATES}</description>\n${placemarks.join('\n')}\n</Document></kml>\n`
}

const PRJ =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'
const HEAD = 100
const AREA = 5
/** The fields of the .dbf: letters are bytes of UTF-8, of which a name of sixty letters has at most 180. */
const FIELDS = [
  ['name', 'C', 240, 0],
  [ID_PROPERTY, 'C', 60, 0],
  ['landType', 'C', 20, 0],
  ['areaMu', 'N', 12, 2],
  ['base', 'C', 240, 0],
] as const

/** A shapefile in a zip. Source: ESRI Shapefile Technical Description (1998); outlines are clockwise there. */
function zippedShapes(lands: readonly WrittenLand[]): Uint8Array {
  const rings = lands.map(({ outline }) => closed(outline, 'clock'))
  const lengths = rings.map((ring) => 48 + 16 * ring.length)
  const shp = new DataView(new ArrayBuffer(HEAD + lengths.reduce((sum, length) => sum + 8 + length, 0)))
  const shx = new DataView(new ArrayBuffer(HEAD + 8 * rings.length))
  const whole = boxOf(rings.flat())
  for (const view of [shp, shx]) {
    view.setInt32(0, 9994)
    view.setInt32(24, view.byteLength / 2)
    view.setInt32(28, 1000, true)
    view.setInt32(32, AREA, true)
    whole.forEach((value, at) => view.setFloat64(36 + 8 * at, value, true))
  }
  let at = HEAD
  rings.forEach((ring, nth) => {
    const length = lengths[nth]!
    shx.setInt32(HEAD + 8 * nth, at / 2)
    shx.setInt32(HEAD + 8 * nth + 4, length / 2)
    shp.setInt32(at, nth + 1)
    shp.setInt32(at + 4, length / 2)
    at += 8
    shp.setInt32(at, AREA, true)
    boxOf(ring).forEach((value, side) => shp.setFloat64(at + 4 + 8 * side, value, true))
    shp.setInt32(at + 36, 1, true)
    shp.setInt32(at + 40, ring.length, true)
    ring.forEach(([x, y], corner) => {
      shp.setFloat64(at + 48 + 16 * corner, x, true)
      shp.setFloat64(at + 56 + 16 * corner, y, true)
    })
    at += length
  })
  return zipSync({
    'plots.shp': new Uint8Array(shp.buffer),
    'plots.shx': new Uint8Array(shx.buffer),
    'plots.dbf': dbfOf(lands),
    'plots.prj': strToU8(PRJ),
    'plots.cpg': strToU8('UTF-8'),
  })
}
const boxOf = (ring: readonly Position[]) => {
  const side = (at: 0 | 1, pick: (one: number, other: number) => number, none: number) =>
    ring.length === 0 ? 0 : ring.reduce((found, corner) => pick(found, corner[at]), none)
  return [side(0, Math.min, Infinity), side(1, Math.min, Infinity), side(0, Math.max, -Infinity), side(1, Math.max, -Infinity)]
}

function dbfOf(lands: readonly WrittenLand[]): Uint8Array {
  const head = 33 + 32 * FIELDS.length
  const width = 1 + FIELDS.reduce((sum, [, , length]) => sum + length, 0)
  const bytes = new Uint8Array(head + width * lands.length + 1).fill(0x20, head)
  const view = new DataView(bytes.buffer)
  // dBASE III without memo; a day that says nothing: the same plots are the same bytes.
  bytes.set([3, 0, 1, 1])
  view.setUint32(4, lands.length, true)
  view.setUint16(8, head, true)
  view.setUint16(10, width, true)
  FIELDS.forEach(([name, type, length, decimals], nth) => {
    const field = 32 + 32 * nth
    bytes.set(strToU8(name), field)
    bytes[field + 11] = type.charCodeAt(0)
    bytes[field + 16] = length
    bytes[field + 17] = decimals
  })
  bytes[head - 1] = 0x0d
  lands.forEach(({ id, name, landType, measure, base }, row) => {
    let from = head + row * width + 1
    for (const [nth, text] of [name, id, landType, measure ?? '', base].entries()) {
      const [, type, length] = FIELDS[nth]!
      const value = cut(strToU8(text), length)
      bytes.set(value, type === 'N' ? from + length - value.length : from)
      from += length
    }
  })
  bytes[bytes.length - 1] = 0x1a
  return bytes
}
/** At most so many bytes, no letter of them halved. */
function cut(bytes: Uint8Array, most: number): Uint8Array {
  let end = Math.min(most, bytes.length)
  while (end < bytes.length && end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}
