import { type AlarmWords, describeLeaf, describeTree, heldText, type Tree } from '#src/alarms/describeCondition.ts'
import { type GroupDraft, isGroup, type NodeDraft, readLeaf, type Typed } from './conditionDraft.ts'

interface Said {
  readonly kind: 'said'
  readonly words: string
}

/** A condition that is being written, as a sentence; what is still missing in it stands as a gap. */
export function describeDraft(root: GroupDraft, holdSeconds: Typed, words: AlarmWords): string {
  const gap = words.t('alarms:say.gap')
  const sayOf = (node: NodeDraft): Tree<Said> => {
    if (!isGroup(node)) {
      const leaf = readLeaf(node)
      return { kind: 'said', words: leaf === null ? gap : describeLeaf(leaf, words) }
    }
    if (node.of.length === 0) return { kind: 'said', words: gap }
    return node.kind === 'not' ? { kind: 'not', of: sayOf(node.of[0]!) } : { kind: node.kind, of: node.of.map(sayOf) }
  }
  const what = describeTree(sayOf(root), (said) => said.words, words)
  const seconds = typeof holdSeconds === 'number' && Number.isInteger(holdSeconds) && holdSeconds > 0 ? holdSeconds : 0
  return heldText(what, root.kind !== 'not' && root.of.length > 1, seconds, words)
}
