import { type Selectable, sql } from 'kysely'
import { fileUrlOf } from '#contract/media/files'
import { type Notice, NOTICE_CREATE, NOTICE_DELETE, NOTICE_EDIT, NOTICE_READ, type NoticeStatus, PUBLISHED } from '#contract/notices/notice'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { notFound } from '../ground/failure.ts'
import type { FileFence } from '../ground/files/fences.ts'
import type { Asking, Grant } from '../ground/http/handler.ts'
import { audienceOf, hasRead } from '../ground/messages/audience.ts'

export type NoticeRow = Selectable<Database['notice']>

/** Who works on announcements sees those that are not published, and those that are for others. */
export const managesNotices = (grant: Grant) => [NOTICE_READ, NOTICE_CREATE, NOTICE_EDIT, NOTICE_DELETE].some((code) => grant.holds(code))

/** What is published and for the caller: what a reader knows of. */
export const toldTo = (scope: Scope, userId: number) =>
  scope
    .select('notice')
    .where('notice.status', '=', PUBLISHED)
    .where(sql<boolean>`notice.id in (select notice_id from ${audienceOf(scope.tenantId, { users: [userId] })} told)`)

/** What a caller may look at: what is for them, and all of it for those who manage announcements. */
const visible = (scope: Scope, { grant, caller }: Asking) => (managesNotices(grant) ? scope.select('notice') : toldTo(scope, caller.userId))

export const isReadBy = (userId: number) => hasRead(sql`notice`, userId)

/** The files of each announcement: those of its uuid, then those that it names one by one. */
export async function filesOf(scope: Scope, rows: readonly Pick<NoticeRow, 'id' | 'attachment_id' | 'attachments'>[]) {
  const uuids = rows.flatMap(({ attachment_id: uuid }) => uuid ?? [])
  const ids = rows.flatMap(({ attachments }) => attachments.map(({ id }) => id))
  const files =
    uuids.length + ids.length === 0
      ? []
      : await scope
          .select('file')
          .select(['file.id', 'file.name', 'file.bytes', 'file.attachment_id'])
          .where(sql<boolean>`(file.attachment_id = any(${uuids}::uuid[]) or file.id = any(${ids}::uuid[]))`)
          .orderBy('file.created_at')
          .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      files
        .filter(
          (file) =>
            (file.attachment_id !== null && file.attachment_id === row.attachment_id) || row.attachments.some(({ id }) => id === file.id),
        )
        .map(({ id, name, bytes }) => ({ id, fileName: name, fileUrl: fileUrlOf(scope.tenantId, id), bytes })),
    ]),
  )
}

/** Rows as the reader sees them, with the files of each. */
export async function describeAll(scope: Scope, userId: number, rows: readonly NoticeRow[]): Promise<Notice[]> {
  if (rows.length === 0) return []
  const files = await filesOf(scope, rows)
  const read = await scope
    .select('notice')
    .select('notice.id')
    .where(
      'notice.id',
      'in',
      rows.map(({ id }) => id),
    )
    .where(isReadBy(userId), '=', true)
    .execute()
  const readIds = new Set(read.map(({ id }) => id))
  return rows.map((row) => ({
    noticeId: row.id,
    id: row.id,
    title: row.title,
    statusCode: row.status as NoticeStatus,
    publishedDate: row.published_at,
    publishedByUser: row.published_by,
    readFlag: readIds.has(row.id) ? 1 : 0,
    attachmentUuid: row.attachment_id,
    noticeContent: { noticeBody: row.body },
    attachments: files.get(row.id) ?? [],
    objectVersionNumber: row.object_version_number,
  }))
}

export async function describeOne(scope: Scope, asking: Asking, id: number): Promise<Notice> {
  const row = await visible(scope, asking).selectAll('notice').where('notice.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return (await describeAll(scope, asking.caller.userId, [row]))[0]!
}

/** The files of an announcement are read by those who may look at it. */
export const noticeFence: FileFence = async (scope, asking, ids) =>
  (await visible(scope, asking).select('notice.id').where('notice.id', 'in', ids).limit(1).executeTakeFirst()) !== undefined
