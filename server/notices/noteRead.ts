import { sql } from 'kysely'
import { PUBLISHED } from '#contract/notices/notice'
import type { Scope } from '../ground/database/scope.ts'

/**
 * Notes that a user has read an announcement, or (NOTICES-04) all that are published; answers of how many that is new. Whoever takes one
 * back or removes it meanwhile is waited for (`for share`): what is no longer published was read by nobody.
 */
export async function noteRead(
  { raw, tenantId }: Scope,
  { userId, noticeId, at }: { userId: number; noticeId: number | 'all'; at: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into notice_read (tenant_id, notice_id, user_id, read_at)
    select tenant_id, id, ${userId}, ${at} from notice
    where tenant_id = ${tenantId} and status = ${PUBLISHED} ${noticeId === 'all' ? sql`` : sql`and id = ${noticeId}`}
      and not exists (select from notice_read r where r.notice_id = notice.id and r.user_id = ${userId})
    order by id for share of notice
    on conflict do nothing`.execute(raw)
  return Number(numAffectedRows ?? 0)
}
