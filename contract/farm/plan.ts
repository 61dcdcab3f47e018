import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { longText, neededDay, neededReference, neededText, quantity } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { id, integer, text } from '../core/values.ts'
import { PLANS } from './planCodes.ts'
import { TASK_LATENESS, TASK_STATES } from './task.ts'
import { taskIssue, taskMaterialAnswer } from './taskMaterial.ts'

export const PLAN_STATES = ['running', 'ended'] as const

/** The weight of the tasks that were accepted, of those that are to be done: without the cancelled and the ended ones. `percent`: null where there are none. */
const progress = z.object({ accepted: z.int(), total: z.int(), percent: z.int().nullable() })
export type Progress = z.infer<typeof progress>

/** How far a plan is, by the weight of its tasks; whole percents, rounded down, so that only what is done is 100. */
export const progressOf = (accepted: number, total: number): Progress => ({
  accepted,
  total,
  percent: total === 0 ? null : Math.floor((accepted * 100) / total),
})

/**
 * What is to be done for a batch: a copy of a package, made when the plan is. Its tasks are tasks of the batch; `plantingArea` is what
 * quantities a mu are multiplied by. When its first day moves, what nobody began or moved by hand moves by as many days.
 */
export const plan = defineResource({
  trail: ['plan', 'task'],
  name: 'plan',
  area: 'farm',
  path: '/wfpf/v1/{t}/plan',
  idName: 'planId',
  shape: 'body',
  title: 'planName',
  repeats: true,
  code: PLANS,
  searchable: ['planName'],
  fields: {
    planName: neededText(60),
    areaId: neededReference('area'),
    batchId: neededReference('batch'),
    packageId: neededReference('planPackage'),
    startsOn: neededDay(),
    /** What the batch takes of its plot, unless it is said. */
    plantingArea: quantity('mu'),
    /** What the package expects of so much ground, unless it is said. */
    estimatedOutput: quantity('kg'),
    remark: longText(500),
  },
  derived: {
    varietyName: z.string(),
    landName: z.string(),
    /** The last day of its last subplan, YYYY-MM-DD. */
    endsOn: z.string(),
    endedAt: z.int().nullable(),
    progress,
    /** Of its tasks: how many there are, how many were accepted, and how many are open beyond their time. */
    tasks: z.object({ total: z.int(), accepted: z.int(), overdue: z.int() }),
    /** What was harvested of its batch so far, kg, as far as it is a weight. */
    harvestedKg: z.string(),
  },
  states: { planState: PLAN_STATES },
  follows: ['task'],
  actions: ({ path, codes }) => ({
    end: defineCall({
      method: 'PUT',
      trail: ['plan', 'task'],
      path: `${path}/end` as const,
      permission: codes.edit,
      summary: 'Ends a plan: tasks that nobody began go, all others stay. Answers how many went',
      body: z.object({ planId: id, objectVersionNumber: integer(1, 2_000_000_000), reason: text(500).optional() }),
      answer: z.int(),
    }),
  }),
})
export type Plan = z.infer<typeof plan.record>

const plannedTask = z.object({
  taskId: z.int(),
  taskNo: z.string(),
  taskName: z.string(),
  taskState: z.enum(TASK_STATES),
  lateness: z.enum(TASK_LATENESS),
  leaderName: z.string().nullable(),
  weight: z.int(),
  harvestFlag: z.int(),
  harvestKg: z.string().nullable(),
  /** As the plan has it, and as it is now: ms UTC. They differ where somebody moved it by hand. */
  plannedStartsAt: z.int(),
  plannedDueAt: z.int(),
  startsAt: z.int(),
  dueAt: z.int(),
  startedAt: z.int().nullable(),
  finishedAt: z.int().nullable(),
  materials: z.array(taskMaterialAnswer),
  issue: taskIssue.nullable(),
})
export type PlannedTask = z.infer<typeof plannedTask>

export const planCalls = {
  ...plan.calls,
  ...plan.actions,
  info: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/plan/{id}/info',
    permission: PLANS,
    summary: 'The subplans of a plan with their days, how far each is, and their tasks: as planned, and as they are',
    answer: z.array(
      z.object({
        subplanId: z.int(),
        name: z.string(),
        /** Its first and its last day, YYYY-MM-DD. */
        from: z.string(),
        to: z.string(),
        progress,
        tasks: z.array(plannedTask),
      }),
    ),
    follows: ['plan', 'batch', 'task', 'worker', 'product', 'stock', 'materialShipment'],
  }),
}
