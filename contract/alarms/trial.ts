import { z } from 'zod'
import { id } from '../core/values.ts'
import { CAUSES, seen } from '../watch/condition.ts'
import { watchLogic } from '../watch/logic.ts'
import { trialCalls, trialOf } from '../watch/trial.ts'
import { ALARM_RULES_EDIT } from './permission.ts'

/** Alarms that a trial's answer lists for each version; beyond it they are only counted. */
export const MOST_TRIED = 1000

/** An alarm as a dry run found it. */
const tried = z.object({
  cause: z.enum(CAUSES).default('condition'),
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
export type AlarmOutcome = z.infer<typeof outcome>

const alarmTrial = trialOf(outcome).extend({ ruleId: z.int().nullable(), logic: watchLogic })
export type AlarmTrial = z.infer<typeof alarmTrial>

export const alarmTrialCalls = trialCalls({
  path: '/wfpe/v1/{t}/alarm/trial',
  permission: ALARM_RULES_EDIT,
  summary:
    'Runs a rule over the last 30 days of stored readings, without telling anybody; one at a time for each person. Fails with error.alarm.trialRuns, error.alarm.scope',
  body: z.object({ areaId: id, ruleId: id.nullable(), logic: watchLogic }),
  answer: alarmTrial,
  change: 'alarmTrial',
})
