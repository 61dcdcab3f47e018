import type pg from 'pg'
import type { Logger } from 'pino'
import type { Presence } from '#contract/devices/device'
import type { KnownDevice } from '../broker/knownDevice.ts'
import type { LivePublisher } from '../live/live.ts'
import { createPresenceRows, type HeardRow } from './presenceRows.ts'
import { judgeSilence, type Stand, standing } from './presenceStand.ts'

const CHANGES_MS = 100
const LOOK_MS = 1000
const HEARD_MS = 30_000
const SILENT_SINCE_START_MS = 60_000

/** That a device came or went; `at` is ms UTC. */
export interface Moved {
  readonly tenantId: number
  readonly deviceId: number
  readonly at: number
  readonly presence: Presence
}

/** Who is there, by what is heard. */
export interface PresenceDesk {
  /** Makes every device unknown: this server has heard nothing yet. */
  start(): Promise<void>
  opened(device: KnownDevice, clientId: string): void
  closed(device: KnownDevice, clientId: string): void
  heard(device: KnownDevice): void
  /** A word of `device` came by the connection of the gateway before it. */
  heardThrough(gateway: KnownDevice, device: KnownDevice): void
  /** The payload of the online topic, `clientId` null by a gateway's connection; false where it is neither `1` nor `0`. */
  word(device: KnownDevice, clientId: string | null, payload: string): boolean
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
 *
 * A device that is heard through a gateway is silent only in the time in which that one talks (docs/decisions/0072): where the gateway is
 * lost, or silent too, nobody knows of those behind it, and that is what is said of them. They are one loss.
 */
export function createPresence(given: {
  pool: pg.Pool
  log: Logger
  clock: () => number
  monotonic: () => number
  live: LivePublisher
  /** Hears of who came and went, once it is written. */
  onMoved?: (moved: readonly Moved[]) => void
}): PresenceDesk {
  const { log, clock, monotonic, live } = given
  const rows = createPresenceRows(given.pool)
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
    if (!stand) stands.set(device.id, (stand = standing(device)))
    stand.device = device
    return stand
  }

  function move(stand: Stand, presence: Presence): void {
    if (stand.presence === presence || closed) return
    stand.presence = presence
    stand.changedAt = clock()
    changed.add(stand)
    if (presence === 'offline') loseSight(stand)
    // Joined for a moment: a reconnect that says 0 and 1 is no news, and a thousand of them are one statement.
    timer ??= setTimeout(() => {
      timer = null
      void flush()
    }, CHANGES_MS)
  }

  /** A gateway is gone: of those that were heard through it nobody knows. */
  function loseSight({ device, tellsOf }: Stand): void {
    for (const stand of tellsOf) if (stand.through === device.id && stand.presence === 'online') move(stand, 'unknown')
    tellsOf.clear()
  }

  function hear(stand: Stand, isNewConnection = false): void {
    const tick = monotonic()
    if (!isNewConnection && stand.presence === 'online') stand.talked += tick - stand.heardTick
    stand.heardAt = clock()
    stand.heardTick = tick
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
    const moved = now.map((stand) => ({ stand, presence: stand.presence, at: stand.changedAt, ...heardRow(stand) }))
    let areas: Map<number, number>
    try {
      areas = await rows.moved(moved)
    } catch (cause) {
      log.error({ cause: (cause as Error).message }, 'presence could not be written; trying again')
      for (const { stand } of moved) changed.add(stand)
      return
    }
    const told: Moved[] = []
    for (const { stand, presence, at, heardAt } of moved) {
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
      told.push({ tenantId, deviceId: id, at, presence })
    }
    given.onMoved?.(told)
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
    for (const stand of stands.values())
      move(stand, judgeSilence(stand, stand.through === null ? undefined : stands.get(stand.through), tick))
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
    const written = news.map(heardRow)
    await rows.heard(written)
    news.forEach((stand, at) => (stand.heardWritten = written[at]!.heardAt))
  }

  /** A device that was heard before this server's start, and not since though it could have been, is offline; one never heard stays unknown. */
  async function findSilentSinceStart(running: number): Promise<void> {
    const talked = [...stands.values()].map((stand) => ({ id: stand.device.id, ms: stand.talked }))
    const at = clock()
    const silent = await rows.silentSince({ running, at, known: [...stands.keys()], talked })
    for (const { id, tenant_id, area_id, heard_at } of silent) live.presence(tenant_id, area_id, [[id, heard_at, 'offline']])
    given.onMoved?.(silent.map(({ id, tenant_id: tenantId }) => ({ tenantId, deviceId: id, at, presence: 'offline' })))
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
    start: () => rows.unknown(clock()),
    opened(device, clientId) {
      const stand = standOf(device)
      const before = stand.open.get(clientId)
      stand.open.set(clientId, { word: null, count: (before?.count ?? 0) + 1 })
      stand.saidOffline = false
      stand.through = null
      hear(stand, true)
    },
    closed(device, clientId) {
      if (closed) return
      const stand = standOf(device)
      const open = stand.open.get(clientId)
      if (open && --open.count <= 0) stand.open.delete(clientId)
      judgeWords(stand)
    },
    heard(device) {
      const stand = standOf(device)
      stand.through = null
      hear(stand)
    },
    heardThrough(gateway, device) {
      const stand = standOf(device)
      // By a connection of its own it is there by itself.
      if (stand.open.size === 0) {
        const teller = standOf(gateway)
        stand.through = gateway.id
        stand.talkedBefore = teller.talked
        teller.tellsOf.add(stand)
      }
      hear(stand)
    },
    word(device, clientId, payload) {
      const said = payload.trim()
      if (said !== '0' && said !== '1') return false
      if (closed) return true
      const stand = standOf(device)
      const open = clientId === null ? undefined : stand.open.get(clientId)
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

const heardRow = ({ device, heardAt, through }: Stand): HeardRow => ({ id: device.id, heardAt, through })
