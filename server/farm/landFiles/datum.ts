import packed from 'gcoord'
import type { LandDatum } from '#contract/farm/landFile'
import type { Pair } from './features.ts'

// The package's types say that its default export has a default export; when it runs it has none.
const gcoord = packed as unknown as (typeof packed)['default']

// The shift grows by less than 1 % a step, so six steps bring it to well under a millimetre; at the edge of the shifted region it may swing for ever.
const STEPS = 12
const LIMIT = 1e-11

/** A place of a shifted grid in WGS84, degrees; one outside China is not shifted. */
export function toWgs84(place: Pair, from: LandDatum): Pair {
  if (from === 'WGS84') return place
  let [longitude, latitude] = place
  for (let step = 0; step < STEPS; step++) {
    const [x, y] = gcoord.transform([longitude, latitude], gcoord.WGS84, gcoord[from]) as unknown as Pair
    const [east, north] = [x - place[0], y - place[1]]
    longitude -= east
    latitude -= north
    if (Math.abs(east) < LIMIT && Math.abs(north) < LIMIT) break
  }
  return [longitude, latitude]
}
