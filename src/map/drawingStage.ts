import L from 'leaflet'
import { nearestLongitude, unrollRing } from '#contract/core/longitude'
import type { Position } from '#contract/core/values'
import { BaseMap } from './baseMap.ts'
import type { MapColors } from './mapColors.ts'
import type { MapSource } from './mapSources.ts'
import { fromLatLng, type MapView, placeUnder, toLatLng } from './mapView.ts'

/** What a corner is called to who cannot see it, e.g. "Corner 3". */
export interface DrawingWords {
  readonly corner: (number: number) => string
  readonly between: (number: number) => string
}
/** Something else that stands on the map, for orientation. */
export interface Neighbour {
  readonly name: string
  readonly longitude: number
  readonly latitude: number
}
export interface DrawingColors {
  readonly fill: string
  readonly fault: string
  readonly outline: string
  readonly paper: string
}

const CORNER = 18
const BETWEEN = 12
/** A step of an arrow key, in pixels; with Shift ten times as far. */
const STEP = 2
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
/** About a centimetre. */
const DIGITS = 7

/**
 * A map on which an outline is drawn, or one place is chosen. A click or tap on the ground adds a corner; corners are dragged, or moved
 * by arrow keys; Delete takes one away; the small handles between corners make new ones. Positions are WGS84. With `most` 1 the one
 * place follows each click.
 */
export class DrawingStage {
  readonly #map: L.Map
  readonly #source: MapSource
  readonly #most: number
  /** Beside this longitude all is drawn, degrees WGS84: where it opened, or where the first corner was put. */
  #anchor: number
  readonly #words: DrawingWords
  readonly #tell: (corners: readonly Position[]) => void
  readonly #shape: L.Polygon
  readonly #handles = L.layerGroup()
  readonly #around = L.layerGroup()
  readonly #crossing = L.layerGroup()
  readonly #colors: DrawingColors
  #corners: Position[] = []

  constructor(
    host: HTMLElement,
    given: {
      source: MapSource
      view: MapView
      ground: Pick<MapColors, 'ground' | 'graticule'>
      colors: DrawingColors
      words: DrawingWords
      most: number
      onChange: (corners: readonly Position[]) => void
    },
  ) {
    const { source, view, ground, colors } = given
    this.#source = source
    this.#most = given.most
    this.#anchor = view.longitude
    this.#words = given.words
    this.#tell = given.onChange
    this.#colors = colors
    const options = { zoomAnimation: false, fadeAnimation: false, doubleClickZoom: false }
    const { map } = new BaseMap(host, { source, view, colors: ground, options })
    this.#map = map
    this.#around.addTo(map)
    this.#shape = L.polygon([], { color: colors.outline, weight: 2, fillColor: colors.fill, fillOpacity: 0.35, interactive: false }).addTo(
      map,
    )
    this.#handles.addTo(map)
    this.#crossing.addTo(map)
    map.on('click', ({ latlng }) => this.#add(latlng))
  }

  remove(): void {
    this.#map.remove()
  }
  resize(): void {
    this.#map.invalidateSize({ pan: false })
  }
  /** Where the map stands, for a corner that is put there by the keyboard. */
  addAtCentre(): void {
    this.#add(this.#map.getCenter())
  }

  /** Rings the place where the outline crosses itself; null for none. */
  showCrossing(crossing: Position | null): void {
    this.#crossing.clearLayers()
    if (!crossing) return
    L.circleMarker(this.#at(crossing), { radius: 14, color: this.#colors.fault, weight: 4, fill: false, interactive: false }).addTo(
      this.#crossing,
    )
  }

