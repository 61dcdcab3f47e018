import AssignmentIcon from '@mui/icons-material/AssignmentIndOutlined'
import CallIcon from '@mui/icons-material/CampaignOutlined'
import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import CommentIcon from '@mui/icons-material/ChatBubbleOutlineOutlined'
import DoneIcon from '@mui/icons-material/TaskAlt'
import NobodyIcon from '@mui/icons-material/PersonOffOutlined'
import NotificationsIcon from '@mui/icons-material/NotificationsActiveOutlined'
import RepeatIcon from '@mui/icons-material/Repeat'
import SendIcon from '@mui/icons-material/SendOutlined'
import SnoozeIcon from '@mui/icons-material/SnoozeOutlined'
import UnreachedIcon from '@mui/icons-material/CancelScheduleSendOutlined'
import UndoIcon from '@mui/icons-material/UndoOutlined'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type AlarmEvent, CLEARED_BY } from '#contract/alarms/alarm'
import { momentText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

const icons = {
  raised: NotificationsIcon,
  cleared: CheckIcon,
  again: RepeatIcon,
  acknowledged: DoneIcon,
  shelved: SnoozeIcon,
  unshelved: UndoIcon,
  assigned: AssignmentIcon,
  commented: CommentIcon,
  told: SendIcon,
  called: CallIcon,
  nobodyOnDuty: NobodyIcon,
  unreached: UnreachedIcon,
} as const satisfies Record<AlarmEvent['what'], typeof DoneIcon>

/** What became of an alarm, newest first. */
export function AlarmEvents({ events }: { events: readonly AlarmEvent[] }) {
  const { t } = useTranslation()
  const textOf = ({ what, text, until }: AlarmEvent): string => {
    if (what === 'cleared') {
      const by = CLEARED_BY.find((one) => one === text)
      return by === undefined ? (text ?? '') : t(`alarms:clearedBy.${by}`)
    }
    if (what === 'shelved' && until !== null) return t('alarms:shelvedUntil', { at: momentText(until) })
    if (what === 'assigned') return text ?? t('alarms:assign.nobody')
    return text ?? ''
  }
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {events.toReversed().map((event) => {
        const Icon = icons[event.what]
        const text = textOf(event)
        return (
          <Stack key={event.id} component="li" direction="row" sx={{ gap: 1.5, py: 1 }}>
            <Icon fontSize="small" aria-hidden sx={{ color: 'text.secondary', mt: 0.25 }} />
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {event.by === null
                  ? t(`alarms:event.${event.what}`)
                  : t('alarms:event.by', { what: t(`alarms:event.${event.what}`), name: event.by })}
              </Typography>
              {text !== '' && (
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                  {text}
                </Typography>
              )}
              <SecondaryText variant="caption">{momentText(event.at)}</SecondaryText>
            </Box>
          </Stack>
        )
      })}
    </Box>
  )
}
