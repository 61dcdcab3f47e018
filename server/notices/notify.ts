import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Services } from '../services.ts'
import type { UnreadDesk } from './unread.ts'

/** Raises messages: stored first, then the reader's badge moves. */
export function createNotify(given: { serviceDb: Kysely<Database>; clock: () => number; unread: UnreadDesk }): Services['notify'] {
  const { serviceDb, clock, unread } = given
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
    await unread.tell(tenantId, userId)
  }
}
