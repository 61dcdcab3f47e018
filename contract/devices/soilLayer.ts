import { ordinalOf, quantityOf } from './itemCode.ts'

/** The deepest layer that a soil device tells apart (SOIL-01). */
const DEEPEST = 10

const facts = { soilTemperature: 'temperature', soilMoisture: 'humidity', conductivity: 'conductivity' } as const
export type SoilFact = (typeof facts)[keyof typeof facts]
export const SOIL_FACTS = Object.values(facts)

/** The layer, 0 the surface, and the fact that an item of a soil device stands for; null where it is neither. The surface has a temperature alone (SOIL-03). */
export function soilLayerOf(code: string): { layer: number; fact: SoilFact } | null {
  const quantity = quantityOf(code)
  const fact = quantity === null || !(quantity in facts) ? null : facts[quantity as keyof typeof facts]
  const layer = ordinalOf(code) ?? 0
  return fact === null || layer > DEEPEST || (layer === 0 && fact !== 'temperature') ? null : { layer, fact }
}
