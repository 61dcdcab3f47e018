import { worker } from '#contract/farm/worker'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { WorkerRates } from './WorkerRates.tsx'

export default crudScreen(worker, {
  columns: ['name', 'workerType', 'code', 'phone', 'enabledFlag', 'userId', 'address'],
  filters: ['workerType', 'enabledFlag'],
  form: [['name', 'code'], ['workerType', 'organizationId'], ['phone', 'userId'], ['address'], ['remark'], ['enabledFlag']],
  beside: ({ record }) => <WorkerRates workerId={record.workerId} />,
})
