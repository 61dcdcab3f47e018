import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/farm/task'
import type { Row } from '#src/crud/useRecords.ts'

/** Whether a task is in time: what is late is seen without reading. */
export function Lateness({ record }: { record: Row }) {
  const { t } = useTranslation()
  const { lateness } = record as unknown as Pick<Task, 'lateness'>
  return (
    <Typography
      component="span"
      variant="body2"
      sx={{ color: lateness === 'overdue' ? 'error.main' : lateness === 'late' ? 'warning.main' : 'inherit' }}
    >
      {t(`farm:task.choices.lateness.${lateness}`)}
    </Typography>
  )
}
