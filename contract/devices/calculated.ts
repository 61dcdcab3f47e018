import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, text } from '../core/values.ts'
import { DEVICE_READERS, deviceActors } from './deviceType.ts'
import { collectItem } from './collect.ts'
import { FORMULA_NAMES } from './formula.ts'

const READ = DEVICE_READERS
const EDIT = deviceActors('edit')

const formula = z.enum(FORMULA_NAMES)
/** Items of the same device, none of them calculated; a formula of one source has no second. */
const sources = { firstId: id, secondId: id.nullable().default(null) }

export const calculatedCalls = {
  make: defineCall({
    method: 'POST',
    trail: ['calculation', 'item'],
    path: '/wfpe/v1/{t}/device/gateway/{id}/calculated',
    permission: EDIT,
    summary:
      'Adds an item to a device that is calculated from others of it, from their next readings on. Fails with error.item.tooMany, and beside the source that does not fit',
    body: z.object({ formula, ...sources, name: text(60).nullable().default(null) }),
    answer: collectItem,
  }),
  change: defineCall({
    method: 'PUT',
    trail: ['calculation', 'item'],
    path: '/wfpe/v1/{t}/device/calculated',
    permission: EDIT,
    summary: 'Calculates an item from other sources, or in another way, from their next readings on',
    body: z.object({ id, formula, ...sources, objectVersionNumber: integer(1, 2_000_000_000) }),
    answer: collectItem,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: ['calculation', 'item'],
    path: '/wfpe/v1/{t}/device/calculated/{id}',
    permission: EDIT,
    summary: 'Removes a calculated item with its history. Fails with error.item.notCalculated',
    query: z.object({ objectVersionNumber: integer(1, 2_000_000_000) }),
    answer: z.literal(1),
  }),
  trial: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/calculated/trial',
    permission: READ,
    summary:
      'What a calculated item would give now, by what is stored of its sources. `ts` ms UTC of the newest of them, null before there is any',
    query: z.object({ formula, firstId: id, secondId: id.optional() }),
    answer: z.object({ ts: z.int().nullable(), value: z.number().nullable(), unit: z.string().nullable() }),
    follows: ['item'],
  }),
}
