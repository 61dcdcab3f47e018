import { plan } from '#contract/farm/plan'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { ProgressCell } from './planCells.tsx'
import { BatchOfPlan, ChosenOnce, OutputOfPlan, PlantingArea, StartOfPlan } from './planInputs.tsx'
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
  form: [['planName'], ['areaId', 'batchId'], ['packageId', 'startsOn'], ['plantingArea', 'estimatedOutput'], ['remark']],
  cells: { progress: ProgressCell },
  inputs: {
    areaId: ChosenOnce,
    batchId: BatchOfPlan,
    packageId: ChosenOnce,
    startsOn: StartOfPlan,
    plantingArea: PlantingArea,
    estimatedOutput: OutputOfPlan,
  },
  beside: ({ record }) => <PlanActs record={record} linked />,
})
