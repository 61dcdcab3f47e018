import { MAX_BLOCK, MAX_STEP_DEPTH, MAX_STEPS, type StepKind, type StepPath } from '#contract/flows/definition'
import { newKey } from './blank.ts'
import type { CheckDraft, ChecksDraft, FlowDraft, StepDraft } from './flowDraft.ts'

type Steps = FlowDraft['steps']

/** A place in a block at which a step can stand: before the one that is there. `parent` null: the flow itself. */
export interface Slot {
  readonly parent: string | null
  readonly block: number
  readonly at: number
}
/** A step where it stands: `depth` 0 in the flow itself. */
interface Found {
  readonly step: StepDraft
  readonly slot: Slot
  readonly count: number
  readonly depth: number
  readonly path: StepPath
}

/** The blocks of steps that stand in a step, in order, as `blocksOf` of the contract names them. */
export const blocksIn = (step: StepDraft): readonly Steps[] =>
  step.kind === 'parallel' ? step.of : step.kind === 'if' ? [step.then, step.else] : step.kind === 'repeat' ? [step.steps] : []

/** The same step with other blocks, as many as `blocksIn` gives. */
function withBlocks(step: StepDraft, blocks: readonly Steps[]): StepDraft {
  if (step.kind === 'parallel') return { ...step, of: blocks }
  if (step.kind === 'if') return { ...step, then: blocks[0]!, else: blocks[1]! }
  return step.kind === 'repeat' ? { ...step, steps: blocks[0]! } : step
}

/** All steps, each before what stands in it. */
export const everyStep = (
  steps: Steps,
  within: { readonly parent: string | null; readonly block: number; readonly depth: number; readonly path: StepPath } = {
    parent: null,
    block: 0,
    depth: 0,
    path: [],
  },
): Found[] =>
  steps.flatMap((step, at) => {
    const path = [...within.path, at]
    return [
      { step, slot: { parent: within.parent, block: within.block, at }, count: steps.length, depth: within.depth, path },
      ...blocksIn(step).flatMap((block, nth) =>
        everyStep(block, { parent: step.key, block: nth, depth: within.depth + 1, path: [...path, nth] }),
      ),
    ]
  })
export const findStep = (steps: Steps, key: string): Found | undefined => everyStep(steps).find(({ step }) => step.key === key)

/** The steps with the block of a slot made anew; what does not hold it stays the very same. */
function changeBlock(steps: Steps, { parent, block }: Slot, change: (block: Steps) => Steps): Steps {
  if (parent === null) return change(steps)
  let touched = false
  const next = steps.map((step) => {
    const blocks = blocksIn(step)
    const changed = blocks.map((inner, nth) =>
      step.key === parent && nth === block ? change(inner) : changeBlock(inner, { parent, block, at: 0 }, change),
    )
    if (changed.every((inner, nth) => inner === blocks[nth])) return step
    touched = true
    return withBlocks(step, changed)
  })
  return touched ? next : steps
}

export const insertStep = (steps: Steps, slot: Slot, step: StepDraft): Steps =>
  changeBlock(steps, slot, (block) => block.toSpliced(slot.at, 0, step))
/** Another step in the place of the one of this key; null takes it out. */
export function putStep(steps: Steps, key: string, next: StepDraft | null): Steps {
  const found = findStep(steps, key)
  if (!found) return steps
  return changeBlock(steps, found.slot, (block) => block.toSpliced(found.slot.at, 1, ...(next === null ? [] : [next])))
}
/** One place up (-1) or down (1) within its block. */
export function moveStep(steps: Steps, key: string, by: -1 | 1): Steps {
  const found = findStep(steps, key)
  const to = (found?.slot.at ?? 0) + by
  if (!found || to < 0 || to >= found.count) return steps
  return changeBlock(steps, found.slot, (block) => block.toSpliced(found.slot.at, 1).toSpliced(to, 0, found.step))
}

export const isComposite = (kind: StepKind): boolean => kind === 'if' || kind === 'parallel' || kind === 'repeat'
const heightOf = (step: StepDraft): number =>
  isComposite(step.kind) ? 1 + Math.max(0, ...blocksIn(step).flatMap((block) => block.map(heightOf))) : 0
const sizeOf = (step: StepDraft): number => 1 + everyStep(blocksIn(step).flat()).length

/** Why a step may not stand in a slot: the block or the flow is full, or steps would stand too deep in one another; null where it may. */
export function refusalOf(steps: Steps, slot: Slot, step: StepDraft | StepKind): 'block' | 'flow' | 'depth' | null {
  const parent = slot.parent === null ? undefined : findStep(steps, slot.parent)
  const block = parent === undefined ? steps : (blocksIn(parent.step)[slot.block] ?? [])
  if (block.length >= MAX_BLOCK) return 'block'
  const isKind = typeof step === 'string'
  if (everyStep(steps).length + (isKind ? 1 : sizeOf(step)) > MAX_STEPS) return 'flow'
  const depth = parent === undefined ? 0 : parent.depth + 1
  return depth + (isKind ? Number(isComposite(step)) : heightOf(step)) > MAX_STEP_DEPTH ? 'depth' : null
}

const renewCheck = (check: CheckDraft): CheckDraft => ({ ...check, key: newKey(), when: renewKeys(check.when) })
const renewChecks = <Given extends ChecksDraft | null>(checks: Given): Given =>
  (checks === null ? null : { ...checks, of: checks.of.map(renewCheck) }) as Given
const renewKeys = (group: CheckDraft['when']): CheckDraft['when'] => ({
  ...group,
  key: newKey(),
  of: group.of.map((part) => ('of' in part ? renewKeys(part) : { ...part, key: newKey() })),
})
/** The same step under keys of its own. */
export function copyStep(step: StepDraft): StepDraft {
  const fresh = withBlocks(
    step,
    blocksIn(step).map((block) => block.map(copyStep)),
  )
  const key = newKey()
  if (fresh.kind === 'waitUntil' || fresh.kind === 'if') return { ...fresh, key, checks: renewChecks(fresh.checks) }
  return fresh.kind === 'repeat' ? { ...fresh, key, until: renewChecks(fresh.until) } : { ...fresh, key }
}
