import { plan } from '#contract/farm/plan'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { ProgressCell } from './planCells.tsx'
import { planForm } from './planForm.ts'
import { PlanActs } from './PlanActs.tsx'

export default crudScreen(plan, {
  columns: [
    'planName',
    'progress',
    'batchId',
    'varietyName',
    'startsOn',
    'endsOn',
    'plantingArea',
    'estimatedOutput',
    'packageId',
    'planState',
  ],
  filters: ['planState'],
  open: { edit: ({ planState }) => planState === 'running' },
  cells: { progress: ProgressCell },
  ...planForm,
  beside: ({ record }) => <PlanActs record={record} linked />,
})
