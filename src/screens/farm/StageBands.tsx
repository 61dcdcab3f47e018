import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { PlannedBatch } from '#contract/farm/batch'
import { stageSpans } from './stageSpans.ts'

/** The stages of a batch as bands, on the time axis of the curve above them; what is not seen is not drawn. */
export function StageBands({ stages, seen, name }: { stages: PlannedBatch['stages']; seen: readonly [number, number]; name: string }) {
  const { t } = useTranslation()
  if (stages.length === 0) return null
  return (
    <Stack component="section" aria-label={t('farm:plotReadings.stagesOf', { name })} sx={{ gap: 0.5, pl: 7, pr: 2.5 }}>
      <Typography variant="caption" component="h4">
        {t('farm:plotReadings.stages')}
      </Typography>
      <Box sx={{ position: 'relative', height: 24, borderRadius: 0.5, overflow: 'hidden', bgcolor: 'action.hover' }}>
        {stageSpans(stages, seen).map(({ at, name: stage, from, to, left, width }) => (
          <Box
            key={at}
            title={t('farm:plotReadings.stage', { name: stage, from, to })}
            data-stage={stage}
            sx={{
              position: 'absolute',
              top: 0,
              bottom: 0,
              px: 0.5,
              overflow: 'hidden',
              whiteSpace: 'nowrap',
              textOverflow: 'ellipsis',
              typography: 'caption',
              lineHeight: '24px',
              borderLeft: 2,
              borderColor: 'primary.main',
              bgcolor: at % 2 === 0 ? 'action.selected' : 'transparent',
            }}
            style={{ left: `${left}%`, width: `${width}%` }}
          >
            {stage}
          </Box>
        ))}
      </Box>
    </Stack>
  )
}
