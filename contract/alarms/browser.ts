import { z } from 'zod'
import { defineCall, ofPersons } from '../core/call.ts'
import { text } from '../core/values.ts'

/** Of one person in one tenant. */
export const MOST_BROWSERS = 10

const base64 = (pattern: RegExp) => z.string().regex(pattern)

/** What a browser answers when it is asked to be reached (`PushSubscription.toJSON`): the address of its push service, and its keys. */
export const alarmBrowserBody = z.object({
  endpoint: text(1000),
  keys: z.object({
    /** An uncompressed point of P-256 in base64url: 65 bytes. */
    p256dh: base64(/^B[\w-]{86}$/),
    /** 16 bytes in base64url. */
    auth: base64(/^[\w-]{22}$/),
  }),
})

const alarmBrowser = z.object({
  id: z.int(),
  /** What the browser said of itself when it was turned on there. */
  device: z.string(),
  /** Since when, ms UTC. */
  since: z.int(),
  /** It is the one in which the session that asks was opened. */
  current: z.boolean(),
})
export type AlarmBrowser = z.infer<typeof alarmBrowser>

const path = '/wfpe/v1/{t}/alarm/browser' as const
/**
 * The browsers in which the caller is told of alarms of the tenant, where its staff names them with a channel `webPush`. A browser is the
 * caller's as long as the session in which it was turned on.
 */
export const alarmBrowserCalls = ofPersons({
  list: defineCall({
    whileViewing: false,
    method: 'GET',
    path,
    permission: 'login',
    summary: "The caller's browsers that are told of alarms, and the key by which a browser knows this installation",
    answer: z.object({
      publicKey: z.string(),
      /** The session that asks: a browser that was removed stays so as long as this one lasts. */
      sessionKey: z.string(),
      browsers: z.array(alarmBrowser),
    }),
  }),
  add: defineCall({
    method: 'POST',
    trail: { untold: 'own' },
    path,
    permission: 'login',
    summary:
      'Has the browser that calls told of alarms, or renews it. Fails beside `endpoint` with error.alarm.channelAddress where it is none or one that is not called, and with error.alarm.mostBrowsers',
    body: alarmBrowserBody,
    answer: alarmBrowser,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: { untold: 'own' },
    path: `${path}/{id}`,
    permission: 'login',
    summary: "Tells one of the caller's browsers no more. Answers 1",
    answer: z.literal(1),
  }),
})
