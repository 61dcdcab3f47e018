import { defineDocument } from '../core/document.ts'
import { neededReference } from '../core/field.ts'
import { leavingLine } from './goodsLine.ts'

/** Goods that go from one store to another: sent by shipments that are made of it, on their way until a receipt made of those takes them in. */
export const transfer = defineDocument({
  trail: 'transfer',
  name: 'transfer',
  area: 'inventory',
  path: '/wfpf/v1/{t}/transfer',
  page: '/inventory/prment/transfer',
  code: 'wfpf.inventory.prment.transfer',
  prefix: 'TR',
  progress: 'outbound',
  arrives: true,
  from: ['aplionform'],
  header: { storeId: neededReference('store'), toAreaId: neededReference('area'), toStoreId: neededReference('store') },
  line: leavingLine,
})
