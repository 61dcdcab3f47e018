import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined'
import LinkOffIcon from '@mui/icons-material/LinkOff'
import { useTranslation } from 'react-i18next'
import type { Presence } from '#contract/devices/device'
import { Mark } from './Mark.tsx'

const faces = {
  online: { icon: CheckCircleIcon, color: 'status.normal' },
  offline: { icon: LinkOffIcon, color: 'status.lost' },
  unknown: { icon: HelpOutlineIcon, color: 'status.late' },
} as const satisfies Record<Presence, { icon: typeof LinkOffIcon; color: string }>

/**
 * Whether a device is there, in the one word that every screen has for it. Of a device that is heard through the gateway `behind` and is
 * unknown, that is the reason.
 */
export function PresenceMark({ presence, behind = null }: { presence: Presence; behind?: string | null }) {
  const { t } = useTranslation()
  const isHidden = presence === 'unknown' && behind !== null
  return (
    <Mark {...faces[presence]}>{isHidden ? t('devices:presence.behind', { gateway: behind }) : t(`devices:presence.${presence}`)}</Mark>
  )
}
