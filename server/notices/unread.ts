import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { UnreadCounts } from '#contract/notices/message'
import type { Database } from '../database/schema.ts'
import type { LivePublisher } from '../live/live.ts'

/** How many announcements and messages each of these users (null: every member) has not read in a tenant. */
async function countsOf(db: Kysely<Database>, tenantId: number, users: readonly number[] | null): Promise<Map<number, UnreadCounts>> {
  const { rows } = await sql<{ user_id: number } & UnreadCounts>`
    select m.user_id, (p.total - coalesce(r.n, 0))::int as announce, coalesce(u.n, 0)::int as notify
    from membership m
    cross join (select count(*) as total from notice where tenant_id = ${tenantId} and status = 'PUBLISHED') p
    left join (
      select nr.user_id, count(*) as n from notice_read nr join notice n on n.id = nr.notice_id and n.status = 'PUBLISHED'
      where nr.tenant_id = ${tenantId} group by nr.user_id
    ) r on r.user_id = m.user_id
    left join (
      select user_id, count(*) as n from user_message where tenant_id = ${tenantId} and read_flag = 0 group by user_id
    ) u on u.user_id = m.user_id
    where m.tenant_id = ${tenantId} and (${users == null} or m.user_id = any(${users ?? []}::bigint[]))`.execute(db)
  return new Map(rows.map(({ user_id: userId, announce, notify }) => [userId, { announce, notify }]))
}

/** How much one user has not read in a tenant. */
export async function countUnread(db: Kysely<Database>, tenantId: number, userId: number): Promise<UnreadCounts> {
  return (await countsOf(db, tenantId, [userId])).get(userId) ?? { announce: 0, notify: 0 }
}

/** Moves the badges: counts after the commit and says the counts to every open console of the user. */
export interface UnreadDesk {
  /** Resolves once what was committed before the call has been said; null is everybody in the tenant. */
  tell(tenantId: number, userId: number | null): Promise<void>
}

/**
 * One count of a tenant runs at a time, so that an older count is never said after a newer one; what changes meanwhile is counted
 * together in the next. `live` is asked for when it is needed, since it is made later.
 */
export function createUnreadDesk(given: { serviceDb: Kysely<Database>; log: Logger; live: () => LivePublisher }): UnreadDesk {
  const waiting = new Map<number, Set<number> | 'everybody'>()
  const running = new Map<number, Promise<void>>()

  async function drain(tenantId: number): Promise<void> {
    for (let who = waiting.get(tenantId); who != null; who = waiting.get(tenantId)) {
      waiting.delete(tenantId)
      try {
        // oxlint-disable-next-line no-await-in-loop -- in order
        const counts = await countsOf(given.serviceDb, tenantId, who === 'everybody' ? null : [...who])
        for (const [userId, count] of counts) given.live().unread(userId, tenantId, count)
      } catch (cause) {
        given.log.error({ tenantId, cause: (cause as Error).message }, 'unread counts could not be said')
      }
    }
    running.delete(tenantId)
  }

  return {
    tell(tenantId, userId) {
      const before = waiting.get(tenantId)
      if (userId == null || before === 'everybody') waiting.set(tenantId, 'everybody')
      else waiting.set(tenantId, (before ?? new Set()).add(userId))
      const under = running.get(tenantId)
      if (under) return under
      const run = drain(tenantId)
      running.set(tenantId, run)
      return run
    },
  }
}
