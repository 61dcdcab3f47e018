import { z } from 'zod'
import { defineCall, type PermissionCode } from '../core/call.ts'
import { columnsOf } from '../core/columns.ts'
import { amountText } from '../core/decimal.ts'
import {
  choiceOr,
  lines,
  longText,
  neededReference,
  neededText,
  neededTime,
  reference,
  references,
  shortText,
  switchedFlag,
  texts,
} from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { repeatRule } from './recurrence.ts'
import { MATERIALS } from '../inventory/codes.ts'
import { TASKS } from './taskCodes.ts'
import { MOST_MATERIALS, taskIssue, taskMaterial, taskMaterialAnswer } from './taskMaterial.ts'
import { flag, id, integer, latitude, longitude, moment, pageOf, pageQuery, text, verbatim } from '../core/values.ts'

/** TASK-01. `accepted` is a finished one that was looked at and found good; overdue is told by the clock (`lateness`). */
export const TASK_STATES = ['unassigned', 'notStarted', 'ongoing', 'finished', 'accepted', 'cancelled', 'ended'] as const
export type TaskState = (typeof TASK_STATES)[number]
export const TASK_VERBS = ['assign', 'start', 'finish', 'adopt', 'reject', 'cancel', 'end'] as const
export type TaskVerb = (typeof TASK_VERBS)[number]
/** `overdue`: its day has passed and it is not finished; `late`: it was finished after its day. */
export const TASK_LATENESS = ['inTime', 'overdue', 'late'] as const
/** How much hangs on it for the farm. */
export const TASK_LEVELS = ['general', 'important', 'major'] as const
/** What is done first. */
export const TASK_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const

/** My tasks: whoever holds it leads and reports on what is theirs. */
export const MY_TASKS: PermissionCode = 'wfpf.farm.farm.task'

/** Who manages tasks: all that is not its leader's or its crew's. */
export const TASKS_EDIT: PermissionCode = `${TASKS}.ps.edit`

/** Photographs of one report. */
export const MOST_PROOFS = 9
/** What an act or a report of a task is told with. */
const proof = {
  /** When it was, ms UTC; now unless told. */
  at: moment.optional(),
  pictures: z.array(text(200)).max(MOST_PROOFS).default([]),
  place: z.object({ longitude, latitude }).optional(),
}
const MOST_STEPS = 30

const member = z.object({ workerId: z.int(), name: z.string(), userId: z.int().nullable() })
const step = z.object({ text: z.string(), doneAt: z.int().nullable(), doneBy: z.string().nullable() })

/** A work of the farm: what, where, by whom and from when to when (ms UTC). Who leads and who takes part are workers of its base. */
export const task = defineResource({
  trail: 'task',
  name: 'task',
  area: 'farm',
  path: '/wfpf/v1/{t}/task',
  idName: 'taskId',
  shape: 'body',
  offline: true,
  title: 'taskName',
  repeats: true,
  code: TASKS,
  readers: [MY_TASKS, TASKS],
  searchable: ['taskName'],
  fields: {
    taskName: neededText(80),
    taskTypeId: neededReference('taskType'),
    areaId: neededReference('area'),
    landId: reference('land'),
    batchId: reference('batch'),
    taskLevel: choiceOr(TASK_LEVELS, 'general'),
    priority: choiceOr(TASK_PRIORITIES, 'medium'),
    leaderId: reference('worker'),
    participants: references('worker', 30),
    startsAt: neededTime(),
    dueAt: neededTime(),
    description: longText(1000),
    steps: texts(MOST_STEPS, 120),
    proofFlag: switchedFlag(0),
    /** It is a harvest of its batch: whoever finishes it says how much it was, and accepting it records that. */
    harvestFlag: switchedFlag(0),
    closesBatch: switchedFlag(0),
    /** What it uses: when it is finished, the issue of that is drafted. */
    materials: lines(taskMaterial, taskMaterialAnswer, MOST_MATERIALS),
    /** The first task of a repetition says it; it begins with that task, and ends by a call of its own. */
    repeatRule: { ...shortText(200), schema: repeatRule.nullable().default(null) },
  },
  derived: {
    /** Its number among those of its type: `<code>-<n>`. */
    taskNo: z.string(),
    startedAt: z.int().nullable(),
    finishedAt: z.int().nullable(),
    /** How long after its time it was finished, ms; null: it was not, or in time. */
    lateBy: z.int().nullable(),
    /** What was harvested, kg, by who finished it; null: it is no harvest, or not finished. */
    harvestKg: z.string().nullable(),
    /** Why it was sent back, cancelled or ended. */
    reason: z.string().nullable(),
    leader: member.nullable(),
    crew: z.array(member),
    checklist: z.array(step),
    /** The plan that it is one of, with how much it weighs there. */
    plan: z.object({ planId: z.int(), planName: z.string(), weight: z.int() }).nullable(),
    /** The issue of what it uses, once it was finished; null: it uses nothing, or was not. */
    issue: taskIssue.nullable(),
    /** The repetition that it is one of: its first task, its rule, and when it was ended, ms UTC; null: it goes on. */
    repeats: z.object({ taskId: z.int(), rule: z.string(), endedAt: z.int().nullable() }).nullable(),
  },
  states: { taskState: TASK_STATES, lateness: TASK_LATENESS },
  follows: ['worker', 'plan', 'product', 'materialShipment'],
  actions: ({ path }) => ({
    act: defineCall({
      method: 'PUT',
      trail: ['task', 'batch', 'harvest', 'land', 'materialShipment'],
      path: `${path}/act` as const,
      permission: [MY_TASKS, TASKS_EDIT],
      summary:
        'Assigns, starts, finishes, adopts, rejects, cancels or ends a task. Its leader starts and finishes it; all else is for task management. Rejecting and ending have a reason, assigning has a leader',
      body: z.object({
        taskId: id,
        /** Left out by who could not see the newest: then the state alone decides. */
        objectVersionNumber: integer(1, 2_000_000_000).optional(),
        verb: z.enum(TASK_VERBS),
        leaderId: id.optional(),
        reason: text(500).optional(),
        /** What was harvested, kg: finishing a harvest says it. */
        harvestKg: amountText.optional(),
        ...proof,
      }),
      answer: z.literal(1),
    }),
  }),
})
export type Task = z.infer<typeof task.record>

