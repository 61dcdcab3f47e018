import { definePage, defineDeviceType } from './defineDeviceType.ts'

/** Draws air over a sheet and counts the spores that stay on it. */
export const spore = defineDeviceType({
  key: 'spore',
  pages: [definePage('spore', { group: 'equipment', place: 20, cached: false })],
  marker: {
    layer: 'spore',
    shown: false,
    glyph:
      'M12 12m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0M12 5.5v-2M12 20.5v-2M5.5 12h-2M20.5 12h-2M7.4 7.4L6 6M18 18l-1.4-1.4M7.4 16.6L6 18M18 6l-1.4 1.4',
  },
  opens: 'popup',
  showsPresence: true,
  minutes: 60,
  measures: { spores: { high: 100 }, temperature: {}, humidity: {}, battery: { low: 11.8 } },
  columns: ['spores', 'battery'],
  circuits: { kinds: ['ordinary'], most: 1, run: { least: 60, most: 28_800, usual: 3600 }, rest: 0 },
  settings: {},
  logs: ['control', 'online', 'rejected'],
  panels: [],
})
