import { definePage, defineDeviceType } from './defineDeviceType.ts'
import { gatewayPage } from './gateway.ts'

export const weather = defineDeviceType({
  key: 'gateway_weather',
  pages: [definePage('weatherStations', { group: 'equipment', place: 17 }), gatewayPage],
  marker: {
    layer: 'gateway_weather',
    shown: true,
    glyph: 'M7 19h10a3.4 3.4 0 0 0 .4-6.8 5.2 5.2 0 0 0-10-.4A3.6 3.6 0 0 0 7 19zM6 8.5a4 4 0 0 1 5-3.6M4 4.5l1 1M9 2.5v1',
  },
  opens: 'collect',
  showsPresence: true,
  minutes: 5,
  measures: {
    temperature: {},
    humidity: {},
    windSpeed: { high: 10.8 },
    windDirection: {},
    rain: { high: 30 },
    solar: {},
    light: {},
    pressure: {},
    battery: { low: 11.8 },
  },
  columns: ['temperature', 'rain', 'windSpeed'],
  circuits: null,
  settings: {},
  logs: ['online', 'rejected'],
  panels: ['windRose'],
})
