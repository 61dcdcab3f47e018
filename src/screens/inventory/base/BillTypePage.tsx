import { billType } from '#contract/inventory/billType'
import { crudScreen } from '#src/crud/crudScreen.tsx'

export default crudScreen(billType, {
  columns: ['name', 'documentKind', 'prefix', 'direction', 'approvalFlag', 'defaultFlag', 'enabledFlag'],
  filters: ['documentKind', 'enabledFlag'],
  form: [['name', 'prefix'], ['documentKind', 'direction'], ['remark'], ['approvalFlag', 'defaultFlag', 'enabledFlag']],
})
