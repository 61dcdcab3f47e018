import { amount, patterned } from '../../core/field.ts'
import { definePage, defineDeviceType } from './defineDeviceType.ts'

const pestPage = definePage('pest', { group: 'equipment', place: 18, acts: { create: 'addPest', edit: 'editPest', delete: 'delPest' } })
/** Lists the lamps alone, to switch them (PEST-04). */
const lampPage = definePage('pest-lamp', { group: 'equipment', place: 19, opens: true })

/** Three makes of one thing: they share a layer of the map and all that follows. */
const lamp = {
  pages: [pestPage, lampPage],
  marker: {
    layer: 'lamps',
    shown: true,
    glyph: 'M9.5 17h5M10.5 20.5h3M9.5 17c0-2-2.7-3.2-2.7-6.6a5.2 5.2 0 0 1 10.4 0c0 3.4-2.7 4.6-2.7 6.6M3 5.5L4.6 7M21 5.5L19.4 7',
  },
  opens: 'lamp',
  showsPresence: true,
  minutes: 30,
  measures: { insects: { high: 60 }, temperature: {}, humidity: {}, battery: { low: 11.8 } },
  columns: ['insects', 'battery'],
  // DEVICE-LIMITS-01: a control mode lasts 60 to 480 minutes.
  circuits: { kinds: ['ordinary'], most: 4, run: { least: 3600, most: 28_800, usual: 28_800 }, rest: 0 },
  settings: {
    /** A day's control mode begins then; without it the lamp is photographed round the clock. */
    lampStart: patterned(/^([01]\d|2[0-3]):[0-5]\d$/, 'clock'),
    controlMinutes: amount('min', 60, 480),
    // DEVICE-LIMITS-02 and -03.
    photoMinutes: amount('min', 30, 480),
    uploadMinutes: amount('min', 5, 1440),
  },
  within: [['photoMinutes', 'controlMinutes']],
  logs: ['control', 'online', 'rejected'],
  panels: ['insects'],
} as const

export const lampOne = defineDeviceType({ ...lamp, key: 'insectSituationLamp' })
export const lampTwo = defineDeviceType({ ...lamp, key: 'insectSituationLamp_II' })
export const lampFour = defineDeviceType({ ...lamp, key: 'insectSituationLamp_IV' })

export const lure = defineDeviceType({
  key: 'sex_inducement',
  pages: [pestPage],
  marker: {
    layer: 'sex_inducement',
    shown: false,
    glyph:
      'M12 8.5c2.9 0 4.3 2.3 4.3 5.2S14.4 20 12 20s-4.3-3.4-4.3-6.3S9.1 8.5 12 8.5zM12 8.5V20M9.6 8.6C9 6 10 4.4 12 4.4s3 1.6 2.4 4.2M7.7 12.5H4M16.3 12.5H20M8.2 16.5l-3 2.2M15.8 16.5l3 2.2',
  },
  opens: 'popup',
  showsPresence: true,
  minutes: 60,
  measures: { insects: { high: 20 }, battery: { low: 3.3 } },
  columns: ['insects', 'battery'],
  circuits: null,
  settings: {},
  logs: ['online', 'rejected'],
  panels: [],
})
