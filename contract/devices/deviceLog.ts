import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { moment, pageOf, pageQuery } from '../core/values.ts'
import { presence } from './device.ts'
import { DEVICE_READERS } from './deviceType.ts'

/** From `at` (ms UTC, the server's clock) on a device was there, was not, or nobody knew; `until` null: it still is so. */
export const presenceChange = z.object({ id: z.int(), at: z.int(), presence, until: z.int().nullable() })

/** From `from` on (ms UTC) a device said that one of its parts has the fault of this number; `until` null: it still says so. */
export const faultSpell = z.object({
  itemId: z.int(),
  code: z.string(),
  name: z.string(),
  fault: z.int(),
  /** What that number means by the type of the device, in the caller's language; null where the type does not say. */
  meaning: z.string().nullable(),
  from: z.int(),
  until: z.int().nullable(),
})

/** From `startTime` to before `endTime`, ms UTC; the last 30 days without them. */
export const logQuery = { ...pageQuery, startTime: moment.optional(), endTime: moment.optional() }

export const deviceLogCalls = {
  online: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/online-log',
    permission: DEVICE_READERS,
    summary: 'When a device came and went, newest first; what was so as the range began is not in it',
    query: z.object({ ...logQuery, presence: presence.optional() }),
    answer: pageOf(presenceChange),
    follows: ['gateway'],
  }),
  fault: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/fault-log',
    permission: DEVICE_READERS,
    summary: 'What faults a device reported of itself or its parts, from when until when, newest first',
    query: z.object(logQuery),
    answer: pageOf(faultSpell),
    follows: ['item', 'gateway'],
  }),
}
