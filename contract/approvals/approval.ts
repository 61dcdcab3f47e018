import { z } from 'zod'
import { defineCall, ofPersons } from '../core/call.ts'
import { defineTopic, type TopicPayload } from '../core/topic.ts'
import { id, integer, pageOf, pageQuery, text } from '../core/values.ts'
import { FORM_CODES, MAX_NODES, MAX_PEOPLE } from './definition.ts'

/** 1 in approval, 2 complete, 3 rejected or withdrawn (1§4). */
export const PROCESS_STATE = { inApproval: 1, complete: 2, rejected: 3 } as const
/** 1 not reviewed, 2 reviewed, 3 rejected (1§4). */
export const TASK_STATE = { notReviewed: 1, reviewed: 2, rejected: 3 } as const
export const MAX_COMMENT = 200

/** How an approval stands. `WITHDRAWN` is 3 on the wire, with the reason `withdrawn`. */
export const INSTANCE_STATES = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const
/**
 * How a task stands: `WAITING` its turn in a sequence, `PENDING` on its assignee's desk, decided (`APPROVED`, `REJECTED`), handed on
 * (`TRANSFERRED`), or closed because others decided or the applicant withdrew (`DONE`).
 */
export const TASK_STATES = ['WAITING', 'PENDING', 'APPROVED', 'REJECTED', 'TRANSFERRED', 'DONE'] as const
export type TaskState = (typeof TASK_STATES)[number]

const wireState = z.int().min(1).max(3)
const formCode = z.enum(FORM_CODES)

/** One row of the approval tab (1§3), whichever view: a task of mine, a process of mine, or a copy to me. */
export const approvalItem = z.object({
  /** Of the row: the task in the approval view, the process in user_edit, the copy in carbon_copy. */
  id: z.int(),
  processId: z.int(),
  /** In the approval view the caller's own task: what approve and reject name as `taskId`. Else the oldest open task, if any. */
  currentTaskId: z.int().nullable(),
  /** The node that is open now, null once the approval has ended. */
  currentTaskName: z.string().nullable(),
  formName: z.string(),
  formCode,
  submitName: z.string(),
  /** When this round was submitted, ms UTC. */
  startTime: z.int(),
  /** 1 to 3; null outside the approval view. */
  taskState: wireState.nullable(),
  processState: wireState,
  /** The business document: its id and its code, e.g. the number of a purchase application. */
  thirdId: z.int(),
  documentCode: z.string(),
  /** What the document is called, and what it comes to in CNY (decimal text); null where its kind has none, or it is gone. */
  documentTitle: z.string().nullable(),
  documentAmount: z.string().nullable(),
  /** The node that follows the open one; null where the approval would be complete, or has ended. */
  nextTaskName: z.string().nullable(),
  round: z.int(),
  /** How the caller's own task ended or stands; null outside the approval view. */
  outcome: z.enum(TASK_STATES).nullable(),
  /** Why processState is 3 although nobody rejected: `withdrawn`. */
  reason: z.literal('withdrawn').nullable(),
})
export type ApprovalItem = z.infer<typeof approvalItem>

const person = z.object({ userId: z.int(), realName: z.string() })
export type Person = z.infer<typeof person>

const STEP_KINDS = ['AND', 'OR', 'SEQUENTIAL', 'CC'] as const

/** One node on the way of the current round, in order. Tasks of nodes that are not reached yet are not known, their people are. */
export const flowStep = z.object({
  nodeId: z.string(),
  name: z.string(),
  kind: z.enum(STEP_KINDS),
  /** `ahead` not reached, `open` being decided, `passed`, `rejected`, `closed` by a withdrawal. */
  state: z.enum(['ahead', 'open', 'passed', 'rejected', 'closed']),
  /** Who is asked, by the newest knowledge. */
  people: z.array(person),
  /** The applicant chooses the people when submitting. */
  pick: z.boolean(),
})
export type FlowStep = z.infer<typeof flowStep>

export const ACTIONS = [
  'submitted',
  'resubmitted',
  'approved',
  'rejected',
  'passed',
  'exempt',
  'copied',
  'transferred',
  'reassigned',
  'withdrawn',
  'completed',
  'reminded',
  'overdue',
] as const
/**
 * One line of an approval's history; never changed. `passed`: a node that nobody had to decide. `exempt`: nobody is asked, as
 * what is named in the place of a node (a bill type) says. `reminded`, `overdue`: a task that lay longer than its node allows; `overdue` took
 * it to the administrator.
 */
export const approvalRecord = z.object({
  id: z.int(),
  at: z.int(),
  round: z.int(),
  action: z.enum(ACTIONS),
  /** Who did it; null where the product did. */
  actorId: z.int().nullable(),
  actorName: z.string().nullable(),
  nodeName: z.string().nullable(),
  /** To whom it went, for `transferred`, `reassigned`, `overdue` and `copied`. */
  toName: z.string().nullable(),
  comment: z.string().nullable(),
})
export type ApprovalRecord = z.infer<typeof approvalRecord>

export const approvalTask = z.object({
  id: z.int(),
  round: z.int(),
  nodeId: z.string(),
  nodeName: z.string(),
  kind: z.enum(STEP_KINDS),
  assignee: person,
  state: z.enum(TASK_STATES),
  comment: z.string().nullable(),
  createdAt: z.int(),
  decidedAt: z.int().nullable(),
})
export type ApprovalTask = z.infer<typeof approvalTask>

