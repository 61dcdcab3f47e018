import type { CallGroups } from '#contract/calls'
import { fileUrlOf } from '#contract/media/files'
import { PUBLISHED, WITHDRAWN } from '#contract/notices/notice'
import type { Context } from '../ground/contents.ts'
import { nameOf } from '../ground/database/asked.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { type KeptAttachment, takeAttachments } from '../ground/documents/attachments.ts'
import { zonedMoment } from '#contract/core/zonedMoment'
import { CallFailure, notFound } from '../ground/failure.ts'
import { sayUses } from '../ground/files/uses.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import { cleanNotice } from '../ground/html/cleanHtml.ts'
import { post, unreadOf } from '../ground/outbox/parcel.ts'
import { mustReachOnlyOwn, reachesOnlyOwn, sayAudience } from './audienceRows.ts'
import { noteRead } from './noteRead.ts'
import { describeAll, describeOne, filesOf, isReadBy, managesNotices, type NoticeRow, toldTo } from './noticeRows.ts'

/** What a notice says of its files. The pictures of a notice stand in its body itself. */
const namingOf = (tenantId: number, row: { attachment_id: string | null; attachments: readonly KeptAttachment[] }) => ({
  texts: row.attachments.map(({ id }) => fileUrlOf(tenantId, id)),
  attachments: row.attachment_id,
})

