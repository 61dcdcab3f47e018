import { type SoilFact, soilLayerOf } from '#contract/devices/soilLayer'

export interface SoilLayer<Item> {
  /** 0 is the surface. */
  readonly layer: number
  readonly items: Readonly<Partial<Record<SoilFact, Item>>>
}

/** The items of a soil device by layer, the surface first (SOIL-01, SOIL-02); what measures no layer is left out. */
export function soilLayers<Item extends { readonly code: string }>(items: readonly Item[]): SoilLayer<Item>[] {
  const layers = new Map<number, Partial<Record<SoilFact, Item>>>()
  for (const item of items) {
    const place = soilLayerOf(item.code)
    if (place === null) continue
    const layer = layers.get(place.layer) ?? {}
    layer[place.fact] ??= item
    layers.set(place.layer, layer)
  }
  return [...layers].map(([layer, found]) => ({ layer, items: found })).sort((one, other) => one.layer - other.layer)
}

/** SOIL-04: a conductivity is shown where it is a number, and not nothing. */
export const showsConductivity = (value: number | null | undefined): value is number => value != null && value !== 0
