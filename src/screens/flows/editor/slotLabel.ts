import { findStep, type Slot } from './draft/steps.ts'
import { sayNode } from './NodeButton.tsx'
import type { FlowView } from './view.ts'
import { describeBranch } from './words.ts'

/** What a plus says: where a step is added. */
export function slotLabel({ parent, block, at }: Slot, view: Pick<FlowView, 'editor' | 'words'>): string {
  const { t } = view.words
  const holder = parent === null ? undefined : findStep(view.editor.draft.steps, parent)?.step
  const number = at + 1
  if (!holder) return t('flows:editor.addAt', { number })
  return t('flows:editor.addIn', {
    number,
    step: sayNode(holder.key, view)?.kind,
    branch: describeBranch(holder, block, view.words),
  })
}
