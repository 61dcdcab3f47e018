import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer } from '../core/values.ts'
import { ALARM_STAFF_EDIT, ALARM_STAFF_READ } from './permission.ts'
import { ALARM_SEVERITIES } from './severity.ts'

/** Who is called so many minutes after an alarm was told. The first step calls whoever of these is on duty, every later one all of them. */
const step = z.object({ afterMinutes: integer(0, 1440), staffIds: z.array(id).min(1).max(50) })
export type DutyStep = z.infer<typeof step>

const MOST_STEPS = 10
const facts = {
  /** Alarms that are so bad or worse are escalated. */
  severity: z.enum(ALARM_SEVERITIES),
  /** In their order; none: nobody but who reads the console is told. */
  steps: z.array(step).max(MOST_STEPS),
}
export const alarmDutyBody = z.object({ areaId: id, ...facts })

export const alarmDuty = z.object({
  areaId: z.int(),
  ...facts,
  /** 0 where it was never set. */
  objectVersionNumber: z.int(),
})
export type AlarmDuty = z.infer<typeof alarmDuty>

const path = '/wfpe/v1/{t}/alarm/duty' as const
/**
 * Whom a base calls on, step by step, until somebody acknowledges the alarm, or it is cleared or shelved. A step that finds nobody is passed
 * over at once, and the alarm says so.
 */
export const alarmDutyCalls = {
  get: defineCall({
    method: 'GET',
    path,
    permission: ALARM_STAFF_READ,
    summary: 'Whom a base calls on for its alarms, step by step',
    query: z.object({ areaId: id }),
    answer: alarmDuty,
    follows: ['alarmDuty'],
  }),
  set: defineCall({
    method: 'PUT',
    trail: 'alarmDuty',
    path,
    permission: ALARM_STAFF_EDIT,
    summary:
      'Sets them, for what is told from now on and what is under way. Fails beside `steps` with error.alarm.stepsOrder where one is not later than the one before, and with error.alarm.stepStaff where somebody is none of the base',
    body: alarmDutyBody.extend({ objectVersionNumber: z.int() }),
    answer: alarmDuty,
  }),
}
