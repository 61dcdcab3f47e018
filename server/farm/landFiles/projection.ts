import proj4 from 'proj4'
import type { Pair } from './features.ts'

/** What a file says of its coordinates, and how they become degrees of WGS84; null: they are degrees. */
export interface Projection {
  readonly said: string
  readonly toDegrees: ((pair: Pair) => Pair) | null
}
/** A system of coordinates that is not read, by the name that the file has for it. */
export class UnknownProjection extends Error {
  readonly projection: string
  constructor(projection: string) {
    super(projection)
    this.projection = projection.replaceAll(/\s+/g, ' ').trim().slice(0, 100) || '?'
  }
}

/** Datums that are WGS84 to within some centimetres. Those of 1954 and 1980 lie about a hundred metres beside, by shifts that no file has. */
const DATUM =
  /^(?:D_)?(?:WGS_?(?:19)?84|WorldGeodeticSystem1984(?:ensemble)?|CGCS_?2000|China_?2000|ChinaGeodeticCoordinateSystem2000|ChinaGeodetic_?2000|ITRF_?\d{2,4})$/i
const DEGREE = Math.PI / 180

interface Node {
  readonly word: string
  readonly name: string
  /** What stands behind the name, where that is a number. */
  readonly value: number
}
/** `WORD["name", value, ...` of a well-known text, in their order. */
function nodesOf(wkt: string): Node[] {
  const pieces = wkt.split('[')
  return pieces.slice(1).map((piece, at) => {
    const word = pieces[at]!.trim()
      .split(/[,\]\s]+/)
      .at(-1)!
    const [, name = '', rest = ''] = piece.split('"')
    const figure = rest.split(/[,\]]/)[1]?.trim()
    return { word: word.toUpperCase(), name, value: figure ? Number(figure) : Number.NaN }
  })
}

/** The coordinate system of a .prj. Throws UnknownProjection where it is none that is read. */
export function projectionOf(wkt: string): Projection {
  const nodes = nodesOf(wkt)
  const first = (...words: readonly string[]) => nodes.find(({ word }) => words.includes(word))
  const projected = first('PROJCS', 'PROJCRS')?.name ?? ''
  const geographic = first('GEOGCS', 'GEOGCRS', 'BASEGEOGCRS', 'GEODCRS')?.name ?? ''
  const said = projected || geographic
  const unknown = () => new UnknownProjection(said || wkt)
  const datum = (first('DATUM', 'ENSEMBLE')?.name ?? '').replaceAll(/[\s-]/g, '')
  // Degrees are counted from Greenwich.
  const meridian = first('PRIMEM')?.value ?? 0
  if (!DATUM.test(datum) || meridian !== 0) throw unknown()
  if (projected === '') {
    // Degrees, and not grads.
    if (!(Math.abs((first('UNIT', 'ANGLEUNIT')?.value ?? Number.NaN) - DEGREE) < 1e-6)) throw unknown()
    return { said, toDegrees: null }
  }
  return { said, toDegrees: inverseOf(wkt, unknown) }
}

function inverseOf(definition: string, unknown: () => UnknownProjection): (pair: Pair) => Pair {
  try {
    const { inverse } = proj4(definition)
    // It answers what it cannot, too: that shows at the first place.
    return ([x, y]) => {
      const [longitude, latitude] = inverse([x, y])
      return [longitude!, latitude!]
    }
  } catch {
    throw unknown()
  }
}

const DEGREES_CODES = ['CRS84', '4326', '4490', '4979']
/** Zones of CGCS2000: of three degrees and of six, with the zone before the easting and without. Source: EPSG registry. */
const ZONES = [
  { from: 4491, to: 4501, zone: 13, width: 6, numbered: true },
  { from: 4502, to: 4512, zone: 13, width: 6, numbered: false },
  { from: 4513, to: 4533, zone: 25, width: 3, numbered: true },
  { from: 4534, to: 4554, zone: 25, width: 3, numbered: false },
] as const

/** The coordinate system that the `crs` of an older GeoJSON names, e.g. `urn:ogc:def:crs:EPSG::4547`. */
export function projectionOfName(name: string): Projection {
  const code = /(?:EPSG|OGC)(?:[:/][\d.]*)?[:/](CRS84|\d{4,5})$/i.exec(name.trim())?.[1]?.toUpperCase()
  if (code !== undefined && DEGREES_CODES.includes(code)) return { said: name, toDegrees: null }
  const unknown = () => new UnknownProjection(name)
  const number = Number(code)
  const zones = ZONES.find(({ from, to }) => number >= from && number <= to)
  const utm = /^32([67])(\d\d)$/.exec(code ?? '')
  if (zones) {
    const zone = zones.zone + number - zones.from
    const middle = zones.width === 3 ? zone * 3 : zone * 6 - 3
    const easting = 500_000 + (zones.numbered ? zone * 1_000_000 : 0)
    return {
      said: name,
      toDegrees: inverseOf(`+proj=tmerc +lat_0=0 +lon_0=${middle} +k=1 +x_0=${easting} +y_0=0 +ellps=GRS80 +units=m`, unknown),
    }
  }
  if (utm && Number(utm[2]) >= 1 && Number(utm[2]) <= 60)
    return { said: name, toDegrees: inverseOf(`+proj=utm +zone=${Number(utm[2])}${utm[1] === '7' ? ' +south' : ''} +datum=WGS84`, unknown) }
  if (code === '3857') return { said: name, toDegrees: inverseOf('EPSG:3857', unknown) }
  throw unknown()
}
