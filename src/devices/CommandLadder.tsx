import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import MoreHorizIcon from '@mui/icons-material/MoreHoriz'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useTranslation } from 'react-i18next'
import { momentText } from '#src/time/moment.ts'
import type { Rung } from './describeCommand.ts'

const color = { done: 'status.normal', now: 'primary.main', ahead: 'text.secondary', failed: 'status.alarm' } as const satisfies Record<
  Rung['phase'],
  string
>

function Mark({ phase }: { phase: Rung['phase'] }) {
  if (phase === 'now') return <CircularProgress size={12} thickness={6} aria-hidden />
  const Icon = phase === 'done' ? CheckIcon : phase === 'failed' ? CloseIcon : MoreHorizIcon
  return <Icon aria-hidden sx={{ fontSize: 14 }} />
}

/** The way of a command, rung by rung, with the time at which each was reached. */
export function CommandLadder({ rungs }: { rungs: readonly Rung[] }) {
  const { t } = useTranslation()
  return (
    <Box
      component="ol"
      aria-label={t('devices:control.ladder')}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.25, listStyle: 'none', m: 0, p: 0 }}
    >
      {rungs.map(({ state, phase, at }, place) => (
        <Box
          component="li"
          key={state}
          aria-current={phase === 'now' ? 'step' : undefined}
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 0.5,
            typography: 'caption',
            color: color[phase],
            opacity: phase === 'ahead' ? 0.7 : 1,
          }}
        >
          {place > 0 && <Box component="span" aria-hidden sx={{ width: 12, borderTop: 1, borderColor: 'divider' }} />}
          <Mark phase={phase} />
          <Box component="span" sx={{ fontWeight: phase === 'ahead' ? 400 : 600 }}>
            {t(`devices:commandState.${state}`)}
          </Box>
          {at !== null && (
            <Box component="time" dateTime={new Date(at).toISOString()} sx={{ color: 'text.secondary' }}>
              {momentText(at).slice(11)}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
