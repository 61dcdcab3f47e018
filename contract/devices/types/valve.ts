import { definePage, defineDeviceType } from './defineDeviceType.ts'

export const valve = defineDeviceType({
  key: 'tzgk_electric_valve',
  pages: [definePage('electric-valve', { group: 'equipment', place: 8, acts: { create: 'add', edit: 'edit', delete: 'remove' } })],
  marker: { layer: 'tzgk_electric_valve', shown: true, glyph: 'M4 10.5l8 4.2L4 19zM20 10.5l-8 4.2 8 4.3zM12 14.7V7M8 5h8v2.5H8z' },
  opens: 'popup',
  showsPresence: true,
  minutes: 10,
  measures: { flow: {}, pipePressure: { low: 1.2, high: 4.5 }, battery: { low: 3.3 }, signal: {} },
  columns: ['flow', 'pipePressure'],
  circuits: { kinds: ['ordinary'], most: 8, run: { least: 1, most: 86_400, usual: 3600 }, rest: 0 },
  settings: {},
  logs: ['control', 'online', 'rejected'],
  panels: [],
})
