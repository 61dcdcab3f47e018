import { partner } from '#contract/inventory/partner'
import { crudScreen } from '#src/crud/crudScreen.tsx'

export default crudScreen(partner, {
  columns: ['name', 'category', 'code', 'staff', 'phone', 'enabledFlag', 'address'],
  filters: ['category', 'enabledFlag'],
  pages: { add: [{ to: '/inventory/base/businesses/add' }], edit: ({ partnerId }) => `/inventory/base/businesses/edit/${partnerId}` },
})
