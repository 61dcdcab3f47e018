import { longText, neededText, patterned, switchedFlag } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { PRODUCT } from './codes.ts'

/** A standard that products are made or graded by. */
export const productStandard = defineResource({
  trail: 'productStandard',
  name: 'productStandard',
  area: 'inventory',
  path: '/wfpf/v1/{t}/product-standard',
  idName: 'standardId',
  shape: 'body',
  title: 'name',
  code: 'wfpf.inventory.base.standard',
  offeredTo: PRODUCT.form,
  searchable: ['name', 'code'],
  unique: ['name'],
  fields: {
    name: neededText(60),
    code: patterned(/^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,39}$/, 'standardCode'),
    enabledFlag: switchedFlag(1),
    remark: longText(500),
  },
})
