import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined'
import LinkOffIcon from '@mui/icons-material/LinkOff'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { Presence } from '#contract/devices/device'

const faces = {
  online: { icon: CheckCircleIcon, color: 'status.normal' },
  offline: { icon: LinkOffIcon, color: 'status.lost' },
  unknown: { icon: HelpOutlineIcon, color: 'status.late' },
} as const satisfies Record<Presence, { icon: typeof LinkOffIcon; color: string }>

/** Whether a device is there: an icon and a word. */
export function PresenceMark({ presence }: { presence: Presence }) {
  const { t } = useTranslation()
  const { icon: Icon, color } = faces[presence]
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color, whiteSpace: 'nowrap' }}>
      <Icon sx={{ fontSize: 16 }} aria-hidden />
      {t(`devices:presence.${presence}`)}
    </Box>
  )
}
