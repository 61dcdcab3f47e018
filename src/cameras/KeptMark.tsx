import HistoryIcon from '@mui/icons-material/History'
import PauseIcon from '@mui/icons-material/Pause'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Player } from './usePlayer.ts'
import { momentText } from '#src/time/moment.ts'

/** Over a picture that is not live, from its first one on: that it is a recording, of when, and how fast it runs. */
export function KeptMark({ player: { step, at, speed, lastAt } }: { player: Player }) {
  const { t } = useTranslation()
  if (at === null || lastAt === null) return null
  const isPaused = step === 'paused'
  return (
    <Stack
      direction="row"
      sx={{
        position: 'absolute',
        top: 8,
        left: 8,
        zIndex: 2,
        alignItems: 'center',
        gap: 0.75,
        px: 1,
        py: 0.5,
        maxWidth: 'calc(100% - 16px)',
        borderRadius: 1,
        // The same over every picture, light scheme or dark.
        bgcolor: '#ffd54f',
        color: '#1a1a1a',
        pointerEvents: 'none',
      }}
    >
      {isPaused ? <PauseIcon aria-hidden fontSize="small" /> : <HistoryIcon aria-hidden fontSize="small" />}
      <Typography variant="body2" sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
        {t(isPaused ? 'cameras:playback.pausedAt' : 'cameras:playback.of', { when: momentText(at) })}
        {speed !== 1 && ` ${t('cameras:playback.times', { speed })}`}
      </Typography>
    </Stack>
  )
}
