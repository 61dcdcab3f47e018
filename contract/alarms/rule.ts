import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { flag, id, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { watchLogic } from '../watch/logic.ts'
import { ALARM_RULES_EDIT, ALARMS_READ } from './permission.ts'
import { ALARM_SEVERITIES } from './severity.ts'

/** Of one base. */
export const MOST_RULES = 500

const facts = {
  name: requiredText(60),
  severity: z.enum(ALARM_SEVERITIES),
  /** What is to be done: told with each alarm. */
  advice: text(500),
  ...watchLogic.shape,
}
export const alarmRuleBody = z.object({ areaId: id, ...facts })
export type AlarmRuleBody = z.infer<typeof alarmRuleBody>

export const alarmRule = z.object({
  id: z.int(),
  areaId: z.int(),
  ...facts,
  /** 1: it watches. */
  enabledFlag: z.int(),
  /** Counts its changes. */
  version: z.int(),
  /** The name of the ready rule that it was adopted from, null of one that somebody wrote. */
  ready: z.string().nullable(),
  /** How many devices it watches now, how many of these it cannot judge, and how many alarms of it are active. */
  devices: z.int(),
  unknown: z.int(),
  active: z.int(),
  updatedAt: z.int(),
  objectVersionNumber: z.int(),
})
export type AlarmRule = z.infer<typeof alarmRule>

const path = '/wfpe/v1/{t}/alarm/rule' as const
export const alarmRuleCalls = {
  page: defineCall({
    method: 'GET',
    path,
    permission: ALARMS_READ,
    summary: 'The alarm rules of a base, by severity and name',
    query: z.object({ ...pageQuery, areaId: id, name: text(60).optional(), enabledFlag: flag.optional() }),
    answer: pageOf(alarmRule),
    follows: ['alarmRule', 'alarm', 'gateway'],
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: ALARMS_READ,
    summary: 'One alarm rule',
    answer: alarmRule,
    follows: ['alarmRule', 'alarm', 'gateway'],
  }),
  add: defineCall({
    method: 'POST',
    trail: 'alarmRule',
    path,
    permission: ALARM_RULES_EDIT,
    summary:
      'Makes a rule, which is not switched on. Fails with error.alarm.mostRules, error.alarm.scope where a device or plot is none of the base',
    body: alarmRuleBody,
    answer: alarmRule,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'alarmRule',
    path: `${path}/{id}`,
    permission: ALARM_RULES_EDIT,
    summary:
      'Changes a rule; where it is switched on, it watches by its new version from now on, and what is active stays so until that clears it',
    body: alarmRuleBody.extend({ objectVersionNumber: z.int() }),
    answer: alarmRule,
  }),
  enable: defineCall({
    method: 'PUT',
    trail: 'alarmRule',
    path: `${path}/{id}/enabled`,
    permission: ALARM_RULES_EDIT,
    summary: 'Switches a rule on or off; what is active when it is switched off is cleared, and says why',
    body: z.object({ enabledFlag: flag }),
    answer: alarmRule,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'alarmRule',
    path: `${path}/{id}`,
    permission: ALARM_RULES_EDIT,
    summary: 'Deletes a rule; its alarms stay, the active ones cleared. Answers 1',
    answer: z.literal(1),
  }),
  adopt: defineCall({
    method: 'POST',
    trail: 'alarmRule',
    path: `${path}/ready`,
    permission: ALARM_RULES_EDIT,
    summary: 'Makes a rule of a base from the library of ready ones and switches it on; one that was adopted before is answered as it is',
    body: z.object({ areaId: id, ready: text(40) }),
    answer: alarmRule,
  }),
}
