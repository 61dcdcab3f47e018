import { task } from '#contract/farm/task'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { RepeatInput } from './RepeatInput.tsx'
import { TASK_CELLS } from './taskCells.ts'
import { TaskActs } from './TaskActs.tsx'
import { OneInBase, SomeInBase } from './withinBase.tsx'

export default crudScreen(task, {
  columns: [
    'taskName',
    'taskState',
    'lateness',
    'leaderId',
    'startsAt',
    'dueAt',
    'priority',
    'taskTypeId',
    'landId',
    'participants',
    'taskNo',
  ],
  filters: ['taskState', 'lateness', 'priority'],
  cells: TASK_CELLS,
  form: [
    ['taskName', 'taskTypeId'],
    ['areaId', 'landId'],
    ['batchId', 'closesBatch'],
    ['leaderId', 'participants'],
    ['startsAt', 'dueAt'],
    ['repeatRule'],
    ['taskLevel', 'priority'],
    ['description'],
    ['steps'],
    ['proofFlag'],
  ],
  inputs: { landId: OneInBase, batchId: OneInBase, leaderId: OneInBase, participants: SomeInBase, repeatRule: RepeatInput },
  beside: ({ record }) => <TaskActs record={record} />,
})
