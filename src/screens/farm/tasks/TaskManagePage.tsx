import { useTranslation } from 'react-i18next'
import { task } from '#contract/farm/task'
import { isOpen } from '#machines/farm/task'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { InBase } from '#src/crud/InBase.tsx'
import { Page } from '#src/ui/Page.tsx'
import { RepeatInput } from './RepeatInput.tsx'
import { TASK_CELLS } from './taskCells.ts'
import { TaskActs } from './TaskActs.tsx'
import { TaskBoard } from './TaskBoard.tsx'
import { TaskCalendar } from './TaskCalendar.tsx'
import { TaskMaterialsInput } from './TaskMaterials.tsx'
import { TaskPanel } from './TaskPanel.tsx'
import { TaskViews, useTaskView } from './TaskViews.tsx'
import { OneInBase, SomeInBase } from './withinBase.tsx'

const List = crudScreen(task, {
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
    'harvestKg',
  ],
  filters: ['taskState', 'lateness', 'priority'],
  cells: TASK_CELLS,
  open: {
    edit: ({ taskState }) => isOpen(taskState),
    delete: ({ taskState }) => taskState === 'unassigned' || taskState === 'notStarted' || taskState === 'cancelled',
  },
  form: [
    ['taskName', 'taskTypeId'],
    ['areaId', 'landId'],
    ['batchId'],
    ['harvestFlag', 'closesBatch'],
    ['leaderId', 'participants'],
    ['startsAt', 'dueAt'],
    ['repeatRule'],
    ['taskLevel', 'priority'],
    ['description'],
    ['materials'],
    ['steps'],
    ['proofFlag'],
  ],
  inputs: {
    landId: OneInBase,
    batchId: OneInBase,
    leaderId: OneInBase,
    participants: SomeInBase,
    repeatRule: RepeatInput,
    materials: TaskMaterialsInput,
  },
  beside: ({ record }) => <TaskActs record={record} />,
  views: TaskViews,
})

/** The tasks of the base: as a list, by state on a board, or by day. */
export default function TaskManagePage() {
  const { t } = useTranslation()
  const view = useTaskView()
  if (view === 'list') return <List />
  const Shown = view === 'board' ? TaskBoard : TaskCalendar
  return (
    <InBase of={task} title={t('farm:task.title')}>
      {(area) =>
        area && (
          <Page title={t('farm:task.title')} lead={`${area.areaName} · ${t('farm:task.lead')}`} actions={<TaskViews />}>
            <Shown areaId={area.areaId} />
            <TaskPanel />
          </Page>
        )
      }
    </InBase>
  )
}
