import { shop } from '#contract/inventory/shop'
import { crudScreen } from '#src/crud/crudScreen.tsx'

export default crudScreen(shop, {
  everyBase: true,
  columns: ['name', 'code', 'areaId', 'storeId', 'managerName', 'managerPhone', 'openingHours', 'enabledFlag', 'address'],
  filters: ['enabledFlag'],
  pages: { add: [{ to: '/inventory/base/shops/add' }], edit: ({ shopId }) => `/inventory/base/shops/edit/${shopId}` },
})
