import type { CollectItem } from '#contract/devices/collect'
import { flowUnit, type FormulaName, formulas } from '#contract/devices/formula'

/** The items that may be the source of a formula in a place: none that is calculated, and in the unit that it needs. */
export function fittingSources(items: readonly CollectItem[], formula: FormulaName, at: number): CollectItem[] {
  const unit = formulas[formula].sources[at]?.unit ?? null
  return items.filter(
    (item) =>
      item.calculation === null && (unit === null || item.unit === unit) && (formula !== 'dayVolume' || flowUnit(item.unit) !== null),
  )
}
