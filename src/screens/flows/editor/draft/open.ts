import type { OpenPlace } from '#contract/flows/flow'
import { isGroup, type NodeDraft } from '#src/watch/condition/conditionDraft.ts'
import { statusesOf } from '#contract/devices/switch'
import { mayRun } from '#contract/flows/mayRun'
import type { FlowNames } from '../useFlowNames.ts'
import { locate } from './faults.ts'
import { type ChecksDraft, type FlowDraft, ONLY, type StepDraft, type TargetDraft } from './flowDraft.ts'
import { blocksIn, everyStep } from './steps.ts'

/** What is still to be filled in before a flow can be enabled, by the key of its trigger or step. */
export interface Open {
  readonly node: string
  readonly what: OpenPlace['what']
}

const asks = (node: NodeDraft): boolean => (isGroup(node) ? node.of.some(asks) : node.kind !== 'hours' && node.kind !== 'sun')
const lacksDevice = (checks: ChecksDraft | null): boolean =>
  (checks?.of ?? []).some(({ deviceId, when }) => deviceId === null && asks(when))
const lacksTarget = (target: TargetDraft | null): boolean =>
  target !== null && (target.kind === 'switch' ? target.switchId === null : target.groupId === null)

type Known = Pick<FlowNames, 'circuit' | 'groups'>
/** Whether a circuit that is known is started without a time that it may run, or with one that it may not. */
function lacksRun(step: StepDraft, { circuit, groups }: Known): boolean {
  if (step.kind !== 'command' || typeof step.runSeconds === 'string') return false
  const { target, status, runSeconds } = step
  const one = target.kind === 'switch' && target.switchId !== null ? circuit(target.switchId) : undefined
  const members = target.kind === 'group' ? (groups.find(({ id }) => id === target.groupId)?.members ?? []) : []
  return [...(one ? [one] : []), ...members].some(
    ({ kind, deviceType }) =>
      deviceType !== null && (statusesOf[kind] as readonly number[]).includes(status) && !mayRun({ kind, deviceType }, status, runSeconds),
  )
}

/** What a draft itself shows to be missing. */
function ownOpen({ triggers, only, steps }: FlowDraft, known: Known): Open[] {
  const said: (Open | false)[] = [
    ...triggers.map(({ key, ...one }) => one.kind === 'flow' && one.flowId === null && ({ node: key, what: 'flow' } as const)),
    lacksDevice(only) && { node: ONLY, what: 'device' },
    ...everyStep(steps).flatMap(({ step }) => {
      const checks = step.kind === 'if' || step.kind === 'waitUntil' ? step.checks : step.kind === 'repeat' ? step.until : null
      const target = step.kind === 'command' || step.kind === 'makeSafe' ? step.target : null
      return [
        lacksDevice(checks) && ({ node: step.key, what: 'device' } as const),
        lacksTarget(target) && ({ node: step.key, what: 'target' } as const),
        lacksRun(step, known) && ({ node: step.key, what: 'run' } as const),
      ]
    }),
  ]
  return said.filter((one) => one !== false)
}

/** A trigger or step without the steps in it, as text: what tells whether it was changed. */
function faceOf({ triggers, only, steps }: FlowDraft, node: string): string | null {
  if (node === ONLY) return JSON.stringify(only)
  const step = everyStep(steps).find((one) => one.step.key === node)?.step
  const inner = new Set<unknown>(step && blocksIn(step))
  const one: StepDraft | FlowDraft['triggers'][number] | undefined = step ?? triggers.find(({ key }) => key === node)
  return one ? JSON.stringify(one, (_, value: unknown) => (inner.has(value) ? undefined : value)) : null
}

/**
 * What is open in a draft: what it shows itself with what is known of its circuits, and what the server said of the saved one where that was not touched since. A fault of a
 * place that is mended is no more said, though the server has not looked at it yet.
 */
export function openOf(draft: FlowDraft, saved: FlowDraft, told: readonly OpenPlace[], known: Known): Open[] {
  const own = ownOpen(draft, known)
  const servers = told.flatMap(({ what, path }) => {
    const { node } = locate(saved, path.split('.'))
    return node !== null && faceOf(draft, node) === faceOf(saved, node) ? [{ node, what }] : []
  })
  const all = [...own, ...servers]
  return all.filter((one, nth) => all.findIndex((other) => other.node === one.node && other.what === one.what) === nth)
}
