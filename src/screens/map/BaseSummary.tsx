import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { deviceCalls } from '#contract/devices/device'
import { useCall } from '#src/api/useCall.ts'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { useTally } from '#src/map/useDeviceBoard.ts'
import { useStaleSince } from '#src/live/useStaleSince.ts'
import { useSession } from '#src/session/session.ts'

/** The base summary: cameras, gateways, weather stations, and how many of the devices that show a state are online now (MAP-14). */
export function BaseSummary({ areaId, board }: { areaId: number; board: DeviceBoard }) {
  const { t } = useTranslation()
  const { online, total } = useTally(board).standing
  const stale = useStaleSince(areaId) !== null
  const { tenantId } = useSession()
  const counts = useCall(deviceCalls.count, { params: { t: tenantId }, query: { areaId } })
  if (counts.isPending) return <Skeleton variant="rounded" width={280} height={44} />
  if (counts.isError) return null
  const { cameraCount, gatewayCount, weatherCount } = counts.data
  return (
    <Paper
      component="section"
      aria-label={t('map:summary.title')}
      elevation={3}
      sx={{ pointerEvents: 'auto', maxWidth: '100%', overflowX: 'auto' }}
    >
      <Stack direction="row" component="dl" sx={{ m: 0, px: 0.5, py: 0.75 }}>
        <Count label={t('devices:presence.online')} value={stale ? '--' : `${online}/${total}`} />
        <Count label={t('map:summary.gateways')} value={gatewayCount} />
        <Count label={t('map:summary.cameras')} value={cameraCount} />
        <Count label={t('map:summary.weather')} value={weatherCount} />
      </Stack>
    </Paper>
  )
}

const Count = ({ label, value }: { label: string; value: number | string }) => (
  <Stack
    direction="column-reverse"
    sx={{
      px: { xs: 0.75, sm: 1.25 },
      alignItems: 'center',
      justifyContent: 'flex-end',
      '& + &': { borderLeft: 1, borderColor: 'divider' },
    }}
  >
    <Typography
      component="dt"
      variant="caption"
      sx={{ color: 'text.secondary', lineHeight: 1.3, textAlign: 'center', whiteSpace: { sm: 'nowrap' } }}
    >
      {label}
    </Typography>
    <Typography component="dd" variant="subtitle2" sx={{ m: 0, lineHeight: 1.3, fontVariantNumeric: 'tabular-nums' }}>
      {value}
    </Typography>
  </Stack>
)
