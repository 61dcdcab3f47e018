import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { DEVICE_READERS } from './deviceType.ts'

/** How long it ran, and for how long that is not known since its device was away, ms. */
const ran = z.object({ onMs: z.int(), unknownMs: z.int() })
export type Ran = z.infer<typeof ran>

const runHours = z.object({
  switchId: z.int(),
  /** From what on the device's words are kept, ms UTC; null where there are none. */
  since: z.int().nullable(),
  today: ran,
  week: ran,
  all: ran,
})
export type RunHours = z.infer<typeof runHours>

export const runHoursCalls = {
  read: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/run-hours',
    permission: DEVICE_READERS,
    summary:
      'How long each circuit of a device ran: since midnight in the zone of the tenant, in the last 7 days, and in all that is kept. Time in which the device was away counts as unknown, not as run',
    answer: z.array(runHours),
    follows: ['switch', 'gateway'],
  }),
}
