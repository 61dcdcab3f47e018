import { useTranslation } from 'react-i18next'
import { describeAgent } from '#src/session/describeAgent.ts'

/** What people call a browser by what it says of itself. */
export function useDeviceName(): (agent: string) => string {
  const { t } = useTranslation()
  return (agent) => {
    const { browser, system } = describeAgent(agent)
    if (browser !== null && system !== null) return t('frame:alarm.push.device', { browser, system })
    return browser ?? system ?? t('frame:alarm.push.unknownDevice')
  }
}
