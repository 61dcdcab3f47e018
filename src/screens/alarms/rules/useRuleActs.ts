import { useTranslation } from 'react-i18next'
import { alarmCalls } from '#contract/alarms/alarm'
import type { ReadyName } from '#contract/alarms/ready'
import { type AlarmRule, alarmRuleCalls } from '#contract/alarms/rule'
import { call } from '#src/api/call.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'

/** Switching, adopting and deleting rules; each says what came of it. */
export function useRuleActs() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { settle } = useSettle([alarmRuleCalls.page, alarmRuleCalls.get, alarmCalls.page])
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
