import type { Layer } from '#contract/devices/deviceType'

const node = 'M8 11h8v8H8zM12 11V7.5M9 6.5a4.2 4.2 0 0 1 6 0M11 15h2'

/** Line drawings on a grid of 24 by 24, drawn with a round pen of 1.8: the same picture on canvas, in lists and in the legend. */
export const glyphs = {
  location: 'M4 11l8-6 8 6v9H4zM9.5 20v-6h5v6',
  gateway: 'M5 14h14v5H5zM12 14v-3M8.5 8.8a5 5 0 0 1 7 0M6 6.2a8.5 8.5 0 0 1 12 0M15.5 16.5h.5',
  gateway_weather: 'M7 19h10a3.4 3.4 0 0 0 .4-6.8 5.2 5.2 0 0 0-10-.4A3.6 3.6 0 0 0 7 19zM6 8.5a4 4 0 0 1 5-3.6M4 4.5l1 1M9 2.5v1',
  gateway_water: 'M12 3.5c3.5 4.2 5.5 7 5.5 10a5.5 5.5 0 0 1-11 0c0-3 2-5.8 5.5-10zM9.3 13.5a2.7 2.7 0 0 0 2.7 2.7',
  gateway_soil: 'M10 3h4v14l-2 4-2-4zM10 8h4M10 12.5h4M4 8h2.5M4 12.5h2.5M17.5 8H20M17.5 12.5H20',
  soil: 'M3 14c3-2 6 2 9 0s6 2 9 0M3 19c3-2 6 2 9 0s6 2 9 0M12 10.5V4M12 7c0-2 1.6-3.2 4-3.2M12 8.5c0-1.7-1.4-2.7-3.6-2.7',
  aerator_ii:
    'M12 11.2C9.6 8.6 10.2 4.4 13 3.6c1.9 2 1.4 5.4-1 7.6zM12.8 12.6c3.5-.9 6.7 1.7 6.1 4.5-2.7.8-5.4-1.2-6.1-4.5zM11.3 12.6c-1 3.4-4.8 5-6.9 3 .6-2.7 3.7-4.2 6.9-3z',
  tzgk_electric_valve: 'M4 10.5l8 4.2L4 19zM20 10.5l-8 4.2 8 4.3zM12 14.7V7M8 5h8v2.5H8z',
  waterFertilizer: 'M4 9h10v11H4zM6.5 9V5h5v4M14 16h3.5v4M19 5.5c1.4 1.8 2 2.8 2 3.7a2 2 0 0 1-4 0c0-.9.6-1.9 2-3.7z',
  injection: 'M3.5 20.5l4.5-4.5M6.5 12.5l5 5 8-8-5-5zM13 3l8 8M10 9.5l2 2M12.5 7l2 2',
  inverter: 'M4 5h16v14H4zM7 12c1.7-5 3.3-5 5 0s3.3 5 5 0',
  camera: 'M3.5 8h11v8h-11zM14.5 11l6-3v8l-6-3M6.5 11h1',
  lamps: 'M9.5 17h5M10.5 20.5h3M9.5 17c0-2-2.7-3.2-2.7-6.6a5.2 5.2 0 0 1 10.4 0c0 3.4-2.7 4.6-2.7 6.6M3 5.5L4.6 7M21 5.5L19.4 7',
  sex_inducement:
    'M12 8.5c2.9 0 4.3 2.3 4.3 5.2S14.4 20 12 20s-4.3-3.4-4.3-6.3S9.1 8.5 12 8.5zM12 8.5V20M9.6 8.6C9 6 10 4.4 12 4.4s3 1.6 2.4 4.2M7.7 12.5H4M16.3 12.5H20M8.2 16.5l-3 2.2M15.8 16.5l3 2.2',
  lorawan_gateway:
    'M8.5 20.5L12 9l3.5 11.5M9.8 16.5h4.4M8 9.5a5 5 0 0 1 0-5.5M16 9.5a5 5 0 0 0 0-5.5M5 11.5a9 9 0 0 1 0-9.5M19 11.5a9 9 0 0 0 0-9.5',
  lorawan_node: node,
  // MAP-15.
  '4GLora_node': node,
} as const satisfies Record<Layer | 'location', string>

export const GLYPH_GRID = 24
export const GLYPH_PEN = 1.8
