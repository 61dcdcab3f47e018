import { isMotor, type SwitchKind } from './switchKind.ts'
import { type Quantity, quantityOf } from './itemCode.ts'
import type { Measured } from './types/defineDeviceType.ts'
import { acquisitionControl } from './types/acquisitionControl.ts'
import { aerator } from './types/aerator.ts'
import { camera } from './types/camera.ts'
import type { Run } from './types/defineDeviceType.ts'
import { gateway } from './types/gateway.ts'
import { injection } from './types/injection.ts'
import { inverter } from './types/inverter.ts'
import { lampFour, lampOne, lampTwo, lure } from './types/lamps.ts'
import { ledScreen } from './types/ledScreen.ts'
import { fourGNode, lorawanGateway, lorawanNode } from './types/lora.ts'
import { networkPower } from './types/networkPower.ts'
import { plantLight } from './types/plantLight.ts'
import { soil } from './types/soil.ts'
import { spore } from './types/spore.ts'
import { tachometer } from './types/tachometer.ts'
import { tube } from './types/tube.ts'
import { valve } from './types/valve.ts'
import { water } from './types/water.ts'
import { waterFertilizer } from './types/waterFertilizer.ts'
import { weather } from './types/weather.ts'

/** Every type of device, in the order of the map's legend (MAP-13, MAP-17); `location` of the documents is the base's own marker. */
const declared = [
  gateway,
  weather,
  water,
  tube,
  soil,
  aerator,
  valve,
  waterFertilizer,
  injection,
  inverter,
  camera,
  lampOne,
  lampTwo,
  lampFour,
  lure,
  lorawanGateway,
  lorawanNode,
  fourGNode,
  acquisitionControl,
  plantLight,
  ledScreen,
  tachometer,
  networkPower,
  spore,
] as const
type Declared = (typeof declared)[number]

export type DeviceType = Declared['key']
export const DEVICE_TYPES = declared.map(({ key }) => key) as [DeviceType, ...DeviceType[]]
export const deviceTypes = Object.fromEntries(declared.map((one) => [one.key, one])) as { [One in Declared as One['key']]: One }

export type Layer = Declared['layer']
/** The marker sets of the map, in the order of its legend, with the ones that are shown at first (MAP-13). */
export const LAYERS = Object.fromEntries(declared.map(({ marker }) => [marker.layer, marker.shown])) as Record<Layer, boolean>
export const layerGlyphs = Object.fromEntries(declared.map(({ marker }) => [marker.layer, marker.glyph])) as Record<Layer, string>

type Page = Declared['pages'][number]
export type DevicePageName = Page['name']
/** The pages that list devices, by name. */
export const devicePages = Object.fromEntries(declared.flatMap(({ pages }) => pages.map((page) => [page.name, page]))) as {
  [One in Page as One['name']]: One
}
/** The types that a page lists. */
export const typesOn = (page: DevicePageName): readonly DeviceType[] =>
  declared.filter(({ pages }) => pages.some(({ name }) => name === page)).map(({ key }) => key)

/** Every type that speaks for sensors of its own, and so stands on the page of gateways. */
export const GATEWAY_TYPES = typesOn('gateway')

/** A motor is at its end within minutes; one that is not has lost its end switch. */
const MOTOR_RUN: Run = { least: 1, most: 3600, usual: 600 }
/** How long what a circuit of this kind starts may run; null where the type has no circuits. */
export const runOf = (type: DeviceType, kind: SwitchKind): Run | null => {
  const { circuits } = deviceTypes[type]
  return circuits !== null && isMotor(kind) ? MOTOR_RUN : (circuits?.run ?? null)
}

/** The band that is normal for what a type measures, unless a person says otherwise: what a new item begins with. */
export function bandOf(type: string, code: string): { readonly low: number | null; readonly high: number | null } {
  const quantity = quantityOf(code)
  const measures: Partial<Record<Quantity, Measured>> = isDeviceType(type) ? deviceTypes[type].measures : {}
  const measured = quantity === null ? undefined : measures[quantity]
  return { low: measured?.low ?? null, high: measured?.high ?? null }
}

/** What a value of a type's item stands for, as a key of `devices:says`; null where it is an amount, or a number that the type does not name. */
export function meaningOf(type: string, code: string, value: number | null | undefined): string | null {
  const quantity = quantityOf(code)
  if (value == null || quantity === null || !isDeviceType(type)) return null
  const declared: { readonly says?: Partial<Record<Quantity, Readonly<Record<number, string>>>> } = deviceTypes[type]
  return declared.says?.[quantity]?.[Math.round(value)] ?? null
}

/** What a circuit of a type is until a person says otherwise. */
export const firstKindOf = (type: string): SwitchKind =>
  (isDeviceType(type) ? deviceTypes[type].circuits?.kinds[0] : undefined) ?? 'ordinary'

export const isDeviceType = (word: string): word is DeviceType => Object.hasOwn(deviceTypes, word)
/** The codes that open some page of devices: what one device has to show is narrowed by its own type then. */
export const DEVICE_READERS = [...new Set(declared.flatMap(({ readers }) => readers))]
/** The codes of one act over all types, e.g. whoever may edit devices of some type. */
export const deviceActors = (act: 'create' | 'edit' | 'delete') => [...new Set(declared.flatMap(({ actors }) => actors(act)))]
