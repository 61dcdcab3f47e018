import { product } from '#contract/inventory/product'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { materialPages } from '../base/productForms.ts'

export default crudScreen(product, {
  some: { always: { productType: 'agricultural' }, title: 'inventory:material.title', lead: 'inventory:material.lead' },
  columns: [
    'name',
    'category',
    'code',
    'specification',
    'stockUnitId',
    'safetyIntervalDays',
    'enabledFlag',
    'targetCrops',
    'registrationNo',
    'brand',
  ],
  filters: ['category', 'toxicity', 'enabledFlag'],
  pages: materialPages,
})
