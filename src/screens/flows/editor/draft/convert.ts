import {
  type Check,
  type Checks,
  flowDefinition,
  type FlowDefinition,
  type Step,
  type Target,
  type Trigger,
} from '#contract/flows/definition'
import type { Flow } from '#contract/flows/flow'
import { conditionBody, draftOfCondition } from '#src/watch/condition/conditionDraft.ts'
import { draftOfWatch, watchBody } from '#src/watch/watchDraft.ts'
import { newKey } from './blank.ts'
import type { CheckDraft, ChecksDraft, FlowDraft, StepDraft, TargetDraft, TriggerDraft } from './flowDraft.ts'

const draftOfCheck = ({ deviceId, ordinal, when }: Check): CheckDraft => ({
  key: newKey(),
  deviceId,
  ordinal,
  when: draftOfCondition(when),
})
const draftOfChecks = ({ join, of }: Checks): ChecksDraft => ({ join, of: of.map(draftOfCheck) })
const draftOfTarget = (target: Target): TargetDraft => ({ switchId: null, groupId: null, ...target })
const draftOfTrigger = (trigger: Trigger): TriggerDraft =>
  trigger.kind === 'watch' ? { key: newKey(), kind: 'watch', logic: draftOfWatch(trigger.logic) } : { key: newKey(), ...trigger }

function draftOfStep(step: Step): StepDraft {
  const key = newKey()
  switch (step.kind) {
    case 'command':
      return { key, ...step, target: draftOfTarget(step.target) }
    case 'makeSafe':
      return { key, kind: 'makeSafe', target: step.target && draftOfTarget(step.target) }
    case 'waitUntil':
      return { key, ...step, checks: draftOfChecks(step.checks) }
    case 'if':
      return {
        key,
        ...step,
        checks: draftOfChecks(step.checks),
        then: step.then.map(draftOfStep),
        else: step.else.map(draftOfStep),
      }
    case 'parallel':
      return { key, kind: 'parallel', of: step.of.map((block) => block.map(draftOfStep)) }
    case 'repeat':
      return { key, ...step, until: step.until && draftOfChecks(step.until), steps: step.steps.map(draftOfStep) }
    default:
      return { key, ...step }
  }
}

/** A definition as it is changed. */
export const draftOfDefinition = ({
  triggers,
  only,
  steps,
  whileRunning,
  maxSeconds,
}: FlowDefinition): Omit<FlowDraft, 'name' | 'note' | 'groupId'> => ({
  triggers: triggers.map(draftOfTrigger),
  only: only && draftOfChecks(only),
  steps: steps.map(draftOfStep),
  whileRunning,
  maxSeconds,
})
export const draftOfFlow = ({ name, note, groupId, definition }: Pick<Flow, 'name' | 'note' | 'groupId' | 'definition'>): FlowDraft => ({
  name,
  note,
  groupId,
  ...draftOfDefinition(definition),
})

const checksBody = ({ join, of }: ChecksDraft): object => ({
  join,
  of: of.map(({ deviceId, ordinal, when }) => ({ deviceId, ordinal, when: conditionBody(when) })),
})
const targetBody = ({ kind, switchId, groupId }: TargetDraft): object => (kind === 'switch' ? { kind, switchId } : { kind, groupId })
const triggerBody = ({ key: _key, ...trigger }: TriggerDraft): object =>
  trigger.kind === 'watch' ? { kind: trigger.kind, logic: watchBody(trigger.logic) } : trigger

function stepBody({ key: _key, ...step }: StepDraft): object {
  switch (step.kind) {
    case 'command':
      return { ...step, target: targetBody(step.target) }
    case 'makeSafe':
      return { ...step, target: step.target && targetBody(step.target) }
    case 'waitUntil':
      return { ...step, checks: checksBody(step.checks) }
    case 'if':
      return { ...step, checks: checksBody(step.checks), then: step.then.map(stepBody), else: step.else.map(stepBody) }
    case 'parallel':
      return { ...step, of: step.of.map((block) => block.map(stepBody)) }
    case 'repeat':
      return { ...step, until: step.until && checksBody(step.until), steps: step.steps.map(stepBody) }
    default:
      return step
  }
}

/** What is sent of a draft; what is missing in it is refused by the contract's own schema. */
export const definitionBody = ({
  triggers,
  only,
  steps,
  whileRunning,
  maxSeconds,
}: Pick<FlowDraft, 'triggers' | 'only' | 'steps' | 'whileRunning' | 'maxSeconds'>): object => ({
  triggers: triggers.map(triggerBody),
  only: only && checksBody(only),
  steps: steps.map(stepBody),
  whileRunning,
  maxSeconds,
})
/** What a dry run of a draft is held to be of; null where something is wrong with the draft. */
export function whatOf(draft: FlowDraft): string | null {
  const read = flowDefinition.safeParse(definitionBody(draft))
  return read.success ? JSON.stringify(read.data) : null
}
export const flowDraftBody = (draft: FlowDraft, areaId: number): object => ({
  areaId,
  name: draft.name,
  note: draft.note,
  groupId: draft.groupId,
  definition: definitionBody(draft),
})
