import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { flag, id, integer, pageOf, pageQuery, text, verbatim } from '../core/values.ts'
import { ALARM_STAFF_EDIT, ALARM_STAFF_READ } from './permission.ts'
import { ALARM_SEVERITIES } from './severity.ts'

/** How somebody is reached: in the console, in their own browsers, by mail, by phone, by the robot of a group, or by a service of their own. */
export const CHANNEL_KINDS = ['message', 'webPush', 'email', 'sms', 'dingtalk', 'wecom', 'feishu', 'webhook'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]
/** These are reached at an http address, which is a secret itself: whoever holds it may write to the group. */
export const HTTP_CHANNELS: readonly ChannelKind[] = ['dingtalk', 'wecom', 'feishu', 'webhook']
/** These are of somebody with an account, and have no address: the account is it. */
const OWN_CHANNELS = ['message', 'webPush'] as const
export const isOwnChannel = (kind: ChannelKind): kind is (typeof OWN_CHANNELS)[number] => OWN_CHANNELS.some((own) => own === kind)
/** These sign what they are sent, where a secret is set. */
export const SIGNED_CHANNELS: readonly ChannelKind[] = ['dingtalk', 'feishu', 'webhook']

/** What becomes of one try. `waiting`: it is still to come; `failed`: it is tried again; `givenUp`: it is not. */
export const ATTEMPT_STATES = ['waiting', 'sent', 'failed', 'givenUp'] as const

/**
 * Why a try came to nothing. `notConfigured`: this installation has no service for it; `refused`: the address is one that Furrow does not call;
 * `declined`: the other side answered that it does not take it; `redirected`: it named another address, which is not followed; `gone`: the
 * channel, its person, their account or their browser is no more; `noBrowser`: the person has turned it on in no browser; `handled`: nobody
 * needs to be told any more.
 */
export const ATTEMPT_FAULTS = [
  'notConfigured',
  'refused',
  'unknownHost',
  'unreachable',
  'tooSlow',
  'redirected',
  'declined',
  'gone',
  'noBrowser',
  'handled',
] as const
export type AttemptFault = (typeof ATTEMPT_FAULTS)[number]

/** From a minute of the day, in the tenant's zone, to before another; where `to` is not above `from`, over midnight. Days count from Monday, 1. */
export const shift = z.object({ days: z.array(integer(1, 7)).min(1).max(7), from: integer(0, 1440), to: integer(0, 1440) })
export type Shift = z.infer<typeof shift>

const MOST_CHANNELS = 10
const MOST_SHIFTS = 14
/** Of one tenant. */
export const MOST_STAFF = 500

const severity = z.enum(ALARM_SEVERITIES)

const channelBody = z.object({
  /** Of a channel that is kept; null of a new one. */
  id: id.nullable(),
  kind: z.enum(CHANNEL_KINDS),
  /** A mail address, a phone number or an http address; empty of a message and of browsers. An http address as it was answered is kept as it was. */
  address: text(500),
  /** What is sent is signed with it; null keeps the one that is set, an empty one removes it. */
  secret: verbatim(200).nullable(),
  /** It is used for alarms that are so bad or worse. */
  severity,
})

const facts = {
  /** An account of the tenant; null of somebody without one. */
  userId: id.nullable(),
  /** Of somebody without an account; of an account its own name counts. */
  name: text(60),
  areaIds: z.array(id).min(1).max(100),
  /** What is written to them is in. */
  language: z.enum(['zh-CN', 'en-US']),
  /** When they are on duty; none: always. */
  shifts: z.array(shift).max(MOST_SHIFTS),
  enabledFlag: flag,
}
export const alarmStaffBody = z.object({ ...facts, channels: z.array(channelBody).max(MOST_CHANNELS) })
export type AlarmStaffBody = z.infer<typeof alarmStaffBody>

const channel = z.object({
  id: z.int(),
  kind: z.enum(CHANNEL_KINDS),
  /** Of an http address the host alone, as `https://host/…`. */
  address: z.string(),
  hasSecret: z.boolean(),
  severity,
})
export type AlarmChannel = z.infer<typeof channel>

