import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, moment, pageOf, pageQuery, requiredText } from '../core/values.ts'
import { ALARM_RULES_EDIT, ALARMS_READ } from './permission.ts'

/** Work is planned: what these devices (or a whole base, with null) raise in that time is listed and told to nobody. */
const facts = {
  areaId: id,
  deviceIds: z.array(id).min(1).max(500).nullable(),
  startsAt: moment,
  endsAt: moment,
  reason: requiredText(200),
}
export const alarmSilence = z.object({
  id: z.int(),
  ...facts,
  by: z.string().nullable(),
  createdAt: z.int(),
})
export type AlarmSilence = z.infer<typeof alarmSilence>

/** The longest a silence may last, in ms: what is silenced for ever is a rule to be switched off. */
export const LONGEST_SILENCE_MS = 31 * 86_400_000

const path = '/wfpe/v1/{t}/alarm/silence' as const
export const alarmSilenceCalls = {
  page: defineCall({
    method: 'GET',
    path,
    permission: ALARMS_READ,
    summary: 'Silences of a base, the ones that end last first',
    query: z.object({ ...pageQuery, areaId: id }),
    answer: pageOf(alarmSilence),
    follows: ['alarmSilence'],
  }),
  add: defineCall({
    method: 'POST',
    trail: 'alarmSilence',
    path,
    permission: ALARM_RULES_EDIT,
    summary:
      'Makes a silence. Fails beside `endsAt` where it ends before it starts, is past or lasts longer than 31 days; error.alarm.scope where a device is none of the base',
    body: z.object(facts),
    answer: alarmSilence,
  }),
  end: defineCall({
    method: 'PUT',
    trail: 'alarmSilence',
    path: `${path}/{id}/end`,
    permission: ALARM_RULES_EDIT,
    summary: 'Ends a silence now; what is active and was kept quiet by it is told. Answers 1',
    answer: z.literal(1),
  }),
}
