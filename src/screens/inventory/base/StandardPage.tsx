import { productStandard } from '#contract/inventory/productStandard'
import { crudScreen } from '#src/crud/crudScreen.tsx'

export default crudScreen(productStandard, {
  columns: ['name', 'code', 'enabledFlag', 'remark'],
  filters: ['enabledFlag'],
  form: [['name', 'code'], ['remark'], ['enabledFlag']],
})
