import { type Checks, type FlowDefinition, type Step, stepAt } from '#contract/flows/definition'
import type { Trace } from '#contract/flows/run'
import { spanText } from '#src/alarms/describeCondition.ts'
import { blockText, circuitStatusText } from '#src/flows/describeStep.ts'
import type { FlowWords } from '#src/flows/flowWords.ts'
import { momentText } from '#src/time/moment.ts'

/** The step of a trace as it was run; undefined of the run itself, and where the flow of that time cannot be read. */
export const stepOf = ({ path }: Pick<Trace, 'path'>, definition: FlowDefinition | null): Step | undefined =>
  path === null || definition === null ? undefined : stepAt(definition.steps, path)

/** The checks that a trace tells of; null where nobody knows them. */
export function checksOf(trace: Pick<Trace, 'path'>, definition: FlowDefinition | null): Checks | null {
  if (trace.path === null) return definition?.only ?? null
  const step = stepOf(trace, definition)
  return step?.kind === 'if' || step?.kind === 'waitUntil' ? step.checks : step?.kind === 'repeat' ? step.until : null
}

/** What happened at a moment of a run, without what was seen and how a command stands. */
export function traceText(trace: Trace, definition: FlowDefinition | null, words: FlowWords): string {
  const { t, names } = words
  const { command, count, until } = trace
  const step = stepOf(trace, definition)
  if ((trace.what === 'asked' || trace.what === 'told') && command !== null) {
    const status = circuitStatusText(names.circuit(command.switchId), command.status, words)
    const said = { switch: command.switchName, device: command.deviceName, status }
    if (trace.what === 'told') return t('flows:run.trace.told', said)
    return command.runSeconds === null
      ? t('flows:run.trace.asked', said)
      : t('flows:run.trace.askedRun', { ...said, span: spanText(command.runSeconds, words) })
  }
  if (trace.what === 'undone')
    return command === null || until === null
      ? t('flows:run.trace.undoneAny')
      : t('flows:run.trace.undone', { switch: command.switchName, device: command.deviceName, at: momentText(until) })
  if (trace.what === 'branch') {
    const way = step?.kind === 'if' ? blockText(step, count ?? 0, words) : t(count === 0 ? 'flows:say.then' : 'flows:say.else')
    return t('flows:run.trace.branch', { way })
  }
  if (trace.what === 'waits' && until !== null) return t('flows:run.trace.waits', { at: momentText(until) })
  if (trace.what === 'round') return t('flows:run.trace.round', { count: count ?? 1 })
  if (trace.what === 'waits') return t('flows:run.trace.waiting')
  if (trace.what === 'asked') return t('flows:run.trace.askedAny')
  if (trace.what === 'told') return t('flows:run.trace.toldAny')
  return t(`flows:run.trace.${trace.what}`)
}