/** An approval with everything that happened: records and tasks of every round, oldest first; `steps` and `next` of the current one. */
export const approvalProcess = z.object({
  id: z.int(),
  formCode,
  formName: z.string(),
  thirdId: z.int(),
  documentCode: z.string(),
  applicant: person,
  state: z.enum(INSTANCE_STATES),
  processState: wireState,
  reason: z.literal('withdrawn').nullable(),
  round: z.int(),
  definitionVersion: z.int(),
  startedAt: z.int(),
  endedAt: z.int().nullable(),
  steps: z.array(flowStep),
  tasks: z.array(approvalTask),
  records: z.array(approvalRecord),
  /** Whose decision is waited for now. */
  next: z.array(person),
  /** What the caller may do now. */
  may: z.object({
    /** The task of the caller that waits, for approve, reject and transfer; else null. */
    decide: z.int().nullable(),
    withdraw: z.boolean(),
    resubmit: z.boolean(),
  }),
})
export type ApprovalProcess = z.infer<typeof approvalProcess>

const business = z.object({ thirdId: z.int(), formCode, documentCode: z.string() })
const comment = text(MAX_COMMENT).nullable().default(null)
const decisionBody = z.object({ comment, taskId: id })
const decided = z.object({ processId: z.int(), processState: wireState, taskState: wireState })

/** For each node that asks for it, by the node's id, whom the applicant picks. */
export const picked = z
  .record(z.string().max(40), z.array(id).min(1).max(MAX_PEOPLE))
  .refine((people) => Object.keys(people).length <= MAX_NODES, 'invalid')
  .default({})

const filters = { formCode: formCode.optional(), search: text(100).optional() }

export const approvalCalls = ofPersons({
  tasks: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/approval-task/query/page',
    permission: 'login',
    summary:
      'Tasks of the caller (taskType approval) or copies to the caller (carbon_copy), newest first; `search` looks at applicant and document code',
    query: z.object({
      ...pageQuery,
      taskType: z.enum(['approval', 'carbon_copy']).default('approval'),
      taskState: integer(1, 3).optional(),
      ...filters,
    }),
    answer: pageOf(approvalItem),
  }),
  processes: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/approval-process/query/page',
    permission: 'login',
    summary: 'What the caller submitted, newest first (user_edit)',
    query: z.object({ ...pageQuery, processState: integer(1, 3).optional(), ...filters }),
    answer: pageOf(approvalItem),
  }),
  approve: defineCall({
    method: 'PUT',
    trail: FORM_CODES,
    path: '/wfpf/v1/{t}/approval-task/approve/{id}',
    permission: 'login',
    summary:
      "Agrees: `id` is the list item's id, `taskId` its currentTaskId. Only the assignee may; 409 error.approval.handled where the task is decided already",
    body: decisionBody,
    answer: decided,
  }),
  reject: defineCall({
    method: 'PUT',
    trail: FORM_CODES,
    path: '/wfpf/v1/{t}/approval-task/reject/{id}',
    permission: 'login',
    summary: 'Rejects, otherwise as approve',
    body: decisionBody,
    answer: decided,
  }),
  businessList: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/approval-task/query/business/list',
    permission: 'login',
    summary: 'The documents of an approval, for the caller who takes part in it',
    query: z.object({ processId: id }),
    answer: z.array(business),
  }),
  businessData: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/approval-task/query/business/data',
    permission: 'login',
    summary: 'The document of an approval, for the caller who takes part in it',
    query: z.object({ processId: id }),
    answer: business,
  }),
  transfer: defineCall({
    method: 'PUT',
    trail: { untold: 'logged' },
    path: '/wfpf/v1/{t}/approval-task/transfer/{id}',
    permission: 'login',
    summary:
      'Hands a task of the caller to a colleague. Fails with error.approval.handled, error.approval.userUnknown, error.approval.askedAlready, error.approval.ofApplicant',
    body: z.object({ comment, taskId: id, toUserId: id }),
    answer: decided,
  }),
  colleagues: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/approval-task/colleagues',
    permission: 'login',
    summary: 'People of the tenant whom a task can go to, by name',
    query: z.object({ ...pageQuery, search: text(100).optional() }),
    answer: pageOf(person),
  }),
  waiting: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/approval-task/count',
    permission: 'login',
    summary: 'How many tasks wait for the caller',
    answer: z.object({ waiting: z.int() }),
  }),
  process: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/approval-process/{id}',
    permission: 'login',
    summary: 'An approval with its timeline, for its applicant, whoever was asked, and those it was copied to',
    answer: approvalProcess,
  }),
  withdraw: defineCall({
    method: 'PUT',
    trail: FORM_CODES,
    path: '/wfpf/v1/{t}/approval-process/withdraw/{id}',
    permission: 'login',
    summary: 'Takes back what the caller submitted, while it is in approval. Fails with error.approval.ended, error.approval.notApplicant',
    body: z.object({ comment }),
    answer: z.object({ processId: z.int(), processState: wireState }),
  }),
  resubmit: defineCall({
    method: 'PUT',
    trail: FORM_CODES,
    path: '/wfpf/v1/{t}/approval-process/resubmit/{id}',
    permission: 'login',
    summary:
      "Submits a rejected document again as it stands, in a new round, by the newest version of its flow. Needs the form's own submit code",
    body: z.object({ picked }),
    answer: z.object({ processId: z.int(), processState: wireState }),
  }),
})

export const approvalsTopic = defineTopic({
  pattern: 'user/{userId}/approvals',
  payload: z.object({
    at: z.int(),
    tenantId: z.int(),
    processId: z.int(),
    /** `arrived` a task waits for the user; `closed` one no longer does; `copied`; `moved` an own submission went on or ended. */
    what: z.enum(['arrived', 'closed', 'copied', 'moved']),
    /** How many tasks wait for the user now. */
    waiting: z.int(),
  }),
  summary: 'Something of the approval tab changed for a user: a task arrived or left, a copy came, an own submission moved',
  access: { console: 'login' },
})
export type ApprovalsWord = TopicPayload<typeof approvalsTopic>
