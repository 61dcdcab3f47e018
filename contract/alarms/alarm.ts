import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, moment, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { deviceClock } from '../devices/device.ts'
import { CAUSES, condition, seen } from '../watch/condition.ts'
import { ALARMS_HANDLE, ALARMS_READ } from './permission.ts'
import { ALARM_SEVERITIES } from './severity.ts'

/** Why an alarm is told to nobody, though it is listed: its time was past, the gateway before its device is lost, or work is planned. */
export const QUIET = ['late', 'gateway', 'silence'] as const
export type Quiet = (typeof QUIET)[number]

/** How an alarm ended: by its condition, or because its rule, or its device, is no more, moved or was switched off. */
export const CLEARED_BY = ['condition', 'ruleOff', 'ruleGone', 'outOfScope'] as const
export type ClearedBy = (typeof CLEARED_BY)[number]

/** What is known of one alarm wherever it is shown: list, bell, map, wall and device. Times in ms UTC, of the readings. */
const face = {
  id: z.int(),
  areaId: z.int(),
  severity: z.enum(ALARM_SEVERITIES),
  ruleId: z.int().nullable(),
  ruleName: z.string(),
  deviceId: z.int().nullable(),
  deviceName: z.string(),
  deviceType: z.string(),
  /** The plot that the device stands on. */
  landId: z.int().nullable(),
  landName: z.string().nullable(),
  /** The layer or pump that it is about, null where the device has but one. */
  ordinal: z.int().nullable(),
  /** `noData`: nothing is known of what its rule reads, since `seenAt`; whether the condition holds is not said. */
  cause: z.enum(CAUSES),
  /** `unknown`: nobody knows whether it is still so, since what it was raised by is missing or too old. */
  state: z.enum(['active', 'unknown', 'cleared']),
  raisedAt: z.int(),
  clearedAt: z.int().nullable(),
  /** When it was written here: later than `raisedAt` by what the hold took, and by how late its readings came. */
  toldAt: z.int(),
  acknowledgedAt: z.int().nullable(),
  acknowledgedBy: z.string().nullable(),
  shelvedUntil: z.int().nullable(),
  quiet: z.enum(QUIET).nullable(),
  /** How many times it came and went, joined into one since it flaps; 1 of a steady one. */
  times: z.int(),
  assigneeId: z.int().nullable(),
  assigneeName: z.string().nullable(),
  /** The reading that decided, as it was when it was raised, and the limit it was held against. */
  code: z.string().nullable(),
  itemId: z.int().nullable(),
  unit: z.string().nullable(),
  value: z.number().nullable(),
  limit: z.number().nullable(),
  /** `none`: what raised it is no comparison with a limit. */
  direction: z.enum(['above', 'below', 'none']),
  /** When that reading was measured; with `noData` the last one that there was, null where none ever came. */
  seenAt: z.int().nullable(),
}
export const alarmFace = z.object(face)
export type AlarmFace = z.infer<typeof alarmFace>

/** The open alarms of one base that people are told of: neither shelved nor quiet. */
const baseAlarms = z.object({
  areaId: z.int(),
  areaName: z.string(),
  active: z.int(),
  unacknowledged: z.int(),
  /** The first of them by how bad it is, whether somebody knows of it, and whether it still is so. */
  worst: alarmFace,
})
export type BaseAlarms = z.infer<typeof baseAlarms>

/** What became of it, in order. `by` is the name of a person, null where the product did it. */
export const ALARM_EVENTS = [
  'raised',
  'cleared',
  'again',
  'acknowledged',
  'shelved',
  'unshelved',
  'assigned',
  'commented',
  'told',
  'called',
  'nobodyOnDuty',
  'unreached',
] as const
export const alarmEvent = z.object({
  id: z.int(),
  at: z.int(),
  what: z.enum(ALARM_EVENTS),
  by: z.string().nullable(),
  /** A comment's words, whom it was assigned to, how it was cleared, who was called or not reached, or the step that found nobody. */
  text: z.string().nullable(),
  /** The end of a shelving. */
  until: z.int().nullable(),
})
export type AlarmEvent = z.infer<typeof alarmEvent>

/** What an alarm was judged by: the rule's conditions as they were, and what each leaf saw. */
const reason = z.object({ when: condition, holdSeconds: z.int(), since: z.int(), seen: z.array(seen), version: z.int() })
export type AlarmReason = z.infer<typeof reason>