  /** Shows outlines and places that stand around, not to be changed here. */
  setAround(rings: readonly (readonly Position[])[], neighbours: readonly Neighbour[]): void {
    this.#around.clearLayers()
    for (const { name, longitude, latitude } of neighbours) {
      // An element of its own, so that a name is never read as HTML.
      const sign = document.createElement('span')
      sign.textContent = name
      L.circleMarker(this.#at([longitude, latitude]), {
        radius: 5,
        color: this.#colors.paper,
        weight: 2,
        fillColor: this.#colors.outline,
        fillOpacity: 1,
        bubblingMouseEvents: true,
      })
        .bindTooltip(sign, { direction: 'top', offset: [0, -6] })
        .addTo(this.#around)
    }
    for (const ring of rings)
      L.polygon(
        unrollRing(ring, this.#anchor).map((corner) => this.#draws(corner)),
        { color: this.#colors.outline, weight: 1, opacity: 0.7, fillOpacity: 0.1, interactive: false },
      ).addTo(this.#around)
  }

  /** Shows these corners; nothing is told. */
  set(corners: readonly Position[]): void {
    if (JSON.stringify(corners) === JSON.stringify(this.#corners)) return
    this.#corners = [...corners]
    this.#draw()
  }

  #draws = ([longitude, latitude]: Position) => toLatLng({ longitude, latitude }, this.#source.datum)
  #at = ([longitude, latitude]: Position) => this.#draws([nearestLongitude(longitude, this.#anchor), latitude])
  #place(latlng: L.LatLng): Position {
    const { longitude, latitude } = placeUnder(latlng, this.#source.datum)
    return [Number(longitude.toFixed(DIGITS)), Number(latitude.toFixed(DIGITS))]
  }

  #add(latlng: L.LatLng): void {
    if (this.#most === 1 || this.#corners.length === 0) this.#anchor = fromLatLng(latlng, this.#source.datum).longitude
    const place = this.#place(latlng)
    if (this.#most === 1) this.#change([place])
    else if (this.#corners.length < this.#most) this.#change([...this.#corners, place], this.#corners.length)
  }

  #change(corners: Position[], focus?: number): void {
    this.#corners = corners
    this.#draw(focus)
    this.#tell(corners)
  }

  #draw(focus?: number): void {
    const drawn = unrollRing(this.#corners, this.#anchor)
    this.#shape.setLatLngs(drawn.map((corner) => this.#draws(corner)))
    this.#handles.clearLayers()
    drawn.forEach((corner, at) => {
      const handle = this.#handle(corner, CORNER, this.#words.corner(at + 1))
      handle.on('drag', () => this.#shape.setLatLngs(drawn.map((one, other) => (other === at ? handle.getLatLng() : this.#draws(one)))))
      handle.on('dragend', () => this.#move(at, handle.getLatLng()))
      // Leaflet hands a key to the map too, which would pan under the corner.
      handle.getElement()?.addEventListener('keydown', (event) => this.#key(event, at, handle.getLatLng()))
      if (at === focus) handle.getElement()?.focus({ preventScroll: true })
    })
    if (this.#most === 1 || this.#corners.length < 2) return
    drawn.forEach((corner, at) => {
      if (this.#corners.length >= this.#most || (at === this.#corners.length - 1 && this.#corners.length === 2)) return
      const next = drawn[(at + 1) % drawn.length]!
      const middle: Position = [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2]
      const handle = this.#handle(middle, BETWEEN, this.#words.between(at + 1))
      const insert = () => this.#change(this.#corners.toSpliced(at + 1, 0, this.#place(handle.getLatLng())), at + 1)
      handle.on('dragend click', insert)
      handle.getElement()?.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        event.stopPropagation()
        insert()
      })
    })
  }

  #handle(place: Position, size: number, name: string): L.Marker {
    const icon = L.divIcon({ className: size === CORNER ? 'furrow-corner' : 'furrow-between', iconSize: [size, size] })
    const marker = L.marker(this.#draws(place), { icon, draggable: true, autoPan: true, keyboard: true, bubblingMouseEvents: false }).addTo(
      this.#handles,
    )
    const element = marker.getElement()
    element?.setAttribute('role', 'button')
    element?.setAttribute('aria-label', name)
    if (element)
      Object.assign(element.style, {
        background: size === CORNER ? this.#colors.outline : this.#colors.paper,
        border: `2px solid ${size === CORNER ? this.#colors.paper : this.#colors.outline}`,
        borderRadius: '50%',
        boxSizing: 'border-box',
      })
    return marker
  }

  #move(at: number, latlng: L.LatLng): void {
    this.#change(this.#corners.with(at, this.#place(latlng)), at)
  }

  #key(event: KeyboardEvent, at: number, latlng: L.LatLng): void {
    const arrow = ARROWS[event.key]
    if (arrow) {
      const step = event.shiftKey ? STEP * 10 : STEP
      this.#move(at, this.#map.unproject(this.#map.project(latlng).add([arrow[0] * step, arrow[1] * step])))
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      const left = this.#corners.toSpliced(at, 1)
      this.#change(left, Math.min(at, left.length - 1))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}
