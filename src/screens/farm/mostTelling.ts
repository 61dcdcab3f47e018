import { quantityOf } from '#contract/devices/itemCode'

/** What says most of how something grows, the first first: of soil, of water, of air. */
const TELLING = ['soilMoisture', 'soilTemperature', 'dissolvedOxygen', 'waterTemperature', 'temperature']

/** The item that is looked at first of those of a device; undefined: it has none. */
export const mostTelling = <Item extends { readonly code: string }>(items: readonly Item[]): Item | undefined =>
  TELLING.map((wanted) => items.find(({ code }) => (quantityOf(code) ?? code) === wanted)).find((item) => item !== undefined) ?? items[0]
