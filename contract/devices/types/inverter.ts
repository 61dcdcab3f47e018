import { amountAbove0 } from '../../core/field.ts'
import { definePage, defineDeviceType } from './defineDeviceType.ts'

/** Drives a pump at the frequency that keeps a pressure. */
export const inverter = defineDeviceType({
  key: 'inverter',
  pages: [definePage('transducer', { group: 'equipment', place: 5 })],
  marker: { layer: 'inverter', shown: true, glyph: 'M4 5h16v14H4zM7 12c1.7-5 3.3-5 5 0s3.3 5 5 0' },
  opens: 'popup',
  showsPresence: true,
  minutes: 5,
  measures: { frequency: { high: 50 }, power: {}, pipePressure: { high: 6 }, fault: { high: 0.5 } },
  says: {
    fault: { 0: 'well', 1: 'overcurrent', 2: 'overvoltage', 3: 'undervoltage', 4: 'overheat', 5: 'dryRun', 6: 'sensorLost' },
  },
  columns: ['frequency', 'pipePressure', 'power'],
  circuits: { kinds: ['ordinary'], most: 4, run: { least: 1, most: 86_400, usual: 14_400 }, rest: 0 },
  // DEVICE-LIMITS-04: between 0 and 16 bar, and above 0.
  settings: { targetPressure: amountAbove0('bar', 16) },
  logs: ['control', 'online', 'fault', 'rejected'],
  panels: [],
})
