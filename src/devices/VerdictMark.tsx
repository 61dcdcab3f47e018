import WarningIcon from '@mui/icons-material/WarningAmberRounded'
import { useTranslation } from 'react-i18next'
import type { Verdict } from '#contract/devices/band'
import { Mark } from './Mark.tsx'

/** That a value stands outside its normal band, and on which side; nothing where it does not. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation()
  if (verdict === 'normal') return null
  return (
    <Mark icon={WarningIcon} color="status.alarm">
      {t(`devices:verdict.${verdict}`)}
    </Mark>
  )
}
