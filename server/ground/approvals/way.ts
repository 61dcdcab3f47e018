import type { ApprovalNode, ApprovalStep } from '#contract/approvals/definition'
import type { Scope } from '../database/scope.ts'
import { pathOf } from './flow.ts'
import type { ApprovalForm, Document } from './forms.ts'

/** The nodes that a document goes through which is submitted now: none where something exempts its form, which is said by `exemptBy`. */
export async function wayOf(
  scope: Scope,
  form: Pick<ApprovalForm, 'exemptBy'>,
  nodes: readonly ApprovalNode[],
  { facts }: Pick<Document, 'facts'>,
): Promise<{ readonly path: ApprovalStep[]; readonly exemptBy: string | null }> {
  const exemptBy = await form.exemptBy(scope)
  return { path: exemptBy === null ? pathOf(nodes, facts) : [], exemptBy }
}
