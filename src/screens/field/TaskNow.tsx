import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { taskCalls } from '#contract/farm/task'
import { useCall } from '#src/api/useCall.ts'
import { momentText } from '#src/time/moment.ts'

/** How a task stands on the server, and who brought it there: what was done here does not fit that. */
export function TaskNow({ taskId }: { taskId: number }) {
  const { t } = useTranslation()
  const task = useCall(taskCalls.get, { params: { id: taskId } }, { staleTime: 0 })
  const events = useCall(taskCalls.events, { params: { id: taskId }, query: { size: 1 } }, { staleTime: 0 })
  if (!task.data) return null
  const state = t(`farm:task.choices.taskState.${task.data.taskState}`)
  const last = events.data?.content[0]
  return (
    <Typography variant="body2">
      {last === undefined || last.by === null
        ? t('field:queue.standsNow', { state })
        : t('field:queue.standsBy', { state, by: last.by, at: momentText(last.at).slice(0, 16) })}
    </Typography>
  )
}
