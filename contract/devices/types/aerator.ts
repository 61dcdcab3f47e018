import { amount } from '../../core/field.ts'
import { daySpans } from '../daySpans.ts'
import { definePage, defineDeviceType } from './defineDeviceType.ts'

/** A regulator with the pumps that it drives (AERATOR-03); with nobody there, air is what keeps the fish alive. */
export const aerator = defineDeviceType({
  key: 'aerator_ii',
  pages: [definePage('aerator', { group: 'aquatic', place: 2, acts: { create: 'addDevice', edit: 'editDevice', delete: 'delDevice' } })],
  marker: {
    layer: 'aerator_ii',
    shown: true,
    glyph:
      'M12 11.2C9.6 8.6 10.2 4.4 13 3.6c1.9 2 1.4 5.4-1 7.6zM12.8 12.6c3.5-.9 6.7 1.7 6.1 4.5-2.7.8-5.4-1.2-6.1-4.5zM11.3 12.6c-1 3.4-4.8 5-6.9 3 .6-2.7 3.7-4.2 6.9-3z',
  },
  opens: 'aerator',
  showsPresence: true,
  minutes: 5,
  measures: { dissolvedOxygen: { low: 5, high: 14 }, waterTemperature: { low: 16, high: 33 }, power: {}, fault: { count: 4, high: 0.5 } },
  says: { fault: { 0: 'well', 1: 'overload', 2: 'phaseLoss', 3: 'dryRun', 4: 'shortCircuit', 5: 'contactor' } },
  columns: ['dissolvedOxygen', 'waterTemperature'],
  // What runs is what keeps the fish alive: nothing ends it.
  circuits: { kinds: ['aerator'], most: 4, run: { least: 1, most: 86_400, usual: null }, rest: 1 },
  // The device runs its pumps by these itself, also while nobody else is there.
  settings: {
    oxygenLow: amount('mg/L', 0, 20),
    oxygenHigh: amount('mg/L', 0, 20),
    schedule: daySpans,
  },
  rising: [['oxygenLow', 'oxygenHigh']],
  logs: ['control', 'online', 'fault', 'rejected'],
  panels: ['pumps'],
})
