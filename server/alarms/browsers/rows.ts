import { type Kysely, sql } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'

export interface Browser {
  readonly id: number
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly device: string
}

/** The browsers in which a user is told of alarms of a tenant, the oldest first. */
export async function browsersOf(work: Kysely<Database>, tenantId: number, userId: number, now: number): Promise<Browser[]> {
  const { rows } = await sql<Browser>`select id, endpoint, p256dh, auth, device from alarm_browser
    where tenant_id = ${tenantId} and user_id = ${userId} and ends_at > ${now} order by id`.execute(work)
  return rows
}

/** Forgets a browser that its push service knows no more, unless it has given itself another address meanwhile. */
export async function forgetGone(
  work: Kysely<Database>,
  tenantId: number,
  { id, endpoint }: Pick<Browser, 'id' | 'endpoint'>,
): Promise<void> {
  await sql`delete from alarm_browser where tenant_id = ${tenantId} and id = ${id} and endpoint = ${endpoint}`.execute(work)
}
