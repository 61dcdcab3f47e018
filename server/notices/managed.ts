import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { ManagedNotice } from '#contract/notices/managedNotice'
import { NOTICE_CREATE, NOTICE_EDIT } from '#contract/notices/notice'
import type { Context } from '../ground/contents.ts'
import { containing } from '../ground/database/containing.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { notFound } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import { audienceOf, hasRead } from '../ground/messages/audience.ts'
import { nameableOf, namedBy, reachOf } from './audienceRows.ts'
import { describeAll, type NoticeRow } from './noticeRows.ts'
import { readersPage, readersSheet } from './readers.ts'
import { unitsInTree } from './unitsInTree.ts'
import { keysWithin } from './withinBases.ts'

/** For how many each announcement is now, and how many of these have read what it says: of all of them in one query. */
async function reachedOf({ raw, tenantId }: Scope, ids: readonly number[]) {
  const { rows } = await sql<{ notice_id: number; readers: number; read_by: number }>`
    select told.notice_id, count(*)::int as readers, (count(*) filter (where ${hasRead(sql`n`, sql`told.user_id`)}))::int as read_by
    from ${audienceOf(tenantId, { notices: ids })} told join notice n on n.id = told.notice_id group by told.notice_id`.execute(raw)
  return new Map(rows.map((row) => [row.notice_id, row]))
}

/** Rows as those see them who manage announcements; as many queries for fifty as for one. */
async function manage(scope: Scope, userId: number, rows: readonly NoticeRow[]): Promise<ManagedNotice[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const seen = await describeAll(scope, userId, rows)
  const reached = await reachedOf(scope, ids)
  const named = Map.groupBy(await namedBy(scope, ids), ({ noticeId }) => noticeId)
  return rows.map((row, at) => {
    const of = (wanted: string) => (named.get(row.id) ?? []).filter(({ kind }) => kind === wanted).map(({ id, name }) => ({ id, name }))
    return {
      ...seen[at]!,
      audience: row.everybody ? null : { roles: of('role'), units: of('unit'), bases: of('area'), people: of('user') },
      readers: reached.get(row.id)?.readers ?? 0,
      readBy: reached.get(row.id)?.read_by ?? 0,
      changedAt: row.updated_at,
      withdrawnAt: row.withdrawn_at,
      withdrawnBy: row.withdrawn_by,
    }
  })
}

/** What notice management looks at. Its acts are those of announcements.ts. */
export const managedNoticeHandlers = ({ foreign }: Pick<Context, 'foreign'>): Handlers<CallGroups['managedNotice']> => ({
  page: ({ query }, { inTenant, caller }) =>
    inTenant(async (scope) => {
      let rows = scope.select('notice')
      if (query.statusCode) rows = rows.where('notice.status', '=', query.statusCode)
      if (query.search?.trim()) rows = rows.where('notice.title', '~', containing(query.search))
      const page = await readPage(query, rows, (all) => all.selectAll('notice').orderBy('notice.id', 'desc'))
      const content = await manage(scope, caller.userId, page.content)
      return { ...page, content: content.map(({ attachments, ...told }) => ({ ...told, attachmentCount: attachments.length })) }
    }),

  get: ({ params }, { inTenant, caller }) =>
    inTenant(async (scope) => {
      const row = await scope.select('notice').selectAll('notice').where('notice.id', '=', params.id).executeTakeFirst()
      if (!row) throw notFound()
      return (await manage(scope, caller.userId, [row]))[0]!
    }),

  options: (_, { inTenant, grant }) =>
    inTenant(async (scope) => {
      const areas = grant.areasFor([NOTICE_CREATE, NOTICE_EDIT])
      const own = areas === null ? null : await keysWithin(scope, areas)
      const may = (kind: string, id: number) => own === null || own.has(`${kind} ${id}`)
      const all = await nameableOf(scope)
      const of = (wanted: string) => all.filter(({ kind, id }) => kind === wanted && may(kind, id)).map(({ id, name }) => ({ id, name }))
      const units = (await unitsInTree(scope)).filter(({ id }) => may('unit', id))
      return { everybody: own === null, roles: of('role'), units, bases: of('area'), people: of('user') }
    }),

  reach: ({ body }, { inTenant }) => inTenant(async (scope) => ({ people: await reachOf(scope, body.audience) })),

  readers: ({ params, query }, { inTenant }) => inTenant((scope) => readersPage(scope, params.id, query)),

  readersSheet: ({ params, query }, asking) => readersSheet(asking, foreign, params.id, query),
})
