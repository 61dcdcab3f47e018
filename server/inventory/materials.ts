import type { z } from 'zod'
import { materialShipment } from '#contract/inventory/materialShipment'
import { materialWarehousing } from '#contract/inventory/materialWarehousing'
import { besideField } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { type DocumentRow, type Drafting, documentRulesFor } from '../ground/documents/documentRules.ts'
import type { Asking } from '../ground/http/handler.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { checkGoods, productsOf } from './goods.ts'
import { forgetSafety, rememberSafety } from './landSafety.ts'
import { refuseExpired } from './option.ts'
import { type GoodsRules, reserve } from './posting.ts'
import { issueGoods } from './shipment.ts'
import { receiptGoods } from './warehousing.ts'
import { worthOf } from './worth.ts'

type Lines = { readonly lines: readonly { readonly productId: number }[] }

/** A material is an agricultural product. */
async function refuseOthers({ scope, asking, body: { lines } }: Pick<Drafting<Lines>, 'scope' | 'asking' | 'body'>): Promise<void> {
  const products = await productsOf(
    scope,
    lines.map(({ productId }) => productId),
  )
  const at = lines.findIndex(({ productId }) => products.get(productId)?.product_type !== 'agricultural')
  if (at >= 0) throw besideField(asking, 'error.input.invalid', `lines.${at}.productId`, 'notAgricultural')
}

/**
 * The id of what an issue is for, of what stands on a plot of its base: the one that stands there alone, or the one that is chosen. What was chosen
 * before may have ended since. Null where nothing stands.
 */
async function batchOf({ scope, asking, body, old }: Drafting<z.output<typeof materialShipment.body>>): Promise<number | null> {
  const land = await scope.select('land').select('area_id').where('land.id', '=', body.landId).executeTakeFirst()
  if (land?.area_id !== body.areaId) throw besideField(asking, 'error.input.invalid', 'landId', 'plotElsewhere')
  const standing = await scope
    .select('batch')
    .select('batch.id')
    .where('land_id', '=', body.landId)
    .where('batch_state', 'in', ['growing', 'harvesting'])
    .execute()
  const { batchId: chosen } = body
  if (chosen === null && standing.length > 1) throw besideField(asking, 'error.input.invalid', 'batchId', 'chooseBatch')
  if (chosen === null) return standing[0]?.id ?? null
  const wasChosen = old !== null && old['batch_id'] === chosen && old['land_id'] === body.landId
  if (!wasChosen && standing.every(({ id }) => id !== chosen)) throw besideField(asking, 'error.input.invalid', 'batchId', 'batchElsewhere')
  return chosen
}

/** What is given out for a batch is given out while it stands; nobody ends it meanwhile. */
async function refuseOtherTimes(scope: Scope, asking: Asking, document: DocumentRow, effectiveAt: number): Promise<void> {
  if (document['batch_id'] == null) return
  const batch = await scope
    .select('batch')
    .select(['started_at', 'ended_at'])
    .where('batch.id', '=', document['batch_id'] as number)
    .forShare('batch')
    .executeTakeFirst()
  if (!batch) return
  const on = (at: number) => dayOf(at, asking.grant.timeZone)
  const [from, until] = [batch.started_at, batch.ended_at].map((at) => (at === null ? null : on(at)))
  const day = on(effectiveAt)
  if ((from != null && day < from) || (until != null && day > until))
    throw besideField(asking, 'error.input.invalid', 'effectiveAt', until == null ? 'batchNotBefore' : 'batchNotThen', {
      from: from ?? '',
      until: until ?? '',
    })
}

/** Materials that come: by the rules of a receipt. */
export const materialWarehousingRules = documentRulesFor(materialWarehousing, {
  worth: worthOf,
  async beforeSave(drafting) {
    await refuseOthers(drafting)
    return checkGoods(materialWarehousing, drafting, { lots: 'needed' })
  },
})
export const materialWarehousingGoods = receiptGoods(materialWarehousing)

/** Materials that are used on a plot: by the rules of an issue. The plot remembers what makes its harvest wait. */
export const materialShipmentRules = documentRulesFor(materialShipment, {
  worth: worthOf,
  async beforeSave(drafting) {
    await refuseExpired(drafting)
    const batchId = await batchOf(drafting)
    await refuseOthers(drafting)
    return checkGoods(materialShipment, { ...drafting, body: { ...drafting.body, batchId } }, { lots: 'possible' })
  },
  approved: (scope, id) => reserve(scope, materialShipment, id),
})
export const materialShipmentGoods: GoodsRules = {
  ...issueGoods(materialShipment),
  allowed: refuseOtherTimes,
  posted: rememberSafety,
  reversed: forgetSafety,
}
