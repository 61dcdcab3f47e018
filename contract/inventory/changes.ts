/** What consoles are told of when it was made, changed or deleted. */
export const changes = [
  'aplionform',
  'warehousing',
  'shipment',
  'materialWarehousing',
  'materialShipment',
  'transfer',
  'return',
  'inventory_form',
  'stock',
  'inventoryOption',
  'measureUnit',
  'billType',
  'productStandard',
  'product',
  'store',
  'partner',
  'shop',
] as const

declare module '../core/change.ts' {
  interface ChangeNames extends Record<(typeof changes)[number], true> {}
}
