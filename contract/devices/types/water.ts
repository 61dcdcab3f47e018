import { definePage, defineDeviceType } from './defineDeviceType.ts'
import { gatewayPage } from './gateway.ts'

export const water = defineDeviceType({
  key: 'gateway_water',
  pages: [definePage('water-quality', { group: 'aquatic', place: 1 }), gatewayPage],
  marker: {
    layer: 'gateway_water',
    shown: true,
    glyph: 'M12 3.5c3.5 4.2 5.5 7 5.5 10a5.5 5.5 0 0 1-11 0c0-3 2-5.8 5.5-10zM9.3 13.5a2.7 2.7 0 0 0 2.7 2.7',
  },
  opens: 'collect',
  showsPresence: true,
  minutes: 5,
  measures: {
    dissolvedOxygen: { low: 5, high: 14 },
    waterTemperature: { low: 16, high: 33 },
    ph: { low: 6.8, high: 8.8 },
    ammonia: { high: 0.5 },
    turbidity: { high: 80 },
    waterLevel: {},
  },
  columns: ['dissolvedOxygen', 'ph', 'waterTemperature', 'ammonia'],
  circuits: null,
  settings: {},
  logs: ['online', 'rejected'],
  panels: [],
})
