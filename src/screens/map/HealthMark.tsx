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

/** How a device stands, as icon and word; that a value is out of band or a command failed stands before it. Nothing where no state is shown. */
export function HealthMark({ state }: { state: MarkerState }) {
  const { t } = useTranslation()
  const [icon, color] = marks[state.health]
  const abnormal = state.outside ? 'outside' : state.command === 'failed' ? 'failed' : null
  return (
    <>
      {abnormal && (
        <Mark icon={WarningAmber} color={abnormal === 'outside' ? 'status.alarm' : 'status.warn'}>
          {t(`map:state.${abnormal}`)}
        </Mark>
      )}
      {/* What is abnormal is there, unless it is said that it is not. */}
      {icon && !(abnormal && state.health === 'live') && (
        <Mark icon={icon} color={color}>
          {t(`map:health.${state.health}`)}
        </Mark>
      )}
    </>
  )
}

const Mark = ({ icon: Icon, color, children }: { icon: typeof AccessTime; color: string; children: string }) => (
  <Box
    component="span"
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, mr: 1, typography: 'caption', whiteSpace: 'nowrap', color }}
  >
    <Icon aria-hidden sx={{ fontSize: '1rem' }} />
    {children}
  </Box>
)
