import { batch } from '#contract/farm/batch'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { BatchActs } from './BatchActs.tsx'

export default crudScreen(batch, {
  columns: ['batchName', 'batchState', 'landId', 'varietyId', 'startsOn', 'harvestOn', 'expectedYield', 'batchNo'],
  filters: ['batchState'],
  form: [
    ['batchName', 'batchNo'],
    ['areaId', 'landId'],
    ['varietyId', 'part'],
    ['startsOn', 'harvestOn'],
    ['expectedYield', 'density', 'headCount'],
    ['remark'],
  ],
  beside: ({ record }) => <BatchActs record={record} />,
})
