import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

interface Asked {
  readonly id: number
  readonly name: string
  readonly note: string
  readonly label: string
  readonly color: 'success' | 'error' | 'default'
}

/** Devices that were asked for the same, with how far each is, and how many have done it. */
export function AskedDevices({ summary, done, devices }: { summary: string; done: number; devices: readonly Asked[] }) {
  const { t } = useTranslation()
  return (
    <>
      <Typography component="output">{summary}</Typography>
      <LinearProgress variant="determinate" aria-label={summary} value={(done / Math.max(1, devices.length)) * 100} />
      <Box
        component="ul"
        tabIndex={0}
        aria-label={t('devices:settings.many.devices')}
        sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: '50vh', overflow: 'auto' }}
      >
        {devices.map(({ id, name, note, label, color }) => (
          <Stack
            key={id}
            component="li"
            direction="row"
            sx={{ gap: 1, py: 1, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography variant="body2">{name}</Typography>
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                {note}
              </Typography>
            </Box>
            <Chip size="small" variant="outlined" color={color} label={label} />
          </Stack>
        ))}
      </Box>
    </>
  )
}
