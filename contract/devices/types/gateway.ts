import { definePage, defineDeviceType } from './defineDeviceType.ts'

/** Lists every type that speaks for sensors of its own, whatever they are. */
export const gatewayPage = definePage('gateway', { group: 'equipment', place: 2 })

export const gateway = defineDeviceType({
  key: 'gateway',
  pages: [gatewayPage],
  marker: {
    layer: 'gateway',
    shown: true,
    glyph: 'M5 14h14v5H5zM12 14v-3M8.5 8.8a5 5 0 0 1 7 0M6 6.2a8.5 8.5 0 0 1 12 0M15.5 16.5h.5',
  },
  opens: 'collect',
  showsPresence: true,
  minutes: 5,
  measures: { temperature: {}, humidity: {}, light: {}, co2: {}, soilMoisture: {}, soilTemperature: {}, conductivity: {} },
  columns: [],
  // A pump that is forgotten floods a field; who wants it longer says so.
  circuits: { kinds: ['ordinary', 'related', 'blind'], most: 64, run: { least: 1, most: 86_400, usual: 14_400 }, rest: 0 },
  settings: {},
  logs: ['control', 'online', 'rejected'],
  panels: [],
})
