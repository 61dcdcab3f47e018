import { type Layer, layerGlyphs } from '#contract/devices/deviceType'

/** Line drawings on a grid of 24 by 24, drawn with a round pen of 1.8: the same picture on canvas, in lists and in the legend. */
export const glyphs: Readonly<Record<Layer | 'location' | 'tour', string>> = {
  ...layerGlyphs,
  location: 'M4 11l8-6 8 6v9H4zM9.5 20v-6h5v6',
  tour: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12c0 2 4 3.5 9 3.5s9-1.5 9-3.5M12 3c-2.4 2-3.6 5-3.6 9s1.2 7 3.6 9',
}

export const GLYPH_GRID = 24
export const GLYPH_PEN = 1.8
