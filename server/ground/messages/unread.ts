import { type Kysely, sql } from 'kysely'
import { type UnreadCounts, unreadTopic } from '#contract/notices/message'
import type { BrokerDoor } from '../broker/door.ts'
import type { Database } from '../database/schema.ts'
import type { LivePublisher } from '../live/live.ts'
import type { Door } from '../outbox/outbox.ts'
import { post, unreadOf } from '../outbox/parcel.ts'
import { audienceOf, hasRead } from './audience.ts'

/**
 * How many announcements and messages these users have not read in a tenant: of each user only the own unread messages are looked at
 * (user_message_user), and whether each published announcement that is for them was read.
 */
async function countsOf(db: Kysely<Database>, tenantId: number, users: readonly number[]): Promise<Map<number, UnreadCounts>> {
  const { rows } = await sql<{ user_id: number } & UnreadCounts>`
    select m.user_id,
      coalesce(news.count, 0)::int as announce,
      (select count(*) from user_message u where u.tenant_id = ${tenantId} and u.user_id = m.user_id and u.read_flag = 0)::int as notify
    from membership m left join (
      select told.user_id, count(*) from ${audienceOf(tenantId, { users })} told join notice n on n.id = told.notice_id
      where not ${hasRead(sql`n`, sql`told.user_id`)} group by told.user_id
    ) news on news.user_id = m.user_id
    where m.tenant_id = ${tenantId} and m.user_id = any(${users}::bigint[])`.execute(db)
  return new Map(rows.map(({ user_id: userId, announce, notify }) => [userId, { announce, notify }]))
}

/** How much one user has not read in a tenant. */
export async function countUnread(db: Kysely<Database>, tenantId: number, userId: number): Promise<UnreadCounts> {
  return (await countsOf(db, tenantId, [userId])).get(userId) ?? { announce: 0, notify: 0 }
}

/** Has the badges of these people say what is unread now, wherever they belong: their rights have changed, and with them what is for them. */
export async function recount(db: Kysely<Database>, users: readonly number[], at: number): Promise<void> {
  const places = await db.selectFrom('membership').select(['tenant_id', 'user_id']).where('user_id', 'in', users).execute()
  await post(
    db,
    places.map(({ tenant_id: tenantId, user_id: userId }) => unreadOf(tenantId, userId)),
    at,
  )
}

/** Has the badges of a user, or (null) of everybody in the tenant, say what is unread now. */
export interface UnreadDesk {
  tell(tenantId: number, userId: number | null): Promise<void>
}

/**
 * Moves the badges: counts after the commit and says the counts to every open console of the user. A tenant tells one parcel after
 * another, so an older count is never said after a newer one. Who has no console open asks when one is opened.
 */
export const unreadDoor = (given: { live: LivePublisher; broker: Pick<BrokerDoor, 'listeners'> }): Door<'unread'> => ({
  lastIsEnough: true,
  async deliver({ tenantId, userId }, work) {
    const users = userId == null ? given.broker.listeners('every') : [userId]
    if (users.length === 0) return
    for (const [reader, counts] of await countsOf(work, tenantId, users))
      given.live.publish(unreadTopic, { userId: reader }, { tenantId, counts })
  },
})
