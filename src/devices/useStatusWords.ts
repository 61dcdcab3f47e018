import { useTranslation } from 'react-i18next'
import { faceOf } from '#contract/devices/switch'
import { type SwitchKind } from '#contract/devices/switchKind'
import { asWordKey } from '#src/i18n/i18n.ts'

/** The words of a status of a switch of this kind and name (SWITCH-01 to -03): a lamp is on and off, a valve open and closed. */
export function useStatusWords(kind: SwitchKind, name: string): (status: number | null) => string {
  const { t } = useTranslation()
  const face = faceOf(kind, name)
  return (status) => (status === null ? t('devices:control.unknown') : (t(asWordKey(`devices:status.${face}.${status}`)) as string))
}
