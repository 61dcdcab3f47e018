import { type Kysely, sql } from 'kysely'
import type { UnreadCounts } from '#contract/notices/message'
import type { Database } from '../database/schema.ts'
import type { LivePublisher } from '../live/live.ts'
import type { Services } from '../services.ts'

/** How many messages a user has not read in a tenant. */
export async function countUnread(db: Kysely<Database>, tenantId: number, userId: number): Promise<UnreadCounts> {
  const counts = await db
    .selectFrom('user_message')
    .select([
      sql<number>`count(*) filter (where kind = 'announce')`.as('announce'),
      sql<number>`count(*) filter (where kind <> 'announce')`.as('notify'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('read_flag', '=', 0)
    .executeTakeFirstOrThrow()
  return { announce: counts.announce, notify: counts.notify }
}

/** Raises messages: stored first, then the reader's badge moves. `live` is asked for when it is needed, since it is made later. */
export function createNotify(given: { serviceDb: Kysely<Database>; clock: () => number; live: () => LivePublisher }): Services['notify'] {
  const { serviceDb, clock, live } = given
  return async ({ tenantId, userId }, { subject, content, params = {} }) => {
    await serviceDb
      .insertInto('user_message')
      .values({
        tenant_id: tenantId,
        user_id: userId,
        subject_key: subject,
        content_key: content,
        params: JSON.stringify(params),
        created_at: clock(),
      })
      .execute()
    live().unread(userId, tenantId, await countUnread(serviceDb, tenantId, userId))
  }
}
