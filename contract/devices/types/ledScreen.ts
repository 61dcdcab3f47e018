import { amount, longText } from '../../core/field.ts'
import { definePage, defineDeviceType } from './defineDeviceType.ts'

/** A screen in the field that people read from afar. */
export const ledScreen = defineDeviceType({
  key: 'led_screen',
  pages: [definePage('screenManagement', { group: 'equipment', place: 14 })],
  marker: { layer: 'led_screen', shown: true, glyph: 'M3.5 5h17v11h-17zM12 16v4.5M8.5 20.5h7M7 9h6M7 12h10' },
  opens: 'popup',
  showsPresence: true,
  minutes: 10,
  measures: { brightness: {}, temperature: {} },
  columns: ['brightness'],
  // Its light harms nobody.
  circuits: { kinds: ['ordinary'], most: 1, run: { least: 1, most: 86_400, usual: null }, rest: 0 },
  // What it shows, and how bright; its words are read from afar.
  settings: { shownText: longText(200), shownLevel: amount('%', 0, 100) },
  logs: ['control', 'online', 'rejected'],
  panels: ['shownText'],
})
