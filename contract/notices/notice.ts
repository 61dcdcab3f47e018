import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { MAX_ATTACHMENTS } from '../core/document.ts'
import { id, integer, moment, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { NOTICE_BODY_MAX } from './noticeBody.ts'

/** What the console asks for (NOTICES-06): published announcements of the platform. */
export const PUBLISHED = 'PUBLISHED'
export const PLATFORM_CATEGORY = 'CLOUDSCIENTO'
export const ANNOUNCE = 'ANNOUNCE'

/** One that was withdrawn is seen by notice management alone, with who had read it. */
export const WITHDRAWN = 'WITHDRAWN'
/** How one can be written. */
const WRITTEN = ['DRAFT', PUBLISHED] as const
export const NOTICE_STATUSES = [...WRITTEN, WITHDRAWN] as const
export type NoticeStatus = (typeof NOTICE_STATUSES)[number]

/** The codes of notice management; a draft is seen by who holds the first. */
export const NOTICE_READ = 'wfpf.company.config.notice' as const
export const NOTICE_CREATE = 'wfpf.company.config.notice.ps.create' as const
export const NOTICE_EDIT = 'wfpf.company.config.notice.ps.edit' as const
export const NOTICE_DELETE = 'wfpf.company.config.notice.ps.delete' as const
export const NOTICE_EXPORT = 'wfpf.company.config.notice.ps.export' as const

/** The most that an audience names of one kind. */
export const MOST_NAMED = 500
const named = z.array(id).max(MOST_NAMED).default([])
/**
 * For whom an announcement is: who has one of these roles, may see one of these bases, works in one of these units or below it, or is named. Who
 * that is, is asked whenever somebody reads: who comes later is told, and who leaves sees it no more.
 */
export const noticeAudience = z
  .object({ roleIds: named, unitIds: named, areaIds: named, userIds: named })
  .refine((audience) => Object.values(audience).some((ids) => ids.length > 0), 'choice')
export type NoticeAudience = z.output<typeof noticeAudience>

/** NOTICES-03: 0 unread, 1 read; empty means all, also as a filter that is there and says nothing. */
export const readFilter = z.union([z.literal('').transform(() => undefined), integer(0, 1)]).optional()

/** An announcement as a reader sees it; `noticeBody` is HTML, made harmless when it was written. `publishedDate` is null of a draft. */
export const notice = z.object({
  noticeId: z.int(),
  id: z.int(),
  title: z.string(),
  statusCode: z.enum(NOTICE_STATUSES),
  publishedDate: z.int().nullable(),
  publishedByUser: z.string(),
  readFlag: z.int(),
  attachmentUuid: z.uuid().nullable(),
  noticeContent: z.object({ noticeBody: z.string() }),
  attachments: z.array(z.object({ id: z.uuid(), fileName: z.string(), fileUrl: z.string(), bytes: z.int() })),
  objectVersionNumber: z.int(),
})
export type Notice = z.infer<typeof notice>

export const NOTICE_TITLE_MAX = 120
/**
 * What a notice is written with; `attachmentUuid` is that of files of the same tenant (contract/media/files.ts), `attachments` are single files
 * beside these. An `audience` of null is everybody. Left out, a new one is for everybody and has no files, and an old one stays as it is.
 */
export const noticeInput = z.object({
  title: requiredText(NOTICE_TITLE_MAX),
  noticeContent: z.object({ noticeBody: text(NOTICE_BODY_MAX) }),
  statusCode: z.enum(WRITTEN).default(PUBLISHED),
  attachmentUuid: z.uuid().nullable().default(null),
  attachments: z.array(z.uuid()).max(MAX_ATTACHMENTS).optional(),
  audience: noticeAudience.nullable().optional(),
})

const NOTICES = '/hmsg/v1/{t}/notices'

export const noticeCalls = {
  page: defineCall({
    method: 'GET',
    path: `${NOTICES}/page-details`,
    permission: 'login',
    persons: true,
    summary: 'Announcements that are for the caller, newest first',
    query: z.object({
      ...pageQuery,
      /** What is not published is seen by notice management alone. */
      statusCode: z.enum(NOTICE_STATUSES).default(PUBLISHED),
      noticeCategoryCode: text(40).optional(),
      receiverTypeCode: text(40).optional(),
      readFlag: readFilter,
      /** Published until this moment: ms, or a day or second of the tenant's clock. */
      endDate: z.union([moment, text(19)]).optional(),
    }),
    answer: pageOf(notice),
    follows: ['notice'],
  }),
  get: defineCall({
    method: 'GET',
    path: `${NOTICES}/{id}`,
    permission: 'login',
    persons: true,
    summary: 'One announcement',
    answer: notice,
    follows: ['notice'],
  }),
  readFlag: defineCall({
    method: 'GET',
    path: `${NOTICES}/{id}/read-flag`,
    permission: 'login',
    persons: true,
    summary: 'Marks an announcement read for the caller: the one GET that changes something, as documented',
    whileViewing: false,
    answer: z.object({ noticeId: z.int(), readFlag: z.int() }),
  }),
  create: defineCall({
    method: 'POST',
    trail: 'notice',
    path: NOTICES,
    permission: NOTICE_CREATE,
    summary:
      'Writes an announcement; published at once unless it is a draft. Fails beside `audience` where it would reach people beyond the bases in which the caller may write',
    body: noticeInput,
    answer: notice,
  }),
  update: defineCall({
    method: 'PUT',
    trail: 'notice',
    path: NOTICES,
    permission: NOTICE_EDIT,
    summary:
      'Changes an announcement; PUBLISHED publishes a draft or one that was withdrawn, DRAFT takes one back. With `renew` a published one is news again, also to who had read it. Fails beside `audience` as writing one does, and with error.notice.beyond where what people beyond the bases of the caller have would change',
    body: noticeInput.extend({ noticeId: id, objectVersionNumber: z.int(), renew: z.boolean().default(false) }),
    answer: notice,
  }),
  withdraw: defineCall({
    method: 'POST',
    trail: 'notice',
    path: `${NOTICES}/{id}/withdraw`,
    permission: NOTICE_EDIT,
    summary:
      'Takes a published announcement from everybody at once; it is kept, with who had read it. Fails with error.notice.notPublished, and with error.notice.beyond where it is for people beyond the bases of the caller',
    body: z.object({ objectVersionNumber: z.int() }),
    answer: notice,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'notice',
    path: `${NOTICES}/{id}`,
    permission: NOTICE_DELETE,
    summary: 'Deletes a draft, or one that was withdrawn with who had read it. Fails with error.notice.published, error.notice.beyond',
    answer: z.boolean(),
  }),
}
