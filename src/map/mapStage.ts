import L from 'leaflet'
import { nearestLongitude, unrollRing } from '#contract/core/longitude'
import type { AlarmSeverity } from '#contract/alarms/severity'
import type { Area } from '#contract/farm/area'
import type { Land } from '#contract/farm/land'
import { BaseMap } from './baseMap.ts'
import type { MarkerState } from './describeDevice.ts'
import type { DeviceBoard } from './deviceBoard.ts'
import type { Datum } from './convertDatum.ts'
import { DeviceLayer } from './deviceLayer.ts'
import { findPlot, plotCentre } from './findPlot.ts'
import { glyphs } from './glyphs.ts'
import type { MapColors } from './mapColors.ts'
import type { MapSource } from './mapSources.ts'
import { fromLatLng, type MapView, placeUnder, toLatLng, zoomInto, zoomOutOf } from './mapView.ts'
import { markerKey } from './markerKey.ts'
import { signOf } from './sign.ts'
import { type MapTour, tourMarkers } from './tourMarkers.ts'

/** What was chosen: a device (by its place on the board), several that cover each other (the nearest first), a plot, a base, or the bare map. */
export type Picked =
  | { readonly kind: 'device'; readonly at: number }
  | { readonly kind: 'devices'; readonly at: readonly number[] }
  | { readonly kind: 'plot'; readonly land: Land; readonly place: Place }
  | { readonly kind: 'base'; readonly area: Area; readonly place: Place }
  | { readonly kind: 'nothing' }
/** Degrees, WGS84. */
export interface Place {
  readonly longitude: number
  readonly latitude: number
}

export interface StageListeners {
  onView(view: MapView): void
  onPick(picked: Picked): void
  /** No tile of the source came: the ground is shown instead. */
  onSourceFailed(source: MapSource): void
}

/** A finger is less exact than a mouse. */
const TOUCH_SLACK = 8
const FLY_SECONDS = 0.6
const FAR_PIXELS = 3000
const PIN_MARGIN = 12
const NEAR_ZOOM = 15
/** Labels of 12 px are read at a desk; an alarm on a wall is written in 28. */
const WALL_ALARM_SCALE = 28 / 12

/** A plot with an alarm: pixels of its outline, and how much of the ground its colour covers. */
const TINT_OUTLINE = 4
const TINT_OPACITY = 0.35

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * One Leaflet map from its making to its removal, with ground, tiles, plots, bases and devices. Everything it is given is WGS84 and is
 * moved to the source's grid here, and only here. After `remove` it does nothing more.
 */
export class MapStage {
  readonly host: HTMLElement
  readonly datum: Datum
  readonly #base: BaseMap
  readonly #map: L.Map
  readonly #listeners: StageListeners
  readonly #plots = L.layerGroup()
  readonly #plotOf = new Map<Land, L.Polygon>()
  readonly #bases = L.layerGroup()
  readonly #tours = L.layerGroup()
  readonly #devices: DeviceLayer
  readonly #hover: L.Tooltip
  #colors: MapColors
  /** Beside this longitude all is drawn, degrees WGS84. */
  #anchor: number
  #lands: readonly Land[] = []
  #tints: ReadonlyMap<number, AlarmSeverity> = new Map()
  #board: DeviceBoard | null = null
  /** Device of a marker, and marker of a device (-1: it has no place). */
  #deviceOf: number[] = []
  #markerOf: number[] = []
  #text: (state: MarkerState, at: number) => string = () => ''
  #stopBoard: () => void = () => {}
  #pinned: { element: HTMLElement; place: Place } | null = null
  #areas: { areas: readonly Area[]; selected: number | null } = { areas: [], selected: null }
  #toured: { place: Place | null; tours: readonly MapTour[] } = { place: null, tours: [] }
  #hides: (at: number) => boolean = () => false
  #selected = -1
  #hoverFrame = 0

