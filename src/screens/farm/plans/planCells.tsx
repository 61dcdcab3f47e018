import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Plan } from '#contract/farm/plan'
import type { Row } from '#src/crud/useRecords.ts'
import { PercentBar } from '../PercentBar.tsx'

/** How far a plan is, by the weight of its tasks. */
export function ProgressCell({ record }: { record: Row }) {
  const { t } = useTranslation()
  const { progress, tasks } = record as unknown as Plan
  if (progress.percent === null) return t('farm:plan.noProgress')
  const percent = t('farm:plan.percent', { percent: progress.percent })
  return (
    <Box component="span" sx={{ display: 'block', minWidth: 96 }}>
      <Typography component="span" variant="body2" sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <span>{percent}</span>
        <span>{`${tasks.accepted} / ${tasks.total}`}</span>
      </Typography>
      <PercentBar percent={progress.percent} label={percent} />
    </Box>
  )
}
