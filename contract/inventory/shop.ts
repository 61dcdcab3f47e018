import { contact, longText, neededReference, neededText, patterned, reference, shortText, switchedFlag } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { SHOP } from './codes.ts'

/** A shop of the farm, and the store that it sells from. */
export const shop = defineResource({
  trail: 'shop',
  name: 'shop',
  area: 'inventory',
  path: '/wfpf/v1/{t}/shop',
  idName: 'shopId',
  shape: 'body',
  title: 'name',
  code: SHOP.code,
  searchable: ['name', 'code', 'address', 'managerName'],
  unique: ['code'],
  fields: {
    name: neededText(60),
    code: patterned(/^[A-Za-z0-9_-]{1,30}$/, 'code'),
    areaId: neededReference('area'),
    storeId: reference('store'),
    managerName: shortText(40),
    managerPhone: contact(),
    address: shortText(200),
    openingHours: shortText(60),
    enabledFlag: switchedFlag(1),
    remark: longText(500),
  },
})
