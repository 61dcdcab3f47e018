import type { Db } from './records.ts'
import type { TargetRow } from './target.ts'

/** For how long the secret before a new one may go along, ms. */
const HOUR_MS = 3_600_000

/** What is written of the secret of a receiver. */
export interface SecretColumns {
  readonly secret: string | null
  readonly key_id: string
  readonly old_secret: string | null
  readonly old_key_id: string | null
  readonly old_secret_until: number | null
}
const ended = { old_secret: null, old_key_id: null, old_secret_until: null } as const
type Before = Pick<TargetRow, keyof SecretColumns>

/** Whether the secret before the present one still goes along at `now`, ms UTC. */
export const isChanging = (of: Pick<Before, 'old_secret' | 'old_secret_until'>, now: number): boolean =>
  of.old_secret !== null && of.old_secret_until !== null && of.old_secret_until > now

/**
 * The columns of a receiver that gets another secret (sealed) with another key id, while the one before goes along for so many hours; 0: for
 * none. The one of two changes ago would have to end before it was said, so who calls this refuses that (`isChanging`).
 */
export const changeSecret = (
  before: Pick<Before, 'secret' | 'key_id'>,
  given: { secret: string; keyId: string; overlapHours: number; now: number },
): SecretColumns => ({
  secret: given.secret,
  key_id: given.keyId,
  ...(given.overlapHours === 0 || before.secret === null
    ? ended
    : { old_secret: before.secret, old_key_id: before.key_id, old_secret_until: given.now + given.overlapHours * HOUR_MS }),
})

/** The columns once the new secret signs alone. */
export const finishChange = (): Omit<SecretColumns, 'secret' | 'key_id'> => ended

/** The columns once the secret before signs alone again; only while {@link isChanging}. */
export const cancelChange = (before: Before): SecretColumns => ({ secret: before.old_secret, key_id: before.old_key_id!, ...ended })

/** Forgets secrets whose time is over; until when they went along stays, as the trail says it. Answers whose. */
export async function endOverlaps(db: Db, now: number): Promise<{ id: number; tenantId: number }[]> {
  const { rows } = await db.query<{ id: number; tenantId: number }>(
    `update push_target set old_secret = null, old_key_id = null where old_secret is not null and old_secret_until <= $1
     returning id, tenant_id as "tenantId"`,
    [now],
  )
  return rows
}
