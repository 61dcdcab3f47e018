import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, pageOf, pageQuery, requiredText, text } from '../core/values.ts'

/** The page of approval configuration, and changing what it shows. */
export const APPROVAL_READ = 'wfpf.inventory.config.audit' as const
export const APPROVAL_EDIT = 'wfpf.inventory.config.audit.ps.edit' as const
/** Process management: the flows of the whole enterprise. */
export const PROCESS_READ = 'wfpf.company.config.process' as const
export const PROCESS_EDIT = 'wfpf.company.config.process.ps.edit' as const
/** Who reads flows, and who changes them: either page opens the same ones. */
const READERS = [APPROVAL_READ, PROCESS_READ] as const
const WRITERS = [APPROVAL_EDIT, PROCESS_EDIT] as const

/** What the conditions of a form may ask of its document: an amount (compared as a number), or the id of a row. */
const documentFacts = { lineCount: 'amount', areaId: 'id', applicantId: 'id' } as const
/** Of goods that are worth something; a stocktaking is none before it is settled. */
const goodsFacts = { total: 'amount', ...documentFacts } as const
export const approvalForms = {
  aplionform: { facts: goodsFacts },
  warehousing: { facts: goodsFacts },
  shipment: { facts: goodsFacts },
  materialWarehousing: { facts: goodsFacts },
  materialShipment: { facts: goodsFacts },
  transfer: { facts: goodsFacts },
  return: { facts: goodsFacts },
  inventory_form: { facts: documentFacts },
} as const satisfies Record<string, { facts: Record<string, 'amount' | 'id'> }>
export type FormCode = keyof typeof approvalForms
export type FactName = keyof typeof goodsFacts
/** What the conditions of a form may ask, and how each is compared. */
export const factsOf = (form: FormCode): Readonly<Partial<Record<FactName, 'amount' | 'id'>>> => approvalForms[form].facts
export const FORM_CODES = Object.keys(approvalForms) as [FormCode, ...FormCode[]]
const formCode = z.enum(FORM_CODES)

/** The most people of one node, nodes of one definition, and leaders above a person. */
export const MAX_PEOPLE = 50
export const MAX_NODES = 40
const MAX_LEVEL = 10
/** How deep conditions stand in conditions. */
export const MAX_DEPTH = 4
/** The longest time that a node may wait before it says so: 30 days. */
const MAX_HOURS = 720

/**
 * Who is asked: named users, everyone with a role, the applicant's leader (level 1 is the direct one), or whom the applicant picks
 * when submitting.
 */
export const approverRule = z.discriminatedUnion('by', [
  z.object({ by: z.literal('user'), userIds: z.array(id).min(1).max(MAX_PEOPLE) }),
  z.object({ by: z.literal('role'), roleId: id }),
  z.object({ by: z.literal('leader'), level: integer(1, MAX_LEVEL) }),
  z.object({ by: z.literal('initiator') }),
])
export type ApproverRule = z.infer<typeof approverRule>

const nodeId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)
const named = { id: nodeId, name: requiredText(60) }

/** How long a task may lie undecided, and what happens then: its assignee is reminded, or it goes to the tenant's administrator. */
const timeout = z.object({ hours: integer(1, MAX_HOURS), act: z.enum(['remind', 'administrator']) })

/** `AND` everyone agrees, `OR` the first one decides, `SEQUENTIAL` one after another, `CC` is only told. */
const step = z.object({ ...named, kind: z.enum(['AND', 'OR', 'SEQUENTIAL', 'CC']), who: approverRule, timeout: timeout.optional() })

const conditionTerm = z.object({ fact: text(40), is: z.enum(['atLeast', 'below', 'equal', 'not']), value: z.number() })
export type ConditionTerm = z.infer<typeof conditionTerm>

/** The first branch whose terms all hold is taken, else `otherwise`; after it the flow goes on behind the condition. */
export interface ConditionNode {
  id: string
  name: string
  kind: 'CONDITION'
  branches: { when: ConditionTerm[]; nodes: ApprovalNode[] }[]
  otherwise: ApprovalNode[]
}
export type ApprovalStep = z.infer<typeof step>
export type ApprovalNode = ApprovalStep | ConditionNode

const nodesAt = (depth: number): z.ZodType<ApprovalNode[]> => {
  if (depth === 0) return z.array(step).max(MAX_NODES)
  const inner = nodesAt(depth - 1)
  return z
    .array(
      z.discriminatedUnion('kind', [
        step,
        z.object({
          ...named,
          kind: z.literal('CONDITION'),
          branches: z
            .array(z.object({ when: z.array(conditionTerm).min(1).max(10), nodes: inner }))
            .min(1)
            .max(10),
          otherwise: inner,
        }),
      ]),
    )
    .max(MAX_NODES)
}

/** Every node of a flow, those of branches too. */
export function everyNode(nodes: readonly ApprovalNode[]): ApprovalNode[] {
  return nodes.flatMap((node) =>
    node.kind === 'CONDITION'
      ? [node, ...node.branches.flatMap((branch) => everyNode(branch.nodes)), ...everyNode(node.otherwise)]
      : [node],
  )
}

