import { activity } from '#contract/farm/activity'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { ActivityFacts } from './ActivityFacts.tsx'
import { PlotBatchInput } from '#src/crud/PlotBatchInput.tsx'
import { EarlyMark, MaterialsCell, WorkersCell } from './activityCells.tsx'
import { MaterialsInput } from './MaterialsInput.tsx'
import { PlotOfBase } from './PlotOfBase.tsx'
import { WorkersInput } from './WorkersInput.tsx'

export default crudScreen(activity, {
  columns: ['activityName', 'activityKind', 'landId', 'doneAt', 'safeFrom', 'harvested', 'materials', 'workers'],
  filters: ['activityKind'],
  cells: { workers: WorkersCell, materials: MaterialsCell, safeFrom: EarlyMark },
  form: [
    ['activityName', 'activityKind'],
    ['areaId', 'doneAt'],
    ['landId', 'batchId'],
    ['materials'],
    ['workers'],
    ['machine', 'harvested'],
    ['pictures'],
    ['remark'],
  ],
  inputs: { landId: PlotOfBase, batchId: PlotBatchInput, workers: WorkersInput, materials: MaterialsInput },
  beside: ({ record }) => <ActivityFacts record={record} />,
})
