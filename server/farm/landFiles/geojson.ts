import { type Budget, type Feature, type Pair, type Shape, unreadable } from './features.ts'

/** Collections in collections: nobody writes more. */
const MOST_NESTED = 8
type Thing = Readonly<Record<string, unknown>>
const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw unreadable()
  return value
}

/** What is read of a GeoJSON text, and the coordinate system that it names, which only its version of 2008 does. */
export function readGeoJson(text: string, budget: Budget): { features: Feature[]; crs: string | null } {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw unreadable()
  }
  if (!isThing(read)) throw unreadable()
  const features: Feature[] = []
  const pair = (value: unknown): Pair => {
    const [x, y] = listOf(value)
    budget.corner()
    return [typeof x === 'number' ? x : Number.NaN, typeof y === 'number' ? y : Number.NaN]
  }
  const ring = (value: unknown) => {
    budget.ring()
    return listOf(value).map(pair)
  }
  const area = (value: unknown): Shape => ({ kind: 'area', rings: listOf(value).map(ring) })
  const line = (value: unknown): Shape => ({ kind: 'line', rings: [ring(value)] })
  const point = (value: unknown): Shape => ({ kind: 'point', rings: [[pair(value)]] })

  function shapesOf(geometry: unknown, depth: number): Shape[] {
    if (geometry == null) return []
    if (!isThing(geometry) || depth > MOST_NESTED) throw unreadable()
    const { type, coordinates } = geometry
    switch (type) {
      case 'Polygon':
        return [area(coordinates)]
      case 'MultiPolygon':
        return listOf(coordinates).map(area)
      case 'LineString':
        return [line(coordinates)]
      case 'MultiLineString':
        return listOf(coordinates).map(line)
      case 'Point':
        return [point(coordinates)]
      case 'MultiPoint':
        return listOf(coordinates).map(point)
      case 'GeometryCollection':
        return listOf(geometry['geometries']).flatMap((one) => shapesOf(one, depth + 1))
      default:
        throw unreadable()
    }
  }
  function feature(id: unknown, given: unknown, geometry: unknown): void {
    budget.feature()
    const properties = new Map<string, string>()
    if (isThing(given))
      for (const [name, value] of Object.entries(given))
        if (typeof value === 'string' || typeof value === 'number') budget.property(properties, name, String(value))
    features.push({ properties, id: typeof id === 'string' ? id : null, shapes: shapesOf(geometry, 0) })
  }
  if (read['type'] === 'FeatureCollection')
    for (const one of listOf(read['features'])) {
      if (!isThing(one)) throw unreadable()
      feature(one['id'], one['properties'], one['geometry'])
    }
  else if (read['type'] === 'Feature') feature(read['id'], read['properties'], read['geometry'])
  else feature(null, {}, read)
  const { crs } = read
  const name = isThing(crs) && isThing(crs['properties']) ? crs['properties']['name'] : null
  return { features, crs: typeof name === 'string' ? name.slice(0, 200) : null }
}
