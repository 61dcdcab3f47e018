import { useTranslation } from 'react-i18next'
import type { PushFault } from '#contract/organization/dataPush'

/** Why a delivery did not arrive, with what was answered. */
export function useWhyText(): (why: PushFault, code: number | null) => string {
  const { t } = useTranslation()
  return (why, code) => {
    const text = t(`organization:dataPush.why.${why}`)
    return code === null ? text : t('organization:dataPush.answered', { text, code })
  }
}
