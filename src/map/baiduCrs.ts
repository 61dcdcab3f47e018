import L from 'leaflet'
import { wrapLongitude } from '#contract/core/longitude'
import { gcoord } from './gcoord.ts'

// Baidu's mercator is a table of polynomials by latitude band that ends at about 74 degrees; beyond it answers nonsense.
const MAX_LATITUDE = 74
// The bands leave the equator itself out.
const EQUATOR = 1e-9
/** At this zoom one pixel of a tile is one metre of Baidu's mercator. */
const METRE_ZOOM = 18
const EXTENT = 20_037_726.37

const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))

/** BD09 degrees to metres of Baidu's mercator, north up. */
const projection: L.Projection = {
  project(given) {
    const latlng = L.latLng(given)
    const latitude = clamp(latlng.lat, MAX_LATITUDE) || EQUATOR
    // The table ends at 180 degrees; what is drawn beyond lies in the next turn of the earth.
    const longitude = wrapLongitude(latlng.lng)
    const [x, y] = gcoord.transform([longitude, latitude], gcoord.BD09, gcoord.BD09MC) as [number, number]
    return L.point(x + ((latlng.lng - longitude) / 360) * 2 * EXTENT, y)
  },
  unproject(given) {
    const point = L.point(given)
    const turns = Math.abs(point.x) <= EXTENT ? 0 : Math.round(point.x / (2 * EXTENT))
    const x = point.x - turns * 2 * EXTENT
    const [longitude, latitude] = gcoord.transform([x, point.y || EQUATOR], gcoord.BD09MC, gcoord.BD09) as [number, number]
    return L.latLng(latitude, longitude + turns * 360)
  },
  bounds: L.bounds([-EXTENT, -12_474_104.17], [EXTENT, 12_474_104.17]),
}

/**
 * Baidu's own grid: BD09 degrees, Baidu's mercator, and a zoom at which 18 is one metre a pixel. Tile (0, 0) stands north-east of the
 * origin and y counts northwards; Leaflet counts south, so {@link tileRowOfBaidu} turns a row round.
 */
export const baiduCrs: L.CRS = L.Util.extend({}, L.CRS.Earth, {
  code: 'BD09MC',
  projection,
  transformation: new L.Transformation(1, 0, -1, 0),
  scale: (zoom: number) => 2 ** (zoom - METRE_ZOOM),
  zoom: (scale: number) => Math.log2(scale) + METRE_ZOOM,
  wrapLng: undefined,
  infinite: true,
}) as unknown as L.CRS

/** Leaflet's tile row (southwards) as Baidu's (northwards). */
export const tileRowOfBaidu = (y: number) => -y - 1
