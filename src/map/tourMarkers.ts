import L from 'leaflet'
import { glyphs } from './glyphs.ts'
import { signOf } from './sign.ts'

/** A tour that stands on the map: where its marker leads, in a window of its own. */
export interface MapTour {
  readonly name: string
  readonly href: string
}

/** Pixels from the place of the base to its first tour, and from one tour to the next. */
const BELOW_BASE = 32
const EACH_BELOW = 30

/** The tours of a base below its own marker, one under the other; each is a link that opens in a new window (MAP-09). */
export function tourMarkers(at: L.LatLngExpression, tours: readonly MapTour[]): L.Marker[] {
  return tours.map(({ name, href }, row) => {
    const link = document.createElement('a')
    link.href = href
    link.target = '_blank'
    link.rel = 'noopener'
    link.title = name
    link.append(...signOf(glyphs.tour, name))
    link.style.marginTop = `${BELOW_BASE + row * EACH_BELOW}px`
    // The link itself takes the focus and the click; the map knows nothing of either.
    L.DomEvent.disableClickPropagation(link)
    return L.marker(at, {
      icon: L.divIcon({ className: 'furrow-tour', html: link, iconSize: [0, 0] }),
      keyboard: false,
      interactive: false,
      zIndexOffset: 400,
    })
  })
}
