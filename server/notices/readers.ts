import { type RawBuilder, sql } from 'kysely'
import type { NoticeReader, ReaderState } from '#contract/notices/managedNotice'
import { sheetJobs } from '../ground/crud/foreignJobs.ts'
import { clockCell } from '../ground/crud/sheet.ts'
import { containing } from '../ground/database/containing.ts'
import { paged } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { notFound } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import { audienceOf } from '../ground/messages/audience.ts'
import type { Services } from '../ground/services.ts'
import { say } from '../ground/words.ts'

interface Narrowing {
  readonly state?: ReaderState | undefined
  readonly search?: string | undefined
}

/** Everybody for whom an announcement is, and who has read it without being so any more: one query, however many they are. */
const readersOf = (tenantId: number, noticeId: number, { state, search }: Narrowing): RawBuilder<unknown> => sql`(
  select reader.* from (
    select u.id as "userId", u.real_name as "realName", coalesce(o.name, a.area_name, t.name) as "unitName", r.read_at as "readAt",
      case when told.user_id is null then 'left' when r.user_id is null then 'unread' when r.edition < n.edition then 'earlier' else 'read' end as state
    from notice n join tenant t on t.id = n.tenant_id
      cross join ((select user_id from ${audienceOf(tenantId, { notices: [noticeId] })} told)
        union (select user_id from notice_read where notice_id = ${noticeId} and tenant_id = ${tenantId})) someone (user_id)
      join app_user u on u.id = someone.user_id
      left join ${audienceOf(tenantId, { notices: [noticeId] })} told on told.user_id = u.id
      left join notice_read r on r.notice_id = n.id and r.user_id = u.id
      left join membership m on m.tenant_id = n.tenant_id and m.user_id = u.id
      left join org_unit o on o.id = m.unit_id left join area a on a.id = o.area_id
    where n.id = ${noticeId} and n.tenant_id = ${tenantId}
  ) reader
  where ${state === undefined ? sql`true` : sql`reader.state = ${state}`}
    and ${search?.trim() ? sql`reader."realName" ~ ${containing(search)}` : sql`true`})`

const ORDER = sql`order by "unitName" nulls last, "realName", "userId"`

async function mustBeThere(scope: Scope, id: number): Promise<string> {
  const row = await scope.select('notice').select('notice.title').where('notice.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row.title
}

export async function readersPage(scope: Scope, id: number, query: Narrowing & { page: number; size: number }) {
  await mustBeThere(scope, id)
  const { raw, tenantId } = scope
  const readers = readersOf(tenantId, id, query)
  return paged<NoticeReader>(
    query,
    async ({ limit, offset }) =>
      (await sql<NoticeReader>`select * from ${readers} reader ${ORDER} limit ${limit} offset ${offset}`.execute(raw)).rows,
    async () => (await sql<{ total: number }>`select count(*)::int as total from ${readers} reader`.execute(raw)).rows[0]!.total,
  )
}

const HEADS = ['unit', 'person', 'state', 'readAt'] as const

/** The readers as a spreadsheet, all of them; times as a clock of the enterprise shows them. */
export async function readersSheet(asking: Asking, foreign: Services['foreign'], id: number, query: Narrowing) {
  const { language, grant } = asking
  const word = (key: string) => say(language, `notices:manage.${key}`)
  const { title, rows } = await asking.inTenant(async (scope) => ({
    title: await mustBeThere(scope, id),
    rows: (await sql<NoticeReader>`select * from ${readersOf(scope.tenantId, id, query)} reader ${ORDER}`.execute(scope.raw)).rows,
  }))
  const cells = rows.map(({ unitName, realName, state, readAt }) => [
    unitName,
    realName,
    word(`readerState.${state}`),
    readAt === null ? null : clockCell(readAt, grant.timeZone),
  ])
  return foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
    // A name of a sheet has none of these signs.
    title: title.replaceAll(/[[\]:*?/\\]/g, ' '),
    heads: HEADS.map((head) => word(`readers.${head}`)),
    rows: Buffer.from(JSON.stringify(cells)),
  }))
}
