import type { GroupDraft, NodeDraft } from './conditionDraft.ts'

/** What the parts of a condition are given to change it by. */
export interface Building {
  /** The words of what is wrong, by `<key>.<field>`, or by `<key>` of a group. */
  readonly faults: ReadonlyMap<string, string>
  readonly put: (key: string, next: NodeDraft | null) => void
  readonly add: (group: GroupDraft, part: NodeDraft) => void
  readonly move: (key: string, by: -1 | 1) => void
}
