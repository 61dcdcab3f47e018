import type { StepKind, TriggerKind } from '#contract/flows/definition'
import { draftOfCondition } from '#src/watch/condition/conditionDraft.ts'
import { blankWatch } from '#src/watch/watchDraft.ts'
import type { CheckDraft, ChecksDraft, FlowDraft, StepDraft, TargetDraft, TriggerDraft } from './flowDraft.ts'

export const newKey = () => crypto.randomUUID()
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const SIX = 6 * 60
const MINUTE = 60

export const blankCheck = (): CheckDraft => ({ key: newKey(), deviceId: null, ordinal: null, when: draftOfCondition(null) })
export const blankChecks = (): ChecksDraft => ({ join: 'all', of: [blankCheck()] })
export const blankTarget = (): TargetDraft => ({ kind: 'switch', switchId: null, groupId: null })

export function blankTrigger(kind: TriggerKind): TriggerDraft {
  const key = newKey()
  switch (kind) {
    case 'time':
      return { key, kind, minute: SIX, days: EVERY_DAY, missed: 'skip' }
    case 'cron':
      return { key, kind, cron: '0 6 * * *', missed: 'skip' }
    case 'sun':
      return { key, kind, at: 'rise', shift: 0, days: EVERY_DAY, missed: 'skip' }
    case 'watch':
      return { key, kind, logic: blankWatch() }
    case 'alarm':
      return { key, kind, ruleId: null, severity: 'major' }
    case 'flow':
      return { key, kind, flowId: null, on: 'success' }
  }
}

export function blankStep(kind: StepKind): StepDraft {
  const key = newKey()
  switch (kind) {
    case 'command':
      return { key, kind, target: blankTarget(), status: 1, runSeconds: 10 * MINUTE, onFail: 'stop' }
    case 'wait':
      return { key, kind, seconds: 10 * MINUTE }
    case 'waitUntil':
      return { key, kind, checks: blankChecks(), seconds: 30 * MINUTE, onTimeout: 'stop' }
    case 'notify':
      return { key, kind, userIds: [], text: '' }
    case 'makeSafe':
      return { key, kind, target: null }
    case 'parallel':
      return { key, kind, of: [[], []] }
    case 'if':
      return { key, kind, checks: blankChecks(), then: [], else: [], unknown: 'else' }
    case 'repeat':
      return { key, kind, times: 2, until: null, steps: [] }
  }
}

export const blankFlow = (): FlowDraft => ({
  name: '',
  note: '',
  groupId: null,
  triggers: [],
  only: null,
  steps: [],
  whileRunning: 'skip',
  maxSeconds: 3600,
})
