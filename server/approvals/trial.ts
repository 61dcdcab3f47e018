import { type ApprovalStep, type Definition, type FactName, factsOf, type ForeseenNode } from '#contract/approvals/definition'
import type { Scope } from '../ground/database/scope.ts'
import type { ApprovalForm } from '../ground/approvals/forms.ts'
import { approversOf, type Asked, membersAmong, peopleOf, type Settings } from '../ground/approvals/people.ts'
import { wayOf } from '../ground/approvals/way.ts'
import { CallFailure, notFound } from '../ground/failure.ts'

/** What is supposed of a document: who applies, in which base if in any, CNY, number of lines. */
interface Supposed {
  readonly applicantId: number
  readonly areaId?: number | undefined
  readonly total: number
  readonly lineCount: number
}

async function foreseen(scope: Scope, { id, name, kind, who }: ApprovalStep, asked: Asked, settings: Settings): Promise<ForeseenNode> {
  const node = { nodeId: id, name, kind }
  if (who.by === 'initiator') return { ...node, outcome: 'picks', named: [], people: [] }
  const named = await peopleOf(scope, who, id, asked)
  if (kind === 'CC') return { ...node, outcome: 'told', named, people: named }
  const people = await approversOf(scope, { id, who }, asked, settings)
  return { ...node, outcome: people === null ? 'nobody' : people.length === 0 ? 'passes' : 'asked', named, people: people ?? [] }
}

/** Who would decide by this version of a flow, asked of what the engine asks at a submission. */
export async function trialOf(
  scope: Scope,
  forms: readonly ApprovalForm[],
  { formCode, nodes, whenNobody, whenApplicant }: Definition,
  { applicantId, areaId, total, lineCount }: Supposed,
): Promise<{ exemptBy: string | null; nodes: ForeseenNode[] }> {
  if ((await membersAmong(scope, [applicantId])).length === 0) throw new CallFailure('error.approval.userUnknown')
  if (areaId !== undefined && !(await scope.select('area').select('area.id').where('area.id', '=', areaId).executeTakeFirst()))
    throw notFound()
  const form = forms.find((one) => one.formCode === formCode)
  if (!form) throw new Error(`no form ${formCode} is known to the approval engine`)
  // Only what a document of the form says of itself: conditions on more are answered as they would be.
  const supposed: Readonly<Record<FactName, number | undefined>> = { total, lineCount, applicantId, areaId }
  const known = Object.keys(factsOf(formCode)) as FactName[]
  const facts = Object.fromEntries(known.flatMap((name) => (supposed[name] === undefined ? [] : [[name, supposed[name]]])))
  const { path, exemptBy } = await wayOf(scope, form, nodes, { facts })
  const asked = { applicantId, areaId: areaId ?? null, picked: {} }
  const found: ForeseenNode[] = []
  for (const node of path) found.push(await foreseen(scope, node, asked, { whenNobody, whenApplicant }))
  return { exemptBy, nodes: found }
}
