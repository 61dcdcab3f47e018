import type pg from 'pg'
import type { Caller } from '../ground/http/handler.ts'

/** Calls a minute that a person's token may make. */
const TOKEN_PACE = 120

/** Callers that are no person, as the database knows them at this moment. */
export interface Clients {
  /** The application that was given a token for this secret, by the key of the secret. */
  readonly ofSecret: (key: string) => Promise<Caller | null>
  /** By the hash of a personal access token. */
  readonly ofToken: (hash: string) => Promise<Caller | null>
}

interface ApplicationRow {
  readonly id: number
  readonly tenant_id: number
  readonly user_id: number
  readonly client_id: string
  readonly scopes: string[]
  readonly area_ids: number[] | null
  readonly per_minute: number
  readonly time_zone: string
  readonly until: number | null
}
interface TokenRow {
  readonly id: number
  readonly tenant_id: number
  readonly user_id: number
  readonly login_name: string
  readonly key: string
  readonly scopes: string[]
  readonly time_zone: string
  readonly expires_at: number
  readonly second_factor: boolean
}

export function clientsOf({ pool, clock, demo }: { pool: pg.Pool; clock: () => number; demo: boolean }): Clients {
  return {
    async ofSecret(key) {
      const { rows } = await pool.query<ApplicationRow>({
        name: 'gate application',
        text: `select a.id, a.tenant_id, a.user_id, a.client_id, a.scopes, a.area_ids, a.per_minute, t.time_zone,
                 least(a.expires_at, case when a.old_secret_key = $1 then a.old_secret_until end) as until
               from application a join tenant t on t.id = a.tenant_id join app_user u on u.id = a.user_id and (not u.demo or $3)
               where enabled_flag = 1 and (secret_key = $1 or (old_secret_key = $1 and old_secret_until > $2))
                 and (expires_at is null or expires_at > $2)`,
        values: [key, clock(), demo],
      })
      const row = rows[0]
      if (!row) return null
      const { id, tenant_id: tenantId, scopes, area_ids: areas, per_minute: perMinute, time_zone: timeZone, until } = row
      const client = { kind: 'application', id, tenantId, scopes, areas, timeZone, perMinute, until } as const
      return {
        userId: row.user_id,
        sessionId: key,
        loginName: row.client_id,
        currentTenant: tenantId,
        secondFactor: false,
        viewing: null,
        client,
      }
    },

    async ofToken(hash) {
      const { rows } = await pool.query<TokenRow>({
        name: 'gate personal token',
        text: `select t.id, t.tenant_id, t.user_id, u.login_name, t.key, t.scopes, t.expires_at, n.time_zone,
                 exists (select from second_factor f where f.id = u.id) as second_factor
               from personal_token t join app_user u on u.id = t.user_id join tenant n on n.id = t.tenant_id
               where t.token_hash = $1 and u.enabled and (not u.demo or $2)`,
        values: [hash, demo],
      })
      const row = rows[0]
      if (!row) return null
      const { id, tenant_id: tenantId, scopes, time_zone: timeZone, expires_at: until } = row
      const client = { kind: 'token', id, tenantId, scopes, areas: null, timeZone, perMinute: TOKEN_PACE, until } as const
      return {
        userId: row.user_id,
        sessionId: row.key,
        loginName: row.login_name,
        currentTenant: tenantId,
        secondFactor: row.second_factor,
        viewing: null,
        client,
      }
    },
  }
}
