import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import {
  choice,
  choiceOrNone,
  color,
  neededReference,
  neededText,
  polygon,
  quantity,
  reference,
  setting,
  switchedFlag,
} from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { id, integer, pageOf, pageQuery } from '../core/values.ts'
import { BATCH_STATES } from './batch.ts'

export const LAND_TYPES = ['greenhouse', 'orchard', 'field', 'nurture'] as const
export type LandType = (typeof LAND_TYPES)[number]
export const NURTURE_KINDS = ['pond', 'animal'] as const
/** LAND-07: planted while a batch stands on it, resting while it is disabled, else free. */
export const LAND_STATES = ['free', 'planted', 'resting'] as const

/** A plot. `landProfile` is a ring of [longitude, latitude], WGS84, not closed; `landMeasure` is in mu (666.67 m2), null: as the outline says. */
export const land = defineResource({
  trail: ['land', 'batch'],
  name: 'land',
  area: 'farm',
  path: '/wfpf/v1/{t}/land',
  idName: 'landId',
  shape: 'body',
  offline: 'read',
  title: 'landName',
  code: 'wfpf.farm.farm.land',
  searchable: ['landName'],
  readers: 'login',
  fields: {
    landName: neededText(60),
    areaId: neededReference('area'),
    landType: choice(LAND_TYPES),
    nurtureKind: choiceOrNone(NURTURE_KINDS),
    landProfile: polygon(),
    landMeasure: quantity('mu'),
    varietyId: reference('variety'),
    profileColor: color(),
    outlineColor: color(),
    outlineWidth: setting('px', 0, 20, 2),
    opacity: setting('', 0, 1, 0.35),
    enabledFlag: switchedFlag(1),
  },
  // What is issued to it, and taken back, moves the day of its harvest.
  follows: ['materialShipment', 'batch', 'activity'],
  derived: {
    landCenter: z.string().nullable(),
    /** The first day of harvest by all that was issued to it (YYYY-MM-DD, the tenant's zone), past or to come. */
    safeFrom: z.string().nullable(),
    /** Of what began to stand here last. */
    variety: z.object({ name: z.string(), varietyImage: z.string().nullable() }).nullable(),
    /** What stands here now, the oldest first; `part` in mu, null: the whole plot. */
    batches: z.array(
      z.object({
        batchId: z.int(),
        batchName: z.string(),
        varietyName: z.string(),
        part: z.string().nullable(),
        batchState: z.enum(BATCH_STATES),
        startedAt: z.int(),
      }),
    ),
  },
  states: { landState: LAND_STATES },
  actions: ({ path, codes }) => ({
    free: defineCall({
      method: 'POST',
      trail: ['land', 'batch'],
      path: `${path}/free` as const,
      permission: codes.edit,
      summary: 'Ends what stands on a plot; the plot is free then. Answers 1',
      body: z.object({ landId: id, objectVersionNumber: integer(1, 2_000_000_000) }),
      answer: z.literal(1),
    }),
  }),
})
export type Land = z.infer<typeof land.record>

/** What stood on a plot from when to when (ms UTC); `endedAt` null: it still does. */
export const landPeriod = z.object({
  id: z.int(),
  landId: z.int(),
  landName: z.string(),
  batchName: z.string(),
  varietyId: z.int().nullable(),
  varietyName: z.string(),
  startedAt: z.int(),
  endedAt: z.int().nullable(),
})

/** Something of the rotation of a plot; days are of the calendar, `to` is the last one, planned where it has not ended. */
const rotationBatch = z.object({
  batchId: z.int(),
  batchName: z.string(),
  varietyName: z.string(),
  cropId: z.int().nullable(),
  cropName: z.string().nullable(),
  part: z.string().nullable(),
  batchState: z.enum(BATCH_STATES),
  from: z.string(),
  to: z.string().nullable(),
  /** It is of the crop of one that ended last before it, on ground where crops change. */
  follows: z.boolean(),
})
export type RotationBatch = z.infer<typeof rotationBatch>

export const landCalls = {
  ...land.calls,
  ...land.actions,
  unBound: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/land/un-bound/{id}',
    permission: 'login',
    summary: 'The enabled plots of a base on which nothing stands',
    answer: z.array(land.record),
    follows: ['land', 'variety', 'batch'],
  }),
  history: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/land/history',
    permission: land.code,
    summary: 'What stood on plots and when, newest first',
    query: z.object({ ...pageQuery, landId: id.optional(), areaId: id.optional() }),
    answer: pageOf(landPeriod),
    follows: ['land', 'variety', 'batch'],
  }),
  rotation: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/land/rotation',
    permission: land.code,
    summary: 'What stood on a plot, stands there and is planned, the first first, and what follows its own crop',
    query: z.object({ landId: id }),
    answer: z.array(rotationBatch),
    follows: ['land', 'variety', 'crop', 'batch'],
  }),
}
