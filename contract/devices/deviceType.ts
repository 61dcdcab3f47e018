import type { PermissionCode } from '../core/call.ts'

/** The device type keys of the documents (2§3, MAP-17) that are devices; `location` is the base's own marker. */
export const DEVICE_TYPES = [
  'camera',
  'gateway',
  'inverter',
  'waterFertilizer',
  'injection',
  'gateway_weather',
  'gateway_soil',
  'gateway_water',
  'soil',
  'insectSituationLamp',
  'insectSituationLamp_II',
  'insectSituationLamp_IV',
  'sex_inducement',
  'lorawan_node',
  'lorawan_gateway',
  'aerator_ii',
  'tzgk_electric_valve',
  '4GLora_node',
] as const
export type DeviceType = (typeof DEVICE_TYPES)[number]

/** What a click on the marker opens (MAP-07, MAP-08). */
export type Opening = 'collect' | 'aerator' | 'lamp' | 'camera' | 'popup'

type Act = 'create' | 'edit' | 'delete'
/** What the documents call the acts of a page where that is not its `.ps.create`, `.ps.edit`, `.ps.delete`. */
const NAMED_ACTS: Readonly<Record<string, Readonly<Record<Act, string>>>> = {
  pest: { create: 'addPest', edit: 'editPest', delete: 'delPest' },
  aerator: { create: 'addDevice', edit: 'editDevice', delete: 'delDevice' },
  'electric-valve': { create: 'add', edit: 'edit', delete: 'remove' },
  'lora-gateway': { create: 'addNode', edit: 'editNode', delete: 'removeNode' },
}

export interface DeviceFace {
  /** The code of the type's page; it opens the map layer too (MAP-22). */
  readonly code: PermissionCode
  /** What lets one add, change and delete a device of the type. */
  readonly codes: Readonly<Record<Act, PermissionCode>>
  /** The type's own page. */
  readonly route: string
  /** Markers of one set share layer, picture and default (MAP-12, MAP-15). */
  readonly layer: Layer
  readonly opens: Opening
  /** Cameras and LoRa gateways show no online state in a popup (MAP-07). */
  readonly showsPresence: boolean
}

/** The marker sets of the map, in the order of its legend, with the ones that are shown at first (MAP-13). */
export const LAYERS = {
  gateway: true,
  gateway_weather: true,
  gateway_water: true,
  gateway_soil: true,
  soil: true,
  aerator_ii: true,
  tzgk_electric_valve: true,
  waterFertilizer: true,
  injection: true,
  inverter: true,
  camera: true,
  lamps: true,
  sex_inducement: false,
  lorawan_gateway: false,
  lorawan_node: false,
  '4GLora_node': false,
} as const satisfies Record<string, boolean>
export type Layer = keyof typeof LAYERS

/** The face of the types of one page of the equipment. */
function face(page: string, layer: Layer, opens: Opening = 'popup', showsPresence = true): DeviceFace {
  const code = `wfpf.farm.equipment.${page}` as const
  const acts = NAMED_ACTS[page] ?? { create: 'create', edit: 'edit', delete: 'delete' }
  const codes = { create: `${code}.ps.${acts.create}`, edit: `${code}.ps.${acts.edit}`, delete: `${code}.ps.${acts.delete}` } as const
  return { code, codes, route: `/web/equipment/${page}`, layer, opens, showsPresence }
}

export const deviceFaces = {
  camera: face('camera', 'camera', 'camera', false),
  gateway: face('gateway', 'gateway', 'collect'),
  inverter: face('transducer', 'inverter'),
  waterFertilizer: face('waterFertilizer', 'waterFertilizer'),
  injection: face('inject-fertilizer', 'injection'),
  gateway_weather: face('weatherStations', 'gateway_weather', 'collect'),
  gateway_soil: face('tubularmoisture', 'gateway_soil', 'collect'),
  gateway_water: face('water-quality', 'gateway_water', 'collect'),
  soil: face('soilmoisture', 'soil', 'collect'),
  insectSituationLamp: face('pest', 'lamps', 'lamp'),
  insectSituationLamp_II: face('pest', 'lamps', 'lamp'),
  insectSituationLamp_IV: face('pest', 'lamps', 'lamp'),
  sex_inducement: face('pest', 'sex_inducement'),
  lorawan_node: face('lorawan-node', 'lorawan_node'),
  lorawan_gateway: face('lorawan-gateway', 'lorawan_gateway', 'popup', false),
  aerator_ii: face('aerator', 'aerator_ii', 'aerator'),
  tzgk_electric_valve: face('electric-valve', 'tzgk_electric_valve'),
  '4GLora_node': face('lora-gateway', '4GLora_node', 'collect'),
} as const satisfies Record<DeviceType, DeviceFace>

/** The types of one page, e.g. the gateway page lists what speaks the gateway's calls. */
export const GATEWAY_TYPES = [
  'gateway',
  'gateway_weather',
  'gateway_soil',
  'gateway_water',
  '4GLora_node',
] as const satisfies readonly DeviceType[]
