import { batch } from '#contract/farm/batch'
import { isEnded } from '#machines/farm/batch'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { BatchActs } from './BatchActs.tsx'
import { BatchPlan } from './BatchPlan.tsx'
import { BatchStages } from './BatchStages.tsx'
import { CostBook } from './CostBook.tsx'
import { GrowthBar } from './GrowthBar.tsx'
import { HarvestBook } from './HarvestBook.tsx'
import { HerdBook } from './HerdBook.tsx'

export default crudScreen(batch, {
  columns: ['batchName', 'batchState', 'landId', 'varietyId', 'growth', 'startsOn', 'harvestOn', 'expectedYield', 'batchNo'],
  filters: ['batchState'],
  form: [
    ['batchName', 'batchNo'],
    ['areaId', 'landId'],
    ['varietyId', 'part'],
    ['startsOn', 'harvestOn'],
    ['expectedYield', 'density', 'headCount'],
    ['stages'],
    ['remark'],
  ],
  open: { edit: ({ batchState }) => !isEnded(batchState), delete: ({ batchState }) => batchState === 'planned' },
  cells: { growth: ({ record }) => <GrowthBar record={record as never} /> },
  inputs: { stages: BatchStages },
  beside: ({ record }) => (
    <>
      <BatchActs record={record} />
      <HerdBook record={record} />
      <BatchPlan record={record} />
      <HarvestBook record={record} />
      <CostBook record={record} />
    </>
  ),
})
