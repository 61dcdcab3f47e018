import { alarmRuleBody, type AlarmRule } from '#contract/alarms/rule'
import type { AlarmSeverity } from '#contract/alarms/severity'
import { fieldFaults, type FieldFault } from '#contract/core/fieldFault'
import type { DeviceType } from '#contract/devices/deviceType'
import { watchLogic, type WatchLogic } from '#contract/watch/logic'
import { conditionBody, conditionFaults, draftOfCondition, type GroupDraft, type Typed } from '#src/alarms/condition/conditionDraft.ts'
import type { Hours } from '#src/alarms/condition/HoursFields.tsx'

/** A rule as it is being written. An empty list of the scope narrows nothing. */
export interface RuleDraft {
  readonly name: string
  readonly severity: AlarmSeverity
  readonly advice: string
  readonly types: readonly DeviceType[]
  readonly deviceIds: readonly number[]
  readonly landIds: readonly number[]
  readonly when: GroupDraft
  readonly holdSeconds: Typed
  /** Whether it is cleared by a condition of its own, which is kept while it is not. */
  readonly ownClear: boolean
  readonly clear: GroupDraft
  readonly clearSeconds: Typed
  readonly noData: WatchLogic['noData']
  /** Whether it watches at some hours alone. */
  readonly timed: boolean
  readonly during: Hours
}

const ALWAYS: Hours = { from: 0, to: 1440, days: [1, 2, 3, 4, 5, 6, 7] }

export function blankRule(): RuleDraft {
  return {
    name: '',
    severity: 'major',
    advice: '',
    types: [],
    deviceIds: [],
    landIds: [],
    when: draftOfCondition(null),
    holdSeconds: 300,
    ownClear: false,
    clear: draftOfCondition(null),
    clearSeconds: 60,
    noData: 'keep',
    timed: false,
    during: ALWAYS,
  }
}

export const draftOfRule = (rule: AlarmRule): RuleDraft => ({
  name: rule.name,
  severity: rule.severity,
  advice: rule.advice,
  types: rule.scope.types ?? [],
  deviceIds: rule.scope.deviceIds ?? [],
  landIds: rule.scope.landIds ?? [],
  when: draftOfCondition(rule.when),
  holdSeconds: rule.holdSeconds,
  ownClear: rule.clear !== null,
  clear: draftOfCondition(rule.clear),
  clearSeconds: rule.clearSeconds,
  noData: rule.noData,
  timed: rule.during !== null,
  during: rule.during ?? ALWAYS,
})

const orNull = <One>(list: readonly One[]) => (list.length === 0 ? null : [...list])

/** What a dry run takes of a draft; what is wrong in it is refused by the contract's own schema. */
export const logicBody = (draft: RuleDraft): object => ({
  scope: { types: orNull(draft.types), deviceIds: orNull(draft.deviceIds), landIds: orNull(draft.landIds) },
  when: conditionBody(draft.when),
  holdSeconds: draft.holdSeconds,
  clear: draft.ownClear ? conditionBody(draft.clear) : null,
  clearSeconds: draft.clearSeconds,
  noData: draft.noData,
  during: draft.timed ? draft.during : null,
})
/** What a dry run of a draft is held to be of; null where something is wrong with the draft. */
export function whatOf(draft: RuleDraft): string | null {
  const read = watchLogic.safeParse(logicBody(draft))
  return read.success ? JSON.stringify(read.data) : null
}
/** What is sent of a draft. */
export const ruleBody = ({ name, severity, advice, ...draft }: RuleDraft, areaId: number): object => ({
  areaId,
  name,
  severity,
  advice,
  ...logicBody({ name, severity, advice, ...draft }),
})

type Faults = ReadonlyMap<string, FieldFault | 'empty'>

const LOGIC = ['scope', 'holdSeconds', 'clearSeconds'] as const
const FACTS = ['name', 'severity', 'advice'] as const

/** What is wrong with what it watches by: each fault under the input that it belongs to. */
export function logicFaults(draft: RuleDraft): Faults {
  const body = logicBody(draft)
  const read = watchLogic.safeParse(body)
  if (read.success) return new Map()
  const own = fieldFaults(read.error, body)
  const faults = new Map<string, FieldFault | 'empty'>([
    ...conditionFaults(draft.when),
    ...(draft.ownClear ? conditionFaults(draft.clear) : []),
  ])
  for (const field of LOGIC) if (own[field]) faults.set(field, own[field])
  if (draft.timed)
    for (const side of ['from', 'to'] as const)
      if (draft.during[side] === null) faults.set(`during.${side}`, { field: side, key: 'required', params: {} })
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
