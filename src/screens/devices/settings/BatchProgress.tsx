import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { settingsBatchCalls, type SettingsBatch } from '#contract/devices/settingsBatch'
import { useCall } from '#src/api/useCall.ts'
import { useSaid } from '#src/devices/useSaid.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { AskedDevices } from './AskedDevices.tsx'

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
  if (!query.data) return <ListGate compact query={query} rows={3} height={48} />
  const { devices } = query.data
  const confirmed = devices.filter(({ state }) => state === 'observed').length
  const summary = t('devices:settings.many.confirmed', { confirmed, count: devices.length })
  return (
    <Stack sx={{ gap: 1.5 }}>
      <AskedDevices
        summary={summary}
        done={confirmed}
        devices={devices.map(({ id: deviceId, name, eui, state, message }) => ({
          id: deviceId,
          name,
          note: said(message) ?? (state === 'queued' ? t('devices:settings.many.waits') : eui),
          label: t(state === 'observed' ? 'devices:settings.many.holds' : `devices:commandState.${state ?? 'queued'}`),
          color: colorOf(state),
        }))}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('devices:settings.many.leave')}
      </Typography>
    </Stack>
  )
}
