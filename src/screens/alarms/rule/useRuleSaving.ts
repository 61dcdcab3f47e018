import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlarmRule, alarmRuleBody, alarmRuleCalls } from '#contract/alarms/rule'
import type { FieldFault } from '#contract/core/fieldFault'
import { watchLogic, type WatchLogic } from '#contract/watch/logic'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { logicBody, logicFaults, ruleBody, type RuleDraft, ruleFaults } from './ruleDraft.ts'

type Words = ReadonlyMap<string, string>
const NONE: Words = new Map()

/**
 * Holds a rule against the contract and sends it: faults stand by the input that they belong to, the server's too, by the same names;
 * what belongs to none is `failure`. `stale`: somebody else changed the rule.
 */
export function useRuleSaving(of: AlarmRule | null, areaId: number) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [faults, setFaults] = useState<Words>(NONE)
  const [failure, setFailure] = useState<string>()
  const [stale, setStale] = useState(false)
  const [saving, setSaving] = useState(false)
  const inWords = (found: ReadonlyMap<string, FieldFault | 'empty'>): Words =>
    new Map(
      [...found].map(([field, fault]) => [
        field,
        fault === 'empty' ? t('alarms:condition.empty') : t(`errors:field.${fault.key}`, fault.params),
      ]),
    )
  const refused = (answer: CallFailure) => {
    const fields = new Map(Object.entries(answer.fields ?? {}))
    if (answer.code === 'error.version.stale') setStale(true)
    else if (answer.code === 'error.alarm.scope' && fields.size === 0) setFaults(new Map([['scope', reasonOf(answer)]]))
    else if (fields.size > 0) setFaults(fields)
    else setFailure(reasonOf(answer))
  }
  const reread = (rule: AlarmRule) => {
    queries.setQueryData(queryKeyOf(alarmRuleCalls.get, { params: { id: rule.id } }), rule)
    void queries.invalidateQueries({ queryKey: queryKeyOf(alarmRuleCalls.page) })
  }
  return {
    faults,
    failure,
    stale,
    saving,
    refused,
    /** What it watches by, where nothing is wrong with it; else the faults are shown. */
    readLogic: (draft: RuleDraft): WatchLogic | null => {
      const found = logicFaults(draft)
      setFaults(inWords(found))
      const read = watchLogic.safeParse(logicBody(draft))
      return found.size === 0 && read.success ? read.data : null
    },
    /** The rule as it is kept now, and switched on where that was wished; null where it was refused. */
    save: async (draft: RuleDraft, on: boolean): Promise<AlarmRule | null> => {
      setFailure(undefined)
      setStale(false)
      const found = ruleFaults(draft, areaId)
      setFaults(inWords(found))
      const body = alarmRuleBody.safeParse(ruleBody(draft, areaId))
      if (!body.success || found.size > 0) {
        if (found.size === 0) setFailure(t('errors:error.input.invalid'))
        return null
      }
      setSaving(true)
      let answer =
        of === null
          ? await call(alarmRuleCalls.add, { body: body.data }, { quiet: true })
          : await call(
              alarmRuleCalls.edit,
              { params: { id: of.id }, body: { ...body.data, objectVersionNumber: of.objectVersionNumber } },
              { quiet: true },
            )
      if (isFailure(answer)) {
        setSaving(false)
        refused(answer)
        return null
      }
      const saved = answer
      if (on && saved.enabledFlag === 0)
        answer = await call(alarmRuleCalls.enable, { params: { id: saved.id }, body: { enabledFlag: 1 } }, { quiet: true })
      setSaving(false)
      const kept = isFailure(answer) ? saved : answer
      reread(kept)
      if (isFailure(answer)) toast('error', reasonOf(answer))
      else toast('success', t(kept.enabledFlag === 1 ? 'alarms:rule.savedOn' : 'alarms:rule.savedOff'))
      return kept
    },
  }
}
