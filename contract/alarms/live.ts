import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { defineTopic } from '../core/topic.ts'
import { id } from '../core/values.ts'
import { alarmFace } from './alarm.ts'
import { ALARMS_READ } from './permission.ts'

/** [alarmId, when it changed (ms UTC), how it stands; null where it is no longer open: cleared and acknowledged] */
const row = z.tuple([z.int(), z.int(), alarmFace.nullable()])

/** `seq` counts per base from the server's start: a gap, or a new start, means fetch the snapshot. */
export const liveAlarms = defineTopic({
  pattern: 'live/{t}/{areaId}/alarms',
  payload: z.object({ at: z.int(), seq: z.int(), start: z.int(), v: z.array(row) }),
  summary: 'Alarms of a base that came, went or were handled: [alarmId, at (ms UTC), how it stands; null where it is no longer open]',
  access: { console: [ALARMS_READ] },
})

export const alarmLiveCalls = {
  snapshot: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/alarm/live',
    permission: ALARMS_READ,
    summary: 'Every alarm of a base that is active or that nobody acknowledged, as the rows of its live topic',
    query: z.object({ areaId: id }),
    answer: z.object({ alarms: z.array(row) }),
  }),
}
