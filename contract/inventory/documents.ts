import type { FormCode } from '../approvals/definition.ts'
import type { AnyDocument } from '../core/document.ts'
import { aplionform } from './aplionform.ts'
import { materialShipment } from './materialShipment.ts'
import { materialWarehousing } from './materialWarehousing.ts'
import { shipment } from './shipment.ts'
import { warehousing } from './warehousing.ts'

/** Every kind of document, by its name. */
export const documents = { aplionform, warehousing, shipment, materialWarehousing, materialShipment } as const satisfies Readonly<
  Record<FormCode, AnyDocument>
>
