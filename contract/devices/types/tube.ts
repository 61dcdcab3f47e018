import { definePage, defineDeviceType } from './defineDeviceType.ts'
import { gatewayPage } from './gateway.ts'

export const tube = defineDeviceType({
  key: 'gateway_soil',
  pages: [definePage('tubularmoisture', { group: 'equipment', place: 7 }), gatewayPage],
  marker: {
    layer: 'gateway_soil',
    shown: true,
    glyph: 'M10 3h4v14l-2 4-2-4zM10 8h4M10 12.5h4M4 8h2.5M4 12.5h2.5M17.5 8H20M17.5 12.5H20',
  },
  opens: 'collect',
  showsPresence: true,
  minutes: 30,
  measures: { soilMoisture: { count: 10 }, soilTemperature: { count: 10 }, conductivity: { count: 10 } },
  columns: ['soilMoisture1', 'soilMoisture2', 'soilTemperature1'],
  circuits: null,
  settings: {},
  logs: ['online', 'rejected'],
  panels: ['soilProfile'],
})
