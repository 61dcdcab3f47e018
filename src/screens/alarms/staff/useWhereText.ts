import { useTranslation } from 'react-i18next'
import type { AlarmAttempt } from '#contract/alarms/staff'
import { useDeviceName } from '#src/alarms/push/useDeviceName.ts'

/** By which channel a try went out, and where to as far as it may be shown. */
export function useWhereText(): (of: Pick<AlarmAttempt, 'kind' | 'address'>) => string {
  const { t } = useTranslation()
  const deviceName = useDeviceName()
  return ({ kind, address }) => {
    const channel = t(`alarms:staff.kind.${kind}`)
    if (address === '') return channel
    return t('crud:pair', { one: channel, two: kind === 'webPush' ? deviceName(address) : address })
  }
}