  constructor(
    host: HTMLElement,
    given: { source: MapSource; view: MapView; anchor?: number; colors: MapColors; listeners: StageListeners; wall?: boolean },
  ) {
    const { source, view, colors, listeners, wall = false } = given
    this.host = host
    this.#colors = colors
    this.#anchor = given.anchor ?? view.longitude
    this.#listeners = listeners
    const { datum } = source
    this.datum = datum
    this.#base = new BaseMap(host, {
      source,
      view: { ...view, longitude: nearestLongitude(view.longitude, this.#anchor) },
      colors,
      onSourceFailed: (failed) => listeners.onSourceFailed(failed),
      options: {
        zoomControl: false,
        zoomAnimation: !isStill(),
        fadeAnimation: !isStill(),
        inertia: !isStill(),
        worldCopyJump: false,
        // A wall fills its screen with its base; a map in the hand keeps to the zooms whose tiles are sharp.
        ...(wall && { zoomSnap: 0 }),
        // Its host is watched instead, and only while it is shown.
        trackResize: false,
      },
    })
    const { map } = this.#base
    this.#map = map
    this.#plots.addTo(map)
    this.#devices = new DeviceLayer(colors.marker, (zoom) => zoomOutOf(zoom, datum), wall ? WALL_ALARM_SCALE : 1).addTo(map)
    this.#bases.addTo(map)
    this.#tours.addTo(map)
    this.#hover = L.tooltip({ direction: 'top', offset: [0, -16], opacity: 1, className: 'furrow-hover' })
    this.#markNear()
    map.on('moveend', () => this.#tellView())
    map.on('click', (event) => this.#pick(event))
    map.on('keydown', ({ originalEvent }) => this.#key(originalEvent))
    map.on('mousemove', (event) => this.#point(event))
    map.on('mouseout movestart zoomstart', () => this.#endHover())
    map.on('move zoomend viewreset resize', () => this.#movePin())
    map.on('zoomstart', () => this.#hidePin())
  }

  /** Stands still: follows nothing and moves no more, until a board is set again. Nothing outside the host holds a parked map. */
  park(): void {
    this.#stopBoard()
    this.#stopBoard = () => {}
    this.#endHover()
    this.#map.stop()
  }

  remove(): void {
    this.park()
    this.#pinned = null
    this.#map.remove()
  }

  /** Shows another picture of the same datum under everything that stands there. One of another datum needs a map of its own. */
  setSource(source: MapSource): void {
    if (source.datum !== this.datum) throw new Error(`a map of ${this.datum} cannot show ${source.datum}`)
    this.#base.setSource(source)
  }

  setColors(colors: MapColors): void {
    // Drawing the ground anew is the dearest thing a map does.
    if (JSON.stringify(colors) === JSON.stringify(this.#colors)) return
    this.#colors = colors
    this.#base.setColors(colors)
    this.#devices.setPalette(colors.marker)
    this.setPlots(this.#lands)
  }

  /**
   * Draws all that it shows beside this longitude, degrees: that of the base which is shown, so that a base on both sides of 180 degrees is
   * in one piece. What stands beside it already stays as it is.
   */
  setAnchor(longitude: number): void {
    if (longitude === this.#anchor) return
    const before = this.#anchor
    this.#anchor = longitude
    const { areas, selected } = this.#areas
    const shown = [
      ...this.#lands.flatMap(({ landProfile }) => landProfile?.[0]?.[0] ?? []),
      ...areas.flatMap(({ latlng }) => latlng?.longitude ?? []),
      ...(this.#board?.devices.flatMap(({ latlng }) => latlng?.longitude ?? []) ?? []),
    ]
    if (shown.every((one) => nearestLongitude(one, before) === nearestLongitude(one, longitude))) return
    this.setPlots(this.#lands)
    this.setBases(areas, selected)
    this.setTours(this.#toured.place, this.#toured.tours)
    if (this.#board) this.setBoard(this.#board, this.#text, this.#hides)
    this.select(this.#selected)
    this.#movePin()
  }

  /** Draws the plots in their own colours and outlines (MAP-05), or in that of their worst alarm, and their names on the ground. */
  setPlots(lands: readonly Land[]): void {
    this.#lands = lands
    this.#plots.clearLayers()
    this.#plotOf.clear()
    for (const land of lands) {
      if (!land.landProfile) continue
      const plot = L.polygon(
        unrollRing(land.landProfile, this.#anchor).map(([longitude, latitude]) => toLatLng({ longitude, latitude }, this.datum)),
        {
          ...this.#plotLook(land),
          // Clicks are judged by the map itself, since a device stands before the plot it is in.
          interactive: false,
        },
      ).addTo(this.#plots)
      this.#plotOf.set(land, plot)
    }
    this.#devices.setCaptions(
      lands.flatMap((land) => {
        const centre = plotCentre(land)
        return centre ? [{ at: this.#at(centre), text: land.landName }] : []
      }),
    )
  }

  /** Tints the plots that have an alarm, by how bad it is. */
  setTints(tints: ReadonlyMap<number, AlarmSeverity>): void {
    this.#tints = tints
    for (const [land, plot] of this.#plotOf) plot.setStyle(this.#plotLook(land))
  }

  #plotLook(land: Land): L.PathOptions {
    const severity = this.#tints.get(land.landId)
    if (severity === undefined)
      return {
        color: land.outlineColor ?? this.#colors.plot.outline,
        weight: land.outlineWidth,
        fillColor: land.profileColor ?? this.#colors.plot.fill,
        fillOpacity: land.opacity,
      }
    const color = this.#colors.marker.severity[severity]
    return { color, weight: Math.max(TINT_OUTLINE, land.outlineWidth), fillColor: color, fillOpacity: TINT_OPACITY }
  }

  /** Draws every base's own marker with its name; the selected one stands out. */
  setBases(areas: readonly Area[], selected: number | null): void {
    this.#areas = { areas, selected }
    this.#bases.clearLayers()
    for (const area of areas) {
      if (!area.latlng) continue
      const place = area.latlng
      L.marker(this.#at(place), {
        icon: L.divIcon({
          className: `furrow-base${area.areaId === selected ? ' furrow-base-selected' : ''}`,
          html: baseSign(area.areaName),
          iconSize: [0, 0],
        }),
        alt: area.areaName,
        title: area.areaName,
        // Tab stays in the base that is shown: another one may lie far outside, and the map would go there. Its name is in the list of bases.
        keyboard: area.areaId === selected,
        autoPanOnFocus: false,
        zIndexOffset: area.areaId === selected ? 500 : 0,
      })
        .on('click', () => this.#listeners.onPick({ kind: 'base', area, place }))
        .addTo(this.#bases)
    }
  }

  /** Draws the tours of the base that stands at this place. */
  setTours(place: Place | null, tours: readonly MapTour[]): void {
    this.#toured = { place, tours }
    this.#tours.clearLayers()
    if (place) for (const marker of tourMarkers(this.#at(place), tours)) marker.addTo(this.#tours)
  }

  /** Shows a board's devices and follows its changes. `text` writes the line beside a marker. */
  setBoard(board: DeviceBoard, text: (state: MarkerState, at: number) => string, hidden: (at: number) => boolean): void {
    this.#stopBoard()
    this.#board = board
    this.#text = text
    this.#hides = hidden
    this.#deviceOf = []
    this.#markerOf = board.devices.map((device, at) => (device.latlng ? this.#deviceOf.push(at) - 1 : -1))
    this.#devices.setMarkers(
      this.#deviceOf.map((at) => {
        const device = board.devices[at]!
        const state = board.state(at)
        return { at: this.#at(device.latlng!), key: markerKey(state), value: text(state, at), name: device.name }
      }),
      (marker) => hidden(this.#deviceOf[marker]!),
    )
    this.#stopBoard = board.onChange((changed) => {
      for (const at of changed) {
        const marker = this.#markerOf[at]!
        if (marker < 0) continue
        const state = board.state(at)
        this.#devices.change(marker, markerKey(state), this.#text(state, at))
      }
    })
  }

  setHidden(hidden: (at: number) => boolean): void {
    this.#hides = hidden
    this.#devices.setHidden((marker) => hidden(this.#deviceOf[marker]!))
  }

  /** Rings a device by its place on the board; -1 for none. */
  select(at: number): void {
    this.#selected = at
    this.#devices.select(at < 0 ? -1 : (this.#markerOf[at] ?? -1))
  }

  /** Keeps an element above a place, and moves the map once so that all of it is seen; null lets go. */
  pin(element: HTMLElement | null, place: Place | null): void {
    this.#pinned = element && place ? { element, place } : null
    this.#movePin()
    if (this.#pinned) this.#panToPin()
  }

  show(view: MapView, animate = true): void {
    const datum = this.datum
    const zoom = zoomInto(view.zoom, datum)
    const target = this.#at(view)
    const away = this.#map.project(target, zoom).distanceTo(this.#map.project(this.#map.getCenter(), zoom))
    // A flight that ends at the zoom it began with leaves Leaflet's own markers behind: there it pans, or jumps where it is far.
    const flies = zoom !== this.#map.getZoom()
    if (!animate || isStill() || (!flies && away > FAR_PIXELS)) this.#map.setView(target, zoom, { animate: false })
    else if (flies) this.#map.flyTo(target, zoom, { duration: FLY_SECONDS })
    else this.#map.panTo(target, { animate: true, duration: FLY_SECONDS })
  }

  zoomBy(levels: number): void {
    this.#map.setZoom(this.#map.getZoom() + levels)
  }

  /** Where the map stands. */
  view(): MapView {
    return { ...placeUnder(this.#map.getCenter(), this.datum), zoom: zoomOutOf(this.#map.getZoom(), this.datum) }
  }

  /** The map's size in pixels. */
  size(): { x: number; y: number } {
    return this.#map.getSize()
  }

  /** The host changed its size. */
  resize(): void {
    this.#map.invalidateSize({ pan: false, debounceMoveend: true })
  }

  #at = ({ longitude, latitude }: Place) => toLatLng({ longitude: nearestLongitude(longitude, this.#anchor), latitude }, this.datum)

  /** Close up, the selected base's name would only cover what stands in it. */
  #markNear(): void {
    this.#map.getContainer().classList.toggle('furrow-near', zoomOutOf(this.#map.getZoom(), this.datum) >= NEAR_ZOOM)
  }

  #tellView(): void {
    this.#markNear()
    this.#listeners.onView(this.view())
  }

  /** The plot that is drawn there; in another turn of the earth than that of the base nothing is. */
  #landAt(latlng: L.LatLng): Land | null {
    const { longitude, latitude } = fromLatLng(latlng, this.datum)
    return Math.abs(longitude - this.#anchor) > 180 ? null : findPlot(this.#lands, longitude, latitude)
  }

  #pick(event: L.LeafletMouseEvent): void {
    const touched = event.originalEvent instanceof PointerEvent && event.originalEvent.pointerType === 'touch'
    this.#pickAt(event.containerPoint, touched ? TOUCH_SLACK : 0)
  }

  /** Arrow keys move the map, and Enter chooses what stands in its middle. */
  #key(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.target !== this.#map.getContainer()) return
    event.preventDefault()
    this.#pickAt(this.#map.getSize().divideBy(2), TOUCH_SLACK)
  }

  #pickAt(point: L.Point, slack: number): void {
    const at = this.#devices.hits(point, slack).map((marker) => this.#deviceOf[marker]!)
    if (at.length > 0) {
      this.#listeners.onPick(at.length === 1 ? { kind: 'device', at: at[0]! } : { kind: 'devices', at })
      return
    }
    const latlng = this.#map.containerPointToLatLng(point)
    const place = placeUnder(latlng, this.datum)
    const land = this.#landAt(latlng)
    this.#listeners.onPick(land ? { kind: 'plot', land, place } : { kind: 'nothing' })
  }

  #point(event: L.LeafletMouseEvent): void {
    cancelAnimationFrame(this.#hoverFrame)
    this.#hoverFrame = requestAnimationFrame(() => {
      const marker = this.#devices.hit(event.containerPoint)
      const meets = marker >= 0 || this.#landAt(event.latlng) != null
      this.#map.getContainer().style.cursor = meets ? 'pointer' : ''
      const at = this.#deviceOf[marker]
      if (at == null || !this.#board) {
        this.#hover.remove()
        return
      }
      const device = this.#board.devices[at]!
      const text = this.#text(this.#board.state(at), at)
      const sign = document.createElement('span')
      sign.textContent = text === '' ? device.name : `${device.name}  ${text}`
      this.#hover.setContent(sign).setLatLng(this.#at(device.latlng!)).addTo(this.#map)
    })
  }

  #endHover(): void {
    cancelAnimationFrame(this.#hoverFrame)
    this.#hover.remove()
  }

  #hidePin(): void {
    if (this.#pinned) this.#pinned.element.style.visibility = 'hidden'
  }

  #movePin(): void {
    if (!this.#pinned) return
    const { element, place } = this.#pinned
    const point = this.#map.latLngToContainerPoint(this.#at(place))
    element.style.visibility = 'visible'
    element.style.transform = `translate(${Math.round(point.x)}px, ${Math.round(point.y)}px) translate(-50%, calc(-100% - 22px))`
  }

  #panToPin(): void {
    const frame = this.#map.getContainer().getBoundingClientRect()
    const box = this.#pinned!.element.getBoundingClientRect()
    const x = Math.min(0, box.left - frame.left - PIN_MARGIN) + Math.max(0, box.right - frame.right + PIN_MARGIN)
    const y = Math.min(0, box.top - frame.top - PIN_MARGIN)
    if (x !== 0 || y !== 0) this.#map.panBy([x, y], { animate: !isStill() })
  }
}

/** The sign of a base. */
function baseSign(name: string): HTMLElement {
  const sign = document.createElement('div')
  sign.append(...signOf(glyphs.location, name))
  return sign
}
