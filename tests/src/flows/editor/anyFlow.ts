import fc from 'fast-check'
import { STEP_KINDS, type StepKind } from '#contract/flows/definition'
import { blankFlow, blankStep, blankTrigger } from '#src/screens/flows/editor/draft/blank.ts'
import type { FlowDraft, StepDraft } from '#src/screens/flows/editor/draft/flowDraft.ts'
import { blocksIn, everyStep, insertStep, refusalOf, type Slot } from '#src/screens/flows/editor/draft/steps.ts'

/** Every slot of a flow at which a step of this kind may be added. */
export const slotsFor = (steps: FlowDraft['steps'], kind: StepKind | StepDraft): Slot[] =>
  [
    ...Array.from({ length: steps.length + 1 }, (_, at) => ({ parent: null as string | null, block: 0, at })),
    ...everyStep(steps).flatMap(({ step }) =>
      blocksIn(step).flatMap((block, nth) => Array.from({ length: block.length + 1 }, (_, at) => ({ parent: step.key, block: nth, at }))),
    ),
  ].filter((slot) => refusalOf(steps, slot, kind) === null)

/** A flow as hands build it: steps put one after another anywhere they may stand. */
export const anyFlow: fc.Arbitrary<FlowDraft> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...STEP_KINDS), fc.nat()), { maxLength: 40 }),
    fc.array(fc.constantFrom('time', 'sun', 'alarm'), { maxLength: 5 }),
  )
  .map(([puts, triggers]) => ({
    ...blankFlow(),
    triggers: (triggers as ('time' | 'sun' | 'alarm')[]).map(blankTrigger),
    steps: puts.reduce<FlowDraft['steps']>((steps, [kind, nth]) => {
      const slots = slotsFor(steps, kind)
      return slots.length === 0 ? steps : insertStep(steps, slots[nth % slots.length]!, blankStep(kind))
    }, []),
  }))
