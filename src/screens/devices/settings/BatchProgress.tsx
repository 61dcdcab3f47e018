import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { settingsBatchCalls, type SettingsBatch } from '#contract/devices/settingsBatch'
import { useCall } from '#src/api/useCall.ts'
import { useSaid } from '#src/devices/useSaid.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'

type State = SettingsBatch['devices'][number]['state']
/** How often the way of commands that are under way is asked for; what waits for its device is told of by its change. */
const AGAIN_MS = 1500
const isMoving = (state: State) => state === null || state === 'sent' || state === 'acknowledged'
const colorOf = (state: State) =>
  state === 'observed' ? 'success' : state === 'refused' || state === 'expired' || state === 'silent' ? 'error' : 'default'

/** How far each device is that was asked to hold the same settings, as it happens. */
export function BatchProgress({ id }: { id: number }) {
  const { t } = useTranslation()
  const said = useSaid()
  const query = useCall(
    settingsBatchCalls.get,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.devices.some((one) => isMoving(one.state)) ? AGAIN_MS : false) },
  )
  if (query.isError && !query.data) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList rows={3} height={48} />
  const { devices } = query.data
  const confirmed = devices.filter(({ state }) => state === 'observed').length
  const summary = t('devices:settings.many.confirmed', { confirmed, count: devices.length })
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography component="output">{summary}</Typography>
      <LinearProgress variant="determinate" aria-label={summary} value={(confirmed / Math.max(1, devices.length)) * 100} />
      <Box
        component="ul"
        tabIndex={0}
        aria-label={t('devices:settings.many.devices')}
        sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: '50vh', overflow: 'auto' }}
      >
        {devices.map(({ id: deviceId, name, eui, state, message }) => (
          <Stack
            key={deviceId}
            component="li"
            direction="row"
            sx={{ gap: 1, py: 1, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography variant="body2">{name}</Typography>
              <Typography variant="caption" color="text.secondary">
                {said(message) ?? (state === 'queued' ? t('devices:settings.many.waits') : eui)}
              </Typography>
            </Box>
            <Chip
              size="small"
              variant="outlined"
              color={colorOf(state)}
              label={t(state === 'observed' ? 'devices:settings.many.holds' : `devices:commandState.${state ?? 'queued'}`)}
            />
          </Stack>
        ))}
      </Box>
      <Typography variant="caption" color="text.secondary">
        {t('devices:settings.many.leave')}
      </Typography>
    </Stack>
  )
}
