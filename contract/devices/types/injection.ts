import { definePage, defineDeviceType } from './defineDeviceType.ts'

export const injection = defineDeviceType({
  key: 'injection',
  pages: [definePage('inject-fertilizer', { group: 'equipment', place: 9 })],
  marker: {
    layer: 'injection',
    shown: true,
    glyph: 'M3.5 20.5l4.5-4.5M6.5 12.5l5 5 8-8-5-5zM13 3l8 8M10 9.5l2 2M12.5 7l2 2',
  },
  opens: 'popup',
  showsPresence: true,
  minutes: 5,
  measures: { flow: {}, conductivity: { high: 0.25 }, pipePressure: { low: 1, high: 5 } },
  columns: ['flow', 'conductivity'],
  circuits: { kinds: ['ordinary'], most: 8, run: { least: 1, most: 86_400, usual: 3600 }, rest: 0 },
  settings: {},
  logs: ['control', 'online', 'rejected'],
  panels: [],
})
