import { type Layer, layerGlyphs } from '#contract/devices/deviceType'

/** Line drawings on a grid of 24 by 24, drawn with a round pen of 1.8: the same picture on canvas, in lists and in the legend. */
export const glyphs: Readonly<Record<Layer | 'location', string>> = { ...layerGlyphs, location: 'M4 11l8-6 8 6v9H4zM9.5 20v-6h5v6' }

export const GLYPH_GRID = 24
export const GLYPH_PEN = 1.8
