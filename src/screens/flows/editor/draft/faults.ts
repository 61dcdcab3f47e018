import { fieldFault, type FieldFault } from '#contract/core/fieldFault'
import { flowBody } from '#contract/flows/flow'
import { conditionFaults } from '#src/watch/condition/conditionDraft.ts'
import { watchFaults } from '#src/watch/watchDraft.ts'
import { flowDraftBody } from './convert.ts'
import { type ChecksDraft, type FlowDraft, ONLY } from './flowDraft.ts'
import { everyStep } from './steps.ts'

/** `empty`: a branch or group in which nothing stands; `tooMany`: more steps than a flow has. */
export type Fault = FieldFault | 'empty' | 'tooMany'
export interface Faults {
  /** What is wrong, by `<key>.<field>` of a trigger, step, check or leaf, by the field alone of the flow itself. */
  readonly fields: ReadonlyMap<string, Fault>
  /** Triggers, steps and `only` in which something is wrong. */
  readonly nodes: ReadonlySet<string>
}

const BLOCKS = new Set(['steps', 'then', 'else', 'of'])
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

interface Place {
  /** Of the trigger or step, `only`, or null of the flow itself. */
  readonly node: string | null
  /** Of the check within it, where there is one, else the same as `node`. */
  readonly key: string | null
  readonly field: string
}
/** Where a path of a definition points to in a draft, e.g. `steps.0.then.1.target`; conditions are told by their own keys. */
export function locate(draft: FlowDraft, path: readonly PropertyKey[]): Place {
  let at: unknown = draft
  let node: string | null = null
  let key: string | null = null
  let rest: string[] = []
  for (const [nth, name] of path.entries()) {
    const next: unknown = isRecord(at) ? at[name as string] : undefined
    if (nth === 0 && name === ONLY) [node, key] = [ONLY, ONLY]
    else if (isRecord(next) && typeof next.key === 'string' && name !== 'when' && name !== 'clear') {
      key = next.key
      if ('kind' in next) node = key
      rest = []
      at = next
      continue
    }
    if (name !== ONLY) rest.push(String(name))
    at = next
  }
  return { node, key, field: rest.join('.') }
}

/** The first fault of the conditions of some checks or of a watch, by the keys of their leaves. */
const ofChecks = (checks: ChecksDraft | null): [string, FieldFault | 'empty'][] =>
  (checks?.of ?? []).flatMap(({ when }) => [...conditionFaults(when)])

/** What is wrong with a draft: each fault by the input that it belongs to. */
export function flowFaults(draft: FlowDraft, areaId: number): Faults {
  const body = flowDraftBody(draft, areaId)
  const read = flowBody.safeParse(body)
  const fields = new Map<string, Fault>()
  const nodes = new Set<string>()
  if (read.success) return { fields, nodes }
  const put = (node: string | null, found: readonly (readonly [string, Fault])[]) => {
    for (const [field, fault] of found) if (!fields.has(field)) fields.set(field, fault)
    if (node !== null && found.length > 0) nodes.add(node)
  }
  for (const trigger of draft.triggers) if (trigger.kind === 'watch') put(trigger.key, watchFaults(trigger.logic, `${trigger.key}.logic.`))
  put(ONLY, ofChecks(draft.only))
  for (const { step } of everyStep(draft.steps))
    put(step.key, ofChecks(step.kind === 'if' || step.kind === 'waitUntil' ? step.checks : step.kind === 'repeat' ? step.until : null))
  for (const issue of read.error.issues) {
    const [top, ...path] = issue.path
    const { node, key, field } = locate(draft, top === 'definition' ? path : issue.path)
    // Conditions told theirs by the keys of their leaves.
    if (/(^|\.)(when|clear)(\.|$)/.test(field)) continue
    const last = String(issue.path.at(-1))
    const said = fieldFault(issue, body)
    const fault: Fault =
      issue.message === 'tooMany'
        ? 'tooMany'
        : issue.code === 'too_small' && issue.origin === 'array'
          ? BLOCKS.has(last) || /^\d+$/.test(last)
            ? 'empty'
            : { ...said, key: 'choice', params: {} }
          : said
    put(node, [[key === null ? field : `${key}.${field}`, fault]])
  }
  return { fields, nodes }
}
