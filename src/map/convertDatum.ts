import { gcoord } from './gcoord.ts'

/** WGS84 is what devices and the database speak; GCJ02 and BD09 are the shifted grids of two map providers. */
export type Datum = 'WGS84' | 'GCJ02' | 'BD09'

/** Degrees: [longitude, latitude]. */
export type LngLat = readonly [longitude: number, latitude: number]

// The shift grows by less than 1 % a step, so six steps bring the inverse to well under a millimetre; a bound is needed because at the
// edge of the shifted region the iteration may swing for ever.
const INVERSE_STEPS = 12
const INVERSE_LIMIT = 1e-10

const forward = (point: LngLat, to: Datum): LngLat =>
  to === 'WGS84' ? point : (gcoord.transform([point[0], point[1]], gcoord.WGS84, gcoord[to]) as unknown as LngLat)

/** A WGS84 place in the grid of a map source. Places outside China are not shifted by GCJ02. */
export function toDatum(point: LngLat, to: Datum): LngLat {
  return forward(point, to)
}

/** A place of a map source's grid in WGS84: the inverse of {@link toDatum}, within a millimetre inside the shifted region. */
export function fromDatum(point: LngLat, from: Datum): LngLat {
  if (from === 'WGS84') return point
  let longitude = point[0]
  let latitude = point[1]
  for (let step = 0; step < INVERSE_STEPS; step++) {
    const reached = forward([longitude, latitude], from)
    const east = reached[0] - point[0]
    const north = reached[1] - point[1]
    longitude -= east
    latitude -= north
    if (Math.abs(east) < INVERSE_LIMIT && Math.abs(north) < INVERSE_LIMIT) break
  }
  return [longitude, latitude]
}
