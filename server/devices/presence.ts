import type pg from 'pg'
import type { Logger } from 'pino'
import type { Presence } from '#contract/devices/device'
import type { KnownDevice } from '../ground/broker/directory.ts'
import type { LivePublisher } from '../ground/live/live.ts'
import { lossTimers } from './lossTimers.ts'

/** A device that is not heard for this many reporting periods is offline. */
const SILENT_PERIODS = 3
const CHANGES_MS = 100
const LOOK_MS = 1000
const HEARD_MS = 30_000
const SILENT_SINCE_START_MS = 60_000

interface Stand {
  device: KnownDevice
  presence: Presence
  /** As the database has it. */
  written: Presence
  changedAt: number
  /** By the clock, for people. */
  heardAt: number
  /** By the monotonic clock: silence is measured with it. */
  heardTick: number
  heardWritten: number
  /** Its last word was `online 0`, and no open connection has said nothing of the kind. */
  saidOffline: boolean
  /** Open connections by client id, each with its own last word. */
  readonly open: Map<string, { word: 0 | 1 | null; count: number }>
}

/** Who is there, by what is heard. */
export interface PresenceDesk {
  /** Makes every device unknown: this server has heard nothing yet. */
  start(): Promise<void>
  opened(device: KnownDevice, clientId: string): void
  closed(device: KnownDevice, clientId: string): void
  heard(device: KnownDevice): void
  /** The payload of the online topic; false where it is neither `1` nor `0`. */
  word(device: KnownDevice, clientId: string, payload: string): boolean
  /** Its connections were closed by the server. It may come back; if it does not, its silence is noticed as any other's. */
  dropped(device: { tenantId: number; eui: string }): void
  of(device: KnownDevice): Presence
  /** Writes what is not written yet. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * A device is online while anything came from it within three reporting periods and its last word is not `online 0`. Words count
 * by connection (client id): a will of one connection does not speak for another that is open, and a new connection starts afresh.
 * How long a device is silent says `monotonic`, milliseconds that never jump: a clock that is set silences nobody.
 */
export function createPresence(given: {
  pool: pg.Pool
  log: Logger
  clock: () => number
  monotonic: () => number
  live: LivePublisher
}): PresenceDesk {
  const { pool, log, clock, monotonic, live } = given
  const stands = new Map<number, Stand>()
  const changed = new Set<Stand>()
  const startedAt = monotonic()
  let heardAfter = startedAt + HEARD_MS
  let silentAfter = startedAt + SILENT_SINCE_START_MS
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let closed = false

  function standOf(device: KnownDevice): Stand {
    let stand = stands.get(device.id)
    if (!stand) {
      stand = {
        device,
        presence: 'unknown',
        written: 'unknown',
        changedAt: 0,
        heardAt: 0,
        heardTick: 0,
        heardWritten: 0,
        saidOffline: false,
        open: new Map(),
      }
      stands.set(device.id, stand)
    }
    stand.device = device
    return stand
  }

  function move(stand: Stand, presence: Presence): void {
    if (stand.presence === presence || closed) return
    stand.presence = presence
    stand.changedAt = clock()
    changed.add(stand)
    // Joined for a moment: a reconnect that says 0 and 1 is no news, and a thousand of them are one statement.
    timer ??= setTimeout(() => {
      timer = null
      void flush()
    }, CHANGES_MS)
  }

  function hear(stand: Stand): void {
    stand.heardAt = clock()
    stand.heardTick = monotonic()
    if (!stand.saidOffline && stand.presence !== 'online') move(stand, 'online')
  }

  function judgeWords(stand: Stand): void {
    const words = [...stand.open.values()]
    if (words.length > 0 && words.every(({ word }) => word === 0)) sayOffline(stand)
  }
  function sayOffline(stand: Stand): void {
    stand.saidOffline = true
    move(stand, 'offline')
  }

  function flush(): Promise<void> {
    writing ??= write().finally(() => (writing = null))
    return writing
  }

  async function write(): Promise<void> {
    const now = [...changed].filter((stand) => stand.presence !== stand.written)
    changed.clear()
    if (now.length === 0) return
    const moved = now.map((stand) => ({ stand, presence: stand.presence, at: stand.changedAt, heardAt: stand.heardAt }))
    let areas: Map<number, number>
    try {
      const { rows } = await pool.query<{ id: number; area_id: number }>(
        `with given as (
           select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) as g(id, presence, at, heard_at)
         ), moved as (
           update device d set presence = g.presence, presence_at = g.at
           from given g where d.id = g.id returning d.id, d.tenant_id, d.area_id, g.at, g.presence, g.heard_at
         ), heard as (
           insert into device_heard (device_id, tenant_id, heard_at) select id, tenant_id, heard_at from moved where heard_at > 0 order by id
           on conflict (device_id) do update set heard_at = excluded.heard_at
         ), logged as (
           insert into online_log (tenant_id, device_id, at, presence) select tenant_id, id, at, presence from moved
         ), timed as (${lossTimers("select id, tenant_id, at from moved where presence = 'offline'")})
         select id, area_id from moved`,
        [
          moved.map(({ stand }) => stand.device.id),
          moved.map(({ presence }) => presence),
          moved.map(({ at }) => at),
          moved.map(({ heardAt }) => heardAt),
        ],
      )
      areas = new Map(rows.map(({ id, area_id }) => [id, area_id]))
    } catch (cause) {
      log.error({ cause: (cause as Error).message }, 'presence could not be written; trying again')
      for (const { stand } of moved) changed.add(stand)
      return
    }
    for (const { stand, presence, heardAt } of moved) {
      const { id, tenantId } = stand.device
      const areaId = areas.get(id)
      // It was deleted: there is nobody left to tell of.
      if (areaId === undefined) {
        stands.delete(id)
        continue
      }
      stand.written = presence
      stand.heardWritten = heardAt
      live.presence(tenantId, areaId, [[id, heardAt, presence]])
    }
  }

  /** What was heard while the clock was ahead was heard now at the latest, and is written so at once. */
  function withinTime(): void {
    const now = clock()
    for (const stand of stands.values()) {
      if (stand.heardAt <= now && stand.heardWritten <= now) continue
      stand.heardAt = Math.min(stand.heardAt, now)
      heardAfter = monotonic()
    }
  }

  async function look(): Promise<void> {
    withinTime()
    const tick = monotonic()
    for (const stand of stands.values()) {
      if (stand.presence === 'online' && tick - stand.heardTick > SILENT_PERIODS * stand.device.period) move(stand, 'offline')
    }
    if (changed.size > 0) await flush()
    if (tick >= heardAfter) {
      heardAfter = tick + HEARD_MS
      await writeHeard()
    }
    if (tick >= silentAfter) {
      silentAfter = tick + SILENT_SINCE_START_MS
      await findSilentSinceStart(tick - startedAt)
    }
  }

  async function writeHeard(): Promise<void> {
    const news = [...stands.values()].filter(({ heardAt, heardWritten }) => heardAt !== heardWritten && heardAt > 0)
    if (news.length === 0) return
    const times = news.map(({ heardAt }) => heardAt)
    // Beside the devices, whose rows are wide (migration 0026). In one order, so that no two statements wait in a circle.
    await pool.query(
      `insert into device_heard (device_id, tenant_id, heard_at)
       select d.id, d.tenant_id, g.at from unnest($1::bigint[], $2::bigint[]) as g(id, at) join device d on d.id = g.id order by d.id
       on conflict (device_id) do update set heard_at = excluded.heard_at where device_heard.heard_at is distinct from excluded.heard_at`,
      [news.map(({ device }) => device.id), times],
    )
    news.forEach((stand, at) => (stand.heardWritten = times[at]!))
  }

  /** A device that was heard before this server's start, and not in three periods since, is offline; one never heard stays unknown. */
  async function findSilentSinceStart(running: number): Promise<void> {
    const { rows } = await pool.query<{ id: number; tenant_id: number; area_id: number; heard_at: number }>(
      `with moved as (
         update device d set presence = 'offline', presence_at = $2
         from (
           select u.id, coalesce(h.heard_at, u.heard_at) as heard_at from device u left join device_heard h on h.device_id = u.id
           where u.presence = 'unknown' and u.id <> all($3::bigint[])
         ) s
         where d.id = s.id and s.heard_at is not null and ${SILENT_PERIODS} * d.reporting_period::bigint < $1::bigint
         returning d.id, d.tenant_id, d.area_id, s.heard_at
       ), logged as (
         insert into online_log (tenant_id, device_id, at, presence) select tenant_id, id, $2, 'offline' from moved
       ), timed as (${lossTimers('select id, tenant_id, $2::bigint as at from moved')})
       select * from moved`,
      [Math.floor(running), clock(), [...stands.keys()]],
    )
    for (const { id, tenant_id, area_id, heard_at } of rows) live.presence(tenant_id, area_id, [[id, heard_at, 'offline']])
  }

  let looking = false
  const every = setInterval(() => {
    if (looking) return
    looking = true
    look()
      .catch((cause: Error) => log.error({ cause: cause.message }, 'presence could not be written'))
      .finally(() => (looking = false))
  }, LOOK_MS)
  every.unref()

  return {
    async start() {
      await pool.query(
        `with moved as (update device set presence = 'unknown', presence_at = $1 where presence <> 'unknown' returning id, tenant_id)
         insert into online_log (tenant_id, device_id, at, presence) select tenant_id, id, $1, 'unknown' from moved`,
        [clock()],
      )
    },
    opened(device, clientId) {
      const stand = standOf(device)
      const before = stand.open.get(clientId)
      stand.open.set(clientId, { word: null, count: (before?.count ?? 0) + 1 })
      stand.saidOffline = false
      hear(stand)
    },
    closed(device, clientId) {
      if (closed) return
      const stand = standOf(device)
      const open = stand.open.get(clientId)
      if (open && --open.count <= 0) stand.open.delete(clientId)
      judgeWords(stand)
    },
    heard: (device) => hear(standOf(device)),
    word(device, clientId, payload) {
      const said = payload.trim()
      if (said !== '0' && said !== '1') return false
      if (closed) return true
      const stand = standOf(device)
      const open = stand.open.get(clientId)
      if (open) open.word = said === '0' ? 0 : 1
      if (said === '1') {
        stand.saidOffline = false
        hear(stand)
      } else if (open) {
        judgeWords(stand)
      } else if (stand.open.size === 0) {
        sayOffline(stand)
      }
      return true
    },
    dropped({ tenantId, eui }) {
      for (const { device, open } of stands.values()) if (device.tenantId === tenantId && device.eui === eui) open.clear()
    },
    of: (device) => stands.get(device.id)?.presence ?? 'unknown',
    flush: () => flush(),
    async close() {
      closed = true
      clearInterval(every)
      if (timer) clearTimeout(timer)
      await flush().catch(() => undefined)
      await writeHeard().catch(() => undefined)
    },
  }
}
