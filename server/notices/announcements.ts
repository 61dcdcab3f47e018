import { type Selectable, sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { fileUrlOf } from '#contract/media/files'
import { type Notice, NOTICE_CREATE, NOTICE_DELETE, NOTICE_EDIT, NOTICE_READ, type NoticeStatus, PUBLISHED } from '#contract/notices/notice'
import { readPage } from '../ground/database/page.ts'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { zonedMoment } from '../ground/zonedMoment.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { sayUses } from '../ground/files/uses.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Asking, Grant, Handlers } from '../ground/http/handler.ts'
import { cleanNotice } from '../ground/html/cleanHtml.ts'
import { post, unreadOf } from '../ground/outbox/parcel.ts'
import { noteRead } from './noteRead.ts'

type NoticeRow = Selectable<Database['notice']>

/** Drafts are the work of notice management: nobody else knows of them. */
const seesDrafts = (grant: Grant) => [NOTICE_READ, NOTICE_CREATE, NOTICE_EDIT, NOTICE_DELETE].some((code) => grant.holds(code))

function visible(scope: Scope, grant: Grant) {
  const rows = scope.select('notice')
  return seesDrafts(grant) ? rows : rows.where('notice.status', '=', PUBLISHED)
}

const isReadBy = (userId: number) =>
  sql<boolean>`exists (select from notice_read r where r.notice_id = notice.id and r.user_id = ${userId})`

/** Rows as the reader sees them, with the files of each. */
async function describeAll(scope: Scope, userId: number, rows: readonly NoticeRow[]): Promise<Notice[]> {
  if (rows.length === 0) return []
  const uuids = rows.flatMap(({ attachment_id: uuid }) => uuid ?? [])
  const files = await scope
    .select('file')
    .select(['file.id', 'file.name', 'file.bytes', 'file.attachment_id'])
    .where('file.attachment_id', 'in', uuids.length > 0 ? uuids : [null])
    .orderBy('file.created_at')
    .execute()
  const read = await scope
    .select('notice_read')
    .select('notice_read.notice_id')
    .where('notice_read.user_id', '=', userId)
    .where(
      'notice_read.notice_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const readIds = new Set(read.map(({ notice_id: id }) => id))
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
    attachments: files
      .filter((file) => file.attachment_id === row.attachment_id)
      .map((file) => ({ fileName: file.name, fileUrl: fileUrlOf(scope.tenantId, file.id), bytes: file.bytes })),
    objectVersionNumber: row.object_version_number,
  }))
}

