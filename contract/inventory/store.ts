import { contact, longText, neededReference, neededText, patterned, shortText, switchedFlag } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { HARVESTS, KEEPING, MATERIALS_IN, MATERIALS_OUT, OPTION, SHOP, STOCK_READERS } from './codes.ts'

/** A warehouse; it stands in a base. With `negativeFlag` more may leave it than it holds. */
export const store = defineResource({
  trail: 'store',
  name: 'store',
  area: 'inventory',
  path: '/wfpf/v1/{t}/store',
  idName: 'storeId',
  shape: 'body',
  title: 'name',
  code: 'wfpf.inventory.base.store',
  offeredTo: [...SHOP.form, ...STOCK_READERS, ...KEEPING, ...MATERIALS_IN, ...MATERIALS_OUT, OPTION.read, OPTION.edit, ...HARVESTS],
  searchable: ['name', 'warehouseCode', 'address'],
  unique: ['warehouseCode'],
  fields: {
    name: neededText(60),
    warehouseCode: patterned(/^[A-Za-z0-9_-]{1,30}$/, 'code'),
    areaId: neededReference('area'),
    address: shortText(200),
    managerName: shortText(40),
    managerPhone: contact(),
    negativeFlag: switchedFlag(0),
    enabledFlag: switchedFlag(1),
    remark: longText(500),
  },
})
