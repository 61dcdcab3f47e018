import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id } from '../core/values.ts'
import { CONTROL } from './switch.ts'

/**
 * The emergency stop of a base. While it stands everything that is off when nobody is there (pumps, valves, lamps, doses) is turned off,
 * also what comes back meanwhile, and nothing of it starts, whoever asks. Aerators go on until `aeratorsAt`: fish die without them.
 */
export const emergencyStop = z.object({
  areaId: z.int(),
  areaName: z.string(),
  pressedAt: z.int(),
  pressedBy: z.string(),
  aeratorsAt: z.int().nullable(),
  aeratorsBy: z.string().nullable(),
  /** How many circuits and doses still run though they are to stop: not reached yet, or away. */
  running: z.int(),
})
export type EmergencyStop = z.infer<typeof emergencyStop>

const path = '/wfpe/v1/{t}/device/emergency-stop' as const
export const emergencyStopCalls = {
  list: defineCall({
    method: 'GET',
    path,
    permission: 'login',
    summary: 'The emergency stops that stand in the bases that the caller may see',
    answer: z.array(emergencyStop),
    follows: ['emergencyStop', 'switch', 'command'],
  }),
  press: defineCall({
    method: 'POST',
    trail: 'emergencyStop',
    path,
    permission: CONTROL,
    summary:
      'Stops a base; pressed again with `aerators` it stops the aerators too. Where it stands already it stays as it is. Answers it once it stands, before everything has stopped',
    body: z.object({ areaId: id, aerators: z.boolean() }),
    answer: emergencyStop,
  }),
  lift: defineCall({
    method: 'PUT',
    trail: 'emergencyStop',
    path: `${path}/{areaId}/lift`,
    permission: CONTROL,
    summary: 'Lifts the emergency stop of a base; what was stopped stays off. Answers 1, also where none stands',
    answer: z.literal(1),
  }),
}
