import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { amount, day, longText, neededDay, neededReference, neededText, patterned, quantity, stages } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { FIRST_DAY, id, integer, LAST_DAY, moment, pageOf, pageQuery, text } from '../core/values.ts'
import { MOST_STAGES } from '../organization/variety.ts'
import { ACTIVITY_WRITERS } from './activityCodes.ts'
import { LOG } from './logCodes.ts'
import { PLAN_WRITERS } from './planCodes.ts'
import { daysBetween } from './stage.ts'
import { TASK_WRITERS } from './taskCodes.ts'

/** Where a batch stands: what is planned stands nowhere yet; `closed` and `failed` stand nowhere any more. */
export const BATCH_STATES = ['planned', 'growing', 'harvesting', 'closed', 'failed'] as const
export type BatchState = (typeof BATCH_STATES)[number]
/** What a person does with a batch. */
export const BATCH_VERBS = ['begin', 'harvest', 'close', 'fail', 'reopen'] as const
export type BatchVerb = (typeof BATCH_VERBS)[number]

const growth = z.object({
  /** Whole days since it began, and how many it grows in all. */
  elapsed: z.int(),
  total: z.int().nullable(),
  /** Days beyond those that it grows. */
  over: z.int(),
  /** Its stage, by its place among them from 0, and which day of it this is. */
  stage: z.int().nullable(),
  day: z.int().nullable(),
})

/**
 * What stands on a plot for one season: plants, fish or animals of one variety. `part` is how much of the plot it takes, in mu (666.67 m2),
 * null: all of it; several batches stand on a plot side by side. Days are of the calendar, YYYY-MM-DD.
 */
export const batch = defineResource({
  // Its plans and their tasks go with it.
  trail: ['batch', 'plan', 'task'],
  name: 'batch',
  area: 'farm',
  path: '/wfpf/v1/{t}/batch',
  idName: 'batchId',
  shape: 'body',
  title: 'batchName',
  repeats: true,
  code: 'wfpf.farm.farm.batch',
  offeredTo: [
    'wfpf.farm.agricultural.shipment',
    'wfpf.farm.agricultural.shipment.ps.create',
    'wfpf.farm.agricultural.shipment.ps.edit',
    ...TASK_WRITERS,
    ...ACTIVITY_WRITERS,
    LOG,
    ...PLAN_WRITERS,
  ],
  searchable: ['batchName', 'batchNo'],
  unique: ['batchNo'],
  fields: {
    batchName: neededText(60),
    batchNo: patterned(/^[A-Za-z0-9_-]{1,30}$/, 'code'),
    areaId: neededReference('area'),
    landId: neededReference('land'),
    varietyId: neededReference('variety'),
    part: quantity('mu'),
    startsOn: neededDay(),
    harvestOn: day(),
    expectedYield: quantity('kg'),
    density: quantity('/mu'),
    headCount: amount('', 1, 100_000_000),
    /** In which it grows: those that its variety had when it was made, unless others are said. */
    stages: stages(MOST_STAGES),
    remark: longText(500),
  },
  derived: {
    /** When it began to stand on its plot and when that ended, ms UTC; null: not yet. */
    startedAt: z.int().nullable(),
    endedAt: z.int().nullable(),
    /** Why it failed or was closed, where somebody said it. */
    endReason: z.string().nullable(),
    /** How far it has grown, today or when it ended, in days of the tenant's zone; null: it has not begun. */
    growth: growth.nullable(),
    /** Its harvest was begun within a safety interval of its plot: the first day on which it would have been safe, YYYY-MM-DD. */
    safeFrom: z.string().nullable(),
    /** What its plot keeps, where that is fish or animals. */
    nurtureKind: z.enum(['pond', 'animal']).nullable(),
  },
  // What is issued to its plot or sprayed there flags a harvest that was begun.
  follows: ['land', 'activity', 'materialShipment'],
  states: { batchState: BATCH_STATES },
  actions: ({ path, codes }) => ({
    act: defineCall({
      method: 'PUT',
      trail: ['batch', 'land'],
      path: `${path}/act` as const,
      permission: codes.edit,
      summary:
        'Begins, harvests, closes, fails or reopens a batch; `at` (ms UTC) is when that was, now unless told. A failure has a reason',
      body: z.object({
        batchId: id,
        objectVersionNumber: integer(1, 2_000_000_000),
        verb: z.enum(BATCH_VERBS),
        at: moment.optional(),
        reason: text(500).optional(),
      }),
      answer: z.literal(1),
    }),
  }),
})
export type Batch = z.infer<typeof batch.record>

/** A variety that stands somewhere now: how many batches, on how much ground (mu), and what they are to yield (kg). */
const standingVariety = z.object({
  varietyId: z.int(),
  name: z.string(),
  varietyImage: z.string().nullable(),
  batches: z.int(),
  measure: z.string(),
  expectedYield: z.string(),
})

