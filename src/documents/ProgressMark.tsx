import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import ContrastOutlined from '@mui/icons-material/ContrastOutlined'
import RadioButtonUncheckedOutlined from '@mui/icons-material/RadioButtonUncheckedOutlined'
import RemoveCircleOutlined from '@mui/icons-material/RemoveCircleOutlineOutlined'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'
import type { Progress, ProgressAxis } from '#contract/core/document'

const marks = {
  none: { Icon: RadioButtonUncheckedOutlined, color: 'default' },
  partial: { Icon: ContrastOutlined, color: 'warning' },
  full: { Icon: CheckCircleOutlined, color: 'success' },
  closed: { Icon: RemoveCircleOutlined, color: 'default' },
} as const satisfies Record<Progress, unknown>

/** How much of a document is done, by picture and word together: INVENTORY-02 for goods that come, -03 for those that leave. */
export function ProgressMark({ axis, progress }: { axis: ProgressAxis | undefined; progress: Progress | null }) {
  const { t } = useTranslation()
  if (progress === null || axis === undefined) return null
  const { Icon, color } = marks[progress]
  return (
    <Chip size="small" variant="outlined" color={color} icon={<Icon aria-hidden />} label={t(`documents:progress.${axis}.${progress}`)} />
  )
}
