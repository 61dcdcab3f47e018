import { measureUnit } from '#contract/inventory/measureUnit'
import { besideField, type Row, rulesFor } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'

const RATIO = ['dimension', 'numerator', 'denominator'] as const

/** Units: what one of it is stays as it is once a product is counted in it. */
export const measureUnitRules = rulesFor(measureUnit, {
  table: 'measure_unit',
  oldestFirst: true,

  async beforeSave({ scope, asking, values, old }) {
    const other = old && RATIO.find((name) => values[name] !== old[name])
    if (other && (await isUsed(scope, old))) throw besideField(asking, 'error.unit.used', other, 'unitUsed')
    return {}
  },
})

async function isUsed({ raw, tenantId }: Scope, { id }: Row): Promise<boolean> {
  const held = await raw
    .selectFrom('product')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where((eb) =>
      eb.or((['stock_unit_id', 'purchase_unit_id', 'retail_unit_id', 'dose_unit_id'] as const).map((column) => eb(column, '=', id))),
    )
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}
