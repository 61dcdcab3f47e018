import { definePage, defineDeviceType } from './defineDeviceType.ts'

/** The surface has a temperature alone; the layers below it are numbered from 1 (SOIL-01 to -04). */
export const soil = defineDeviceType({
  key: 'soil',
  pages: [definePage('soilmoisture', { group: 'equipment', place: 6 })],
  marker: {
    layer: 'soil',
    shown: true,
    glyph: 'M3 14c3-2 6 2 9 0s6 2 9 0M3 19c3-2 6 2 9 0s6 2 9 0M12 10.5V4M12 7c0-2 1.6-3.2 4-3.2M12 8.5c0-1.7-1.4-2.7-3.6-2.7',
  },
  opens: 'collect',
  showsPresence: true,
  minutes: 30,
  measures: { soilMoisture: { count: 10 }, soilTemperature: { count: 10 }, conductivity: { count: 10 } },
  columns: ['soilMoisture1', 'soilTemperature1', 'conductivity1'],
  circuits: null,
  settings: {},
  logs: ['online', 'rejected'],
  panels: ['soilProfile'],
})
