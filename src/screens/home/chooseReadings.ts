import type { CollectItem } from '#contract/devices/collect'
import { type Quantity, quantityOf } from '#contract/devices/itemCode'

/** What a grower looks at first: what lives in water dies fastest, then air, then soil. */
const ORDER: readonly Quantity[] = [
  'dissolvedOxygen',
  'waterTemperature',
  'temperature',
  'humidity',
  'soilMoisture',
  'ph',
  'ammonia',
  'light',
  'co2',
  'soilTemperature',
  'rain',
  'windSpeed',
  'waterLevel',
  'solar',
]

const hasBand = ({ low, high }: CollectItem) => low != null || high != null

/** The items that stand for a base: one a quantity, those with a normal band first, then the one that reported last; at most `most`. */
export function chooseReadings(items: readonly CollectItem[], most: number): readonly CollectItem[] {
  const best = new Map<Quantity, CollectItem>()
  for (const item of items) {
    const quantity = quantityOf(item.code)
    if (quantity == null || item.hidden === 1 || item.newestTime == null) continue
    const rival = best.get(quantity)
    const better =
      rival == null ||
      (hasBand(item) !== hasBand(rival) ? hasBand(item) : (item.newestTime ?? 0) > (rival.newestTime ?? 0) + rival.reportingPeriod)
    if (better) best.set(quantity, item)
  }
  return ORDER.flatMap((quantity) => best.get(quantity) ?? []).slice(0, most)
}
