import type { Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Door } from '../outbox/outbox.ts'
import { CannotTell, type Message, post, unreadOf } from '../outbox/parcel.ts'
import { say } from '../words.ts'

/**
 * Stores a message of a user, and has the badge moved after the commit. Answers false where the user has one with this key. Throws
 * where there are no words for it: nobody could read it.
 */
export async function storeMessage(
  work: Transaction<Database>,
  { tenantId, userId }: { tenantId: number; userId: number },
  { subject, content, params = {}, severity = 'info', link, key }: Message,
  at: number,
): Promise<boolean> {
  for (const word of [subject, content])
    if (say('zh-CN', word, params) === word) throw new CannotTell('noWords', `there are no words ${word}`)
  const stored = await work
    .insertInto('user_message')
    .values({
      tenant_id: tenantId,
      user_id: userId,
      subject_key: subject,
      content_key: content,
      params: JSON.stringify(params),
      severity,
      link: link ?? null,
      key: key ?? null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored) await post(work, [unreadOf(tenantId, userId)], at)
  return stored != null
}

/** A message becomes a row of its reader, in the transaction that ends its parcel: exactly one, whatever dies when. */
export const messageDoor = (): Door<'message'> => ({
  async deliver({ tenantId, userId, body, severity, link, key, createdAt }, work) {
    if (userId == null) throw new CannotTell('noReader', 'a message to nobody')
    const more = { severity, ...(link == null ? {} : { link }), ...(key == null ? {} : { key }) }
    await storeMessage(work, { tenantId, userId }, { ...body, ...more }, createdAt)
  },
})
