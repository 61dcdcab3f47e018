import { partner } from '#contract/inventory/partner'
import { recordFormPage } from '#src/crud/recordFormPage.tsx'

export default recordFormPage(partner, {
  list: '/inventory/base/businesses',
  form: [
    {
      title: 'inventory:partner.parts.basics',
      rows: [
        ['name', 'abbreviation'],
        ['code', 'category'],
      ],
    },
    {
      title: 'inventory:partner.parts.contact',
      rows: [['staff', 'representative'], ['phone', 'email'], ['address']],
    },
    { title: 'inventory:partner.parts.billing', rows: [['bank', 'bankAccount', 'taxNumber']] },
    { title: 'inventory:partner.parts.rest', rows: [['remark'], ['enabledFlag']] },
  ],
})
