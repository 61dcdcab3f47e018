import { definePage, defineDeviceType } from './defineDeviceType.ts'

/** Rotational speed, vibration and hours of a machine that is driven. */
export const tachometer = defineDeviceType({
  key: 'composi_tachometer',
  pages: [definePage('composiTachometer', { group: 'equipment', place: 15 })],
  marker: { layer: 'composi_tachometer', shown: false, glyph: 'M4.5 17a8 8 0 1 1 15 0M12 14l3.6-4.6M12 15.2h.01M6 20h12' },
  opens: 'popup',
  showsPresence: true,
  minutes: 5,
  measures: { rotationSpeed: {}, vibration: { high: 7.1 }, runHours: {}, temperature: { high: 80 } },
  columns: ['rotationSpeed', 'vibration', 'runHours'],
  circuits: null,
  settings: {},
  logs: ['online', 'rejected'],
  panels: [],
})
