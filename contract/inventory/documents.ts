import type { FormCode } from '../approvals/definition.ts'
import type { AnyDocument } from '../core/document.ts'
import { aplionform } from './aplionform.ts'
import { materialShipment } from './materialShipment.ts'
import { materialWarehousing } from './materialWarehousing.ts'
import { inventoryForm } from './inventoryForm.ts'
import { returned } from './return.ts'
import { shipment } from './shipment.ts'
import { transfer } from './transfer.ts'
import { warehousing } from './warehousing.ts'

/** Every kind of document, by its name. */
export const documents = {
  aplionform,
  warehousing,
  shipment,
  materialWarehousing,
  materialShipment,
  transfer,
  return: returned,
  inventory_form: inventoryForm,
} as const satisfies Readonly<Record<FormCode, AnyDocument>>
