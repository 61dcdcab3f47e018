import L from 'leaflet'
import { boxOf, type MapPalette } from './drawMarker.ts'
import { type GridIndex, indexGrid } from './indexGrid.ts'
import { MarkerAtlas } from './markerAtlas.ts'
import { isAlarm, isRaised, lookOf, type Size, sizeAt, urgencyOf } from './markerKey.ts'
import { placeLabels } from './placeLabels.ts'
import { ViewportCanvas } from './viewportCanvas.ts'

/** One marker: where, which look (markerKey), the line that tells its value, and its name. */
export interface Marker {
  readonly at: L.LatLng
  readonly key: number
  readonly value: string
  readonly name: string
}
/** A name that belongs to the ground, such as a plot's. It gives way to the markers' own labels. */
export interface Caption {
  readonly at: L.LatLng
  readonly text: string
}

/** More changed markers than this in one frame cost less as one whole paint. */
const MANY_CHANGED = 250
const LABEL_LIMIT = 500
/** Beyond every urgency. */
const CHOSEN = 100
/** Labels are placed anew for what changed at most this often, ms: it paints everything, and a farm whose alarms come and go does so at every frame. */
const PLACE_MS = 500
const LINE = 16
const FONT_SIZE = 12
/** A map narrower than this (CSS px) is held in the hand: large letters would only run out of it. */
const HAND_WIDTH = 600
const LABEL_PADDING = 5
/** Room for a digit more than the value has now, so that a change seldom moves a label. */
const LABEL_SLACK = 8
/** From this zoom on values are written beside markers, from that one on names too. */
const VALUE_ZOOM = 16
const NAME_ZOOM = 18

interface PlacedLabel {
  readonly marker: number
  /** Device pixels of the canvas: middle of the upper edge, and size. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly withName: boolean
  /** How much larger than usual it is written. */
  readonly scale: number
}

/**
 * Ten thousand device markers on one canvas. A change of look or value repaints only the rectangles of what changed, with the neighbours
 * that reach into them; a move or zoom repaints what is in view. Pictures come from an atlas, so a marker costs one copy of pixels.
 */
export class DeviceLayer extends ViewportCanvas {
  #atlas: MarkerAtlas
  #palette: MapPalette
  #markers: Marker[] = []
  #captions: readonly Caption[] = []
  #keys = new Uint16Array(0)
  #raised = new Uint8Array(0)
  #alarm = new Uint8Array(0)
  #urgency = new Uint8Array(0)
  #hidden = new Uint8Array(0)
  #worldX = new Float64Array(0)
  #worldY = new Float64Array(0)
  /** Device pixels of the canvas; not a number where the marker is not shown. */
  #x = new Float64Array(0)
  #y = new Float64Array(0)
  #index: GridIndex = indexGrid([], [], 0, 0, 0)
  #labels: PlacedLabel[] = []
  #labelOf = new Map<number, PlacedLabel>()
  #labelIndex: GridIndex = indexGrid([], [], 0, 0, 0)
  #labelReach = { x: 0, y: 0 }
  #placedCaptions: { x: number; y: number; width: number; height: number; text: string }[] = []
  #changed = new Set<number>()
  #placedAt = Number.NEGATIVE_INFINITY
  #placing: ReturnType<typeof setTimeout> | undefined
  #selected = -1
  #size: Size = 'large'
  /** Turns Leaflet's zoom of this source into web mercator's. */
  readonly #zoomOut: (zoom: number) => number

  /** How much larger than other labels those of alarms are. */
  readonly #alarmScale: number

  constructor(palette: MapPalette, zoomOut: (zoom: number) => number, alarmScale = 1) {
    super('markerPane')
    this.#palette = palette
    this.#alarmScale = alarmScale
    this.#atlas = new MarkerAtlas(palette, this.ratio)
    this.#zoomOut = zoomOut
  }

  override onAdd(map: L.Map): this {
    this.#project(map)
    return super.onAdd(map)
  }

