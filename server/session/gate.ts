import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Logger } from 'pino'
import { TOKEN_PREFIX } from '#contract/session/personalToken'
import { USER_VIEW } from '#contract/session/viewing'
import type { Caller, Client, Grant } from '../ground/http/handler.ts'
import { areasOf, decide, narrowedTo, type Standing, standingOf } from '../ground/http/decide.ts'
import { type Gate, lacksSecondFactor } from '../ground/http/gate.ts'
import { listen } from '../ground/database/listen.ts'
import { type Clients, clientsOf } from './clients.ts'
import { isPersonalToken } from '../ground/clients/secrets.ts'
import { accessTokens, hashToken } from './tokens.ts'
import { viewedGrant } from './viewedGrant.ts'

/** A remembered answer is asked again after this long even though every change is heard, in ms. */
const REMEMBERED_MS = 60_000
/** The same while the database's notices cannot be heard. */
const REMEMBERED_DEAF_MS = 900
const REMEMBERED_MAX = 50_000

export interface FullGate extends Gate {
  readonly sign: (session: { userId: number; sessionId: string }, seconds?: number) => Promise<string>
  readonly close: () => void
}

interface Held extends Grant {
  readonly standing: Standing
}
interface SessionRow {
  readonly user_id: number
  readonly login_name: string
  readonly current: number | null
  readonly second_factor: boolean
}

/**
 * Makes the gate. A session and a grant are read once and remembered; triggers on the tables tell every server process when one
 * changes, so a revoke or a new role acts at once. With `demo` off, demo accounts are nobody.
 */
