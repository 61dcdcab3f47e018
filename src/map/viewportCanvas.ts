import L from 'leaflet'

/** How far the canvas reaches beyond the map on every side, as a share of the map's size: what a drag uncovers before it ends. */
const PADDING = 0.1

/** Device pixels a CSS pixel of this element, where it stands in something enlarged as well. */
export const pixelRatio = (element: Element & { readonly currentCSSZoom?: number }): number =>
  (globalThis.devicePixelRatio || 1) * (element.currentCSSZoom ?? 1)

/**
 * A layer that is one canvas over the viewport: it follows drags and zooms by a CSS transform and is painted anew when they end. Paints
 * happen at most once an animation frame. A subclass paints.
 */
export abstract class ViewportCanvas extends L.Layer {
  protected readonly canvas: HTMLCanvasElement
  protected readonly pen: CanvasRenderingContext2D
  /** Device pixels a CSS pixel. */
  protected ratio = 1
  /** CSS size of the canvas. */
  protected width = 0
  protected height = 0
  /** The canvas's upper left corner in Leaflet's layer points. */
  protected corner = L.point(0, 0)
  protected zoom = 0
  #centre = L.latLng(0, 0)
  #frame = 0
  #whole = false
  readonly #pane: string
  /** A browser that has no more room for pixels gives a canvas without a pen: the layer stays empty, the page stays up. */
  readonly #canPaint: boolean

  constructor(pane: string) {
    super()
    this.#pane = pane
    this.canvas = document.createElement('canvas')
    this.canvas.className = 'leaflet-zoom-animated'
    this.canvas.style.pointerEvents = 'none'
    this.canvas.setAttribute('aria-hidden', 'true')
    const pen = this.canvas.getContext('2d')
    this.#canPaint = pen !== null
    this.pen = pen!
  }

  override onAdd(map: L.Map): this {
    map.getPane(this.#pane)!.appendChild(this.canvas)
    this.#place()
    return this
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.canvas.remove()
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    return {
      viewreset: () => this.#place(),
      moveend: () => this.#place(),
      resize: () => this.#place(),
      zoom: () => this.#follow(this._map.getCenter(), this._map.getZoom()),
      zoomanim: (event) => {
        const { center, zoom } = event as L.ZoomAnimEvent
        this.#follow(center, zoom)
      },
    }
  }

  /** Paints at the next frame: everything, or what the subclass keeps as changed. */
  protected ask(whole: boolean): void {
    if (!this._map) return
    this.#whole ||= whole
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      if (!this._map) return
      const all = this.#whole
      this.#whole = false
      if (!this.#canPaint) return
      if (all) this.paint()
      else this.paintChanged()
    })
  }

  /** Paints the whole canvas; the pen works in device pixels. */
  protected abstract paint(): void
  /** Paints what changed since the last paint. */
  protected abstract paintChanged(): void

  /** A point of the map's world at this zoom, in device pixels of the canvas. */
  protected origin(): L.Point {
    return this._map.getPixelOrigin().add(this.corner)
  }

  #place(): void {
    const map = this._map
    const size = map.getSize()
    this.ratio = pixelRatio(this.canvas)
    this.corner = map.containerPointToLayerPoint(size.multiplyBy(-PADDING)).round()
    this.width = Math.round(size.x * (1 + 2 * PADDING))
    this.height = Math.round(size.y * (1 + 2 * PADDING))
    this.zoom = map.getZoom()
    this.#centre = map.getCenter()
    const [width, height] = [Math.round(this.width * this.ratio), Math.round(this.height * this.ratio)]
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width
      this.canvas.height = height
      this.canvas.style.width = `${this.width}px`
      this.canvas.style.height = `${this.height}px`
    }
    L.DomUtil.setTransform(this.canvas, this.corner, 1)
    // At once, not at the next frame: between the two the old picture would stand in the wrong place.
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#whole = false
    if (this.#canPaint) this.paint()
  }

  #follow(centre: L.LatLng, zoom: number): void {
    const map = this._map
    const scale = map.getZoomScale(zoom, this.zoom)
    const half = map.getSize().multiplyBy(0.5 + PADDING)
    const middle = map.project(this.#centre, zoom)
    // Where the canvas's corner belongs once the map stands at `centre` and `zoom`.
    const pixelOrigin = map.project(centre, zoom).subtract(map.getSize().divideBy(2)).add(paneOffset(map)).round()
    L.DomUtil.setTransform(this.canvas, middle.subtract(half.multiplyBy(scale)).subtract(pixelOrigin), scale)
  }
}

const paneOffset = (map: L.Map) => L.DomUtil.getPosition(map.getPane('mapPane')!) ?? L.point(0, 0)
