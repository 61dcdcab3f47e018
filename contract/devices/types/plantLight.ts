import { amount } from '../../core/field.ts'
import { daySpans } from '../daySpans.ts'
import { definePage, defineDeviceType } from './defineDeviceType.ts'

const percent = amount('%', 0, 100)

export const plantLight = defineDeviceType({
  key: 'plant_light',
  pages: [definePage('plantLight', { group: 'equipment', place: 13 })],
  marker: {
    layer: 'plant_light',
    shown: true,
    glyph: 'M5 4h14v3H5zM8 10.5l-1.5 4M12 10.5v4M16 10.5l1.5 4M12 20.5c0-2 1.4-3.2 3.4-3.2M12 20.5c0-2-1.4-3.2-3.4-3.2',
  },
  opens: 'popup',
  showsPresence: true,
  minutes: 10,
  measures: { brightness: {}, power: {}, light: {} },
  columns: ['brightness', 'power'],
  // Plants need their night.
  circuits: { kinds: ['ordinary'], most: 4, run: { least: 1, most: 86_400, usual: 57_600 }, rest: 0 },
  // Percent of each colour, and when it shines by itself.
  settings: { blue: percent, red: percent, farRed: percent, white: percent, schedule: daySpans },
  logs: ['control', 'online', 'rejected'],
  panels: [],
})
