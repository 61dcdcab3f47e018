import { strToU8, zipSync } from 'fflate'
import type { Position } from '#contract/core/values'

type Ring = readonly Position[]
type Rows = readonly Readonly<Record<string, string>>[]

/** A square of `size` degrees with its south-west corner there, not closed. */
export const square = (longitude: number, latitude: number, size = 0.001): Position[] => [
  [longitude, latitude],
  [longitude + size, latitude],
  [longitude + size, latitude + size],
  [longitude, latitude + size],
]
export const close = (ring: Ring): Position[] => [...ring, ring[0]!]

/** A GeoJSON of polygons, each with its outline first and then its holes. */
export const geoJson = (
  features: readonly { properties?: object; id?: string; rings?: readonly Ring[]; geometry?: unknown }[],
  rest: object = {},
) =>
  strToU8(
    JSON.stringify({
      type: 'FeatureCollection',
      ...rest,
      features: features.map(({ properties = {}, id, rings, geometry }) => ({
        type: 'Feature',
        ...(id === undefined ? {} : { id }),
        properties,
        geometry: rings ? { type: 'Polygon', coordinates: rings.map(close) } : geometry,
      })),
    }),
  )

export const kml = (inside: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  strToU8(`${head}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`)
export const coordinates = (ring: Ring) =>
  `<LinearRing><coordinates>${close(ring)
    .map((corner) => `${corner.join(',')},0`)
    .join('\n ')}</coordinates></LinearRing>`
export const kmlPolygon = (ring: Ring, ...holes: readonly Ring[]) =>
  `<Polygon><outerBoundaryIs>${coordinates(ring)}</outerBoundaryIs>${holes
    .map((hole) => `<innerBoundaryIs>${coordinates(hole)}</innerBoundaryIs>`)
    .join('')}</Polygon>`

/** A .shp of polygon records of rings, in whatever order and direction they are given; null of a record without a shape. */
export function shp(records: readonly (readonly Ring[] | null)[]): Uint8Array {
  const bodies = records.map((rings) => {
    if (rings === null) return new DataView(new ArrayBuffer(4))
    const points = rings.flatMap((ring) => close(ring))
    const body = new DataView(new ArrayBuffer(44 + 4 * rings.length + 16 * points.length))
    body.setInt32(0, 5, true)
    body.setInt32(36, rings.length, true)
    body.setInt32(40, points.length, true)
    let start = 0
    rings.forEach((ring, nth) => {
      body.setInt32(44 + 4 * nth, start, true)
      start += ring.length + 1
    })
    points.forEach(([x, y], nth) => {
      body.setFloat64(44 + 4 * rings.length + 16 * nth, x, true)
      body.setFloat64(52 + 4 * rings.length + 16 * nth, y, true)
    })
    return body
  })
  const file = new DataView(new ArrayBuffer(100 + bodies.reduce((sum, { byteLength }) => sum + 8 + byteLength, 0)))
  file.setInt32(0, 9994)
  file.setInt32(32, 5, true)
  let at = 100
  bodies.forEach((body, nth) => {
    file.setInt32(at, nth + 1)
    file.setInt32(at + 4, body.byteLength / 2)
    new Uint8Array(file.buffer).set(new Uint8Array(body.buffer), at + 8)
    at += 8 + body.byteLength
  })
  return new Uint8Array(file.buffer)
}

/** A .dbf of text fields of 60 bytes; `encode` makes the bytes of a text. */
export function dbf(rows: Rows, encode: (text: string) => Uint8Array = strToU8): Uint8Array {
  const names = Object.keys(rows[0] ?? {})
  const [head, width] = [33 + 32 * names.length, 1 + 60 * names.length]
  const bytes = new Uint8Array(head + width * rows.length).fill(0x20, head)
  const view = new DataView(bytes.buffer)
  bytes[0] = 3
  view.setUint32(4, rows.length, true)
  view.setUint16(8, head, true)
  view.setUint16(10, width, true)
  names.forEach((name, nth) => {
    bytes.set(encode(name), 32 + 32 * nth)
    bytes[43 + 32 * nth] = 0x43
    bytes[48 + 32 * nth] = 60
  })
  bytes[head - 1] = 0x0d
  rows.forEach((row, at) => names.forEach((name, nth) => bytes.set(encode(row[name]!), head + at * width + 1 + 60 * nth)))
  return bytes
}
export const zip = (parts: Readonly<Record<string, Uint8Array | string>>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part])))

export const PRJ = {
  wgs84:
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]',
  cgcs2000:
    'GEOGCS["GCS_China_Geodetic_Coordinate_System_2000",DATUM["D_China_2000",SPHEROID["CGCS2000",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]',
  /** Of three degrees about 114 E; `zone` is written before the easting where it is more than 0. */
  gauss: (zone = 0) =>
    `PROJCS["CGCS2000_3_Degree_GK_CM_114E",${PRJ.cgcs2000},PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",${zone * 1_000_000 + 500_000}.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",114.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`,
  utm50: () =>
    `PROJCS["WGS_1984_UTM_Zone_50N",${PRJ.wgs84},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",117.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`,
  beijing54:
    'PROJCS["Beijing_1954_3_Degree_GK_CM_114E",GEOGCS["GCS_Beijing_1954",DATUM["D_Beijing_1954",SPHEROID["Krasovsky_1940",6378245.0,298.3]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",500000.0],UNIT["Meter",1.0]]',
} as const
