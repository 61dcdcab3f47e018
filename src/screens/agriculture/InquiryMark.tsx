import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined'
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import { useTranslation } from 'react-i18next'
import type { InquiryState } from '#contract/agriculture/inquiry'
import { Mark } from '#src/devices/Mark.tsx'

const faces = {
  open: { icon: HelpIcon, color: 'warning.main' },
  answered: { icon: CheckCircleIcon, color: 'success.main' },
  closed: { icon: LockIcon, color: 'text.secondary' },
} as const satisfies Record<InquiryState, object>

/** Where an inquiry stands. */
export function InquiryMark({ state }: { state: InquiryState }) {
  const { t } = useTranslation()
  return <Mark {...faces[state]}>{t(`agriculture:inquiry.state.${state}`)}</Mark>
}
