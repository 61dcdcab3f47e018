import { useTranslation } from 'react-i18next'
import type { Command } from '#contract/devices/switch'
import { useSaid } from '#src/devices/useSaid.ts'

/** How far a command came, with the reason where one was given. */
export function useOutcome(): (of: Pick<Command, 'state' | 'message'>) => string {
  const { t } = useTranslation()
  const said = useSaid()
  return ({ state, message }) => {
    const step = t(`devices:commandState.${state}`)
    const reason = said(message)
    return reason === null ? step : t('crud:pair', { one: step, two: reason })
  }
}