/** A batch with what was planned of it and how far it is. Days are of the calendar, YYYY-MM-DD, in the tenant's zone. */
const plannedBatch = z.object({
  batchId: z.int(),
  batchName: z.string(),
  areaId: z.int(),
  landId: z.int(),
  landName: z.string(),
  varietyName: z.string(),
  batchState: z.enum(BATCH_STATES),
  startsOn: z.string(),
  harvestOn: z.string().nullable(),
  startedAt: z.int().nullable(),
  endedAt: z.int().nullable(),
  /** From its first day on, or from the day on which it truly began; `to` is the last day of each. */
  stages: z.array(z.object({ name: z.string(), days: z.int(), from: z.string(), to: z.string() })),
  growth: growth.nullable(),
  /** Of the days that it grows, at most 100; null: it has not begun, or nobody has said how long it grows. */
  daysPercent: z.int().nullable(),
  expectedYield: z.string().nullable(),
  /** What was harvested so far, kg, as far as it is a weight; it may be more than was expected. */
  harvestedKg: z.string(),
  yieldPercent: z.int().nullable(),
  /** Its tasks, without those that were cancelled; `done` are finished or accepted, `overdue` are open beyond their time. */
  tasks: z.object({ total: z.int(), done: z.int(), overdue: z.int() }),
  /** The newest plan that runs for it, and how far that is by the weight of its tasks; null: none does. */
  plan: z.object({ planId: z.int(), planName: z.string(), percent: z.int().nullable() }).nullable(),
})
export type PlannedBatch = z.infer<typeof plannedBatch>

/** A batch as a bar among the plots. Days are of the calendar, YYYY-MM-DD, in the tenant's zone. */
const seasonBatch = z.object({
  batchId: z.int(),
  objectVersionNumber: z.int(),
  batchName: z.string(),
  varietyName: z.string(),
  landId: z.int(),
  batchState: z.enum(BATCH_STATES),
  startsOn: z.string(),
  harvestOn: z.string().nullable(),
  /** The day on which it truly began, else on which it is to; and on which it ended, else on which its harvest is expected; null: nobody knows. */
  from: z.string(),
  to: z.string().nullable(),
})
export type SeasonBatch = z.infer<typeof seasonBatch>
/** The most batches and the most days of one picture. */
export const MOST_IN_SEASON = 2000
const LONGEST_SEASON = 1100
const seasonDay = z.iso.date().refine((given) => given >= FIRST_DAY && given <= LAST_DAY, 'invalid')

export const batchCalls = {
  ...batch.calls,
  ...batch.actions,
  plan: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/batch/plan',
    permission: batch.code,
    summary: 'Batches with their plan and how far they are: stages by day, days, yield and tasks; the one that starts first comes first',
    query: z.object({ ...pageQuery, areaId: id.optional(), landId: id.optional(), batchState: z.enum(BATCH_STATES).optional() }),
    answer: pageOf(plannedBatch),
    follows: ['batch', 'land', 'variety', 'task', 'plan'],
  }),
  season: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/batch/season',
    permission: batch.code,
    summary: `The plots of a base and what stands, stood or is to stand on them within days of the calendar, at most ${LONGEST_SEASON} of them; at most ${MOST_IN_SEASON} batches, the first first, \`left\` says how many are left out`,
    query: z
      .object({ areaId: id, from: seasonDay, to: seasonDay })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'beforeStart' })
      .refine(({ from, to }) => daysBetween(from, to) < LONGEST_SEASON, { path: ['to'], error: 'tooLate' }),
    answer: z.object({ plots: z.array(z.object({ landId: z.int(), landName: z.string() })), batches: z.array(seasonBatch), left: z.int() }),
    follows: ['batch', 'land', 'variety'],
  }),
  move: defineCall({
    method: 'PUT',
    trail: ['batch', 'plan', 'task'],
    path: '/wfpf/v1/{t}/batch/move',
    permission: batch.codes.edit,
    summary:
      'Moves a batch in time, and one that is planned to another plot of its base: its plans that run move with its first day. What stands keeps its plot and its first day. Answers 1',
    body: z.object({
      batchId: id,
      objectVersionNumber: integer(1, 2_000_000_000),
      startsOn: batch.fields.startsOn.schema,
      harvestOn: batch.fields.harvestOn.schema,
      landId: id,
    }),
    answer: z.literal(1),
  }),
  varieties: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/batch/variety/page',
    permission: batch.code,
    summary: 'The varieties that stand on plots now, with their batches, their ground and what they are to yield',
    query: z.object({ ...pageQuery, areaId: id.optional() }),
    answer: pageOf(standingVariety),
    follows: ['batch', 'land', 'variety'],
  }),
}