export const alarm = alarmFace.extend({
  /** How the clock of its device is wrong, null where it is not: its times are moved by that. */
  clock: deviceClock.nullable(),
  advice: z.string(),
  reason,
  cleared: z.object({ by: z.enum(CLEARED_BY), seen: z.array(seen) }).nullable(),
  events: z.array(alarmEvent),
})
export type Alarm = z.infer<typeof alarm>

/** Which alarms a list shows: those that somebody has to look at, those that are active, or all that are kept. */
export const STANDINGS = ['open', 'active', 'unacknowledged', 'shelved', 'all'] as const

/** Acted on at once. */
export const MOST_AT_ONCE = 5000
const ids = z.array(id).min(1).max(MOST_AT_ONCE)

const path = '/wfpe/v1/{t}/alarm' as const
export const alarmCalls = {
  page: defineCall({
    method: 'GET',
    path,
    permission: ALARMS_READ,
    summary:
      'Alarms of a base: open ones worst first, then newest; all others newest first. `open` are those that are active or that nobody acknowledged, but for shelved ones',
    query: z.object({
      ...pageQuery,
      areaId: id,
      standing: z.enum(STANDINGS).default('open'),
      severity: z.enum(ALARM_SEVERITIES).optional(),
      deviceId: id.optional(),
      ruleId: id.optional(),
      landId: id.optional(),
      assigneeId: id.optional(),
      /** Found in the names of rule, device and plot. */
      text: text(60).optional(),
      startTime: moment.optional(),
      endTime: moment.optional(),
    }),
    answer: pageOf(alarmFace),
    follows: ['alarm'],
  }),
  bases: defineCall({
    method: 'GET',
    path: `${path}/bases`,
    permission: ALARMS_READ,
    summary: 'Every base of which the caller may see the alarms and in which some are open, worst first: how many, and the worst of them',
    answer: z.array(baseAlarms),
    follows: ['alarm', 'area'],
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: ALARMS_READ,
    summary: 'One alarm, with what raised it and all that became of it',
    answer: alarm,
    follows: ['alarm'],
  }),
  acknowledge: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/acknowledge`,
    permission: ALARMS_HANDLE,
    summary: 'Says that somebody knows of these; none is cleared by it. Answers how many were not acknowledged before',
    body: z.object({ ids }),
    answer: z.int(),
  }),
  shelve: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/shelve`,
    permission: ALARMS_HANDLE,
    summary: 'Puts these aside for so many minutes, or with 0 back; they are told again where they are active at its end. Answers how many',
    body: z.object({ ids, minutes: integer(0, 10_080) }),
    answer: z.int(),
  }),
  assign: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/{id}/assign`,
    permission: ALARMS_HANDLE,
    summary: 'Makes somebody who may see the alarms of the base see to it; with null nobody',
    body: z.object({ userId: id.nullable() }),
    answer: alarm,
  }),
  people: defineCall({
    method: 'GET',
    path: `${path}/people`,
    permission: ALARMS_READ,
    summary: 'Who may handle alarms of a base, by name',
    query: z.object({ areaId: id }),
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  comment: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/{id}/comment`,
    permission: ALARMS_HANDLE,
    summary: 'Adds a comment',
    body: z.object({ text: requiredText(1000) }),
    answer: alarm,
  }),
  report: defineCall({
    method: 'GET',
    path: `${path}/report`,
    permission: ALARMS_READ,
    summary:
      'How many alarms a base had in each hour of a range of at most 31 days, which rules and devices raised most, and which nobody acknowledged',
    query: z.object({ areaId: id, startTime: moment, endTime: moment }),
    answer: z.object({
      total: z.int(),
      neverAcknowledged: z.int(),
      /** Median time from telling to acknowledging, ms; null where none was acknowledged. */
      medianToAcknowledge: z.int().nullable(),
      /** [start of the hour (ms UTC), how many]; hours without any have no line. */
      hours: z.array(z.tuple([z.int(), z.int()])),
      rules: z.array(z.object({ ruleId: z.int().nullable(), name: z.string(), count: z.int(), neverAcknowledged: z.int() })),
      devices: z.array(z.object({ deviceId: z.int().nullable(), name: z.string(), count: z.int(), neverAcknowledged: z.int() })),
    }),
    follows: ['alarm'],
  }),
}
