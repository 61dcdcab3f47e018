import { definePage, defineDeviceType } from './defineDeviceType.ts'
import { gatewayPage } from './gateway.ts'

const nodeGlyph = 'M8 11h8v8H8zM12 11V7.5M9 6.5a4.2 4.2 0 0 1 6 0M11 15h2'
const nodeSenses = { soilMoisture: {}, soilTemperature: {}, battery: { low: 3.3 }, signal: {} }

export const lorawanGateway = defineDeviceType({
  key: 'lorawan_gateway',
  pages: [definePage('lorawan-gateway', { group: 'equipment', place: 11 })],
  marker: {
    layer: 'lorawan_gateway',
    shown: false,
    glyph:
      'M8.5 20.5L12 9l3.5 11.5M9.8 16.5h4.4M8 9.5a5 5 0 0 1 0-5.5M16 9.5a5 5 0 0 0 0-5.5M5 11.5a9 9 0 0 1 0-9.5M19 11.5a9 9 0 0 0 0-9.5',
  },
  opens: 'popup',
  showsPresence: false,
  minutes: 5,
  measures: { signal: {} },
  columns: ['signal'],
  circuits: null,
  settings: {},
  logs: ['online', 'rejected'],
  panels: [],
})

export const lorawanNode = defineDeviceType({
  key: 'lorawan_node',
  pages: [definePage('lorawan-node', { group: 'equipment', place: 10 })],
  marker: { layer: 'lorawan_node', shown: false, glyph: nodeGlyph },
  opens: 'popup',
  showsPresence: true,
  minutes: 30,
  measures: { ...nodeSenses, waterLevel: {}, waterTemperature: {} },
  columns: ['battery', 'signal'],
  circuits: { kinds: ['ordinary'], most: 8, run: { least: 1, most: 86_400, usual: 3600 }, rest: 0 },
  settings: {},
  logs: ['control', 'online', 'rejected'],
  panels: [],
})

/** Drawn as a LoRaWAN node (MAP-15). */
export const fourGNode = defineDeviceType({
  key: '4GLora_node',
  pages: [
    definePage('lora-gateway', { group: 'equipment', place: 12, acts: { create: 'addNode', edit: 'editNode', delete: 'removeNode' } }),
    gatewayPage,
  ],
  marker: { layer: '4GLora_node', shown: false, glyph: nodeGlyph },
  opens: 'collect',
  showsPresence: true,
  minutes: 10,
  measures: nodeSenses,
  columns: ['battery', 'signal'],
  circuits: { kinds: ['ordinary'], most: 16, run: { least: 1, most: 86_400, usual: 3600 }, rest: 0 },
  settings: {},
  logs: ['control', 'online', 'rejected'],
  panels: [],
})
