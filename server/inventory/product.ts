import type { z } from 'zod'
import { exceeds } from '#contract/core/decimal'
import { timesRatio } from '#contract/core/exact'
import { AGRICULTURAL_FIELDS, product } from '#contract/inventory/product'
import { besideField, type Row, rulesFor } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { Asking } from '../ground/http/handler.ts'

type Product = z.output<typeof product.create>
type Name = keyof Product
/** One, in millionths. */
const MILLION = 1_000_000n

/** What is wrong with a product as a whole, and beside which input: its words are a key of `errors:field`. */
function faultOf(values: Product): readonly [Name, string] | null {
  // Blanks are stored as nothing.
  const filled = (name: Name) => values[name] != null && String(values[name]).trim() !== ''
  const foreign = values.productType === 'general' ? AGRICULTURAL_FIELDS.find(filled) : undefined
  if (foreign) return [foreign, 'onlyAgricultural']
  if (values.category === 'pesticide') {
    const missing = (['registrationNo', 'safetyIntervalDays'] as const).find((name) => !filled(name))
    if (missing) return [missing, 'required']
  }
  if (values.doseMin != null && values.doseMax != null && exceeds(values.doseMin, values.doseMax)) return ['doseMax', 'notBelow']
  if (values.doseUnitId == null && (values.doseMin ?? values.doseMax) != null) return ['doseUnitId', 'required']
  for (const kind of ['purchase', 'retail'] as const) {
    const unit = values[`${kind}UnitId`]
    const hasOwn = unit != null && unit !== values.stockUnitId
    // A third of it could be kept, and one of it never taken out.
    if (hasOwn && timesRatio(MILLION, BigInt(values[`${kind}Numerator`]), BigInt(values[`${kind}Denominator`])) === null)
      return [`${kind}Denominator`, 'inexactUnit']
  }
  if (values.expiryFlag === 1 && values.lotFlag === 0) return ['expiryFlag', 'expiryNeedsLots']
  return null
}

const refuse = (asking: Asking, [field, words]: readonly [Name, string]) => besideField(asking, 'error.input.invalid', field, words)

const COLUMNS = { stockUnitId: 'stock_unit_id', lotFlag: 'lot_flag' } as const
/** Whether a line of a document names it: what is counted and kept from then on keeps its unit and its lots. */
async function isNamed({ raw, tenantId }: Scope, { id }: Row): Promise<boolean> {
  const line = await raw
    .selectFrom('document_line')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('product_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

/** Products: a unit that is none, or is the stock unit itself, is one of it; without a day of expiry there is no shelf life. */
export const productRules = rulesFor(product, {
  table: 'product',

  async beforeSave({ scope, asking, values, old }) {
    const fault = faultOf(values)
    if (fault) throw refuse(asking, fault)
    const other = old && (['stockUnitId', 'lotFlag'] as const).find((name) => values[name] !== old[COLUMNS[name]])
    if (other && (await isNamed(scope, old))) throw besideField(asking, 'error.record.used', other, 'productUsed')
    const same = (unitId: number | null) => unitId == null || unitId === values.stockUnitId
    return {
      ...(same(values.purchaseUnitId) ? { purchaseNumerator: 1, purchaseDenominator: 1 } : {}),
      ...(same(values.retailUnitId) ? { retailNumerator: 1, retailDenominator: 1 } : {}),
      ...(values.expiryFlag === 0 ? { shelfDays: null } : {}),
    }
  },
})