/** Announcements of a tenant: whom they are for reads what is published (messages/audience.ts); writing needs the codes of notice management. */
export function noticeHandlers({ clock, files }: Pick<Context, 'clock' | 'files'>): Handlers<CallGroups['notice']> {
  /** Once it is committed, every open console counts and lists anew. */
  const spread = ({ raw, tenantId }: Scope, id: number): Promise<void> =>
    post(raw, [{ kind: 'changed', tenantId, body: { name: 'notice', id, areaId: null } }, unreadOf(tenantId, null)], clock())

  /** The files that it is to have: what it did not have before is what the caller may read, else to attach it would open it. */
  async function filesFor(
    scope: Scope,
    asking: Asking,
    given: { attachmentUuid: string | null; attachments?: readonly string[] | undefined },
    old: NoticeRow | null,
  ): Promise<{ attachment_id: string | null; attachments: KeptAttachment[] }> {
    const before = old === null ? [] : ((await filesOf(scope, [old])).get(old.id) ?? []).map(({ id, fileName: name }) => ({ id, name }))
    const attachments =
      given.attachments === undefined
        ? (old?.attachments ?? [])
        : await takeAttachments(scope, asking, { given: given.attachments, before, mayRead: files.mayRead })
    if (given.attachmentUuid !== null && given.attachmentUuid !== old?.attachment_id) {
      const together = await scope
        .select('file')
        .select(['file.id', 'file.attachment_id', 'file.owner_id'])
        .where('file.attachment_id', '=', given.attachmentUuid)
        .execute()
      for (const file of together) if (!(await files.mayRead(scope, asking, file))) throw new CallFailure('error.file.gone')
    }
    return { attachment_id: given.attachmentUuid, attachments }
  }

  return {
    page: ({ query }, { inTenant, caller, grant, language }) =>
      inTenant(async (scope) => {
        const all = query.statusCode === PUBLISHED ? toldTo(scope, caller.userId) : scope.select('notice')
        let rows = all.where('notice.status', '=', query.statusCode)
        // What is not published is the work of notice management: nobody else knows of it.
        if (query.statusCode !== PUBLISHED && !managesNotices(grant)) rows = rows.where('notice.id', '=', -1)
        if (query.noticeCategoryCode) rows = rows.where('notice.category', '=', query.noticeCategoryCode)
        if (query.receiverTypeCode) rows = rows.where('notice.receiver_type', '=', query.receiverTypeCode)
        if (query.endDate != null && query.endDate !== '') {
          const end = zonedMoment(query.endDate, grant.timeZone, 'end')
          if (end == null) throw faultyField(language, 'endDate')
          rows = rows.where((where) => where.or([where('notice.published_at', '<', end), where('notice.published_at', 'is', null)]))
        }
        if (query.readFlag != null) rows = rows.where(isReadBy(caller.userId), '=', query.readFlag === 1)
        const page = await readPage(query, rows, (found) =>
          found
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
        // Asking what a call would answer reads nothing; what is not published is nobody's news.
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
        const kept = await filesFor(scope, asking, body, null)
        const audience = body.audience ?? null
        if (body.statusCode === PUBLISHED) await mustReachOnlyOwn(scope, asking, audience)
        const { id } = await scope
          .insert('notice', [
            {
              title: body.title.trim(),
              body: cleanNotice(body.noticeContent.noticeBody),
              status: body.statusCode,
              attachment_id: kept.attachment_id,
              attachments: JSON.stringify(kept.attachments),
              everybody: audience === null,
              published_at: body.statusCode === PUBLISHED ? now : null,
              published_by: await nameOf(scope, caller.userId),
              author_id: caller.userId,
            },
          ])
          .returning('notice.id')
          .executeTakeFirstOrThrow()
        await sayAudience(scope, asking, id, audience)
        await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'notice', id }, namingOf(scope.tenantId, kept))
        await spread(scope, id)
        return describeOne(scope, asking, id)
      })
    },

    async update({ body }, asking) {
      const { caller } = asking
      const now = clock()
      return asking.inTenant(async (scope) => {
        const old = await lockedOf(scope, body.noticeId, body.objectVersionNumber)
        if (body.statusCode === PUBLISHED) {
          if (body.audience !== undefined) await mustReachOnlyOwn(scope, asking, body.audience)
          else if (!(await reachesOnlyOwn(scope, old))) throw faultyField(asking.language, 'audience', 'beyondBases')
        }
        if (old.status === PUBLISHED) await mustReachAll(scope, old)
        const isPublishedNow = body.statusCode === PUBLISHED && old.status !== PUBLISHED
        const isTakenBack = body.statusCode !== PUBLISHED && old.status === PUBLISHED
        // What is published again is news again, also to who had read it before; what is corrected, only where its writer says so.
        const isNews = (isPublishedNow && old.status === WITHDRAWN) || (body.renew && body.statusCode === PUBLISHED && !isPublishedNow)
        const kept = await filesFor(scope, asking, body, old)
        await scope
          .update('notice')
          .set({
            title: body.title.trim(),
            body: cleanNotice(body.noticeContent.noticeBody),
            status: body.statusCode,
            attachment_id: kept.attachment_id,
            attachments: JSON.stringify(kept.attachments),
            object_version_number: old.object_version_number + 1,
            withdrawn_at: null,
            withdrawn_by: null,
            ...(body.audience === undefined ? {} : { everybody: body.audience === null }),
            ...(isPublishedNow ? { published_by: await nameOf(scope, caller.userId) } : {}),
            ...(isPublishedNow || isNews ? { published_at: now } : {}),
            ...(isTakenBack || body.statusCode !== PUBLISHED ? { published_at: null } : {}),
            ...(isNews ? { edition: old.edition + 1 } : {}),
          })
          .where('notice.id', '=', body.noticeId)
          .execute()
        if (body.audience !== undefined) await sayAudience(scope, asking, body.noticeId, body.audience)
        const holder = { tenantId: scope.tenantId, table: 'notice', id: body.noticeId } as const
        await sayUses(scope.raw, holder, namingOf(scope.tenantId, kept), namingOf(scope.tenantId, old))
        if (isTakenBack) await scope.remove('notice_read').where('notice_read.notice_id', '=', body.noticeId).execute()
        await spread(scope, body.noticeId)
        return describeOne(scope, asking, body.noticeId)
      })
    },

    withdraw: ({ params, body }, asking) =>
      asking.inTenant(async (scope) => {
        const old = await lockedOf(scope, params.id, body.objectVersionNumber)
        if (old.status !== PUBLISHED) throw new CallFailure('error.notice.notPublished')
        await mustReachAll(scope, old)
        await scope
          .update('notice')
          .set({
            status: WITHDRAWN,
            withdrawn_at: clock(),
            withdrawn_by: await nameOf(scope, asking.caller.userId),
            object_version_number: old.object_version_number + 1,
          })
          .where('notice.id', '=', params.id)
          .execute()
        await spread(scope, params.id)
        return describeOne(scope, asking, params.id)
      }),

    async remove({ params }, asking) {
      await asking.inTenant(async (scope) => {
        const old = await lockedOf(scope, params.id)
        // Its readers still have it, and nobody would know any more who had read what: it is withdrawn first.
        if (old.status === PUBLISHED) throw new CallFailure('error.notice.published')
        if (old.status === WITHDRAWN) await mustReachAll(scope, old)
        const gone = await scope
          .remove('notice')
          .where('notice.id', '=', params.id)
          .returning(['notice.attachment_id', 'notice.attachments'])
          .executeTakeFirstOrThrow()
        const holder = { tenantId: scope.tenantId, table: 'notice', id: params.id } as const
        await sayUses(scope.raw, holder, { texts: [] }, namingOf(scope.tenantId, gone))
        await spread(scope, params.id)
      })
      return true
    },
  }
}

/** What people have is taken from them, or another is put in its place, by who acts in the bases of all of them. */
async function mustReachAll(scope: Scope, old: NoticeRow): Promise<void> {
  if (!(await reachesOnlyOwn(scope, old))) throw new CallFailure('error.notice.beyond')
}

/** The announcement as it stands, which nobody else changes meanwhile; throws CallFailure where it is not the one that was asked for. */
async function lockedOf(scope: Scope, id: number, version?: number): Promise<NoticeRow> {
  const row = await scope.select('notice').selectAll('notice').where('notice.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  if (version !== undefined && row.object_version_number !== version) throw new CallFailure('error.version.stale')
  return row
}