  override onRemove(): this {
    clearTimeout(this.#placing)
    this.#placing = undefined
    return super.onRemove()
  }

  setPalette(palette: MapPalette): void {
    this.#palette = palette
    this.#atlas = new MarkerAtlas(palette, this.ratio)
    this.ask(true)
  }

  /** Replaces all markers; their numbers are their places in the list. */
  setMarkers(markers: readonly Marker[], hidden: (marker: number) => boolean): void {
    this.#markers = [...markers]
    this.#keys = Uint16Array.from(markers, (marker) => marker.key)
    this.#raised = Uint8Array.from(markers, (marker) => (isRaised(lookOf(marker.key)) ? 1 : 0))
    this.#alarm = Uint8Array.from(markers, (marker) => (isAlarm(lookOf(marker.key)) ? 1 : 0))
    this.#urgency = Uint8Array.from(markers, (marker) => urgencyOf(lookOf(marker.key)))
    this.#hidden = Uint8Array.from(markers, (_, at) => (hidden(at) ? 1 : 0))
    this.#changed.clear()
    this.#selected = -1
    if (this._map) this.#project(this._map)
    this.ask(true)
  }

  setHidden(hidden: (marker: number) => boolean): void {
    this.#hidden = Uint8Array.from(this.#markers, (_, at) => (hidden(at) ? 1 : 0))
    this.ask(true)
  }

  setCaptions(captions: readonly Caption[]): void {
    this.#captions = captions
    this.ask(true)
  }

  /** Gives one marker a new look and value; painted at the next frame, and only if it is in view. */
  change(marker: number, key: number, value: string): void {
    const old = this.#markers[marker]
    if (!old || (old.key === key && old.value === value)) return
    this.#markers[marker] = { ...old, key, value }
    const looksOther = this.#keys[marker] !== key
    if (looksOther) {
      this.#keys[marker] = key
      const look = lookOf(key)
      this.#raised[marker] = isRaised(look) ? 1 : 0
      const urgency = urgencyOf(look)
      if (urgency !== this.#urgency[marker]) {
        this.#urgency[marker] = urgency
        this.#alarm[marker] = urgency > 0 ? 1 : 0
        // Its label comes before all others now, or no longer does.
        this.#placeAnew(marker)
        return
      }
    }
    if (!this.#isShown(marker)) return
    const label = this.#labelOf.get(marker)
    // A value that outgrew its place, or appeared where none was, needs the labels to be placed anew.
    if (
      label
        ? this.#widthOf(value, label.scale) > label.width - LABEL_PADDING * this.ratio * label.scale
        : old.value === '' && this.#showsValues()
    ) {
      this.#placeAnew(marker)
      return
    }
    // Far out no value is written, and a label that found no place is not drawn: then only a new look is a change.
    if (!looksOther && !label) return
    this.#changed.add(marker)
    this.ask(false)
  }

  /** Paints one marker where it stands, and soon all labels where they belong by then. */
  #placeAnew(marker: number): void {
    if (!this.#isShown(marker)) return
    this.#changed.add(marker)
    this.ask(false)
    if (this.#placing !== undefined) return
    const place = () => {
      this.#placing = undefined
      this.#placedAt = performance.now()
      this.ask(true)
    }
    const rest = this.#placedAt + PLACE_MS - performance.now()
    if (rest <= 0) place()
    else this.#placing = setTimeout(place, rest)
  }

  /** Rings one marker, -1 for none. */
  select(marker: number): void {
    if (marker === this.#selected) return
    for (const one of [this.#selected, marker]) if (one >= 0 && this.#isShown(one)) this.#changed.add(one)
    this.#selected = marker
    this.ask(false)
  }

  /** The marker under a point of the map's container, or -1: the nearest whose picture is within reach. */
  hit(point: L.Point, slack = 0): number {
    return this.hits(point, slack)[0] ?? -1
  }

  /**
   * The marker under a point of the map's container, and after it, nearest first, all that it covers or that cover it: whose middle lies
   * within its picture, so that a click could not tell them apart. Empty where none is. `slack` is how much less exact a finger is, pixels.
   */
  hits(point: L.Point, slack = 0): number[] {
    if (!this._map) return []
    const at = this._map.containerPointToLayerPoint(point).subtract(this.corner).multiplyBy(this.ratio)
    const reach = (boxOf[this.#size] / 2 - 4 + slack) * this.ratio
    const [best] = this.#within(at.x, at.y, reach)
    if (best === undefined) return []
    const others = this.#within(this.#x[best]!, this.#y[best]!, reach)
    return [best, ...others.filter((marker) => marker !== best)]
  }

  /** The markers whose middle lies nearer than `reach` to a place of the canvas, device pixels: the nearest first, of one place the upper. */
  #within(x: number, y: number, reach: number): number[] {
    const found: { marker: number; away: number }[] = []
    this.#index.within(x - reach, y - reach, x + reach, y + reach, (marker) => {
      const away = (this.#x[marker]! - x) ** 2 + (this.#y[marker]! - y) ** 2
      if (away < reach * reach) found.push({ marker, away })
    })
    return found.sort((one, other) => one.away - other.away || other.marker - one.marker).map(({ marker }) => marker)
  }

  #isShown = (marker: number) => !Number.isNaN(this.#x[marker])
  #showsValues = () => this.#zoomOut(this.zoom) >= VALUE_ZOOM

  #project(map: L.Map): void {
    const crs = map.options.crs!
    this.#worldX = new Float64Array(this.#markers.length)
    this.#worldY = new Float64Array(this.#markers.length)
    this.#x = new Float64Array(this.#markers.length).fill(Number.NaN)
    this.#y = new Float64Array(this.#markers.length).fill(Number.NaN)
    this.#markers.forEach((marker, at) => {
      const point = crs.latLngToPoint(marker.at, 0)
      this.#worldX[at] = point.x
      this.#worldY[at] = point.y
    })
  }

  protected override paint(): void {
    this.#size = sizeAt(this.#zoomOut(this.zoom))
    if (this.#atlas.ratio !== this.ratio) this.#atlas = new MarkerAtlas(this.#palette, this.ratio)
    this.#locate()
    this.#placeLabels()
    this.#paintAll()
  }

  /** Where every marker stands on the canvas now. */
  #locate(): void {
    const map = this._map
    const scale = map.options.crs!.scale(this.zoom) / map.options.crs!.scale(0)
    const origin = this.origin()
    const { width, height } = this.canvas
    for (let marker = 0; marker < this.#markers.length; marker++) {
      const x = Math.round((this.#worldX[marker]! * scale - origin.x) * this.ratio)
      const y = Math.round((this.#worldY[marker]! * scale - origin.y) * this.ratio)
      // The canvas is larger than the map, so a marker just beyond its edge would not be seen anyway.
      const shown = this.#hidden[marker] === 0 && x >= 0 && y >= 0 && x <= width && y <= height
      this.#x[marker] = shown ? x : Number.NaN
      this.#y[marker] = shown ? y : Number.NaN
    }
    this.#index = indexGrid(this.#x, this.#y, this.#markers.length, width, height, Math.ceil(32 * this.ratio))
  }

  #placeLabels(): void {
    const web = this.#zoomOut(this.zoom)
    const wanted: PlacedLabel[][] = []
    this.#labels = []
    this.#labelOf.clear()
    this.#placedCaptions = []
    const alarms: PlacedLabel[][] = []
    for (const marker of this.#inOrder(web)) {
      if (alarms.length + wanted.length >= LABEL_LIMIT) break
      const choices = this.#choicesFor(marker, web)
      if (choices) (this.#alarm[marker] === 1 ? alarms : wanted).push(choices)
    }
    const captions = this.#captionBoxes(web)
    const gap = 2 * this.ratio
    const keep = (label: PlacedLabel | undefined) => {
      if (!label) return []
      this.#labels.push(label)
      this.#labelOf.set(label.marker, label)
      return [label]
    }
    // An alarm is written where any other picture or name might stand, and only another alarm takes its place from it.
    const first = placeLabels(alarms, this.#obstacles(web, true), gap)
    const standing = alarms.flatMap((choices, at) => keep(choices[first[at]!]))
    const places = placeLabels([...wanted, ...captions], [...this.#obstacles(web, false), ...standing], gap)
    wanted.forEach((choices, at) => keep(choices[places[at]!]))
    this.#placedCaptions = captions.flatMap((choices, at) => choices[places[wanted.length + at]!] ?? [])
    this.#labelReach = this.#labels.reduce(
      (reach, label) => ({ x: Math.max(reach.x, label.width / 2), y: Math.max(reach.y, label.height) }),
      { x: 0, y: 0 },
    )
    const { width, height } = this.canvas
    this.#labelIndex = indexGrid(
      this.#labels.map((label) => label.x),
      this.#labels.map((label) => Math.max(0, Math.min(height, label.y))),
      this.#labels.length,
      width,
      height,
      Math.ceil(64 * this.ratio),
    )
  }

  /** Markers that may have a label, in the order in which they get one: what is abnormal or chosen, then north to south, so that the same ones win at every paint. */
  #inOrder(web: number): number[] {
    const shown: number[] = []
    for (let marker = 0; marker < this.#markers.length; marker++) {
      if (this.#isShown(marker) && (web >= VALUE_ZOOM || this.#alarm[marker] === 1)) shown.push(marker)
    }
    return shown.sort((a, b) => this.#rank(b) - this.#rank(a) || this.#y[a]! - this.#y[b]! || a - b)
  }

  /** Where a marker's label could stand, best first; null where nothing is to be written. */
  #choicesFor(marker: number, web: number): PlacedLabel[] | null {
    const alarm = this.#alarm[marker] === 1
    const scale = alarm && this._map.getSize().x >= HAND_WIDTH ? this.#alarmScale : 1
    const { value, name } = this.#markers[marker]!
    const withName = (alarm || web >= NAME_ZOOM) && name !== ''
    if (value === '' && !withName) return null
    const unit = this.ratio * scale
    const width = Math.max(value === '' ? 0 : this.#widthOf(value, scale) + LABEL_SLACK * unit, withName ? this.#widthOf(name, scale) : 0)
    const lines = (value === '' ? 0 : 1) + (withName ? 1 : 0)
    // A dot fills its square: nearer to it, its own picture would be in the way.
    const drop = (boxOf[this.#size] / 2 - (this.#size === 'dot' ? 0 : 2)) * this.ratio
    const label = {
      marker,
      x: this.#x[marker]!,
      y: this.#y[marker]! + drop,
      width: Math.ceil(width + 2 * LABEL_PADDING * unit),
      height: Math.ceil((lines * LINE + 2) * unit),
      withName,
      scale,
    }
    // Below its marker, else above it; an alarm beside it too.
    const choices = [label, { ...label, y: this.#y[marker]! - drop - label.height }]
    if (!alarm) return choices
    const aside = drop + label.width / 2
    const y = this.#y[marker]! - label.height / 2
    return [...choices, { ...label, x: label.x + aside, y }, { ...label, x: label.x - aside, y }]
  }

  /** The markers themselves: no label covers its neighbour's picture, and that of an alarm no other alarm's. */
  #obstacles(web: number, alarmsOnly: boolean): { x: number; y: number; width: number; height: number }[] {
    if (web < VALUE_ZOOM && !alarmsOnly) return []
    const side = boxOf[this.#size] * 0.62 * this.ratio
    const boxes: { x: number; y: number; width: number; height: number }[] = []
    for (let marker = 0; marker < this.#markers.length; marker++) {
      if (!this.#isShown(marker) || (alarmsOnly && this.#alarm[marker] === 0)) continue
      boxes.push({ x: this.#x[marker]!, y: this.#y[marker]! - side / 2, width: side, height: side })
    }
    return boxes
  }

  #captionBoxes(web: number) {
    if (web < VALUE_ZOOM || this.#captions.length === 0) return []
    this.#setFont()
    const map = this._map
    const origin = this.origin()
    return this.#captions.flatMap(({ at, text }) => {
      const point = map.project(at, this.zoom).subtract(origin).multiplyBy(this.ratio)
      const inside = point.x >= 0 && point.y >= 0 && point.x <= this.canvas.width && point.y <= this.canvas.height
      const box = { x: point.x, y: point.y - (LINE / 2) * this.ratio, width: this.#widthOf(text), height: LINE * this.ratio, text }
      const step = (boxOf[this.#size] / 2) * this.ratio
      return inside ? [[box, { ...box, y: box.y - step }, { ...box, y: box.y + step }]] : []
    })
  }

  protected override paintChanged(): void {
    if (this.#changed.size > MANY_CHANGED) {
      this.#paintAll()
      return
    }
    for (const marker of this.#changed) this.#repaint(marker)
    this.#changed.clear()
  }

  /** Paints everything where it stands. */
  #paintAll(): void {
    this.#changed.clear()
    this.pen.setTransform(1, 0, 0, 1, 0, 0)
    this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height)
    this.#paintCaptions(() => true)
    const count = this.#markers.length
    for (let marker = 0; marker < count; marker++) if (this.#raised[marker] === 0 && this.#isShown(marker)) this.#paintMarker(marker)
    const raised: number[] = []
    for (let marker = 0; marker < count; marker++) if (this.#raised[marker] === 1 && this.#isShown(marker)) raised.push(marker)
    for (const marker of raised.sort(this.#byUrgency)) this.#paintMarker(marker)
    this.#paintRing()
    for (const label of this.#labels) this.#paintLabel(label)
  }

  /** Clears one marker's rectangle and paints what reaches into it, in the order of a whole paint. */
  #repaint(marker: number): void {
    if (!this.#isShown(marker)) return
    const half = Math.ceil((boxOf[this.#size] / 2 + 3) * this.ratio)
    const label = this.#labelOf.get(marker)
    const x = this.#x[marker]!
    const y = this.#y[marker]!
    const left = Math.floor(Math.min(x - half, label ? label.x - label.width / 2 : x)) - 1
    const right = Math.ceil(Math.max(x + half, label ? label.x + label.width / 2 : x)) + 1
    const top = Math.floor(Math.min(y - half, label ? label.y : y)) - 1
    const bottom = Math.ceil(Math.max(y + half, label ? label.y + label.height : y)) + 1
    const pen = this.pen
    pen.save()
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.beginPath()
    pen.rect(left, top, right - left, bottom - top)
    pen.clip()
    pen.clearRect(left, top, right - left, bottom - top)
    this.#paintCaptions(
      (caption) =>
        caption.x + caption.width / 2 >= left &&
        caption.x - caption.width / 2 <= right &&
        caption.y + caption.height >= top &&
        caption.y <= bottom,
    )
    const quiet: number[] = []
    const raised: number[] = []
    this.#index.within(left - half, top - half, right + half, bottom + half, (other) => {
      if (this.#raised[other] === 1) raised.push(other)
      else quiet.push(other)
    })
    for (const other of quiet.sort(byNumber)) this.#paintMarker(other)
    for (const other of raised.sort(this.#byUrgency)) this.#paintMarker(other)
    this.#paintRing()
    const reach = this.#labelReach
    const labels: number[] = []
    this.#labelIndex.within(left - reach.x, top - reach.y, right + reach.x, bottom + reach.y, (at) => labels.push(at))
    for (const at of labels.sort(byNumber)) this.#paintLabel(this.#labels[at]!)
    pen.restore()
  }

  #paintMarker(marker: number): void {
    const sprite = this.#atlas.sprite(this.#keys[marker]!, this.#size)
    const half = sprite.side >> 1
    const { sheet, left, top, side } = sprite
    this.pen.drawImage(sheet, left, top, side, side, this.#x[marker]! - half, this.#y[marker]! - half, side, side)
  }

  #paintRing(): void {
    if (this.#selected < 0 || !this.#isShown(this.#selected)) return
    const pen = this.pen
    pen.beginPath()
    pen.arc(this.#x[this.#selected]!, this.#y[this.#selected]!, (boxOf[this.#size] / 2 - 1) * this.ratio, 0, Math.PI * 2)
    pen.strokeStyle = this.#palette.info
    pen.lineWidth = 3 * this.ratio
    pen.stroke()
  }

  #paintLabel(label: PlacedLabel): void {
    const { value, name } = this.#markers[label.marker]!
    const pen = this.pen
    const unit = this.ratio * label.scale
    this.#setFont(label.scale)
    pen.globalAlpha = 0.88
    pen.fillStyle = this.#palette.paper
    pen.beginPath()
    pen.roundRect(label.x - label.width / 2, label.y, label.width, label.height, 4 * unit)
    pen.fill()
    pen.globalAlpha = 1
    const line = LINE * unit
    let y = label.y + line / 2 + unit
    if (value !== '') {
      const look = lookOf(this.#keys[label.marker]!)
      const fresh = look.health === 'live' || look.health === 'plain'
      pen.fillStyle = look.alarm
        ? this.#palette.severity[look.alarm]
        : look.outside
          ? this.#palette.alarm
          : fresh
            ? this.#palette.text
            : this.#palette.late
      pen.fillText(value, label.x, y, label.width)
      y += line
    }
    if (label.withName) {
      pen.fillStyle = this.#palette.muted
      pen.fillText(name, label.x, y, label.width)
    }
  }

  #paintCaptions(meets: (caption: { x: number; y: number; width: number; height: number }) => boolean): void {
    if (this.#placedCaptions.length === 0) return
    const pen = this.pen
    this.#setFont()
    pen.lineWidth = 3 * this.ratio
    pen.lineJoin = 'round'
    for (const caption of this.#placedCaptions) {
      if (!meets(caption)) continue
      pen.strokeStyle = this.#palette.paper
      pen.globalAlpha = 0.8
      pen.strokeText(caption.text, caption.x, caption.y + caption.height / 2)
      pen.globalAlpha = 1
      pen.fillStyle = this.#palette.text
      pen.fillText(caption.text, caption.x, caption.y + caption.height / 2)
    }
  }

  #rank = (marker: number) => (marker === this.#selected ? CHOSEN : 2 * this.#urgency[marker]! + this.#raised[marker]!)

  /** The worst last, above its neighbours. */
  #byUrgency = (a: number, b: number) => this.#urgency[a]! - this.#urgency[b]! || a - b

  #setFont(scale = 1): void {
    this.pen.font = `600 ${FONT_SIZE * this.ratio * scale}px ${this.#palette.font}`
    this.pen.textAlign = 'center'
    this.pen.textBaseline = 'middle'
  }

  #widthOf(text: string, scale = 1): number {
    this.#setFont(scale)
    return this.pen.measureText(text).width
  }
}

const byNumber = (a: number, b: number) => a - b
