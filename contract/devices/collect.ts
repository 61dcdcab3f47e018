import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, moment, pageOf, pageQuery, text } from '../core/values.ts'
import { DEVICE_READERS, deviceActors } from './deviceType.ts'
import { FORMULA_NAMES } from './formula.ts'

const READ = DEVICE_READERS
const EDIT = deviceActors('edit')

/** The most items of one device. */
export const MAX_ITEMS = 500

/** A collect item (2§3). `newestTime` ms UTC; `low` and `high` bound its normal band, null where none is set. */
export const collectItem = z.object({
  id: z.int(),
  concentratorId: z.int(),
  deviceName: z.string(),
  code: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  newestData: z.number().nullable(),
  newestTime: z.int().nullable(),
  unit: z.string().nullable(),
  online: z.int(),
  description: z.string().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  hidden: z.int(),
  reportingPeriod: z.int(),
  /** Whether its readings are corrected as they come. */
  calibrated: z.boolean(),
  /** How the server makes its readings of those of other items; null where the device brings them. */
  calculation: z.object({ formula: z.enum(FORMULA_NAMES), sourceIds: z.array(z.int()) }).nullable(),
  objectVersionNumber: z.int(),
})
export type CollectItem = z.infer<typeof collectItem>

/** The most points a curve answers. */
export const MAX_CURVE_POINTS = 2000

/**
 * A curve as columns of the same order: `collectionTime` ms UTC (start of a bucket), `collectionData` its mean, and its least and greatest reading; null marks a gap.
 * Of what goes round (a direction, degrees) the mean is that of the vectors, and there is no least or greatest.
 */
export const curve = z.object({
  itemId: z.int(),
  name: z.string(),
  unit: z.string().nullable(),
  /** Milliseconds that a point stands for; 0 where every point is one reading. */
  bucket: z.int(),
  collectionTime: z.array(z.int()),
  collectionData: z.array(z.number().nullable()),
  min: z.array(z.number().nullable()),
  max: z.array(z.number().nullable()),
  /**
   * Of what goes round: how steady each point was, 0 to 1. Null at a value whose readings were joined before vectors were kept, and are gone: it is
   * their arithmetic mean, which may point anywhere. Null as a whole of everything else.
   */
  strength: z.array(z.number().nullable()).nullable(),
})
export type Curve = z.infer<typeof curve>

export const rangeQuery = {
  /** A moment in ms UTC, or `YYYY-MM-DD HH:mm:ss` in the tenant's zone. */
  startTime: z.union([moment, text(19)]),
  endTime: z.union([moment, text(19)]),
}

/** All that a person says of an item; what is left out is not set. */
const editedItem = z.object({
  id,
  name: text(60).nullable().default(null),
  unit: text(20).nullable().default(null),
  description: text(200).nullable().default(null),
  low: z.number().nullable().default(null),
  high: z.number().nullable().default(null),
  hidden: integer(0, 1).default(0),
  objectVersionNumber: integer(1, 2_000_000_000),
})
export type EditedItem = z.output<typeof editedItem>

export const curveQuery = {
  ...rangeQuery,
  /** Item ids joined by commas; without it every shown item of the device. */
  itemIds: text(2000).optional(),
  points: integer(2, MAX_CURVE_POINTS).default(800),
}

export const collectCalls = {
  collection: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/collection',
    permission: READ,
    summary: 'The collect items of a device with their newest readings',
    query: z.object(pageQuery),
    answer: pageOf(collectItem),
    follows: ['item', 'gateway'],
  }),
  delCollection: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/delCollection',
    permission: READ,
    summary: "The collect items that were taken off a device's page (hidden)",
    query: z.object(pageQuery),
    answer: pageOf(collectItem),
    follows: ['item', 'gateway'],
  }),
  areaCollection: defineCall({
    method: 'GET',
    path: '/wfpe/v2/{t}/device/collection',
    permission: READ,
    summary: 'The collect items of a base with their newest readings',
    query: z.object({ ...pageQuery, areaId: id.optional(), deviceType: text(40).optional() }),
    answer: pageOf(collectItem),
    follows: ['item', 'gateway'],
  }),
  editItem: defineCall({
    method: 'PUT',
    trail: 'item',
    path: '/wfpe/v1/{t}/device/collection',
    permission: EDIT,
    summary: 'Names a collect item, sets its unit, normal band, and whether it is shown',
    body: editedItem,
    answer: collectItem,
  }),
  editItems: defineCall({
    method: 'PUT',
    trail: 'item',
    path: '/wfpe/v2/{t}/device/concentrator/upd/res',
    permission: EDIT,
    summary: 'Does the same to many collect items of one device: to all of them or, where one cannot be changed, to none',
    body: z.object({ id, items: z.array(editedItem).min(1).max(MAX_ITEMS) }),
    answer: z.array(collectItem),
  }),
  curve: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/curve',
    permission: READ,
    summary:
      "History of a device's items: at most 2,000 points each, 100,000 in all, with least and greatest, gaps as nulls. Fails with error.range.empty",
    query: z.object(curveQuery),
    answer: z.array(curve),
    follows: ['item'],
  }),
  trend: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/trend',
    permission: READ,
    summary: 'The last hours of every shown item, at most 60 points each, for sparklines',
    query: z.object({ hours: integer(1, 48).default(6) }),
    answer: z.array(curve),
    follows: ['item'],
  }),
}
