import { endsSooner } from '#contract/devices/longestRun'
import { clockText, type AlarmWords, spanText, WEEKDAYS, weekdayText } from '#src/alarms/describeCondition.ts'
import { describeDraft } from '#src/watch/condition/describeDraft.ts'
import type { Typed } from '#src/watch/condition/conditionDraft.ts'
import type { ChecksDraft, StepDraft, TargetDraft, TriggerDraft } from './draft/flowDraft.ts'
import type { WatchDraft } from '#src/watch/watchDraft.ts'
import type { FlowNames } from './useFlowNames.ts'

/** What it takes to say a flow in words. */
export interface FlowWords extends AlarmWords {
  readonly names: FlowNames
}

const gapOf = ({ t }: FlowWords) => t('alarms:say.gap')
const span = (seconds: Typed, words: FlowWords): string =>
  typeof seconds === 'number' && Number.isInteger(seconds) && seconds > 0 ? spanText(seconds, words) : gapOf(words)
const nameIn = (list: readonly { id: number; name: string }[], id: number) => list.find((one) => one.id === id)?.name ?? `#${id}`
const joined = (parts: readonly string[], { t }: FlowWords) => parts.join(t('alarms:say.comma'))

/** A time on some days of the week, or on every day. */
function atDays(kind: 'time' | 'sunTime', said: { time: string }, days: readonly number[], words: FlowWords): string {
  if (days.length === WEEKDAYS.length) return words.t(`flows:editor.say.${kind}`, said)
  const names = days.toSorted((one, other) => one - other).map((day) => weekdayText(day, words.language))
  return words.t(`flows:editor.say.${kind}On`, { ...said, days: names.length === 0 ? gapOf(words) : joined(names, words) })
}

function watchText({ types, deviceIds, landIds, when, holdSeconds }: WatchDraft, words: FlowWords): string {
  const { t, names } = words
  const scope =
    deviceIds.length > 0
      ? joined(deviceIds.map(names.device), words)
      : types.length > 0
        ? joined(
            types.map((type) => t(`devices:type.${type}`)),
            words,
          )
        : t(landIds.length > 0 ? 'flows:editor.say.ofPlots' : 'flows:editor.say.anyDevice')
  return t('flows:editor.say.watch', { scope, what: describeDraft(when, holdSeconds, words) })
}

/** What starts a flow, as a short sentence. */
export function describeTrigger(trigger: TriggerDraft, words: FlowWords): string {
  const { t, names } = words
  switch (trigger.kind) {
    case 'time':
      return atDays('time', { time: trigger.minute === null ? gapOf(words) : clockText(trigger.minute) }, trigger.days, words)
    case 'cron':
      return t('flows:editor.say.cron', { cron: trigger.cron === '' ? gapOf(words) : trigger.cron })
    case 'sun': {
      const shift = typeof trigger.shift === 'number' ? trigger.shift : 0
      const side = shift === 0 ? 'At' : shift > 0 ? 'After' : 'Before'
      const time = t(`flows:editor.say.sun.${trigger.at}${side}`, { minutes: Math.abs(shift) })
      return atDays('sunTime', { time }, trigger.days, words)
    }
    case 'watch':
      return watchText(trigger.logic, words)
    case 'alarm':
      return trigger.ruleId === null
        ? t('flows:editor.say.anyAlarm', { severity: t(`alarms:severity.${trigger.severity}`) })
        : t('flows:editor.say.alarm', { rule: nameIn(names.rules, trigger.ruleId), severity: t(`alarms:severity.${trigger.severity}`) })
    case 'flow':
      return t(`flows:editor.say.flow.${trigger.on}`, {
        flow: trigger.flowId === null ? gapOf(words) : nameIn(names.flows, trigger.flowId),
      })
  }
}

/** What must be so, as a part of a sentence. */
export function describeChecks({ join, of }: ChecksDraft, words: FlowWords): string {
  const { t, names } = words
  const parts = of.map(({ deviceId, ordinal, when }) => {
    const what = describeDraft(when, 0, words)
    if (deviceId === null) return what
    const device = names.device(deviceId)
    return t('flows:editor.say.check', {
      device: typeof ordinal === 'number' ? t('alarms:ordinal', { device, ordinal }) : device,
      what,
    })
  })
  return parts.length === 0 ? gapOf(words) : parts.join(t(join === 'all' ? 'flows:editor.say.and' : 'flows:editor.say.or'))
}

