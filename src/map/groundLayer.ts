import L from 'leaflet'
import { wrapLongitude } from '#contract/core/longitude'
import { drawGround, type GroundPalette } from './drawGround.ts'
import { graticuleLines, graticuleStep, graticuleText } from './graticule.ts'
import { ViewportCanvas } from './viewportCanvas.ts'

/** The ground that needs no internet: every tile is drawn here, so the map is never grey. */
export class GroundLayer extends L.GridLayer {
  #palette: GroundPalette

  constructor(palette: GroundPalette, limits: { minZoom: number; maxZoom: number }) {
    super({ ...limits, keepBuffer: 1, updateWhenZooming: false, pane: 'tilePane', zIndex: 0 })
    this.#palette = palette
  }

  setPalette(palette: GroundPalette): void {
    this.#palette = palette
    if (this._map) this.redraw()
  }

  protected override createTile(coords: L.Coords): HTMLElement {
    const side = this.getTileSize().x
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    drawGround(canvas, coords, side, this.#palette)
    return canvas
  }
}

/** Lines of longitude and latitude with their degrees, WGS84, over the ground. */
export class GraticuleLayer extends ViewportCanvas {
  #color: string
  #text: string
  #font: string
  readonly #fromLatLng: (latlng: L.LatLng) => { longitude: number; latitude: number }
  readonly #toLatLng: (place: { longitude: number; latitude: number }) => L.LatLng

  constructor(
    colors: { color: string; text: string; font: string },
    grid: {
      fromLatLng: (latlng: L.LatLng) => { longitude: number; latitude: number }
      toLatLng: (place: { longitude: number; latitude: number }) => L.LatLng
    },
  ) {
    super('tilePane')
    this.#color = colors.color
    this.#text = colors.text
    this.#font = colors.font
    this.canvas.style.zIndex = '5'
    this.#fromLatLng = grid.fromLatLng
    this.#toLatLng = grid.toLatLng
  }

  setColors(colors: { color: string; text: string; font: string }): void {
    this.#color = colors.color
    this.#text = colors.text
    this.#font = colors.font
    this.ask(true)
  }

  protected override paintChanged(): void {}

  protected override paint(): void {
    const map = this._map
    const pen = this.pen
    const ratio = this.ratio
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    pen.clearRect(0, 0, this.width, this.height)
    const southWest = this.#fromLatLng(map.layerPointToLatLng(this.corner.add([0, this.height])))
    const northEast = this.#fromLatLng(map.layerPointToLatLng(this.corner.add([this.width, 0])))
    const step = graticuleStep((northEast.longitude - southWest.longitude) / this.width)
    const longitudes = graticuleLines(southWest.longitude, northEast.longitude, step)
    const latitudes = graticuleLines(southWest.latitude, northEast.latitude, step)
    const at = (longitude: number, latitude: number) =>
      map.latLngToLayerPoint(this.#toLatLng({ longitude, latitude })).subtract(this.corner)
    pen.lineWidth = 1
    pen.strokeStyle = this.#color
    pen.fillStyle = this.#text
    pen.font = `11px ${this.#font}`
    pen.textAlign = 'left'
    pen.textBaseline = 'top'
    const middle = latitudes[Math.floor(latitudes.length / 2)] ?? southWest.latitude
    const centre = longitudes[Math.floor(longitudes.length / 2)] ?? southWest.longitude
    pen.beginPath()
    for (const longitude of longitudes) {
      const x = Math.round(at(longitude, middle).x) + 0.5
      pen.moveTo(x, 0)
      pen.lineTo(x, this.height)
    }
    for (const latitude of latitudes) {
      const y = Math.round(at(centre, latitude).y) + 0.5
      pen.moveTo(0, y)
      pen.lineTo(this.width, y)
    }
    pen.stroke()
    // Every other line is named, by its place on earth and not on the screen, so that names stay where they are during a drag.
    const isNamed = (degrees: number) => Math.round(degrees / step) % 2 === 0
    for (const longitude of longitudes.filter(isNamed)) {
      for (const latitude of latitudes.filter(isNamed)) {
        const point = at(longitude, latitude)
        pen.fillText(
          `${graticuleText(wrapLongitude(longitude), step, ['E', 'W'])}  ${graticuleText(latitude, step, ['N', 'S'])}`,
          Math.round(point.x) + 4,
          Math.round(point.y) + 3,
        )
      }
    }
  }
}