export async function createGate(given: {
  servicePool: pg.Pool
  accessKey: Uint8Array
  demo: boolean
  clock: () => number
  log: Logger
}): Promise<FullGate> {
  const { servicePool, clock, log, demo } = given
  const tokens = accessTokens(given.accessKey, clock)
  const sessions = remembered<Caller | null>(clock)
  const allowances = remembered<Held | null>(clock)
  // What a person's token may do, and of what the person may it was made.
  const narrowed = new WeakMap<Client, { of: Held; grant: Grant }>()
  const listeners: Parameters<Gate['onChange']>[0][] = []

  const forget = (subject: string, id: string): void => {
    if (subject === 'session') {
      sessions.drop((key) => key === id)
      // A person's token is remembered by its hash.
      sessions.dropWhere((caller) => caller == null || caller.sessionId === id)
      for (const tell of listeners) tell({ sessionId: id })
      return
    }
    const users = new Set<number>()
    if (subject === 'user') users.add(Number(id))
    const concerned = (key: string) => (subject === 'user' ? key.startsWith(`${id}:`) : key.endsWith(`:${id}`))
    for (const key of allowances.drop(concerned)) users.add(Number(key.split(':')[0]))
    // A session carries its user's current tenant and whether the user may sign in at all.
    if (subject === 'user') sessions.dropWhere((caller) => caller == null || [caller.userId, caller.viewing?.viewerId].includes(Number(id)))
    // Who is no person carries the zone of its tenant.
    if (subject === 'tenant') sessions.dropWhere((caller) => caller == null || caller.client?.tenantId === Number(id))
    for (const tell of listeners) tell({ users: [...users], tenant: subject === 'tenant' ? Number(id) : null })
  }

  const ears = await listen({
    pool: servicePool,
    channel: 'furrow_gate',
    log,
    onNotice(payload) {
      const [subject, id] = payload.split(' ')
      if (subject && id) forget(subject, id)
    },
    onHearing(hearing) {
      sessions.forgetAfter(hearing ? REMEMBERED_MS : REMEMBERED_DEAF_MS)
      allowances.forgetAfter(hearing ? REMEMBERED_MS : REMEMBERED_DEAF_MS)
      // Whatever was not heard meanwhile may have changed anybody's.
      if (hearing) for (const tell of listeners) tell({ users: [], tenant: 'every' })
    },
  })

  const clients: Clients = clientsOf({ pool: servicePool, clock, demo })

  async function readSession(sessionId: string): Promise<Caller | null> {
    const { rows } = await servicePool.query<SessionRow>({
      name: 'gate session',
      text: `select s.user_id, u.login_name,
               s.provider_factor or exists (select from second_factor f where f.id = u.id) as second_factor,
               (select m.tenant_id from membership m where m.user_id = u.id
                 order by (m.tenant_id = u.current_tenant_id) desc nulls last, (m.tenant_id = u.default_tenant_id) desc nulls last, m.tenant_id limit 1) as current
             from session s join app_user u on u.id = s.user_id
             where s.id = $1 and s.revoked_at is null and s.expires_at > $2 and u.enabled and (not u.demo or $3)`,
      values: [sessionId, clock(), demo],
    })
    const row = rows[0]
    if (!row) return (await readViewing(sessionId)) ?? clients.ofSecret(sessionId)
    return {
      userId: row.user_id,
      sessionId,
      loginName: row.login_name,
      currentTenant: row.current ?? -1,
      secondFactor: row.second_factor,
      viewing: null,
      client: null,
    }
  }

  /** One user looks as another, for as long as the session that began it is good and the viewer may sign in. */
  async function readViewing(id: string): Promise<Caller | null> {
    const { rows } = await servicePool.query<SessionRow & { viewer_id: number; viewer_name: string; tenant_id: number; ends_at: number }>({
      name: 'gate viewing',
      text: `select v.viewed_id as user_id, u.login_name, v.tenant_id, v.viewer_id, w.real_name as viewer_name, v.ends_at,
               s.provider_factor or exists (select from second_factor f where f.id = w.id) as second_factor
             from viewing v join app_user u on u.id = v.viewed_id join app_user w on w.id = v.viewer_id join session s on s.id = v.session_id
             where v.id = $1 and v.ended_at is null and v.ends_at > $2 and s.revoked_at is null and s.expires_at > $2
               and w.enabled and (not w.demo or $3)`,
      values: [id, clock(), demo],
    })
    const row = rows[0]
    if (!row) return null
    const viewing = {
      viewerId: row.viewer_id,
      viewerName: row.viewer_name,
      viewerSecondFactor: row.second_factor,
      tenantId: row.tenant_id,
      until: row.ends_at,
    }
    const who = { userId: row.user_id, sessionId: id, loginName: row.login_name, currentTenant: row.tenant_id }
    return { ...who, secondFactor: false, viewing, client: null }
  }

  async function ofPersonalToken(token: string): Promise<Caller | 'expired' | 'invalid'> {
    if (!isPersonalToken(token)) return 'invalid'
    const hash = hashToken(token)
    const key = `token ${hash}`
    const caller = await sessions.get(key, () => clients.ofToken(hash))
    if (caller) return inTime(caller)
    // Those that were made up would displace who is somebody.
    sessions.drop((one) => one === key)
    return 'invalid'
  }
  const inTime = (caller: Caller) => (caller.client?.until != null && caller.client.until <= clock() ? 'expired' : caller)

  async function readGrant(userId: number, tenantId: number): Promise<Held | null> {
    const { rows } = await servicePool.query<{
      time_zone: string
      demands: boolean
      enabled: boolean
      id: number
      codes: string[] | null
      area_ids: number[] | null
    }>({
      name: 'gate grant',
      text: `select t.time_zone, t.demands_second_factor as demands, u.enabled and (not u.demo or $3) as enabled, r.id, r.codes, a.area_ids
             from membership m join tenant t on t.id = m.tenant_id join app_user u on u.id = m.user_id
             left join role_assignment a on a.tenant_id = m.tenant_id and a.user_id = m.user_id
             left join role r on r.id = a.role_id and r.tenant_id = m.tenant_id
             where m.user_id = $1 and m.tenant_id = $2`,
      values: [userId, tenantId, demo],
    })
    if (rows.length === 0) return null
    const roles = rows.flatMap(({ id, codes, area_ids: areas }) => (codes ? [{ roleId: id, codes, areas }] : []))
    const { time_zone: timeZone, demands, enabled } = rows[0]!
    const standing = { enabled, roles }
    return { ...grantOf(tenantId, timeZone, standing, demands), standing }
  }

  const callerOf = (sessionId: string) => sessions.get(sessionId, () => readSession(sessionId))
  const grant = (userId: number, tenantId: number) => allowances.get(`${userId}:${tenantId}`, () => readGrant(userId, tenantId))

  return {
    sign: (session, seconds) => tokens.sign(session, seconds),
    expiry: (token) => (isPersonalToken(token) ? (sessions.known(`token ${hashToken(token)}`)?.client?.until ?? 0) : tokens.expiry(token)),
    async identify(accessToken) {
      if (accessToken.startsWith(TOKEN_PREFIX)) return ofPersonalToken(accessToken)
      const claims = await tokens.read(accessToken)
      if (typeof claims === 'string') return claims
      const caller = await callerOf(claims.sessionId)
      return caller?.userId === claims.userId ? inTime(caller) : 'invalid'
    },
    session: callerOf,
    grant,
    async grantFor(caller, tenantId) {
      const { client, viewing } = caller
      if (client?.kind === 'application')
        return client.tenantId === tenantId ? grantOf(tenantId, client.timeZone, standingOf(client)) : null
      const held = client === null || client.tenantId === tenantId ? await grant(caller.userId, tenantId) : null
      if (held === null) return null
      const nothing = (demands = false) => grantOf(tenantId, held.timeZone, { enabled: false, roles: [] }, demands)
      if (viewing !== null) {
        const own = tenantId === viewing.tenantId ? await grant(viewing.viewerId, tenantId) : null
        if (own === null) return null
        const may = own.holds(USER_VIEW) && !lacksSecondFactor({ secondFactor: viewing.viewerSecondFactor }, own)
        return may ? viewedGrant(held, own) : nothing()
      }
      if (lacksSecondFactor(caller, held)) return nothing(true)
      if (client === null) return held
      const known = narrowed.get(client)
      if (known?.of === held) return known.grant
      const made = grantOf(tenantId, held.timeZone, narrowedTo(held.standing, client.scopes), held.demandsSecondFactor)
      narrowed.set(client, { of: held, grant: made })
      return made
    },
    forget,
    onChange: (listener) => void listeners.push(listener),
    close: () => ears.close(),
  }
}

