import { deviceTypes } from '#contract/devices/deviceType'
import { deviceTypeOf, HOTSPOT_THINGS, HOTSPOT_WAYS, type HotspotDevice, type HotspotStyle } from '#contract/panoramas/hotspot'

/** Lines on a grid of 24 by 24, for a round pen of 1.8. */
const own: Readonly<Record<(typeof HOTSPOT_WAYS)[number] | (typeof HOTSPOT_THINGS)[number], string>> = {
  front: 'M12 19V5M6 11l6-6 6 6',
  left: 'M19 12H5M11 6l-6 6 6 6',
  right: 'M5 12h14M13 6l6 6-6 6',
  here: 'M12 21c4-4.6 6-8.2 6-11a6 6 0 0 0-12 0c0 2.8 2 6.4 6 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  'turn-left': 'M18 19v-6a4 4 0 0 0-4-4H5M9 5L5 9l4 4',
  'turn-right': 'M6 19v-6a4 4 0 0 1 4-4h9M15 5l4 4-4 4',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1-1',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M9 9.5h.01',
  text: 'M5 6h14M5 11h14M5 16h9',
}
const isOwn = (style: HotspotStyle): style is keyof typeof own => Object.hasOwn(own, style)

/** The picture of a style; of a device the same as on the map. */
export const hotspotGlyph = (style: HotspotStyle): string =>
  isOwn(style) ? own[style] : deviceTypes[deviceTypeOf(style as HotspotDevice)].marker.glyph
