import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { moment } from '../core/values.ts'
import { DEVICE_READERS } from './deviceType.ts'
import { command } from './switch.ts'
import { SWITCH_KINDS } from './switchKind.ts'

/** At most so many changes, and so many commands, of a device stand in one answer: the newest. */
export const LANES_MOST = 2000
export const LANE_COMMANDS_MOST = 300

/** From `from` to before `to` (ms UTC) a circuit was `status`; null while its device was away or nothing was known of it. */
const stateSpan = z.object({ from: z.int(), to: z.int(), status: z.int().nullable() })
export type StateSpan = z.infer<typeof stateSpan>

const stateLane = z.object({
  switchId: z.int(),
  circuit: z.int(),
  name: z.string(),
  kind: z.enum(SWITCH_KINDS),
  /** Without a hole and without overlap from `since` to `until` of the answer, oldest first; neighbours differ. */
  spans: z.array(stateSpan),
})
export type StateLane = z.infer<typeof stateLane>

const stateLanes = z.object({
  /** From here on all is told, ms UTC: the start of the range, or later where more happened than one answer holds. */
  since: z.int(),
  /** The end of the range, or now where that is earlier. */
  until: z.int(),
  /** In order of circuit. */
  lanes: z.array(stateLane),
  /** What was asked of the device and its circuits, newest first. */
  commands: z.array(command),
})
export type StateLanes = z.infer<typeof stateLanes>

export const stateLanesCalls = {
  read: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/state-lanes',
    permission: DEVICE_READERS,
    summary:
      'What each circuit of a device was over a range, and what was asked of it. While the device was away its state is unknown. Fails with error.range.empty',
    query: z.object({ startTime: moment, endTime: moment }),
    answer: stateLanes,
    follows: ['switch', 'gateway', 'command'],
  }),
}
