import { definePage, defineDeviceType } from './defineDeviceType.ts'

/** Stock tanks, each with a channel of its own. */
export const MOST_TANKS = 4

export const waterFertilizer = defineDeviceType({
  key: 'waterFertilizer',
  pages: [definePage('waterFertilizer', { group: 'equipment', place: 4 })],
  marker: {
    layer: 'waterFertilizer',
    shown: true,
    glyph: 'M4 9h10v11H4zM6.5 9V5h5v4M14 16h3.5v4M19 5.5c1.4 1.8 2 2.8 2 3.7a2 2 0 0 1-4 0c0-.9.6-1.9 2-3.7z',
  },
  opens: 'popup',
  showsPresence: true,
  minutes: 5,
  measures: {
    conductivity: { high: 0.25 },
    ph: { low: 5.5, high: 7.2 },
    flow: {},
    pipePressure: { low: 1, high: 4.5 },
    dosing: {},
    doseVolume: {},
    dosed: { count: MOST_TANKS },
    // Stock solution in litres; the low end of the band is when to fill.
    tankLevel: { count: MOST_TANKS, low: 50 },
  },
  says: { dosing: { 0: 'idle', 1: 'dosing' } },
  columns: ['conductivity', 'ph', 'flow'],
  circuits: { kinds: ['ordinary'], most: 16, run: { least: 1, most: 86_400, usual: 3600 }, rest: 0 },
  settings: {},
  logs: ['control', 'online', 'rejected'],
  panels: ['dosing'],
})
