import { alarmRuleBody, type AlarmRule } from '#contract/alarms/rule'
import type { AlarmSeverity } from '#contract/alarms/severity'
import { fieldFaults, type FieldFault } from '#contract/core/fieldFault'
import { watchLogic } from '#contract/watch/logic'
import { blankWatch, draftOfWatch, watchBody, type WatchDraft, watchFaults } from '#src/watch/watchDraft.ts'

/** A rule as it is being written. */
export interface RuleDraft extends WatchDraft {
  readonly name: string
  readonly severity: AlarmSeverity
  readonly advice: string
}

export const blankRule = (): RuleDraft => ({ name: '', severity: 'major', advice: '', ...blankWatch() })
export const draftOfRule = (rule: AlarmRule): RuleDraft => ({
  name: rule.name,
  severity: rule.severity,
  advice: rule.advice,
  ...draftOfWatch(rule),
})

/** What a dry run of a draft is held to be of; null where something is wrong with the draft. */
export function whatOf(draft: WatchDraft): string | null {
  const read = watchLogic.safeParse(watchBody(draft))
  return read.success ? JSON.stringify(read.data) : null
}
/** What is sent of a draft. */
export const ruleBody = ({ name, severity, advice, ...watch }: RuleDraft, areaId: number): object => ({
  areaId,
  name,
  severity,
  advice,
  ...watchBody(watch),
})

type Faults = ReadonlyMap<string, FieldFault | 'empty'>

const LOGIC = ['scope', 'holdSeconds', 'clearSeconds'] as const
const FACTS = ['name', 'severity', 'advice'] as const

/** What is wrong with what it watches by: each fault under the input that it belongs to. */
export function logicFaults(draft: WatchDraft): Faults {
  const body = watchBody(draft)
  const read = watchLogic.safeParse(body)
  if (read.success) return new Map()
  const own = fieldFaults(read.error, body)
  const faults = new Map(watchFaults(draft))
  for (const field of LOGIC) if (own[field]) faults.set(field, own[field])
  if (draft.timed && draft.during.days.length === 0) faults.set('during.days', { field: 'days', key: 'choice', params: {} })
  return faults
}
/** What is wrong with a draft. */
export function ruleFaults(draft: RuleDraft, areaId: number): Faults {
  const body = ruleBody(draft, areaId)
  const read = alarmRuleBody.safeParse(body)
  if (read.success) return new Map()
  const own = fieldFaults(read.error, body)
  const faults = new Map(logicFaults(draft))
  for (const field of FACTS) if (own[field]) faults.set(field, own[field])
  return faults
}
