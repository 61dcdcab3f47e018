import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import type { ChangeName } from '../core/change.ts'
import { XLSX } from '../core/resource.ts'
import { id, integer, moment, pageOf, pageQuery, text } from '../core/values.ts'
import { rangeQuery } from '../devices/collect.ts'
import { newest } from '../devices/device.ts'
import { insectType, PEST, PEST_EDIT, TYPE_FOLLOWS } from './insectType.ts'

const path = '/wfpe/v1/{t}/insect-statistics'
const PEST_EXPORT = `${PEST}.ps.export` as const
const FOLLOWS: readonly ChangeName[] = ['insectPicture', 'insectObservation', 'insectType', 'gateway']

/** One lamp, or all that the caller may see, of a base where one is named. */
const narrowed = { ...rangeQuery, concentratorId: id.optional(), areaId: id.optional() }

/** One line of what was found: the insects of one kind on one picture, or what a person noted. */
const line = z.object({
  /** `p<picture>-<kind>` or `o<observation>`. */
  key: z.string(),
  source: z.enum(['picture', 'person']),
  /** Of what a person noted, which can be changed; null of a picture. */
  id: z.int().nullable(),
  pictureId: z.int().nullable(),
  concentratorId: z.int(),
  lampName: z.string(),
  /** null: counted, and of no known kind. */
  insectTypeId: z.int().nullable(),
  name: z.string(),
  insectQuantity: z.int(),
  /** ms UTC */
  observedAt: z.int(),
  note: z.string().nullable(),
  objectVersionNumber: z.int().nullable(),
})
export type InsectLine = z.infer<typeof line>

const noted = {
  concentratorId: id,
  insectTypeId: id,
  insectQuantity: integer(1, 99_999),
  observedAt: moment,
  note: text(200).nullable().default(null),
}
const share = z.object({ insectTypeId: z.int().nullable(), name: z.string(), insectQuantity: z.int() })

/**
 * What was found on pictures of lamps (their boxes that count) and what people noted: every call here answers from this one source. What a
 * lamp itself says (its reading `insects`) is another thing and never added to it.
 */
export const insectStatisticsCalls = {
  typeList: defineCall({
    method: 'GET',
    path: `${path}/type/list`,
    permission: PEST,
    summary: 'The kinds of insects that were found in a range, all kinds without one',
    query: z.object({ startTime: rangeQuery.startTime.optional(), endTime: rangeQuery.endTime.optional(), concentratorId: id.optional() }),
    answer: z.array(insectType),
    follows: FOLLOWS,
  }),
  typePage: defineCall({
    method: 'GET',
    path: `${path}/type/page`,
    permission: PEST,
    summary: 'The kinds of insects, by code',
    query: z.object({ ...pageQuery, name: text(60).optional() }),
    answer: pageOf(insectType),
    follows: TYPE_FOLLOWS,
  }),
  add: defineCall({
    method: 'POST',
    trail: 'insectNote',
    path,
    permission: PEST_EDIT,
    summary: 'Notes insects that a person counted at a lamp',
    body: z.object(noted),
    answer: line,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'insectNote',
    path,
    permission: PEST_EDIT,
    summary: 'Changes what a person noted; a stale version answers 409',
    body: z.object({ id, objectVersionNumber: integer(1, 2_000_000_000), ...noted }),
    answer: line,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'insectNote',
    path: `${path}/{id}`,
    permission: PEST_EDIT,
    summary: 'Deletes what a person noted; answers 1',
    answer: z.literal(1),
  }),
  trend: defineCall({
    method: 'GET',
    path: `${path}/trend`,
    permission: PEST,
    summary:
      "A lamp's insects by day (of the tenant's zone) and kind, oldest first; days without any have no line. Fails with error.range.empty",
    query: z.object({ ...rangeQuery, concentratorId: id }),
    answer: z.array(
      z.object({
        /** `YYYY-MM-DD` */
        creationDate: z.string(),
        ...share.shape,
        concentratorId: z.int(),
        tenantId: z.int(),
      }),
    ),
    follows: FOLLOWS,
  }),
  pieChart: defineCall({
    method: 'GET',
    path: `${path}/pie-chart`,
    permission: PEST,
    summary: 'The insects of a range by kind, the most first',
    query: z.object(narrowed),
    answer: z.array(share),
    follows: FOLLOWS,
  }),
  list: defineCall({
    method: 'GET',
    path: `${path}/list`,
    permission: PEST,
    summary: 'What was found, a line a picture and kind, with what people noted; the newest first',
    query: z.object({ ...pageQuery, ...narrowed, insectTypeId: id.optional() }),
    answer: pageOf(line),
    follows: FOLLOWS,
  }),
  count: defineCall({
    method: 'GET',
    path: `${path}/count`,
    permission: PEST,
    summary: 'How many insects were found in a range, how many of them of no known kind, on how many pictures and notes',
    query: z.object(narrowed),
    answer: z.object({ insectQuantity: z.int(), unclassified: z.int(), pictures: z.int(), notes: z.int() }),
    follows: FOLLOWS,
  }),
  export: defineCall({
    method: 'GET',
    path: `${path}/export`,
    permission: PEST_EXPORT,
    produces: XLSX,
    summary: 'The lines of a range as a spreadsheet, in the words of the caller; says beside `endTime` where they are too many',
    query: z.object(narrowed),
  }),
  aggregate: defineCall({
    method: 'GET',
    path: `${path}/aggregate`,
    permission: PEST,
    summary: 'The insects of a range by lamp, the most first; lamps without any stand last',
    query: z.object(narrowed),
    answer: z.array(z.object({ concentratorId: z.int(), name: z.string(), insectQuantity: z.int(), pictures: z.int() })),
    follows: FOLLOWS,
  }),
  pestStatistics: defineCall({
    method: 'GET',
    path: `${path}/pest-statistics`,
    permission: PEST,
    summary: 'Of each lamp what was found on its pictures, how its pictures stand, and, apart from it, what the lamp itself last said',
    query: z.object(narrowed),
    answer: z.array(
      z.object({
        concentratorId: z.int(),
        name: z.string(),
        insectQuantity: z.int(),
        pictures: z.int(),
        corrected: z.int(),
        waiting: z.int(),
        failed: z.int(),
        /** The newest reading `insects` of the lamp: its own sensor's word, not of the pictures. */
        said: newest.nullable(),
      }),
    ),
    follows: [...FOLLOWS, 'item'],
  }),
  trainingSet: defineCall({
    method: 'GET',
    path: `${path}/training-set`,
    permission: PEST_EXPORT,
    produces: 'application/zip',
    summary: 'The pictures of a range that people corrected, with their boxes, as a training set: annotations.json (COCO) and pictures',
    query: z.object(narrowed),
  }),
}
