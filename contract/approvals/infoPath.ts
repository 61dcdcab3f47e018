import type { FormCode } from './definition.ts'

/** Where the documents of each form are shown (APPROVALS-11): a form without a page does not compile. */
const pages = {
  aplionform: '/inventory/prment/aplionform/info',
  warehousing: '/inventory/prment/warehousing/info',
  shipment: '/inventory/prment/shipment/info',
  materialWarehousing: '/web/farm/agricultural/agricultural-warehousing/info',
  materialShipment: '/web/farm/agricultural/agricultural-shipment/info',
  transfer: '/inventory/prment/transfer/info',
  return: '/inventory/prment/return/info',
  inventory_form: '/inventory/prment/inventory_form/info',
} as const satisfies Record<FormCode, string>

/** The info page of a business document. */
export const infoPath = (formCode: FormCode, thirdId: number): string => `${pages[formCode]}/${thirdId}`
