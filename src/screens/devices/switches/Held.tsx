import BackHandIcon from '@mui/icons-material/BackHandOutlined'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { ManualHold } from '#contract/devices/manualHold'
import { shortMomentText } from '#src/time/moment.ts'
import { useNow } from '#src/ui/useNow.ts'

const LOOK_MS = 5000

/** Who holds a circuit and until when; nothing where nobody does, or not any more. */
export function Held({ hold }: { hold: ManualHold | undefined }) {
  const { t } = useTranslation()
  const now = useNow(LOOK_MS)
  if (hold === undefined || hold.until <= now) return null
  const until = shortMomentText(hold.until, now)
  return (
    <Typography variant="caption" component="p" sx={{ color: 'status.warn', display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
      <BackHandIcon aria-hidden sx={{ fontSize: 14, mt: '2px' }} />
      <span>{hold.by === null ? t('devices:hold.heldByNobody', { until }) : t('devices:hold.held', { by: hold.by, until })}</span>
    </Typography>
  )
}
