import { ECDH } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type AlarmBrowser, MOST_BROWSERS } from '#contract/alarms/browser'
import type { CallGroups } from '#contract/calls'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { besideField, faultyField } from '../../ground/http/faults.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { pushAddress } from '../../ground/calling/address.ts'
import { pushKeysOf } from '../people/send/pushKeys.ts'

const DEVICE_MAX = 300
const shown = (sessionId: string) => sql`id, device, since, session_id = ${sessionId}::uuid as current`

/** In which of their own browsers people are told of alarms. */
export function alarmBrowserHandlers({
  clock,
  config,
  serviceDb,
}: Pick<Context, 'clock' | 'config' | 'serviceDb'>): Handlers<CallGroups['alarmBrowser']> {
  const pushKeys = pushKeysOf(serviceDb)
  return {
    async list(_input, { caller, inTenant }) {
      const { publicKey } = await pushKeys()
      const browsers = await inTenant(async ({ raw, tenantId }) => {
        const { rows } = await sql<AlarmBrowser>`select ${shown(caller.sessionId)} from alarm_browser
          where tenant_id = ${tenantId} and user_id = ${caller.userId} and ends_at > ${clock()} order by since, id`.execute(raw)
        return rows
      })
      return { publicKey, sessionKey: caller.sessionId, browsers }
    },

    async add({ body: { endpoint, keys } }, { caller, grant: { tenantId }, language, userAgent, inOwnName }) {
      if (pushAddress(endpoint, config.alarms.allow) === null) throw besideField(language, 'endpoint', 'error.alarm.channelAddress')
      if (!isPoint(keys.p256dh)) throw faultyField(language, 'keys')
      return inOwnName(serviceDb, async (work) => {
        await holdSession(work, caller)
        // The same browser in the hands of somebody else, whoever that was before and in whichever tenant.
        await sql`delete from alarm_browser where endpoint = ${endpoint} and auth = ${keys.auth} and user_id <> ${caller.userId}`.execute(
          work,
        )
        // One that was given another address is reached at that alone.
        await sql`delete from alarm_browser where tenant_id = ${tenantId} and user_id = ${caller.userId}
          and session_id = ${caller.sessionId}::uuid and endpoint <> ${endpoint}`.execute(work)
        const { rows: others } = await sql<{ n: number }>`select count(*)::int as n
          from alarm_browser b
          where b.tenant_id = ${tenantId} and b.user_id = ${caller.userId} and b.ends_at > ${clock()} and b.endpoint <> ${endpoint}`.execute(
          work,
        )
        if (others[0]!.n >= MOST_BROWSERS) throw new CallFailure('error.alarm.mostBrowsers', { most: MOST_BROWSERS })
        const { rows } = await sql<AlarmBrowser>`
          insert into alarm_browser (tenant_id, user_id, session_id, endpoint, p256dh, auth, device, since)
          values (${tenantId}, ${caller.userId}, ${caller.sessionId}::uuid, ${endpoint}, ${keys.p256dh}, ${keys.auth},
            ${userAgent.slice(0, DEVICE_MAX)}, ${clock()})
          on conflict (tenant_id, user_id, endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh,
            auth = excluded.auth, device = excluded.device
          returning ${shown(caller.sessionId)}`.execute(work)
        return rows[0]!
      })
    },

    async remove({ params }, { caller, inTenant }) {
      const { rows } = await inTenant(({ raw, tenantId }) =>
        sql`delete from alarm_browser where tenant_id = ${tenantId} and user_id = ${caller.userId} and id = ${params.id} returning id`.execute(
          raw,
        ),
      )
      if (rows.length === 0) throw notFound()
      return 1
    },
  }
}

/**
 * Keeps the caller's session from ending before the transaction does: what ends it then finds the browser and forgets it. Calls of one user
 * take turns here, so that two at once make no more than may be.
 */
async function holdSession(work: Kysely<Database>, { userId, sessionId }: { userId: number; sessionId: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`furrow alarm browsers ${userId}`}, 0))`.execute(work)
  const { rows } = await sql`select from session where id = ${sessionId}::uuid and revoked_at is null for share`.execute(work)
  if (rows.length === 0) throw notFound()
}

/** Whether something can be encrypted for it: a point of the curve, and not merely as long as one. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