function targetText(target: TargetDraft, words: FlowWords): string {
  const { t, names } = words
  if (target.kind === 'group') return target.groupId === null ? gapOf(words) : nameIn(names.groups, target.groupId)
  if (target.switchId === null) return gapOf(words)
  const circuit = names.circuit(target.switchId)
  return circuit ? t('flows:editor.say.circuit', { device: names.device(circuit.deviceId), circuit: circuit.name }) : `#${target.switchId}`
}

/** The circuit whose statuses a target has: its own, or that of the first of a group; undefined where none is known. */
export function circuitOf(target: TargetDraft, { circuit, groups }: FlowNames) {
  if (target.kind === 'switch') return target.switchId === null ? undefined : circuit(target.switchId)
  const first = groups.find(({ id }) => id === target.groupId)?.members[0]
  return first && { id: first.switchId, name: first.switchName, deviceId: first.deviceId, kind: first.kind }
}

/** The circuit of a step whose device ends soonest by itself what was started, where that is sooner than the step asks (seconds; null: when it is told). */
export function endingSoonest(target: TargetDraft, asked: number | null, { circuit, groups }: FlowNames) {
  const one = target.kind === 'switch' && target.switchId !== null ? circuit(target.switchId) : undefined
  const members = target.kind === 'group' ? (groups.find(({ id }) => id === target.groupId)?.members ?? []) : []
  const all = [...(one ? [one] : []), ...members.map(({ switchName, longestRun }) => ({ name: switchName, longestRun }))]
  return all
    .flatMap(({ name, longestRun }) => (endsSooner(longestRun, asked) ? [{ name, seconds: longestRun }] : []))
    .toSorted((a, b) => a.seconds - b.seconds)[0]
}

/** A step as a short sentence, without the steps that stand in it. */
export function describeStep(step: StepDraft, words: FlowWords): string {
  const { t, names } = words
  switch (step.kind) {
    case 'command': {
      const circuit = circuitOf(step.target, names)
      const said = {
        target: targetText(step.target, words),
        status: circuit ? names.status(circuit.kind, circuit.name, step.status) : t(`flows:editor.status.${step.status === 0 ? 0 : 1}`),
      }
      return step.runSeconds === null
        ? t('flows:editor.say.command', said)
        : t('flows:editor.say.commandFor', { ...said, span: span(step.runSeconds, words) })
    }
    case 'wait':
      return t('flows:editor.say.wait', { span: span(step.seconds, words) })
    case 'waitUntil':
      return t('flows:editor.say.waitUntil', { what: describeChecks(step.checks, words), span: span(step.seconds, words) })
    case 'notify': {
      const people =
        step.userIds.length === 0
          ? gapOf(words)
          : joined(
              step.userIds.map((id) => nameIn(names.people, id)),
              words,
            )
      return t('flows:editor.say.notify', { people, text: step.text.trim() === '' ? gapOf(words) : step.text.trim() })
    }
    case 'makeSafe':
      return step.target === null
        ? t('flows:editor.say.makeAllSafe')
        : t('flows:editor.say.makeSafe', { target: targetText(step.target, words) })
    case 'if':
      return t('flows:editor.say.if', { what: describeChecks(step.checks, words) })
    case 'parallel':
      return t('flows:editor.say.parallel', { count: step.of.length })
    case 'repeat': {
      const count = typeof step.times === 'number' ? step.times : 0
      return step.until === null
        ? t('flows:editor.say.repeat', { count })
        : t('flows:editor.say.repeatUntil', { count, what: describeChecks(step.until, words) })
    }
  }
}

/** What a branch of a step is for: of `if` yes and no, of what is done at the same time its number. */
export function describeBranch(step: StepDraft, block: number, { t }: Pick<FlowWords, 't'>): string {
  if (step.kind === 'if')
    return t(block === 0 ? 'flows:editor.branch.then' : `flows:editor.branch.${step.unknown === 'else' ? 'elseOrUnknown' : 'else'}`)
  return step.kind === 'parallel' ? t('flows:editor.branch.nth', { number: block + 1 }) : t('flows:editor.branch.round')
}