/** What was done with a task, or told of it. */
const event = z.object({
  id: z.int(),
  /** A verb, or `report`: something told while it goes on. */
  what: z.enum([...TASK_VERBS, 'report']),
  at: z.int(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  pictures: z.array(z.string()),
  place: z.object({ longitude, latitude }).nullable(),
})
export type TaskEvent = z.infer<typeof event>

/** The most tasks of one stretch of time. */
export const MOST_IN_SPAN = 10_000
/** A task as a bar of a calendar. */
const bar = z.object({
  taskId: z.int(),
  objectVersionNumber: z.int(),
  taskName: z.string(),
  taskState: z.enum(TASK_STATES),
  lateness: z.enum(TASK_LATENESS),
  priority: z.enum(TASK_PRIORITIES),
  startsAt: z.int(),
  dueAt: z.int(),
  landId: z.int().nullable(),
  batchId: z.int().nullable(),
  leaderName: z.string().nullable(),
})
export type TaskBar = z.infer<typeof bar>

const follows = ['task', 'worker', 'plan', 'batch'] as const
export const taskCalls = {
  ...task.calls,
  ...task.actions,
  mine: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/task/mine',
    permission: MY_TASKS,
    persons: true,
    summary: 'The tasks that the caller leads or takes part in, the next first; with open=1 those that wait for somebody',
    query: z.object({ ...pageQuery, open: flag.optional(), search: text(100).optional() }),
    answer: pageOf(task.record),
    follows,
    offline: true,
  }),
  span: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/task/span',
    permission: [MY_TASKS, TASKS],
    summary: `The tasks that lie in a stretch of time (ms UTC, up to before \`to\`), the first first, without those that were cancelled; at most ${MOST_IN_SPAN}, one array a field, \`left\` says how many are left out`,
    query: z
      .object({ from: moment, to: moment, areaId: id.optional() })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'beforeStart' }),
    answer: z.object({ tasks: columnsOf(bar), left: z.int() }),
    follows,
  }),
  events: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/task/{id}/event',
    permission: [MY_TASKS, TASKS],
    summary: 'What was done with a task and told of it, newest first',
    query: z.object(pageQuery),
    answer: pageOf(event),
    follows,
    offline: true,
  }),
  report: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: '/wfpf/v1/{t}/task/report',
    permission: [MY_TASKS, TASKS_EDIT],
    summary: 'Tells something of an ongoing task, with photographs and the place; whoever leads it or takes part',
    body: z.object({
      taskId: id,
      note: text(500).default(''),
      ...proof,
    }),
    answer: z.literal(1),
  }),
  endRepetition: defineCall({
    method: 'PUT',
    trail: 'task',
    path: '/wfpf/v1/{t}/task/repetition/end',
    permission: TASKS_EDIT,
    summary: 'Ends the repetition that a task is one of; what is to come and was not begun goes. Answers how many went',
    body: z.object({ taskId: id }),
    answer: z.int(),
  }),
  issue: defineCall({
    method: 'POST',
    trail: 'materialShipment',
    path: '/wfpf/v1/{t}/task/issue',
    permission: `${MATERIALS.shipment}.ps.create`,
    summary:
      'Drafts the issue of what a finished task uses, where none stands, and takes a draft over that somebody else drafted: its applicant alone submits it. What hinders it the task says. Answers 1',
    body: z.object({ taskId: id }),
    answer: z.literal(1),
  }),
  tick: defineCall({
    method: 'PUT',
    trail: { untold: 'logged' },
    path: '/wfpf/v1/{t}/task/step',
    permission: [MY_TASKS, TASKS_EDIT],
    summary: 'A step of a task is done, or not yet; whoever leads it or takes part. Answers 1',
    body: z.object({ taskId: id, step: verbatim(120), done: flag, at: moment.optional() }),
    answer: z.literal(1),
  }),
}
