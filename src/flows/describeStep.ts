import type { Step, StepPath, Target } from '#contract/flows/definition'
import { spanText } from '#src/alarms/describeCondition.ts'
import { orderWord } from '#src/devices/orderWord.ts'
import { describeChecks } from './describeChecks.ts'
import { listText } from './describeTrigger.ts'
import type { CircuitName, FlowWords } from './flowWords.ts'

/** A step's number as people count: the place of each step on the way to it, with the number of the block between. */
export const stepNumber = (path: StepPath): string => path.map((place) => place + 1).join('.')

/** What a circuit is in a status: open, on, forward; by number where nobody knows the circuit. */
export const circuitStatusText = (of: CircuitName | undefined, status: number, { t }: Pick<FlowWords, 't'>): string =>
  of === undefined ? t('flows:say.status', { status }) : (t(orderWord(of.kind, of.name, status)) as string)

const firstOf = (target: Target, { names }: FlowWords): CircuitName | undefined =>
  target.kind === 'switch'
    ? target.switchId === null
      ? undefined
      : names.circuit(target.switchId)
    : target.groupId === null
      ? undefined
      : names.group(target.groupId).first

function targetText(target: Target, words: FlowWords): string {
  const { t, names } = words
  if (target.kind === 'group')
    return target.groupId === null ? t('flows:say.none') : t('flows:say.group', { name: names.group(target.groupId).name })
  if (target.switchId === null) return t('flows:say.none')
  const circuit = names.circuit(target.switchId)
  return circuit === undefined ? `#${target.switchId}` : t('flows:say.circuit', { name: circuit.name, device: circuit.deviceName })
}

function commandText({ target, status, runSeconds, onFail }: Extract<Step, { kind: 'command' }>, words: FlowWords): string {
  const { t } = words
  const said = { target: targetText(target, words), status: circuitStatusText(firstOf(target, words), status, words) }
  const what =
    runSeconds === null
      ? t('flows:say.command', said)
      : t(target.kind === 'group' ? 'flows:say.commandRunEach' : 'flows:say.commandRun', { ...said, span: spanText(runSeconds, words) })
  return t(onFail === 'stop' ? 'flows:say.failStop' : 'flows:say.failGoOn', { what })
}

/** What a step does, as a sentence, without the steps that stand in it. */
export function describeStep(step: Step, words: FlowWords): string {
  const { t, names } = words
  switch (step.kind) {
    case 'command':
      return commandText(step, words)
    case 'wait':
      return t('flows:say.wait', { span: spanText(step.seconds, words) })
    case 'waitUntil':
      return t(step.onTimeout === 'stop' ? 'flows:say.waitStop' : 'flows:say.waitGoOn', {
        what: describeChecks(step.checks, words),
        span: spanText(step.seconds, words),
      })
    case 'if':
      return t(step.unknown === 'else' ? 'flows:say.ifElse' : 'flows:say.ifStop', { what: describeChecks(step.checks, words) })
    case 'parallel':
      return t('flows:say.parallel')
    case 'repeat':
      return step.until === null
        ? t('flows:say.repeat', { count: step.times })
        : t('flows:say.repeatUntil', { count: step.times, what: describeChecks(step.until, words) })
    case 'notify':
      return t('flows:say.notify', { names: listText(step.userIds.map(names.person), words), text: step.text })
    case 'makeSafe':
      return step.target === null ? t('flows:say.makeSafeAll') : t('flows:say.makeSafe', { target: targetText(step.target, words) })
  }
}

/** What a block of a step is called: the branches, `then` and `else`, a round. */
export const blockText = (step: Step, block: number, { t }: Pick<FlowWords, 't'>): string =>
  step.kind === 'if'
    ? t(block === 0 ? 'flows:say.then' : 'flows:say.else')
    : step.kind === 'repeat'
      ? t('flows:say.round')
      : t('flows:say.branch', { number: block + 1 })
