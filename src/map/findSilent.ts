import { buildTileUrl } from './buildTileUrl.ts'
import type { MapSource } from './mapSources.ts'
import { crsOf, type MapView, NATIVE_ZOOM, toLatLng, zoomInto } from './mapView.ts'

/** A provider that says nothing for so long is none. */
const PATIENCE_MS = 5000
const TILE = 256

/** Whether a source's tile under the middle of a view comes. The ground always does. */
export function answers(source: MapSource, view: MapView, patience = PATIENCE_MS): Promise<boolean> {
  const { tiles, datum } = source
  if (!tiles) return Promise.resolve(true)
  const z = Math.min(NATIVE_ZOOM, Math.round(zoomInto(view.zoom, datum)))
  const { x, y } = crsOf(datum).latLngToPoint(toLatLng(view, datum), z).divideBy(TILE).floor()
  return new Promise((said) => {
    const picture = new Image()
    const timer = setTimeout(() => said(false), patience)
    const end = (came: boolean) => {
      clearTimeout(timer)
      said(came)
    }
    picture.addEventListener('load', () => end(true))
    picture.addEventListener('error', () => end(false))
    picture.referrerPolicy = 'no-referrer'
    picture.src = buildTileUrl(tiles.url, { x, y, z }, datum)
  })
}

/** The sources that do not answer, in their order up to the first that does: each is asked for one tile, so that no map is made for it. */
export async function findSilent(sources: readonly MapSource[], view: MapView): Promise<MapSource[]> {
  const silent: MapSource[] = []
  for (const source of sources) {
    if (await answers(source, view)) break
    silent.push(source)
  }
  return silent
}
