import { type Task, task } from '#contract/farm/task'
import { RecordByline } from '#src/crud/RecordByline.tsx'
import { RecordDetail } from '#src/crud/RecordDetail.tsx'
import { RecordFacts } from '#src/crud/RecordFacts.tsx'
import { TaskActs } from './TaskActs.tsx'
import { TASK_CELLS } from './taskCells.ts'
import { useAddress } from './useAddress.ts'

const FACTS = ['taskState', 'lateness', 'taskNo', 'harvestKg'] as const

/** The task that the address names, beside the page; what can be done stands before what is known of it. */
export function TaskPanel() {
  const { address, set } = useAddress()
  const shown = Number(/^\d{1,15}$/.exec(address.get('open') ?? '')?.[0] ?? 0)
  if (shown === 0) return null
  return (
    <RecordDetail of={task} id={shown} onClose={() => set('open', null, true)}>
      {(record) => (
        <>
          <TaskActs record={record as unknown as Task} />
          <RecordFacts of={task} record={record} names={FACTS} cells={TASK_CELLS} />
          <RecordByline of={record.byline} />
        </>
      )}
    </RecordDetail>
  )
}
