import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined'
import NotificationsActiveIcon from '@mui/icons-material/NotificationsActive'
import NotificationsOffIcon from '@mui/icons-material/NotificationsOffOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import RepeatIcon from '@mui/icons-material/Repeat'
import SnoozeIcon from '@mui/icons-material/SnoozeOutlined'
import TaskAltIcon from '@mui/icons-material/TaskAlt'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { AlarmFace } from '#contract/alarms/alarm'
import { Mark } from '#src/devices/Mark.tsx'
import { momentText } from '#src/time/moment.ts'

const states = {
  active: { icon: NotificationsActiveIcon, color: 'status.alarm' },
  unknown: { icon: HelpOutlineIcon, color: 'severity.indeterminate' },
  cleared: { icon: CheckCircleIcon, color: 'status.normal' },
} as const satisfies Record<AlarmFace['state'], unknown>

/** How an alarm stands: whether it is so, whether somebody knows of it, and why nobody was told. */
export function AlarmStanding({ of }: { of: AlarmFace }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1.25, rowGap: 0.25 }}>
      <Mark {...states[of.state]}>{t(`alarms:state.${of.state}`)}</Mark>
      {of.acknowledgedAt === null ? (
        <Mark icon={PersonIcon} color="status.warn">
          {t('alarms:unacknowledged')}
        </Mark>
      ) : (
        <Mark icon={TaskAltIcon} color="text.secondary">
          {of.acknowledgedBy === null ? t('alarms:acknowledged') : t('alarms:acknowledgedBy', { name: of.acknowledgedBy })}
        </Mark>
      )}
      {of.shelvedUntil !== null && (
        <Mark icon={SnoozeIcon} color="text.secondary">
          {t('alarms:shelvedUntil', { at: momentText(of.shelvedUntil).slice(0, -3) })}
        </Mark>
      )}
      {of.quiet !== null && (
        <Mark icon={NotificationsOffIcon} color="text.secondary">
          {t(`alarms:quiet.${of.quiet}`)}
        </Mark>
      )}
      {of.times > 1 && (
        <Mark icon={RepeatIcon} color="text.secondary">
          {t('alarms:times', { count: of.times })}
        </Mark>
      )}
    </Box>
  )
}
