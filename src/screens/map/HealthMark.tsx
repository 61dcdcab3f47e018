import AccessTime from '@mui/icons-material/AccessTime'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import HelpOutline from '@mui/icons-material/HelpOutlined'
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutlined'
import WarningAmber from '@mui/icons-material/WarningAmber'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { Health, MarkerState } from '#src/map/describeDevice.ts'

const marks = {
  live: [CheckCircleOutlined, 'status.normal'],
  late: [AccessTime, 'status.late'],
  lost: [RemoveCircleOutline, 'status.lost'],
  offline: [CloudOffOutlined, 'status.lost'],
  unknown: [HelpOutline, 'status.late'],
  plain: [null, 'text.secondary'],
} as const satisfies Record<Health, readonly [typeof AccessTime | null, string]>

/** How a device stands, as icon and word; what is out of band or failed comes first. Nothing where no state is shown. */
export function HealthMark({ state }: { state: MarkerState }) {
  const { t } = useTranslation()
  const [icon, color] = marks[state.health]
  const abnormal = state.outside ? 'outside' : state.command === 'failed' ? 'failed' : null
  const Icon = abnormal ? WarningAmber : icon
  if (!Icon) return null
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        typography: 'caption',
        whiteSpace: 'nowrap',
        color: abnormal === 'outside' ? 'status.alarm' : abnormal ? 'status.warn' : color,
      }}
    >
      <Icon aria-hidden sx={{ fontSize: '1rem' }} />
      {t(abnormal ? `map:state.${abnormal}` : `map:health.${state.health}`)}
    </Box>
  )
}