export const alarmStaff = z.object({
  id: z.int(),
  userId: z.int().nullable(),
  name: z.string(),
  language: z.enum(['zh-CN', 'en-US']),
  areaIds: z.array(z.int()),
  shifts: z.array(shift),
  enabledFlag: z.int(),
  channels: z.array(channel),
  /** Switched on and within their hours now. */
  onDuty: z.boolean(),
  objectVersionNumber: z.int(),
})
export type AlarmStaff = z.infer<typeof alarmStaff>

const attempt = z.object({
  id: z.int(),
  /** When it was tried, or is to be. */
  at: z.int(),
  nth: z.int(),
  staffId: z.int().nullable(),
  staffName: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  /** Of a browser what it said of itself. */
  address: z.string(),
  state: z.enum(ATTEMPT_STATES),
  why: z.enum(ATTEMPT_FAULTS).nullable(),
  /** What the other side answered: a status of HTTP or SMTP, or a robot's number. */
  code: z.int().nullable(),
  /** How many alarms it tells of together, the first of them, and by which step; all null of a test. */
  alarms: z.int().nullable(),
  alarmId: z.int().nullable(),
  step: z.int().nullable(),
})
export type AlarmAttempt = z.infer<typeof attempt>

const path = '/wfpe/v1/{t}/alarm/staff' as const
export const alarmStaffCalls = {
  page: defineCall({
    method: 'GET',
    path,
    permission: ALARM_STAFF_READ,
    summary: 'Who is told of the alarms of a base, by name',
    query: z.object({ ...pageQuery, areaId: id, name: text(60).optional() }),
    answer: pageOf(alarmStaff),
    follows: ['alarmStaff'],
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: ALARM_STAFF_READ,
    summary: 'One person who is told of alarms',
    answer: alarmStaff,
    follows: ['alarmStaff'],
  }),
  add: defineCall({
    method: 'POST',
    trail: ['alarmStaff', 'alarmChannel'],
    path,
    permission: ALARM_STAFF_EDIT,
    summary:
      'Has somebody told of alarms. Fails beside `channels.<nth>`, counted from 0, with error.alarm.channelAddress where an address is none or one that is not called, and with error.alarm.channelUser where a message or a browser is for nobody with an account',
    body: alarmStaffBody,
    answer: alarmStaff,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: ['alarmStaff', 'alarmChannel'],
    path: `${path}/{id}`,
    permission: ALARM_STAFF_EDIT,
    summary: 'Changes a person; who has bases that the caller may not see keeps them',
    body: alarmStaffBody.extend({ objectVersionNumber: z.int() }),
    answer: alarmStaff,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'alarmStaff',
    path: `${path}/{id}`,
    permission: ALARM_STAFF_EDIT,
    summary: 'Deletes a person; fails with error.alarm.staffInSteps while a base calls on them. Answers 1',
    answer: z.literal(1),
  }),
  test: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/{id}/test`,
    permission: ALARM_STAFF_EDIT,
    summary:
      'Sends a test by a channel that is saved, once and now, and answers what came of it, of several browsers the best; at most one in ten seconds',
    body: z.object({ channelId: id }),
    answer: z.object({ state: z.enum(['sent', 'givenUp']), why: z.enum(ATTEMPT_FAULTS).nullable(), code: z.int().nullable() }),
  }),
  choices: defineCall({
    method: 'GET',
    path: `${path}/choices`,
    permission: ALARM_STAFF_READ,
    summary: 'The accounts that may be chosen, and which channels this installation has no service for',
    answer: z.object({
      /** `browsers`: in how many of theirs they have turned notifications on. */
      users: z.array(z.object({ id: z.int(), name: z.string(), browsers: z.int() })),
      notConfigured: z.array(z.enum(CHANNEL_KINDS)),
    }),
  }),
  attempts: defineCall({
    method: 'GET',
    path: `${path}/attempts`,
    permission: ALARM_STAFF_READ,
    summary: 'Each try of what was sent to people of a base, the newest first: of one person, or of one alarm',
    query: z.object({
      ...pageQuery,
      areaId: id,
      staffId: id.optional(),
      alarmId: id.optional(),
      state: z.enum(ATTEMPT_STATES).optional(),
    }),
    answer: pageOf(attempt),
    follows: ['alarmAttempt'],
  }),
}
