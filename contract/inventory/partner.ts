import { bankAccount, choiceOr, contact, longText, neededText, patterned, shortText, switchedFlag, taxNumber } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { DEALS, MATERIALS_IN } from './codes.ts'

export const PARTNER_CATEGORIES = ['supplier', 'customer', 'both'] as const

/** A business that goods are bought from or sold to. */
export const partner = defineResource({
  trail: 'partner',
  name: 'partner',
  area: 'inventory',
  path: '/wfpf/v1/{t}/partner',
  idName: 'partnerId',
  shape: 'body',
  title: 'name',
  code: 'wfpf.inventory.base.businesses',
  offeredTo: [...DEALS, ...MATERIALS_IN],
  searchable: ['name', 'code', 'abbreviation', 'staff', 'phone'],
  unique: ['code'],
  fields: {
    name: neededText(100),
    code: patterned(/^[A-Za-z0-9_-]{1,30}$/, 'code'),
    category: choiceOr(PARTNER_CATEGORIES, 'supplier'),
    abbreviation: shortText(40),
    staff: shortText(40),
    representative: shortText(40),
    phone: contact(),
    email: patterned(/^[^\s@]{1,64}@[^\s@.]{1,63}(\.[^\s@.]{1,63}){1,4}$/, 'email'),
    address: shortText(200),
    bank: shortText(100),
    bankAccount: bankAccount(),
    taxNumber: taxNumber(),
    enabledFlag: switchedFlag(1),
    remark: longText(500),
  },
})