/** How somebody stands in one tenant, as a grant. */
export function grantOf(tenantId: number, timeZone: string, standing: Standing, demandsSecondFactor = false): Grant {
  return {
    tenantId,
    timeZone,
    mark: createHash('sha256')
      .update(JSON.stringify([tenantId, timeZone, standing, demandsSecondFactor]))
      .digest('base64url')
      .slice(0, 16),
    demandsSecondFactor,
    codes: [...new Set(standing.roles.flatMap((role) => role.codes))],
    areas: areasOf(standing.roles),
    decide: (access) => decide(standing, access),
    holds: (code) => decide(standing, code).allowed,
    areasFor: (wanted) => decide(standing, wanted).areas,
  }
}

/** Answers that are remembered for a while; a question that is under way is not asked twice. */
function remembered<Answer>(clock: () => number) {
  // What has grown too old stays until it is asked for: whose it is must still hear of a change.
  const kept = new LRUCache<string, { answer: Promise<Answer>; settled: Answer | undefined; at: number }>({ max: REMEMBERED_MAX })
  let life = REMEMBERED_DEAF_MS
  return {
    get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
      const known = kept.get(key)
      if (known && clock() - known.at < life) return known.answer
      const asked = { answer: ask(), settled: undefined as Answer | undefined, at: clock() }
      kept.set(key, asked)
      asked.answer.then(
        (answer) => (asked.settled = answer),
        // A failure is not remembered: the next call asks again.
        () => kept.peek(key) === asked && kept.delete(key),
      )
      return asked.answer
    },
    /** What was answered last, where that is known. */
    known: (key: string): Answer | undefined => kept.get(key)?.settled,
    drop(concerned: (key: string) => boolean): string[] {
      const dropped = [...kept.keys()].filter(concerned)
      for (const key of dropped) kept.delete(key)
      return dropped
    },
    dropWhere(concerned: (answer: Answer | null) => boolean): void {
      // One that is still under way may be about to answer what was true before the change.
      for (const [key, { settled }] of kept) if (concerned(settled ?? null)) kept.delete(key)
    },
    /** A shorter life also ends what is remembered already: what was missed while deaf is not known. */
    forgetAfter(ms: number): void {
      life = ms
      kept.clear()
    },
  }
}
