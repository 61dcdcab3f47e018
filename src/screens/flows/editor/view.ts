import type { Open } from './draft/open.ts'
import type { Editor } from './useEditor.ts'
import type { FlowWords } from './words.ts'

/** What every part of the editor is given. */
export interface FlowView {
  readonly areaId: number
  readonly editor: Editor
  readonly words: FlowWords
  /** The words of what is wrong, by `<key>.<field>`, or by the field alone of the flow itself. */
  readonly faults: ReadonlyMap<string, string>
  /** Triggers, steps and `only` in which something is wrong. */
  readonly faulty: ReadonlySet<string>
  /** What is to be filled in before the flow can be enabled. */
  readonly open: readonly Open[]
}
