import { definePage, defineDeviceType } from './defineDeviceType.ts'

/** A box with analogue inputs and relays, wired to whatever a farm has. */
export const acquisitionControl = defineDeviceType({
  key: 'acquisition_control',
  pages: [definePage('acquisition-control', { group: 'equipment', place: 3 })],
  marker: {
    layer: 'acquisition_control',
    shown: true,
    glyph: 'M4 6h16v12H4zM7.5 9.5v5M11 9.5v5M15.5 10.5h1.5M15.5 13.5h1.5M8 18v2.5M16 18v2.5',
  },
  opens: 'popup',
  showsPresence: true,
  minutes: 5,
  measures: { voltage: { count: 4 }, current: { count: 4 } },
  columns: ['voltage1', 'current1'],
  // A pump that is forgotten floods a field; who wants it longer says so.
  circuits: { kinds: ['ordinary', 'related', 'blind'], most: 16, run: { least: 1, most: 86_400, usual: 14_400 }, rest: 0 },
  settings: {},
  logs: ['control', 'online', 'rejected'],
  panels: [],
})
