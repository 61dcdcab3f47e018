import type { ApprovalNode, ApprovalStep, ConditionTerm } from '#contract/approvals/definition'
import type { TaskState } from '#contract/approvals/approval'

/** What conditions ask of a document: numbers by name. */
export type Facts = Readonly<Record<string, number>>

function holds({ fact, is, value }: ConditionTerm, facts: Facts): boolean {
  const known = facts[fact]
  if (known === undefined) return false
  if (is === 'atLeast') return known >= value
  if (is === 'below') return known < value
  return is === 'equal' ? known === value : known !== value
}

/**
 * The nodes that a document with these facts goes through, in order: of each condition the first branch whose terms all hold, else
 * `otherwise`. Decided once, at submission: the document cannot change while it is in approval.
 */
export function pathOf(nodes: readonly ApprovalNode[], facts: Facts): ApprovalStep[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'CONDITION') return [node]
    const branch = node.branches.find(({ when }) => when.every((term) => holds(term, facts)))
    return pathOf(branch ? branch.nodes : node.otherwise, facts)
  })
}

/** The first node of a path for which the applicant has to pick who decides, and has picked nobody. */
export const missingPick = (path: readonly ApprovalStep[], picked: Readonly<Record<string, readonly number[]>>): ApprovalStep | undefined =>
  path.find(({ id, kind, who }) => who.by === 'initiator' && kind !== 'CC' && !(Object.hasOwn(picked, id) && picked[id]!.length > 0))

/** One task of a node, as far as the node's verdict depends on it. */
interface Vote {
  readonly id: number
  readonly state: TaskState
}
/** What a node's tasks say: go on, stop, or wait; in a sequence `next` is whose turn has come. */
type NodeVerdict = { readonly is: 'passed' } | { readonly is: 'rejected' } | { readonly is: 'open'; readonly next: number | null }

/**
 * `votes` in their order. A rejection ends every kind of node. OR passes with the first approval; AND and SEQUENTIAL when nobody is
 * left to ask. What was handed on, or closed without a decision, counts for nothing.
 */
export function verdictOf(kind: ApprovalStep['kind'], votes: readonly Vote[]): NodeVerdict {
  if (votes.some(({ state }) => state === 'REJECTED')) return { is: 'rejected' }
  if (kind === 'OR' && votes.some(({ state }) => state === 'APPROVED')) return { is: 'passed' }
  const open = votes.filter(({ state }) => state === 'PENDING' || state === 'WAITING')
  if (open.length === 0) return { is: 'passed' }
  const isAsked = open.some(({ state }) => state === 'PENDING')
  return { is: 'open', next: kind === 'SEQUENTIAL' && !isAsked ? open[0]!.id : null }
}
