import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id } from '../core/values.ts'
import { holdSeconds } from './command.ts'
import { DEVICE_READERS } from './deviceType.ts'
import { CONTROL } from './switch.ts'

/** A person turned a circuit, and until then no flow and no alarm turns it. */
export const manualHold = z.object({
  switchId: z.int(),
  until: z.int(),
  /** By name; null where that person is no more. */
  by: z.string().nullable(),
})
export type ManualHold = z.infer<typeof manualHold>

const path = '/wfpe/v1/{t}/device/manual-hold' as const
export const manualHoldCalls = {
  list: defineCall({
    method: 'GET',
    path,
    permission: DEVICE_READERS,
    summary: 'The circuits of a base, or of one device, that a person holds now',
    query: z.object({ areaId: id, deviceId: id.optional() }),
    answer: z.array(manualHold),
    follows: ['manualHold'],
  }),
  set: defineCall({
    method: 'PUT',
    trail: { untold: 'logged' },
    path: `${path}/{switchId}`,
    permission: CONTROL,
    summary:
      'Holds a circuit for so long from now on, whoever held it; 0 gives it back to the flows. Answers what is held, null where nothing is',
    body: z.object({ seconds: holdSeconds }),
    answer: manualHold.nullable(),
  }),
}
