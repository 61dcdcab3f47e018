import { measureUnit } from '#contract/inventory/measureUnit'
import { crudScreen } from '#src/crud/crudScreen.tsx'

export default crudScreen(measureUnit, {
  columns: ['name', 'symbol', 'dimension', 'numerator', 'denominator', 'enabledFlag'],
  filters: ['dimension', 'enabledFlag'],
  form: [['name', 'symbol'], ['dimension'], ['numerator', 'denominator'], ['remark'], ['enabledFlag']],
})
