import { product } from '#contract/inventory/product'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { productPages } from './productForms.ts'

export default crudScreen(product, {
  columns: ['name', 'productType', 'code', 'specification', 'stockUnitId', 'pictures', 'enabledFlag', 'category', 'retailPrice', 'brand'],
  filters: ['productType', 'category', 'enabledFlag'],
  pages: productPages,
})
