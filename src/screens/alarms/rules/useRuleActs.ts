import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alarmCalls } from '#contract/alarms/alarm'
import type { ReadyName } from '#contract/alarms/ready'
import { type AlarmRule, alarmRuleCalls } from '#contract/alarms/rule'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

/** Switching, adopting and deleting rules; each says what came of it. */
export function useRuleActs() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const queries = useQueryClient()
  const settle = <Answer extends object | number>(answer: Answer | CallFailure, done: string): Answer | null => {
    for (const one of [alarmRuleCalls.page, alarmRuleCalls.get, alarmCalls.page])
      void queries.invalidateQueries({ queryKey: queryKeyOf(one) })
    if (isFailure(answer)) toast('error', reasonOf(answer))
    else toast('success', done)
    return isFailure(answer) ? null : answer
  }
  return {
    /** Asked about where alarms of it are active, which are cleared by it. */
    enable: async ({ id, name, active }: AlarmRule, on: boolean): Promise<void> => {
      if (!on && active > 0) {
        const question = { title: t('alarms:rule.offTitle', { name }), text: t('alarms:rule.offText', { count: active }) }
        if (!(await confirm({ ...question, confirm: t('alarms:rule.off') }))) return
      }
      settle(
        await call(alarmRuleCalls.enable, { params: { id }, body: { enabledFlag: on ? 1 : 0 } }, { quiet: true }),
        t(on ? 'alarms:rule.isOn' : 'alarms:rule.isOff'),
      )
    },
    adopt: async (areaId: number, ready: ReadyName): Promise<boolean> =>
      settle(
        await call(alarmRuleCalls.adopt, { body: { areaId, ready } }, { quiet: true }),
        t('alarms:rule.adopted', { name: t(`alarms:ready.${ready}.name`) }),
      ) !== null,
    remove: async ({ id, name, active }: AlarmRule): Promise<boolean> => {
      const question = {
        title: t('alarms:rule.removeTitle', { name }),
        text: active > 0 ? t('alarms:rule.removeActive', { count: active }) : t('alarms:rule.removeText'),
      }
      if (!(await confirm({ ...question, confirm: t('alarms:rule.remove'), color: 'error' }))) return false
      return settle(await call(alarmRuleCalls.remove, { params: { id } }, { quiet: true }), t('crud:deleted')) !== null
    },
  }
}
