import L from 'leaflet'
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

/** A WGS84 place where a source of this datum draws it. */
export function toLatLng(place: { longitude: number; latitude: number }, datum: Datum): L.LatLng {
  const [longitude, latitude] = toDatum([place.longitude, place.latitude], datum)
  return L.latLng(latitude, longitude)
}

/** The WGS84 place under a point of a source. */
export function fromLatLng(latlng: L.LatLng, datum: Datum): { longitude: number; latitude: number } {
  const [longitude, latitude] = fromDatum([latlng.lng, latlng.lat], datum)
  return { longitude, latitude }
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
    const point = crs.latLngToPoint(L.latLng(place.latitude, place.longitude), 0)
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
  const corners = places.map((place) => crs.latLngToPoint(L.latLng(place.latitude, place.longitude), 0))
  const width = Math.max(...corners.map(({ x }) => x)) - Math.min(...corners.map(({ x }) => x))
  const height = Math.max(...corners.map(({ y }) => y)) - Math.min(...corners.map(({ y }) => y))
  const fits = Math.min(fitZoom(size.x * WALL_SHARE, width), fitZoom(size.y * WALL_SHARE, height))
  return { ...middle, zoom: Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, fits)) }
}

/** How much of a wall's map its base takes: what is left keeps labels and markers at the edge in view. */
const WALL_SHARE = 0.86
const fitZoom = (room: number, extent: number) => (extent > 0 && room > 0 ? Math.log2(room / extent) : MAX_ZOOM)

function middleOf(places: readonly { longitude: number; latitude: number }[]) {
  if (places.length === 0) return null
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { longitude, latitude } of places) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  return { longitude: (west + east) / 2, latitude: (south + north) / 2 }
}