/** What is wrong with a flow beyond its shape: two nodes with one id, too many nodes, or a condition that the form cannot answer. */
function flowFault(form: FormCode, nodes: readonly ApprovalNode[]): string | null {
  const all = everyNode(nodes)
  if (all.length > MAX_NODES || new Set(all.map((node) => node.id)).size !== all.length) return 'invalid'
  const facts: Readonly<Record<string, 'amount' | 'id' | undefined>> = factsOf(form)
  const terms = all.flatMap((node) => (node.kind === 'CONDITION' ? node.branches.flatMap(({ when }) => when) : []))
  const fits = ({ fact, is, value }: ConditionTerm) =>
    Object.hasOwn(facts, fact) && (facts[fact] === 'amount' || (Number.isInteger(value) && value > 0 && (is === 'equal' || is === 'not')))
  return terms.every(fits) ? null : 'invalid'
}

const flow = {
  formCode,
  name: requiredText(60),
  nodes: nodesAt(MAX_DEPTH),
  /** A node that resolves to nobody goes to the tenant's administrator, or passes by itself. */
  whenNobody: z.enum(['administrator', 'pass']).default('administrator'),
  /** An applicant who is asked about the own document decides it (`normal`), is left out (`pass`), or the leader is asked instead. */
  whenApplicant: z.enum(['normal', 'pass', 'leader']).default('normal'),
}

/** One version of a form's flow. A version never changes; saving makes the next one, and what was submitted before keeps its own. */
export const definition = z.object({
  ...flow,
  id: z.int(),
  version: z.int(),
  isCurrent: z.boolean(),
  /** How many approvals still go by it. */
  running: z.int(),
  createdAt: z.int(),
  author: z.string().nullable(),
})
export type Definition = z.infer<typeof definition>

/** A node that a document would go through, and what would become of it there: `passes` by itself, `nobody` is left to ask, not even an administrator. */
const foreseen = z.object({
  nodeId: z.string(),
  name: z.string(),
  kind: z.enum(['AND', 'OR', 'SEQUENTIAL', 'CC']),
  outcome: z.enum(['asked', 'told', 'picks', 'passes', 'nobody']),
  /** Whom the rule of the node means, and who is asked in the end, by the settings of the flow. */
  named: z.array(z.object({ userId: z.int(), realName: z.string() })),
  people: z.array(z.object({ userId: z.int(), realName: z.string() })),
})
export type ForeseenNode = z.infer<typeof foreseen>
/** What a trial says of a document: CNY, number of lines. */
const supposed = z.number().min(0).max(1_000_000_000_000)

const leaderLine = z.object({ userId: z.int(), realName: z.string(), leaderId: z.int().nullable(), leaderName: z.string().nullable() })

export const definitionCalls = {
  page: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/approval-definition',
    permission: READERS,
    summary: 'Flows of approval, newest version first; `all` 1 also answers the versions that newer ones replaced',
    query: z.object({ ...pageQuery, formCode: formCode.optional(), all: integer(0, 1).default(0) }),
    answer: pageOf(definition),
  }),
  get: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/approval-definition/{id}',
    permission: READERS,
    summary: 'One version of a flow',
    answer: definition,
  }),
  trial: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/approval-definition/{id}/trial',
    permission: READERS,
    summary:
      'Who would decide by a version of a flow what a person applies for in a base, at an amount in CNY and with so many lines. `exemptBy` is what lets documents of the form pass without anybody: then there are no nodes',
    query: z.object({
      applicantId: id,
      areaId: id.optional(),
      total: z
        .union([
          supposed,
          z
            .string()
            .regex(/^\d{1,12}(\.\d{1,2})?$/)
            .transform(Number),
        ])
        .default(0),
      lineCount: integer(0, 10_000).default(1),
    }),
    answer: z.object({ exemptBy: z.string().nullable(), nodes: z.array(foreseen) }),
  }),
  save: defineCall({
    method: 'POST',
    trail: 'approvalDefinition',
    path: '/wfpf/v1/{t}/approval-definition',
    permission: WRITERS,
    persons: true,
    summary:
      'Saves a flow as the next version of its form. `basedOn` is the version it was made from, 0 for none: 409 error.version.stale where a newer one exists. Fails with error.approval.userUnknown where it names a user or role that the tenant does not have',
    body: z.object({ ...flow, basedOn: integer(0, 2_000_000_000) }).superRefine((given, context) => {
      const fault = flowFault(given.formCode, given.nodes)
      if (fault) context.addIssue({ code: 'custom', path: ['nodes'], message: fault })
    }),
    answer: definition,
  }),
  roles: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/approval-role',
    permission: READERS,
    summary: 'The roles of the tenant, whose holders a node may ask; by name',
    answer: z.array(z.object({ roleId: z.int(), roleName: z.string() })),
  }),
  leaders: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/approval-leader',
    permission: READERS,
    summary: 'The people of the tenant, each with the own leader',
    query: z.object({ ...pageQuery, search: text(100).optional() }),
    answer: pageOf(leaderLine),
  }),
  setLeader: defineCall({
    method: 'PUT',
    trail: 'leader',
    path: '/wfpf/v1/{t}/approval-leader',
    permission: WRITERS,
    persons: true,
    summary:
      "Says who a person's leader is; null takes it back. Fails with error.approval.leaderLoop where it would lead back to the person",
    body: z.object({ userId: id, leaderId: id.nullable() }),
    answer: leaderLine,
  }),
}