async function describeOne(scope: Scope, asking: Asking, id: number): Promise<Notice> {
  const row = await visible(scope, asking.grant).selectAll('notice').where('notice.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return (await describeAll(scope, asking.caller.userId, [row]))[0]!
}

async function nameOf(scope: Scope, userId: number): Promise<string> {
  const { real_name: name } = await scope.raw.selectFrom('app_user').select('real_name').where('id', '=', userId).executeTakeFirstOrThrow()
  return name
}

/** Announcements of a tenant: everybody in it reads what is published; writing needs the codes of notice management. */
export function noticeHandlers({ clock }: { clock: () => number }): Handlers<CallGroups['notice']> {
  /** Once it is committed, every open console counts and lists anew. */
  const spread = ({ raw, tenantId }: Scope, id: number): Promise<void> =>
    post(raw, [{ kind: 'changed', tenantId, body: { name: 'notice', id, areaId: null } }, unreadOf(tenantId, null)], clock())

  return {
    page: ({ query }, { inTenant, caller, grant, language }) =>
      inTenant(async (scope) => {
        let rows = visible(scope, grant).where('notice.status', '=', query.statusCode)
        if (query.noticeCategoryCode) rows = rows.where('notice.category', '=', query.noticeCategoryCode)
        if (query.receiverTypeCode) rows = rows.where('notice.receiver_type', '=', query.receiverTypeCode)
        if (query.endDate != null && query.endDate !== '') {
          const end = zonedMoment(query.endDate, grant.timeZone, 'end')
          if (end == null) throw faultyField(language, 'endDate')
          rows = rows.where((where) => where.or([where('notice.published_at', '<', end), where('notice.published_at', 'is', null)]))
        }
        if (query.readFlag != null) rows = rows.where(isReadBy(caller.userId), '=', query.readFlag === 1)
        const page = await readPage(query, rows, (all) =>
          all
            .selectAll('notice')
            .orderBy('notice.published_at', (order) => order.desc().nullsFirst())
            .orderBy('notice.id', 'desc'),
        )
        return { ...page, content: await describeAll(scope, caller.userId, page.content) }
      }),

    get: ({ params }, asking) => asking.inTenant((scope) => describeOne(scope, asking, params.id)),

    async readFlag({ params }, asking) {
      const { caller } = asking
      await asking.inTenant(async (scope) => {
        const { readFlag, statusCode } = await describeOne(scope, asking, params.id)
        // Asking what a call would answer reads nothing; a draft is nobody's news.
        if (asking.headOnly || readFlag === 1 || statusCode !== PUBLISHED) return
        const noted = await noteRead(scope, { userId: caller.userId, noticeId: params.id, at: clock() })
        if (noted > 0) await post(scope.raw, [unreadOf(scope.tenantId, caller.userId)], clock())
      })
      return { noticeId: params.id, readFlag: 1 }
    },

    async create({ body }, asking) {
      const { caller } = asking
      const now = clock()
      return asking.inTenant(async (scope) => {
        const { id } = await scope
          .insert('notice', [
            {
              title: body.title.trim(),
              body: cleanNotice(body.noticeContent.noticeBody),
              status: body.statusCode,
              attachment_id: body.attachmentUuid,
              published_at: body.statusCode === PUBLISHED ? now : null,
              published_by: await nameOf(scope, caller.userId),
              author_id: caller.userId,
            },
          ])
          .returning('notice.id')
          .executeTakeFirstOrThrow()
        // The pictures of a notice stand in its body itself.
        await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'notice', id }, { texts: [], attachments: body.attachmentUuid })
        await spread(scope, id)
        return describeOne(scope, asking, id)
      })
    },

    async update({ body }, asking) {
      const { caller, grant } = asking
      const now = clock()
      return asking.inTenant(async (scope) => {
        const old = await visible(scope, grant).selectAll('notice').where('notice.id', '=', body.noticeId).forUpdate().executeTakeFirst()
        if (!old) throw notFound()
        if (old.object_version_number !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
        const isPublishedNow = body.statusCode === PUBLISHED && old.status !== PUBLISHED
        const isTakenBack = body.statusCode !== PUBLISHED && old.status === PUBLISHED
        await scope
          .update('notice')
          .set({
            title: body.title.trim(),
            body: cleanNotice(body.noticeContent.noticeBody),
            status: body.statusCode,
            attachment_id: body.attachmentUuid,
            object_version_number: old.object_version_number + 1,
            ...(isPublishedNow ? { published_at: now, published_by: await nameOf(scope, caller.userId) } : {}),
            ...(isTakenBack ? { published_at: null } : {}),
          })
          .where('notice.id', '=', body.noticeId)
          .execute()
        const holder = { tenantId: scope.tenantId, table: 'notice', id: body.noticeId } as const
        await sayUses(scope.raw, holder, { texts: [], attachments: body.attachmentUuid }, { texts: [], attachments: old.attachment_id })
        // What is published again is news again, also to who had read it before.
        if (isTakenBack) await scope.remove('notice_read').where('notice_read.notice_id', '=', body.noticeId).execute()
        await spread(scope, body.noticeId)
        return describeOne(scope, asking, body.noticeId)
      })
    },

    async remove({ params }, asking) {
      await asking.inTenant(async (scope) => {
        const gone = await scope.remove('notice').where('notice.id', '=', params.id).returning('notice.attachment_id').executeTakeFirst()
        if (!gone) throw notFound()
        const holder = { tenantId: scope.tenantId, table: 'notice', id: params.id } as const
        await sayUses(scope.raw, holder, { texts: [] }, { texts: [], attachments: gone.attachment_id })
        await spread(scope, params.id)
      })
      return true
    },
  }
}
