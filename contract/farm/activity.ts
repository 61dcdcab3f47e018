import { z } from 'zod'
import { choice, images, lines, longText, neededReference, neededText, neededTime, quantity, reference, shortText } from '../core/field.ts'
import { millionths } from '../core/exact.ts'
import type { FieldFaultKey } from '../core/fieldFault.ts'
import { defineResource } from '../core/resource.ts'
import { defineCall } from '../core/call.ts'
import { id } from '../core/values.ts'
import { ACTIVITY, ACTIVITY_WRITERS } from './activityCodes.ts'

/** What is done on a plot, and what is seen there. */
export const ACTIVITY_KINDS = [
  'sow',
  'fertilise',
  'spray',
  'irrigate',
  'prune',
  'harvest',
  'feed',
  'treat',
  'observe',
  'soilTest',
  'other',
] as const

/** Why there is no weather of a moment: the base has no station, or none that measured within the hour before. */
export const NO_WEATHER = ['none', 'silent'] as const
/** What a station measures of the weather, in the order in which it is told. */
export const WEATHER_ITEMS = ['temperature', 'humidity', 'windSpeed', 'windDirection', 'rain', 'light'] as const

const MOST_WORKERS = 50
const MOST_MATERIALS = 30
const HOURS_OF_DAY = millionths('24')!
const MOST_USED = millionths('1000000')!
const positive = (most: bigint, fault: FieldFaultKey) =>
  z.string().refine((given) => (millionths(given) ?? 0n) > 0n && millionths(given)! <= most, fault)

const workerLine = z.object({ workerId: id, hours: positive(HOURS_OF_DAY, 'hoursWorked') })
const materialLine = z.object({
  productId: id,
  /** In the unit in which the product is kept. */
  quantity: positive(MOST_USED, 'quantityUsed'),
  /** The issue of materials that it came from: what is counted there is the same quantity. */
  issueId: id.nullable().default(null),
})
const workerAnswer = z.object({ workerId: z.int(), workerName: z.string(), hours: z.string() })
const materialAnswer = z.object({
  productId: z.int(),
  productName: z.string(),
  unit: z.string(),
  quantity: z.string(),
  /** A mu of the plot, or of the part that the batch takes; null where nobody knows how large that is. */
  dose: z.string().nullable(),
  issueId: z.int().nullable(),
  issueCode: z.string().nullable(),
})
export type ActivityWorker = z.infer<typeof workerAnswer>
export type ActivityMaterial = z.infer<typeof materialAnswer>

const weather = z.object({
  station: z.string(),
  at: z.int(),
  values: z.array(z.object({ code: z.enum(WEATHER_ITEMS), value: z.number(), unit: z.string().nullable() })),
})
export type ActivityWeather = z.infer<typeof weather>

/**
 * What was done on a plot, by whom, with what, and in which weather. A spray of a product with a safety interval moves the day from which
 * the plot may be harvested.
 */
export const activity = defineResource({
  trail: 'activity',
  name: 'activity',
  area: 'farm',
  path: '/wfpf/v1/{t}/activity',
  idName: 'activityId',
  shape: 'body',
  offline: true,
  title: 'activityName',
  repeats: true,
  code: ACTIVITY,
  searchable: ['activityName', 'machine', 'remark'],
  fields: {
    activityName: neededText(60),
    activityKind: choice(ACTIVITY_KINDS),
    areaId: neededReference('area'),
    landId: neededReference('land'),
    batchId: reference('batch'),
    doneAt: neededTime(),
    workers: lines(workerLine, workerAnswer, MOST_WORKERS),
    materials: lines(materialLine, materialAnswer, MOST_MATERIALS),
    machine: shortText(100),
    harvested: quantity('kg'),
    pictures: images(9),
    remark: longText(500),
  },
  derived: {
    /** As the base's station measured it then; written when the activity is, and not typed. */
    weather: weather.nullable(),
    noWeather: z.enum(NO_WEATHER).nullable(),
    /** Of a harvest within a safety interval: the first day on which it would have been safe, YYYY-MM-DD. */
    safeFrom: z.string().nullable(),
  },
  follows: ['worker', 'product', 'materialShipment'],
  actions: ({ path }) => ({
    issues: defineCall({
      method: 'GET',
      path: `${path}/issues` as const,
      permission: ACTIVITY_WRITERS,
      summary:
        'What was issued to a plot and is named by no activity yet, by issue and product; an activity that is edited leaves itself out',
      query: z.object({ landId: id, activityId: id.optional() }),
      answer: z.array(
        z.object({ issueId: z.int(), issueCode: z.string(), productId: z.int(), unit: z.string(), left: z.string(), effectiveAt: z.int() }),
      ),
      follows: ['materialShipment', 'activity'],
      offline: true,
    }),
  }),
})
export type Activity = z.infer<typeof activity.record>
