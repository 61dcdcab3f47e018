import { useTranslation } from 'react-i18next'
import type { AttemptFault } from '#contract/alarms/staff'

/** Why a try came to nothing, with what the other side answered. */
export function useFaultText(): (of: { why: AttemptFault | null; code: number | null }) => string {
  const { t } = useTranslation()
  return ({ why, code }) => {
    if (why === null) return ''
    const text = t(`alarms:staff.why.${why}`)
    return code === null ? text : t('alarms:staff.answered', { text, code })
  }
}
