import { z } from 'zod'
import { defineCall, ofPersons } from '../core/call.ts'
import { defineTopic } from '../core/topic.ts'
import { id, integer, pageOf, pageQuery, text } from '../core/values.ts'
import { readFilter } from './notice.ts'

/** How many messages a user has not read, by kind; the badge shows their sum (NOTICES-05). */
export const unreadCounts = z.object({ announce: z.int(), notify: z.int() })
export type UnreadCounts = z.infer<typeof unreadCounts>

/** How much a message matters: `critical` needs somebody now. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** A message of the product to one user. `subject` and `content` are in the reader's language. */
export const userMessage = z.object({
  userMessageId: z.int(),
  subject: z.string(),
  content: z.string().optional(),
  createdAt: z.int(),
  readFlag: z.int(),
  severity: z.enum(SEVERITIES),
  /** The page of the console that it is about. */
  link: z.string().nullable(),
})

/** The type of message that this product raises (NOTICES-07). */
export const NOTICE = 'NOTICE'

export const messageCalls = ofPersons({
  count: defineCall({
    method: 'GET',
    path: '/hmsg/v1/{t}/messages/user/count',
    permission: 'login',
    summary: 'Unread messages by kind',
    answer: unreadCounts,
  }),
  page: defineCall({
    method: 'GET',
    path: '/hmsg/v1/{t}/messages/user',
    permission: 'login',
    summary: "The caller's messages, newest first; with withContent 0 without their content",
    query: z.object({
      ...pageQuery,
      readFlag: readFilter,
      withContent: integer(0, 1).optional(),
      userMessageTypeCode: text(20).optional(),
    }),
    answer: pageOf(userMessage),
  }),
  get: defineCall({
    method: 'GET',
    path: '/hmsg/v1/{t}/messages/user/{id}',
    permission: 'login',
    summary: 'One message',
    answer: userMessage.required(),
  }),
  markRead: defineCall({
    method: 'POST',
    trail: { untold: 'own' },
    path: '/hmsg/v1/{t}/messages/user/read-flag',
    permission: 'login',
    summary: 'Marks messages read: readAll 2 announcements, 3 notifications, or the ids given; answers how many changed',
    body: z.object({ readAll: integer(2, 3).optional(), ids: z.array(id).max(500).optional() }),
    answer: z.int(),
  }),
})

export const unreadTopic = defineTopic({
  pattern: 'user/{userId}/unread',
  payload: z.object({ at: z.int(), tenantId: z.int(), counts: unreadCounts }),
  summary: "A user's unread counts, after each change",
  access: { console: 'login' },
})
