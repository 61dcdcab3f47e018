import L from 'leaflet'
import { unrollRing } from '#contract/core/longitude'
import type { Position } from '#contract/core/values'
import { BaseMap } from './baseMap.ts'
import type { MapColors } from './mapColors.ts'
import type { MapSource } from './mapSources.ts'
import { anchorOf, frameBase, type MapView, toLatLng, zoomInto } from './mapView.ts'

export interface ShownOutline {
  readonly name: string
  /** WGS84, not closed. */
  readonly ring: readonly Position[]
  /** Of what comes, what is left out, what is wrong, and what stands there. */
  readonly kind: 'new' | 'left' | 'fault' | 'there'
}
type Place = { readonly longitude: number; readonly latitude: number }

/** A map that shows outlines with their names. */
export class OutlinesStage {
  readonly #map: L.Map
  readonly #source: MapSource
  readonly #colors: MapColors
  readonly #shapes = L.layerGroup()
  #anchor = 0

  constructor(host: HTMLElement, { source, view, colors }: { source: MapSource; view: MapView; colors: MapColors }) {
    this.#source = source
    this.#colors = colors
    this.#anchor = view.longitude
    const options = { zoomAnimation: false, fadeAnimation: false }
    this.#map = new BaseMap(host, { source, view, colors, options }).map
    this.#shapes.addTo(this.#map)
  }

  remove(): void {
    this.#map.remove()
  }
  resize(): void {
    this.#map.invalidateSize({ pan: false })
  }

  /** Brings these places into view. */
  frame(places: readonly Place[]): void {
    if (places.length === 0) return
    const view = frameBase(null, places, this.#map.getSize())
    this.#anchor = anchorOf(null, places)
    this.#map.setView(toLatLng(view, this.#source.datum), zoomInto(view.zoom, this.#source.datum), { animate: false })
  }

  /** Shows these outlines and no others. */
  show(outlines: readonly ShownOutline[]): void {
    this.#shapes.clearLayers()
    const { plot, marker } = this.#colors
    const looks = {
      new: { color: plot.outline, weight: 2, fillColor: plot.fill, fillOpacity: 0.35 },
      left: { color: plot.outline, weight: 1, dashArray: '4', fillColor: plot.fill, fillOpacity: 0.1 },
      fault: { color: marker.alarm, weight: 2, fillColor: marker.alarm, fillOpacity: 0.2 },
      there: { color: marker.muted, weight: 1, fillColor: marker.muted, fillOpacity: 0.1 },
    } as const
    for (const { name, ring, kind } of outlines) {
      // An element of its own, so that a name is never read as HTML.
      const sign = document.createElement('span')
      sign.textContent = name
      L.polygon(
        unrollRing(ring, this.#anchor).map(([longitude, latitude]) => toLatLng({ longitude, latitude }, this.#source.datum)),
        { ...looks[kind], className: `furrow-outline-${kind}` },
      )
        .bindTooltip(sign, { sticky: true })
        .addTo(this.#shapes)
    }
  }
}
