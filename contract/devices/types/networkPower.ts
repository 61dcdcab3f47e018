import { definePage, defineDeviceType } from './defineDeviceType.ts'

/** A strip of outlets that says what is drawn from it. */
export const networkPower = defineDeviceType({
  key: 'network_power',
  pages: [definePage('networkPower', { group: 'equipment', place: 16 })],
  marker: { layer: 'network_power', shown: false, glyph: 'M4 8h16v8H4zM8 11v2M10 11v2M14 11v2M16 11v2M12 16v4.5M12 20.5h3' },
  opens: 'popup',
  showsPresence: true,
  minutes: 5,
  measures: { voltage: { low: 198, high: 242 }, current: { high: 16 }, power: {}, energy: {} },
  columns: ['voltage', 'current', 'power', 'energy'],
  // Cameras and routers hang on it: what is on stays on.
  circuits: { kinds: ['ordinary'], most: 16, run: { least: 1, most: 86_400, usual: null }, rest: 0 },
  settings: {},
  logs: ['control', 'online', 'rejected'],
  panels: [],
})
