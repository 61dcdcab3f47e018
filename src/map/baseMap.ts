import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import { buildTileUrl } from './buildTileUrl.ts'
import { GraticuleLayer, GroundLayer } from './groundLayer.ts'
import type { MapColors } from './mapColors.ts'
import { GROUND, type MapSource } from './mapSources.ts'
import { crsOf, fromLatLng, type MapView, MAX_ZOOM, MIN_ZOOM, NATIVE_ZOOM, toLatLng, zoomInto } from './mapView.ts'

/** So many tiles that fail while none came are a source that does not answer. */
const FAILURES = 4

class ConfiguredTiles extends L.TileLayer {
  readonly #source: MapSource
  constructor(source: MapSource) {
    super(source.tiles!.url, {
      minZoom: MIN_ZOOM,
      maxZoom: MAX_ZOOM,
      maxNativeZoom: NATIVE_ZOOM,
      attribution: escapeText(source.tiles!.attribution),
      zIndex: 2,
      // The page's own address is no business of a map provider's.
      referrerPolicy: 'no-referrer',
    })
    this.#source = source
  }
  override getTileUrl(coords: L.Coords): string {
    return buildTileUrl(this.#source.tiles!.url, coords, this.#source.datum)
  }
}

/** Leaflet writes an attribution as HTML; ours is text. */
function escapeText(text: string): string {
  const element = document.createElement('span')
  element.textContent = text
  return element.innerHTML
}

/**
 * A Leaflet map in the grid of its source's datum: the ground that needs no internet with its graticule, the source's tiles with who made
 * them, a scale. A source of which no tile comes gives way to the ground.
 */
export class BaseMap {
  readonly map: L.Map
  #source: MapSource = GROUND
  #tiles: L.TileLayer | null = null
  readonly #attribution = L.control.attribution({ prefix: false })
  readonly #ground: GroundLayer
  readonly #graticule: GraticuleLayer
  readonly #tellFailed: (source: MapSource) => void

  constructor(
    host: HTMLElement,
    given: {
      source: MapSource
      view: MapView
      colors: Pick<MapColors, 'ground' | 'graticule'>
      options: L.MapOptions
      onSourceFailed?: (source: MapSource) => void
    },
  ) {
    const { source, view, colors, options, onSourceFailed } = given
    const { datum } = source
    this.#tellFailed = onSourceFailed ?? (() => {})
    this.map = L.map(host, {
      crs: crsOf(datum),
      center: toLatLng(view, datum),
      zoom: zoomInto(view.zoom, datum),
      minZoom: MIN_ZOOM,
      maxZoom: MAX_ZOOM,
      attributionControl: false,
      ...options,
    })
    L.control.scale({ imperial: false, maxWidth: 120, position: 'bottomright' }).addTo(this.map)
    this.#ground = new GroundLayer(colors.ground, { minZoom: MIN_ZOOM, maxZoom: MAX_ZOOM }).addTo(this.map)
    this.#graticule = new GraticuleLayer(colors.graticule, {
      fromLatLng: (latlng) => fromLatLng(latlng, datum),
      toLatLng: (place) => toLatLng(place, datum),
    })
    this.#graticule.addTo(this.map)
    this.setSource(source)
  }

  /** Shows another picture of the same datum. */
  setSource(source: MapSource): void {
    if (source === this.#source) return
    this.#source = source
    this.#removeTiles()
    if (source.tiles) this.#addTiles(source)
  }

  setColors(colors: Pick<MapColors, 'ground' | 'graticule'>): void {
    this.#ground.setPalette(colors.ground)
    this.#graticule.setColors(colors.graticule)
  }

  #addTiles(source: MapSource): void {
    const tiles = new ConfiguredTiles(source)
    let failed = 0
    let came = false
    tiles.on('tileload', () => {
      came = true
    })
    tiles.on('tileerror', () => {
      failed++
      if (came || failed < FAILURES || this.#tiles !== tiles) return
      this.#removeTiles()
      this.#tellFailed(source)
    })
    this.#tiles = tiles
    this.#graticule.remove()
    this.#attribution.addTo(this.map)
    tiles.addTo(this.map)
  }

  /** Leaves the ground with its graticule. */
  #removeTiles(): void {
    if (!this.#tiles) return
    this.#tiles.remove()
    this.#tiles = null
    this.#attribution.remove()
    this.#graticule.addTo(this.map)
  }
}
