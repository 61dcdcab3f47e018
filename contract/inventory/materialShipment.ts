import { defineDocument } from '../core/document.ts'
import { neededReference, reference } from '../core/field.ts'
import { MATERIALS } from './codes.ts'
import { goodsLine } from './goodsLine.ts'

/** What leaves is worth what lies there: it has no price of its own. */
const { expiresOn: _expiresOn, price: _price, ...line } = goodsLine

/** Agricultural products that are used on a plot of their store's base: an issue of the farm's, on the same ledger. */
export const materialShipment = defineDocument({
  trail: 'materialShipment',
  name: 'materialShipment',
  area: 'inventory',
  path: '/wfpf/v1/{t}/material-shipment',
  page: '/web/farm/agricultural/agricultural-shipment',
  code: MATERIALS.shipment,
  prefix: 'MO',
  progress: 'outbound',
  posts: true,
  header: {
    landId: neededReference('land'),
    /** What it is for of what stands on the plot; chosen by the server where one batch stands there alone. Null: nothing did when it was saved. */
    batchId: reference('batch'),
    storeId: neededReference('store'),
  },
  line,
})
