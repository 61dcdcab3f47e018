import {
  type ApprovalNode,
  type ApprovalStep,
  type ApproverRule,
  type ConditionNode,
  type ConditionTerm,
  type Definition,
  definitionCalls,
  type FactName,
  factsOf,
  type FormCode,
} from '#contract/approvals/definition'
import { fieldFault, type FieldFault } from '#contract/core/fieldFault'

/** A flow as it is edited: what is saved as the version after `basedOn`. */
export type FlowDraft = Pick<Definition, 'formCode' | 'name' | 'whenNobody' | 'whenApplicant' | 'nodes'> & { readonly basedOn: number }

/** What a new version begins with: the one in force, or an empty flow. */
export const draftOf = (formCode: FormCode, name: string, current: Definition | undefined): FlowDraft => ({
  formCode,
  name: current?.name ?? name,
  whenNobody: current?.whenNobody ?? 'administrator',
  whenApplicant: current?.whenApplicant ?? 'normal',
  nodes: current?.nodes ?? [],
  basedOn: current?.version ?? 0,
})

const newId = () => `n${crypto.randomUUID().slice(0, 8)}`
/** A rule of a kind, with nobody chosen yet. */
export const ruleBy = (by: ApproverRule['by']): ApproverRule =>
  (
    {
      user: { by: 'user', userIds: [] },
      role: { by: 'role', roleId: Number.NaN },
      leader: { by: 'leader', level: 1 },
      initiator: { by: 'initiator' },
    } as const
  )[by] as ApproverRule
export const newStep = (name: string): ApprovalStep => ({ id: newId(), name, kind: 'OR', who: ruleBy('leader') })
/** What the conditions of a form may ask, in the order in which it is offered. */
export const factNames = (form: FormCode) => Object.keys(factsOf(form)) as FactName[]
export const newTerm = (form: FormCode): ConditionTerm => ({ fact: factNames(form)[0]!, is: 'atLeast', value: Number.NaN })
export const newCondition = (form: FormCode, name: string): ConditionNode => ({
  id: newId(),
  name,
  kind: 'CONDITION',
  branches: [{ when: [newTerm(form)], nodes: [] }],
  otherwise: [],
})

/** A list with one entry replaced, or without it where `next` is null. */
export const put = <T>(list: readonly T[], at: number, next: T | null): T[] =>
  list.flatMap((one, index) => (index === at ? (next ?? []) : one) as T | T[])
/** A list with one entry moved by one place; the same where there is none. */
export function moved<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const next = [...list]
  const [one] = next.splice(at, 1)
  if (one !== undefined) next.splice(at + by, 0, one)
  return next
}

/** What is wrong with a draft, by the contract's own schema: a fault for each input, under its path (`nodes.0.who.userIds`). */
export function faultsOf(draft: FlowDraft): Map<string, FieldFault> {
  const faults = new Map<string, FieldFault>()
  for (const issue of definitionCalls.save.body.safeParse(draft).error?.issues ?? []) {
    const path = issue.path.join('.')
    if (!faults.has(path)) faults.set(path, fieldFault(issue, draft))
  }
  // What only the flow as a whole tells: a comparison with a row that nobody chose.
  const walk = (nodes: readonly ApprovalNode[], at: string) => {
    for (const [index, node] of nodes.entries()) {
      if (node.kind !== 'CONDITION') continue
      for (const [branch, { when, nodes: inner }] of node.branches.entries()) {
        const path = `${at}.${index}.branches.${branch}`
        for (const [term, { value, fact }] of when.entries()) {
          if (!Object.hasOwn(factsOf(draft.formCode), fact))
            faults.set(`${path}.when.${term}.fact`, { field: 'nodes', key: 'choice', params: {} })
          if (!(value > 0)) faults.set(`${path}.when.${term}.value`, { field: 'nodes', key: 'required', params: {} })
        }
        walk(inner, `${path}.nodes`)
      }
      walk(node.otherwise, `${at}.${index}.otherwise`)
    }
  }
  walk(draft.nodes, 'nodes')
  // The whole's own fault says no more than its parts do.
  if (faults.size > 1) faults.delete('nodes')
  return faults
}
