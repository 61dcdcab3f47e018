import { z } from 'zod'
import { amountText } from '../core/decimal.ts'
import { choiceOr, lines, longText, MOST_GROWTH, neededText, quantity, reference, switchedFlag, texts } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { flag, id, requiredText, text } from '../core/values.ts'
import { PLAN_PACKAGES, PLAN_WRITERS } from './planCodes.ts'
import { TASK_PRIORITIES } from './task.ts'
import { MOST_MATERIALS } from './taskMaterial.ts'

/** The most subplans of a package, and the most tasks in all of them. */
export const MOST_SUBPLANS = 20
export const MOST_PLANNED_TASKS = 200
/** The most that one task weighs, and the most days that it takes. */
export const MOST_WEIGHT = 100
const MOST_TASK_DAYS = 366

const wholeDays = (min: number, max: number) => z.number().int('whole').min(min).max(max)

/** So much of a product: of each mu that is planted, or in all. */
export const packageMaterial = z.object({ productId: id, quantity: amountText, perMu: flag.default(1) })
/** A task of a subplan: it begins so many days after its subplan does, and takes so many days. */
const packageTask = z.object({
  taskName: requiredText(80),
  taskTypeId: id,
  offsetDays: wholeDays(0, MOST_GROWTH),
  days: wholeDays(1, MOST_TASK_DAYS),
  priority: choiceOr(TASK_PRIORITIES, 'medium').schema,
  /** How much of the plan's progress hangs on it, against the other tasks. */
  weight: wholeDays(1, MOST_WEIGHT).default(1),
  proofFlag: flag.default(0),
  harvestFlag: flag.default(0),
  closesBatch: flag.default(0),
  description: text(1000).nullable().default(null),
  steps: texts(30, 120).schema,
  materials: z
    .array(packageMaterial)
    .max(MOST_MATERIALS)
    .refine((all) => new Set(all.map(({ productId }) => productId)).size === all.length, 'doubled')
    .default([]),
})
/** A phase of the growth: from so many days after the plan begins, for so many days. Phases may overlap. */
export const subplan = z
  .object({
    name: requiredText(60),
    offsetDays: wholeDays(0, MOST_GROWTH),
    days: wholeDays(1, MOST_GROWTH),
    tasks: z.array(packageTask).max(MOST_PLANNED_TASKS).default([]),
  })
  .superRefine(({ days, tasks }, context) => {
    tasks.forEach(({ offsetDays }, at) => {
      if (offsetDays >= days) context.addIssue({ code: 'custom', message: 'beyondSubplan', path: ['tasks', at, 'offsetDays'] })
    })
  })
export type Subplan = z.output<typeof subplan>

const answered = z.object({
  name: z.string(),
  offsetDays: z.int(),
  days: z.int(),
  tasks: z.array(
    packageTask.extend({
      taskTypeName: z.string(),
      materials: z.array(z.object({ productId: z.int(), productName: z.string(), unit: z.string(), quantity: z.string(), perMu: flag })),
    }),
  ),
})
const subplans = lines(subplan, answered, MOST_SUBPLANS)
const rule = z
  .array(subplan)
  .max(MOST_SUBPLANS)
  .superRefine((all, context) => {
    const names = all.map(({ name }) => name)
    names.forEach((name, at) => {
      if (names.indexOf(name) < at) context.addIssue({ code: 'custom', message: 'doubled', path: [at, 'name'] })
    })
    if (all.reduce((sum, { tasks }) => sum + tasks.length, 0) > MOST_PLANNED_TASKS)
      context.addIssue({ code: 'custom', message: 'tooManyTasks' })
    const closing = all.flatMap(({ tasks }, at) => tasks.flatMap((task, nth) => (task.closesBatch === 1 ? [[at, nth] as const] : [])))
    for (const [at, nth] of closing.slice(1))
      context.addIssue({ code: 'custom', message: 'closesOnce', path: [at, 'tasks', nth, 'closesBatch'] })
  })
  .default([])

/** How something is grown, as a template: its subplans with their tasks and materials, and what a mu of it is to yield. */
export const planPackage = defineResource({
  trail: 'planPackage',
  name: 'planPackage',
  area: 'farm',
  path: '/wfpf/v1/{t}/planPackage',
  idName: 'packageId',
  shape: 'body',
  title: 'packageName',
  code: PLAN_PACKAGES,
  offeredTo: PLAN_WRITERS,
  searchable: ['packageName'],
  unique: ['packageName'],
  fields: {
    packageName: neededText(60),
    varietyId: reference('variety'),
    targetYield: quantity('kg/mu'),
    enabledFlag: switchedFlag(1),
    subplans: { ...subplans, schema: rule },
    remark: longText(500),
  },
  derived: {
    /** From the first day of the plan to the last of its subplans. */
    totalDays: z.int(),
    taskCount: z.int(),
  },
  follows: ['taskType', 'product'],
})
export type PlanPackage = z.infer<typeof planPackage.record>
