import { blocksOf, type FlowDefinition, type Step, type StepPath } from '#contract/flows/definition'
import { spanText } from '#src/alarms/describeCondition.ts'
import { describeChecks } from './describeChecks.ts'
import { blockText, describeStep } from './describeStep.ts'
import { describeTrigger } from './describeTrigger.ts'
import type { FlowWords } from './flowWords.ts'

export interface SaidStep {
  readonly path: StepPath
  readonly text: string
  /** What stands in it, block by block; a block without a step is left out. */
  readonly blocks: readonly { readonly title: string; readonly steps: readonly SaidStep[] }[]
}

/** A whole flow in sentences. */
export interface SaidFlow {
  /** One for each trigger; where there is none, that it is started otherwise. */
  readonly triggers: readonly string[]
  readonly only: string | null
  readonly steps: readonly SaidStep[]
  /** What holds for every run. */
  readonly rules: readonly string[]
}

const saySteps = (steps: readonly Step[], words: FlowWords, within: StepPath = []): SaidStep[] =>
  steps.map((step, place) => {
    const path = [...within, place]
    return {
      path,
      text: describeStep(step, words),
      blocks: blocksOf(step).flatMap((block, nth) =>
        block.length === 0 ? [] : [{ title: blockText(step, nth, words), steps: saySteps(block, words, [...path, nth]) }],
      ),
    }
  })

/** What starts a flow, a sentence for each way. */
export const describeTriggers = ({ triggers }: Pick<FlowDefinition, 'triggers'>, words: FlowWords): string[] =>
  triggers.length === 0 ? [words.t('flows:say.hand')] : triggers.map((trigger) => describeTrigger(trigger, words))

/** What starts a flow, under which condition, what it does step by step, and what holds for each of its runs. */
export const describeFlow = (definition: FlowDefinition, words: FlowWords): SaidFlow => ({
  triggers: describeTriggers(definition, words),
  only: definition.only === null ? null : describeChecks(definition.only, words),
  steps: saySteps(definition.steps, words),
  rules: [
    words.t(`flows:say.whileRunning.${definition.whileRunning}`),
    words.t('flows:say.maxSeconds', { span: spanText(definition.maxSeconds, words) }),
  ],
})
