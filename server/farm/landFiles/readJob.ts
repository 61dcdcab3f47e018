import type { LandFileFormat, LandFileReport } from '#contract/farm/landFile'
import { Refused } from '../../ground/foreign/refused.ts'
import { Budget, type Feature, unreadable } from './features.ts'
import { readGeoJson } from './geojson.ts'
import { judge, type Reading } from './judge.ts'
import { readKml, xmlText } from './kml.ts'
import { type Projection, projectionOf, projectionOfName, UnknownProjection } from './projection.ts'
import { featuresOf, isShp, readDbf, readShp } from './shapefile.ts'
import { type Part, unpack } from './unpack.ts'

/** What no degree reaches: a projection's metres. */
const MOST_DEGREES = 360

interface Layer {
  readonly features: readonly Feature[]
  readonly projection: Projection | null
}
/** A report, or the name of a system of coordinates that is not read. */
export type Read = LandFileReport | { readonly projection: string }

/** Reads a file of outlines, whatever it is called, and says what would become of it. */
export async function readLandFile({ bytes, reading }: { bytes: Uint8Array; reading: Reading }): Promise<Read> {
  try {
    const { format, features, projection } = await layerOf(bytes)
    if (features.length === 0) throw new Refused('error.landFile.empty')
    return { format, ...judge(features, projection, reading) }
  } catch (cause) {
    if (cause instanceof UnknownProjection) return { projection: cause.projection }
    throw cause
  }
}

async function layerOf(bytes: Uint8Array): Promise<Layer & { format: LandFileFormat }> {
  const budget = new Budget()
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return packedLayer(await unpack(bytes), budget)
  if (isShp(bytes)) return { format: 'shapefile', ...shapeLayer(bytes, {}, budget) }
  return textLayer(bytes, budget)
}

/** What begins like XML is KML, everything else GeoJSON or nothing. */
function textLayer(bytes: Uint8Array, budget: Budget): Layer & { format: LandFileFormat } {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 100)).replaceAll('\0', '')
  if (/^(?:ï»¿|ÿþ|þÿ)?\s*</.test(head)) return { format: 'kml', features: readKml(xmlText(bytes), budget), projection: null }
  const { features, crs } = readGeoJson(jsonText(bytes), budget)
  return { format: 'geojson', ...inDegrees({ features, projection: crs === null ? null : projectionOfName(crs) }) }
}
/** UTF-8 as the standard has it, or what older Chinese programs write. */
function jsonText(bytes: Uint8Array): string {
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The other one, or none.
    }
  throw unreadable()
}

function shapeLayer(shp: Uint8Array, beside: { dbf?: Uint8Array; cpg?: Uint8Array; prj?: Uint8Array }, budget: Budget): Layer {
  const { dbf, cpg, prj } = beside
  const shapes = readShp(shp, budget)
  const features = featuresOf(shapes, dbf ? readDbf(dbf, cpg ?? null, budget) : [])
  return inDegrees({ features, projection: prj ? projectionOf(new TextDecoder().decode(prj.subarray(0, 10_000))) : null })
}
/** What names no system of coordinates holds degrees. */
function inDegrees(layer: Layer): Layer {
  if (layer.projection) return layer
  const isBeyond = layer.features.some(({ shapes }) =>
    shapes.some(({ rings }) =>
      rings.some((ring) => ring.some((pair) => pair.some((value) => Number.isFinite(value) && Math.abs(value) > MOST_DEGREES))),
    ),
  )
  if (isBeyond) throw new Refused('error.landFile.noProjection')
  return layer
}

function packedLayer(parts: readonly Part[], budget: Budget): Layer & { format: LandFileFormat } {
  const ending = (end: string) => parts.filter(({ name }) => name.endsWith(end))
  const shps = ending('.shp')
  if (shps.length > 0) {
    const layers = shps.map(({ name, bytes }) => {
      if (!isShp(bytes)) throw unreadable()
      const beside = (end: string) => parts.find((part) => part.name === name.slice(0, -4) + end)?.bytes
      const [dbf, cpg, prj] = [beside('.dbf'), beside('.cpg'), beside('.prj')]
      return shapeLayer(bytes, { ...(dbf ? { dbf } : {}), ...(cpg ? { cpg } : {}), ...(prj ? { prj } : {}) }, budget)
    })
    return { format: 'shapefile', ...together(layers) }
  }
  const texts = [...ending('.kml'), ...ending('.geojson'), ...ending('.json')].map(({ bytes }) => textLayer(bytes, budget))
  if (texts.length === 0) throw unreadable()
  return { format: texts[0]!.format, ...together(texts) }
}

/** Several layers of one archive, each out of its own projection. */
function together(layers: readonly Layer[]): Layer {
  if (layers.length === 1) return layers[0]!
  const said = [...new Set(layers.map(({ projection }) => projection?.said ?? null))]
  return {
    features: layers.flatMap(({ features, projection }) =>
      projection?.toDegrees ? features.map((feature) => projected(feature, projection.toDegrees!)) : features,
    ),
    // Where one says nothing, it is asked.
    projection: said.includes(null) ? null : { said: said.join(', ').slice(0, 200), toDegrees: null },
  }
}
const projected = (feature: Feature, toDegrees: NonNullable<Projection['toDegrees']>): Feature => ({
  ...feature,
  shapes: feature.shapes.map((shape) => ({ ...shape, rings: shape.rings.map((ring) => ring.map(toDegrees)) })),
})
