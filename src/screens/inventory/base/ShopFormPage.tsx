import { shop } from '#contract/inventory/shop'
import { recordFormPage } from '#src/crud/recordFormPage.tsx'

export default recordFormPage(shop, {
  list: '/inventory/base/shops',
  form: [
    {
      title: 'inventory:shop.parts.basics',
      rows: [
        ['name', 'code'],
        ['areaId', 'storeId'],
      ],
    },
    { title: 'inventory:shop.parts.contact', rows: [['managerName', 'managerPhone', 'openingHours'], ['address']] },
    { title: 'inventory:shop.parts.rest', rows: [['remark'], ['enabledFlag']] },
  ],
})
