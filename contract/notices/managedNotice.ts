import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { XLSX } from '../core/resource.ts'
import { pageOf, pageQuery, text } from '../core/values.ts'
import { UNIT_KINDS } from '../organization/unitKinds.ts'
import { notice, NOTICE_EXPORT, NOTICE_READ, NOTICE_STATUSES, noticeAudience } from './notice.ts'

/** How far an announcement has come with one person. `left`: has read it, and is none of its audience any more. */
export const READER_STATES = ['read', 'earlier', 'unread', 'left'] as const
export type ReaderState = (typeof READER_STATES)[number]

const named = z.array(z.object({ id: z.int(), name: z.string() }))
/** An announcement as those see it who manage them; `audience` is null where it is for everybody, and leaves out what is gone. */
const managed = notice.extend({
  audience: z.object({ roles: named, units: named, bases: named, people: named }).nullable(),
  /** For how many it is now, and how many of them have read what it says now. */
  readers: z.int(),
  readBy: z.int(),
  changedAt: z.int(),
  withdrawnAt: z.int().nullable(),
  withdrawnBy: z.string().nullable(),
})
export type ManagedNotice = z.infer<typeof managed>
const listed = managed.omit({ noticeContent: true, attachments: true }).extend({ attachmentCount: z.int() })
export type ListedNotice = z.infer<typeof listed>

const reader = z.object({
  userId: z.int(),
  realName: z.string(),
  /** The unit of the organisation in which the person works. */
  unitName: z.string().nullable(),
  state: z.enum(READER_STATES),
  /** When it was read; of `earlier`, before it was changed. */
  readAt: z.int().nullable(),
})
export type NoticeReader = z.infer<typeof reader>

const options = z.object({
  /** Whether the caller acts in every base: else an announcement may be for what lies in the caller's own alone. */
  everybody: z.boolean(),
  roles: named,
  /** As they stand in the tree, each after what it is a part of. */
  units: z.array(z.object({ id: z.int(), name: z.string(), kind: z.enum(UNIT_KINDS), depth: z.int() })),
  bases: named,
  people: named,
})
export type AudienceOptions = z.infer<typeof options>

const PATH = '/hmsg/v1/{t}/notices/manage'
const narrowing = { state: z.enum(READER_STATES).optional(), search: text(100).optional() }

export const managedNoticeCalls = {
  page: defineCall({
    method: 'GET',
    path: PATH,
    permission: NOTICE_READ,
    summary: 'Every announcement of the enterprise, the newest first, with for how many it is and how many have read it',
    query: z.object({ ...pageQuery, statusCode: z.enum(NOTICE_STATUSES).optional(), search: text(100).optional() }),
    answer: pageOf(listed),
    follows: ['notice', 'noticeRead', 'orgUnit'],
  }),
  get: defineCall({
    method: 'GET',
    path: `${PATH}/{id}`,
    permission: NOTICE_READ,
    summary: 'One announcement, whoever it is for',
    answer: managed,
    follows: ['notice', 'noticeRead', 'orgUnit'],
  }),
  options: defineCall({
    method: 'GET',
    path: `${PATH}/audience`,
    permission: NOTICE_READ,
    summary: 'Whom an announcement of the caller may name: roles, units of the organisation, bases and people',
    answer: options,
    follows: ['role', 'orgUnit', 'area'],
  }),
  reach: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: `${PATH}/reach`,
    permission: NOTICE_READ,
    summary: 'How many people an audience is now; null is everybody. Changes nothing',
    body: z.object({ audience: noticeAudience.nullable() }),
    answer: z.object({ people: z.int() }),
  }),
  readers: defineCall({
    method: 'GET',
    path: `${PATH}/{id}/readers`,
    permission: NOTICE_READ,
    summary: 'Who has read an announcement and who has not, by unit and name',
    query: z.object({ ...pageQuery, ...narrowing }),
    answer: pageOf(reader),
    follows: ['notice', 'noticeRead', 'orgUnit'],
  }),
  readersSheet: defineCall({
    method: 'GET',
    path: `${PATH}/{id}/readers/export`,
    permission: NOTICE_EXPORT,
    produces: XLSX,
    summary: "The same as a spreadsheet, in the caller's language",
    query: z.object(narrowing),
  }),
}
