import L from 'leaflet'
import { nearestLongitude, spanOfLongitudes, wrapLongitude } from '#contract/core/longitude'
import { baiduCrs } from './baiduCrs.ts'
import { type Datum, fromDatum, toDatum } from './convertDatum.ts'

/** Source: 2§9, MAP-02. */
export const DEFAULT_ZOOM = 18
export const MIN_ZOOM = 5
export const MAX_ZOOM = 20
export const NATIVE_ZOOM = 18
/** Where a map without a base opens: the documents' own default (MAP-01). */
export const DEFAULT_CENTRE = { longitude: 113.34, latitude: 22.96 } as const

/** What is framed, free of any source's grid: WGS84 degrees, and zoom as web mercator counts it. */
export interface MapView {
  readonly longitude: number
  readonly latitude: number
  readonly zoom: number
}

// Zoom 18 is 0.597 m a pixel in web mercator and 1 m in Baidu's: the same ground stands about three quarters of a level deeper there.
const BAIDU_DEEPER = 1

export const crsOf = (datum: Datum): L.CRS => (datum === 'BD09' ? baiduCrs : L.CRS.EPSG3857)

/** The zoom of a source that shows about as much ground as a web mercator zoom does, within the map's limits. */
export const zoomInto = (zoom: number, datum: Datum) =>
  Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, datum === 'BD09' ? zoom + BAIDU_DEEPER : zoom))
export const zoomOutOf = (zoom: number, datum: Datum) => (datum === 'BD09' ? zoom - BAIDU_DEEPER : zoom)

/**
 * A WGS84 place where a source of this datum draws it; a longitude beyond 180 degrees is drawn beyond, in the next turn of the earth, and
 * shifted as its neighbours on this side are: what stands on both sides keeps its shape.
 */
export function toLatLng(place: { longitude: number; latitude: number }, datum: Datum): L.LatLng {
  const [longitude, latitude] = toDatum([place.longitude, place.latitude], datum)
  return L.latLng(latitude, longitude)
}

/** The WGS84 place under a point of a source, in the same turn of the earth: its longitude is beyond 180 degrees where the point is. */
export function fromLatLng(latlng: L.LatLng, datum: Datum): { longitude: number; latitude: number } {
  const [longitude, latitude] = fromDatum([latlng.lng, latlng.lat], datum)
  return { longitude, latitude }
}

/** The WGS84 place under a point of a source as it is kept, its longitude from -180 to 180 degrees. */
export function placeUnder(latlng: L.LatLng, datum: Datum): { longitude: number; latitude: number } {
  const { longitude, latitude } = fromLatLng(latlng, datum)
  return { longitude: wrapLongitude(longitude), latitude }
}

/**
 * The view that opens a base: its own centre at the default zoom, or further out where its plots and devices would not fit (MAP-01).
 * `size` is the map's in pixels, `places` are WGS84.
 */
export function frameBase(
  centre: { longitude: number; latitude: number } | null,
  places: readonly { longitude: number; latitude: number }[],
  size: { x: number; y: number },
): MapView {
  const crs = L.CRS.EPSG3857
  const middle = centre ?? middleOf(places) ?? DEFAULT_CENTRE
  const at = crs.latLngToPoint(L.latLng(middle.latitude, middle.longitude), 0)
  let [east, south] = [0, 0]
  for (const place of places) {
    const point = crs.latLngToPoint(L.latLng(place.latitude, nearestLongitude(place.longitude, middle.longitude)), 0)
    east = Math.max(east, Math.abs(point.x - at.x))
    south = Math.max(south, Math.abs(point.y - at.y))
  }
  // A little of the map stays free on every side, so that no marker stands under the frame's edge.
  const fits = Math.min(fitZoom(size.x * 0.47, east), fitZoom(size.y * 0.47, south))
  return { ...middle, zoom: Math.max(MIN_ZOOM, Math.min(DEFAULT_ZOOM, Math.floor(fits))) }
}

/**
 * The view that fills a wall: all places about the middle of the map, as large as they go, whatever the centre of the base. Its
 * zoom lies between whole ones.
 */
export function frameWhole(
  centre: { longitude: number; latitude: number } | null,
  places: readonly { longitude: number; latitude: number }[],
  size: { x: number; y: number },
): MapView {
  const middle = middleOf(places)
  if (!middle) return frameBase(centre, places, size)
  const crs = L.CRS.EPSG3857
  const corners = places.map((place) => crs.latLngToPoint(L.latLng(place.latitude, nearestLongitude(place.longitude, middle.longitude)), 0))
  const extent = (axis: 'x' | 'y') =>
    corners.reduce((most, corner) => Math.max(most, corner[axis]), -Infinity) -
    corners.reduce((least, corner) => Math.min(least, corner[axis]), Infinity)
  const [width, height] = [extent('x'), extent('y')]
  const fits = Math.min(fitZoom(size.x * WALL_SHARE, width), fitZoom(size.y * WALL_SHARE, height))
  return { ...middle, zoom: Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, fits)) }
}

/** How much of a wall's map its base takes: what is left keeps labels and markers at the edge in view. */
const WALL_SHARE = 0.86
const fitZoom = (room: number, extent: number) => (extent > 0 && room > 0 ? Math.log2(room / extent) : MAX_ZOOM)

function middleOf(places: readonly { longitude: number; latitude: number }[]) {
  const span = spanOfLongitudes(places.map(({ longitude }) => longitude))
  if (span === null) return null
  let [south, north] = [Infinity, -Infinity]
  for (const { latitude } of places) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  return { longitude: wrapLongitude((span.west + span.east) / 2), latitude: (south + north) / 2 }
}

/** Beside which longitude a map draws all that it shows, so that what it frames is in one piece, degrees. */
export const anchorOf = (centre: { longitude: number } | null, places: readonly { longitude: number; latitude: number }[]): number =>
  (centre ?? middleOf(places) ?? DEFAULT_CENTRE).longitude
