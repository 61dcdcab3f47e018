import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id } from '../core/values.ts'
import { seen } from '../watch/condition.ts'
import { ALARM_RULES_EDIT } from './permission.ts'
import { watchLogic } from '../watch/logic.ts'

/** A dry run goes back so far. */
export const TRIAL_DAYS = 30
/** Alarms that a trial's answer lists for each version; beyond it they are only counted. */
export const MOST_TRIED = 1000

/** An alarm as a dry run found it. */
const tried = z.object({
  deviceId: z.int(),
  deviceName: z.string(),
  ordinal: z.int().nullable(),
  raisedAt: z.int(),
  clearedAt: z.int().nullable(),
  since: z.int(),
  seen: z.array(seen),
})
export type Tried = z.infer<typeof tried>

const outcome = z.object({ count: z.int(), alarms: z.array(tried) })

export const alarmTrial = z.object({
  id: z.int(),
  areaId: z.int(),
  ruleId: z.int().nullable(),
  logic: watchLogic,
  state: z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']),
  /** Watched devices and layers that were run, of how many. */
  done: z.int(),
  total: z.int(),
  from: z.int(),
  to: z.int(),
  /** From when on history says what it takes to judge; later than `from` where it was not kept that long, null where it says nothing. */
  knownSince: z.int().nullable(),
  /** What this version would have said, what the version in force would have, and what really was raised. */
  wanted: outcome,
  inForce: outcome.nullable(),
  happened: outcome,
  createdAt: z.int(),
})
export type AlarmTrial = z.infer<typeof alarmTrial>

const path = '/wfpe/v1/{t}/alarm/trial' as const
export const alarmTrialCalls = {
  start: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path,
    permission: ALARM_RULES_EDIT,
    summary:
      'Runs a rule over the last 30 days of stored readings, without telling anybody; one at a time for each person. Fails with error.alarm.trialRuns, error.alarm.scope',
    body: z.object({ areaId: id, ruleId: id.nullable(), logic: watchLogic }),
    answer: alarmTrial,
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: ALARM_RULES_EDIT,
    summary: 'How far a dry run is, and what it found',
    answer: alarmTrial,
    follows: ['alarmTrial'],
  }),
  cancel: defineCall({
    method: 'PUT',
    trail: { untold: 'asks' },
    path: `${path}/{id}/cancel`,
    permission: ALARM_RULES_EDIT,
    summary: 'Ends a dry run; what it found until then stays. Answers it',
    answer: alarmTrial,
  }),
}
