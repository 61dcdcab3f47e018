import { definePage, defineDeviceType } from './defineDeviceType.ts'

/** A camera has pictures, and calls of its own. */
export const camera = defineDeviceType({
  key: 'camera',
  pages: [definePage('camera', { group: 'equipment', place: 1 })],
  marker: { layer: 'camera', shown: true, glyph: 'M3.5 8h11v8h-11zM14.5 11l6-3v8l-6-3M6.5 11h1' },
  opens: 'camera',
  showsPresence: false,
  minutes: 1,
  measures: {},
  columns: [],
  circuits: null,
  settings: {},
  logs: ['rejected'],
  panels: [],
})
