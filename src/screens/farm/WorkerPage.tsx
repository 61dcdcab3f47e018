import { worker } from '#contract/farm/worker'
import { crudScreen } from '#src/crud/crudScreen.tsx'

export default crudScreen(worker, {
  columns: ['name', 'workerType', 'code', 'phone', 'enabledFlag', 'address'],
  filters: ['workerType', 'enabledFlag'],
  form: [['name', 'code'], ['workerType', 'organizationId'], ['phone', 'address'], ['remark'], ['enabledFlag']],
})
