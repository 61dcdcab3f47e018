import { useTranslation } from 'react-i18next'
import { type AlarmRule, alarmRuleBody, alarmRuleCalls } from '#contract/alarms/rule'
import type { FieldFault } from '#contract/core/fieldFault'
import { watchLogic, type WatchLogic } from '#contract/watch/logic'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useSaving, type Words } from '#src/watch/useSaving.ts'
import { watchBody } from '#src/watch/watchDraft.ts'
import { logicFaults, ruleBody, type RuleDraft, ruleFaults } from './ruleDraft.ts'

/** Holds a rule against the contract and sends it. */
export function useRuleSaving(of: AlarmRule | null, areaId: number) {
  const { t } = useTranslation()
  const saving = useSaving((answer) => {
    const fields = new Map(Object.entries(answer.fields ?? {}))
    return answer.code === 'error.alarm.scope' && fields.size === 0 ? new Map([['scope', reasonOf(answer)]]) : fields
  })
  const inWords = (found: ReadonlyMap<string, FieldFault | 'empty'>): Words =>
    new Map(
      [...found].map(([field, fault]) => [
        field,
        fault === 'empty' ? t('alarms:condition.empty') : t(`errors:field.${fault.key}`, fault.params),
      ]),
    )
  return {
    ...saving,
    /** What it watches by, where nothing is wrong with it; else the faults are shown. */
    readLogic(draft: RuleDraft): WatchLogic | null {
      const found = logicFaults(draft)
      saving.show(inWords(found))
      const read = watchLogic.safeParse(watchBody(draft))
      return found.size === 0 && read.success ? read.data : null
    },
    /** The rule as it is kept now, and switched on where that was wished; null where it was refused. */
    async save(draft: RuleDraft, on: boolean): Promise<AlarmRule | null> {
      const found = ruleFaults(draft, areaId)
      saving.show(inWords(found))
      const body = alarmRuleBody.safeParse(ruleBody(draft, areaId))
      if (!body.success || found.size > 0) {
        if (found.size === 0) saving.setFailure(t('errors:error.input.invalid'))
        return null
      }
      const { data } = body
      const ask = async () => {
        const saved =
          of === null
            ? await call(alarmRuleCalls.add, { body: data }, { quiet: true })
            : await call(
                alarmRuleCalls.edit,
                { params: { id: of.id }, body: { ...data, objectVersionNumber: of.objectVersionNumber } },
                { quiet: true },
              )
        if (isFailure(saved)) return saved
        const isWished = on && saved.enabledFlag === 0
        const answer = isWished
          ? await call(alarmRuleCalls.enable, { params: { id: saved.id }, body: { enabledFlag: 1 } }, { quiet: true })
          : saved
        if (isFailure(answer)) {
          toast('error', reasonOf(answer))
          return saved
        }
        toast('success', t(answer.enabledFlag === 1 ? 'alarms:rule.savedOn' : 'alarms:rule.savedOff'))
        return answer
      }
      return saving.send(ask, {
        at: ({ id }) => queryKeyOf(alarmRuleCalls.get, { params: { id } }),
        lists: [queryKeyOf(alarmRuleCalls.page)],
      })
    },
  }
}
