/** What is known of a quantity before any device has sent it. */
export interface ItemFace {
  /** As written beside a value; null for a pure number. */
  readonly unit: string | null
  /** The picture's name, one for each kind of quantity. */
  readonly icon: ItemIcon
  /** Digits before the point that a common value has: a card keeps this much room, so that nothing shifts. */
  readonly digits: number
  /** Digits after the point that are worth showing, at most 2 (look.md). */
  readonly decimals: number
}
export const ITEM_ICONS = [
  'thermometer',
  'drop',
  'sun',
  'cloud',
  'soil',
  'bolt',
  'flask',
  'waves',
  'level',
  'rain',
  'wind',
  'compass',
  'gauge',
  'battery',
  'signal',
  'flow',
  'motor',
  'bug',
  'fault',
] as const
export type ItemIcon = (typeof ITEM_ICONS)[number]

const face = (unit: string | null, icon: ItemIcon, digits: number, decimals: number): ItemFace => ({ unit, icon, digits, decimals })

/** The quantities that the product knows by their code. A layer or a pump stands behind the code: `soilMoisture3`, `fault2`. */
export const itemFaces = {
  temperature: face('°C', 'thermometer', 2, 1),
  humidity: face('%', 'drop', 3, 1),
  dewPoint: face('°C', 'thermometer', 2, 1),
  vapourPressureDeficit: face('kPa', 'gauge', 1, 2),
  light: face('lx', 'sun', 6, 0),
  co2: face('ppm', 'cloud', 4, 0),
  soilTemperature: face('°C', 'thermometer', 2, 1),
  soilMoisture: face('%', 'soil', 2, 1),
  conductivity: face('S/m', 'bolt', 1, 2),
  ph: face(null, 'flask', 2, 2),
  dissolvedOxygen: face('mg/L', 'waves', 2, 2),
  waterTemperature: face('°C', 'thermometer', 2, 1),
  ammonia: face('mg/L', 'flask', 2, 2),
  turbidity: face('NTU', 'waves', 3, 1),
  waterLevel: face('m', 'level', 2, 2),
  rain: face('mm', 'rain', 3, 1),
  windSpeed: face('m/s', 'wind', 2, 1),
  windDirection: face('°', 'compass', 3, 0),
  pressure: face('hPa', 'gauge', 4, 1),
  solar: face('W/m²', 'sun', 4, 0),
  battery: face('V', 'battery', 2, 2),
  signal: face('dBm', 'signal', 3, 0),
  snr: face('dB', 'signal', 2, 1),
  batteryLevel: face('%', 'battery', 3, 0),
  flow: face('m³/h', 'flow', 3, 1),
  pipePressure: face('bar', 'gauge', 2, 2),
  frequency: face('Hz', 'motor', 2, 1),
  power: face('kW', 'bolt', 3, 2),
  insects: face(null, 'bug', 4, 0),
  voltage: face('V', 'bolt', 3, 1),
  current: face('A', 'bolt', 2, 2),
  energy: face('kWh', 'bolt', 5, 1),
  rotationSpeed: face('rpm', 'motor', 4, 0),
  vibration: face('mm/s', 'waves', 2, 2),
  runHours: face('h', 'gauge', 5, 1),
  brightness: face('%', 'sun', 3, 0),
  spores: face(null, 'bug', 4, 0),
  dosing: face(null, 'flask', 1, 0),
  doseVolume: face('m³', 'flow', 3, 2),
  dosed: face('L', 'flask', 3, 1),
  tankLevel: face('L', 'level', 4, 0),
  fault: face(null, 'fault', 1, 0),
} as const satisfies Record<string, ItemFace>
export type Quantity = keyof typeof itemFaces

const isQuantity = (code: string): code is Quantity => Object.hasOwn(itemFaces, code)

/** The quantity of an item code (`soilMoisture3` -> `soilMoisture`), null where the product does not know it. */
export function quantityOf(code: string): Quantity | null {
  if (isQuantity(code)) return code
  const trunk = code.replace(/\d{1,2}$/, '')
  return isQuantity(trunk) ? trunk : null
}

/** The layer or pump that stands behind a code (`soilMoisture3` -> 3), null where there is none. */
export function ordinalOf(code: string): number | null {
  if (isQuantity(code)) return null
  const digits = /\d{1,2}$/.exec(code)?.[0]
  return digits == null || quantityOf(code) == null ? null : Number(digits)
}

/** Unit, icon and digits of an item code, null where the product does not know it. */
export function itemFace(code: string): ItemFace | null {
  const quantity = quantityOf(code)
  return quantity == null ? null : itemFaces[quantity]
}
