import { fieldFaults, type FieldFault } from '#contract/core/fieldFault'
import { type Condition, leaf, type Leaf, type LeafKind, MAX_DEPTH } from '#contract/watch/condition'

/** What stands in a box of numbers: what is no number stays as it was typed. */
export type Typed = number | string | null

/** A leaf as it is being written: what every kind says is kept, so that looking at another kind loses nothing. */
export interface LeafDraft {
  readonly key: string
  readonly kind: LeafKind
  readonly code: string
  readonly is: 'above' | 'below'
  readonly limit: Typed
  readonly margin: Typed
  readonly than: string | null
  readonly turn: 'rising' | 'falling'
  readonly by: Typed
  readonly seconds: Typed
  readonly circuit: number | null
  readonly state: 'on' | 'off'
  readonly from: number | null
  readonly to: number | null
  readonly days: readonly number[]
  readonly sun: 'up' | 'down'
  readonly shift: Typed
}
export type GroupKind = 'all' | 'any' | 'not'
export interface GroupDraft {
  readonly key: string
  readonly kind: GroupKind
  readonly of: readonly NodeDraft[]
}
export type NodeDraft = LeafDraft | GroupDraft

export const isGroup = (node: NodeDraft): node is GroupDraft => 'of' in node

const newKey = () => crypto.randomUUID()
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

const BLANK = {
  kind: 'compare',
  code: 'temperature',
  is: 'below',
  limit: null,
  margin: 0,
  than: null,
  turn: 'falling',
  by: null,
  seconds: 1800,
  circuit: null,
  state: 'on',
  from: 22 * 60,
  to: 6 * 60,
  days: EVERY_DAY,
  sun: 'up',
  shift: 0,
} as const satisfies Omit<LeafDraft, 'key'>

export const blankLeaf = (): LeafDraft => ({ ...BLANK, key: newKey() })
export const groupOf = (kind: GroupKind, of: readonly NodeDraft[]): GroupDraft => ({ key: newKey(), kind, of })

function nodeOf(condition: Condition): NodeDraft {
  if (condition.kind === 'all' || condition.kind === 'any') return groupOf(condition.kind, condition.of.map(nodeOf))
  if (condition.kind === 'not') return groupOf('not', [nodeOf(condition.of)])
  const blank = blankLeaf()
  switch (condition.kind) {
    case 'rate':
      return { ...blank, ...condition, is: blank.is, turn: condition.is }
    case 'circuit':
      return { ...blank, ...condition, is: blank.is, state: condition.is }
    case 'sun':
      return { ...blank, ...condition, is: blank.is, sun: condition.is }
    default:
      return { ...blank, ...condition }
  }
}
/** A condition as it is changed: always within a group, so that there is somewhere to add to. */
export function draftOfCondition(condition: Condition | null): GroupDraft {
  if (condition === null) return groupOf('all', [blankLeaf()])
  const node = nodeOf(condition)
  return isGroup(node) ? node : groupOf('all', [node])
}

/** What is sent of a leaf; what is missing in it is refused by the contract's own schema. */
function leafBody(draft: LeafDraft): object {
  const { kind, code, seconds } = draft
  switch (kind) {
    case 'compare':
      return { kind, code, is: draft.is, limit: draft.limit, margin: draft.margin, than: draft.than }
    case 'rate':
      return { kind, code, is: draft.turn, by: draft.by, seconds }
    case 'circuit':
      return { kind, circuit: draft.circuit, is: draft.state }
    case 'offline':
      return { kind }
    case 'silent':
      return { kind, code, seconds }
    case 'hours':
      return { kind, from: draft.from, to: draft.to, days: draft.days }
    case 'sun':
      return { kind, is: draft.sun, shift: draft.shift }
  }
}
const nodeBody = (node: NodeDraft): object =>
  !isGroup(node)
    ? leafBody(node)
    : node.kind === 'not'
      ? { kind: 'not', of: node.of[0] === undefined ? null : nodeBody(node.of[0]) }
      : { kind: node.kind, of: node.of.map(nodeBody) }
/** What is sent: a group of one is that one. */
export const conditionBody = (root: GroupDraft): object =>
  root.kind !== 'not' && root.of.length === 1 ? nodeBody(root.of[0]!) : nodeBody(root)

/** A leaf that is right, else null. */
export function readLeaf(draft: LeafDraft): Leaf | null {
  const read = leaf.safeParse(leafBody(draft))
  return read.success ? read.data : null
}

/** What is wrong: by `<key>.<field>` for an input of a leaf, by `<key>` for a group in which nothing stands. */
export function conditionFaults(node: NodeDraft): Map<string, FieldFault | 'empty'> {
  if (isGroup(node))
    return new Map([
      ...(node.of.length === 0 ? [[node.key, 'empty'] as const] : []),
      ...node.of.flatMap((part) => [...conditionFaults(part)]),
    ])
  const body = leafBody(node)
  const read = leaf.safeParse(body)
  if (read.success) return new Map()
  return new Map(
    Object.entries(fieldFaults(read.error, body)).map(([field, fault]) => [
      `${node.key}.${field}`,
      // An empty choice of days is a choice to be made, not an amount that is too small.
      field === 'days' ? { ...fault, key: 'choice' as const, params: {} } : fault,
    ]),
  )
}

/** How many groups stand in one another from this one on. */
export const depthOf = (node: NodeDraft): number => (isGroup(node) ? 1 + Math.max(0, ...node.of.map(depthOf)) : 0)
/** Whether a group may stand in a group at this depth, 1 the outermost. */
export const mayNest = (depth: number): boolean => depth < MAX_DEPTH

/** The same tree with one node replaced, or taken out with null. The outermost group stays. */
export function replaceNode<Node extends NodeDraft>(root: Node, key: string, next: (node: NodeDraft) => NodeDraft | null): Node {
  if (root.key === key) return (next(root) ?? root) as Node
  if (!isGroup(root)) return root
  const of = root.of.flatMap((part) => {
    if (part.key !== key) return [replaceNode(part, key, next)]
    const changed = next(part)
    return changed === null ? [] : [changed]
  })
  return { ...root, of }
}
/** One place up (-1) or down (1) among its neighbours. */
export function moveNode<Node extends NodeDraft>(root: Node, key: string, by: -1 | 1): Node {
  if (!isGroup(root)) return root
  const at = root.of.findIndex((part) => part.key === key)
  if (at < 0) return { ...root, of: root.of.map((part) => moveNode(part, key, by)) }
  const to = at + by
  if (to < 0 || to >= root.of.length) return root
  const of = [...root.of]
  ;[of[at], of[to]] = [of[to]!, of[at]!]
  return { ...root, of }
}
