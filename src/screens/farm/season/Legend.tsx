import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

const BARS = [
  ['batch.choices.batchState.planned', { border: '1px dashed', borderColor: 'text.secondary', borderLeft: '3px solid' }],
  ['batch.choices.batchState.growing', { bgcolor: 'primary.main', opacity: 0.6 }],
  ['batch.choices.batchState.harvesting', { bgcolor: 'warning.main', opacity: 0.6 }],
  ['season.overdue', { bgcolor: 'error.main', height: 4 }],
] as const
const TASKS = [
  ['season.waiting', { border: '1.5px solid', borderColor: 'text.secondary' }],
  ['task.choices.taskState.ongoing', { bgcolor: 'primary.main' }],
  ['season.done', { bgcolor: 'text.disabled' }],
] as const

/** What the bars of a season say by how they look; each also says it in words when it is chosen. */
export function Legend() {
  const { t } = useTranslation()
  return (
    <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', ml: { md: 'auto' } }}>
      {[...BARS.map((one) => [...one, 14] as const), ...TASKS.map((one) => [...one, 8] as const)].map(([words, look, height]) => (
        <Stack key={words} direction="row" sx={{ gap: 0.5, alignItems: 'center' }}>
          <Box aria-hidden sx={{ width: 20, height, borderRadius: 0.25, ...look }} />
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t(`farm:${words}`)}
          </Typography>
        </Stack>
      ))}
    </Stack>
  )
}
