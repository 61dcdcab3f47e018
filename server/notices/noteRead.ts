import { sql } from 'kysely'
import { PUBLISHED } from '#contract/notices/notice'
import type { Scope } from '../ground/database/scope.ts'
import { post } from '../ground/outbox/parcel.ts'
import { audienceOf, hasRead } from '../ground/messages/audience.ts'

/**
 * Notes that a user has read an announcement, or (NOTICES-04) all that are published and for them; answers of how many that is new. Whoever takes one
 * back or removes it meanwhile is waited for (`for share`): what is no longer published was read by nobody.
 */
export async function noteRead(
  { raw, tenantId }: Scope,
  { userId, noticeId, at }: { userId: number; noticeId: number | 'all'; at: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into notice_read (tenant_id, notice_id, user_id, read_at, edition)
    select tenant_id, id, ${userId}, ${at}, edition from notice
    where tenant_id = ${tenantId} and status = ${PUBLISHED} ${noticeId === 'all' ? sql`` : sql`and id = ${noticeId}`}
      and id in (select notice_id from ${audienceOf(tenantId, { users: [userId] })} told) and not ${hasRead(sql`notice`, userId)}
    order by id for share of notice
    on conflict (notice_id, user_id) do update set read_at = excluded.read_at, edition = excluded.edition
      where notice_read.edition < excluded.edition`.execute(raw)
  const noted = Number(numAffectedRows ?? 0)
  const body = { name: 'noticeRead', id: noticeId === 'all' ? null : noticeId, areaId: null } as const
  if (noted > 0) await post(raw, [{ kind: 'changed', tenantId, body }], at)
  return noted
}
