import { aplionform } from '#contract/inventory/aplionform'
import { exactText, millionths, timesRatio } from '#contract/core/exact'
import { besideField } from '../ground/crud/rules.ts'
import { documentRulesFor, type Drafting } from '../ground/documents/documentRules.ts'
import { productsOf, ratioOf, unitNamesOf } from './goods.ts'
import { typeOf } from './numbering.ts'

/** What is asked for: a product in the unit in which it is bought, else words that say what it is and what it is counted in. */
async function nameGoods({ scope, asking, body }: Drafting<(typeof aplionform)['body']['_output']>) {
  const ids = body.lines.flatMap(({ productId }) => productId ?? [])
  const [products, units] = [await productsOf(scope, ids), await unitNamesOf(scope)]
  const lines = body.lines.map((line, at) => {
    const refuse = (field: string, words: string) => besideField(asking, 'error.input.invalid', `lines.${at}.${field}`, words)
    if (line.productId === null) {
      if (!line.unit?.trim()) throw refuse('unit', 'required')
      return { ...line, unitKind: null }
    }
    const product = products.get(line.productId)!
    if (product.enabled_flag !== 1) throw refuse('productId', 'productOff')
    const unitKind = product.purchase_unit_id === null ? ('stock' as const) : ('purchase' as const)
    const stock = timesRatio(millionths(line.quantity)!, ...ratioOf(product, unitKind)!)
    if (stock === null) throw refuse('quantity', 'inexact')
    return {
      ...line,
      productName: product.name,
      specification: product.specification,
      unit: units.get(product.purchase_unit_id ?? product.stock_unit_id)!,
      unitKind,
      stockQuantity: exactText(stock),
    }
  })
  return { ...body, lines }
}

export const aplionformRules = documentRulesFor(aplionform, { typeIn: typeOf(aplionform), beforeSave: nameGoods })
