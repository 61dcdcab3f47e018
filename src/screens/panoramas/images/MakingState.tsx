import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Panorama } from '#contract/panoramas/panorama'

/** Whether the tiles of a panorama are there: how far they are, or why they could not be made. */
export function MakingState({ of }: { of: Pick<Panorama, 'state' | 'progress' | 'why'> }) {
  const { t } = useTranslation()
  if (of.state === 'ready') return <Typography variant="body2">{t('panoramas:panorama.ready')}</Typography>
  if (of.state === 'failed')
    return (
      <Typography variant="body2" sx={{ color: 'error.main' }}>
        {t('panoramas:panorama.failed', { why: of.why ?? t('panoramas:panorama.noReason') })}
      </Typography>
    )
  const words = t('panoramas:panorama.making', { progress: of.progress })
  return (
    <Box sx={{ width: '100%', py: 0.5 }}>
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {words}
      </Typography>
      <LinearProgress variant="determinate" value={of.progress} aria-label={words} sx={{ mt: 0.5 }} />
    </Box>
  )
}
