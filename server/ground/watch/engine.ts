import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../database/schema.ts'
import { listen } from '../database/listen.ts'
import { createSparingLog } from '../sparingLog.ts'
import type { WatchDesk, WatchKind } from './kind.ts'
import { createTenantWatch, type Heard, type TenantWatch } from './tenantWatch.ts'

const TICK_MS = 250
/** Devices are made many at a time: what is watched is read once for those of one moment. */
const GATHER_MS = 150
/** So much of what was heard may wait. Beyond it the tenant that is furthest behind is read again from what is stored; the others keep what waits. */
const MOST_WAITING = 200_000
/** Judged in one turn of the event loop: a storm of one tenant delays nobody else by more. */
const A_TURN = 2000

export interface WatchEngine extends WatchDesk {
  /** Whether anything that an item says is judged. */
  wants(tenantId: number, itemId: number): boolean
  /** What was committed of a tenant. Never throws and never waits. */
  hear(tenantId: number, heard: readonly Heard[]): void
  /** Takes up what is kept, and what happened since; from here on it watches. */
  start(): Promise<void>
  /** Resolves once all that was heard so far is judged and written. */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * Watches in the path of the ingest, after the commit: what devices said is judged by the rules of their tenant, and what follows is written with what
 * is known then (docs/decisions/0085). Tenants are judged apart, each in the order in which it was heard.
 */
export function createWatchEngine(given: {
  kinds: readonly WatchKind[]
  db: Kysely<Database>
  pool: pg.Pool
  clock: () => number
  log: Logger
}): WatchEngine {
  const { pool, clock, log } = given
  const sparing = createSparingLog(log)
  const tenants = new Map<number, TenantWatch>()
  const queues = new Map<number, Heard[]>()
  const toRead = new Set<number>()
  let waiting = 0
  let planned = false
  let gathering: NodeJS.Timeout | null = null
  let started = false
  let closed = false
  let hearing: { close: () => void } | null = null

  function watchOf(tenantId: number): TenantWatch {
    let found = tenants.get(tenantId)
    if (!found) tenants.set(tenantId, (found = createTenantWatch({ ...given, tenantId, sparing })))
    return found
  }

  function turn(): void {
    planned = false
    for (const [tenantId, queue] of queues) {
      const now = queue.splice(0, A_TURN)
      waiting -= now.length
      if (queue.length === 0) queues.delete(tenantId)
      try {
        watchOf(tenantId).hear(now)
      } catch (cause) {
        sparing.say(
          'error',
          'watching',
          { tenantId, cause: (cause as Error).message },
          'what was heard could not be judged; it is read again',
        )
        watchOf(tenantId).reload(true)
      }
    }
    plan()
  }
  function plan(): void {
    if (planned || queues.size === 0) return
    planned = true
    setImmediate(turn)
  }

  /** Who has anything watched, or did, and so has something to forget. */
  async function readAll(forget: boolean): Promise<void> {
    const { rows } = await pool.query<{ id: number }>('select id from tenant order by id')
    for (const { id } of rows) watchOf(id).reload(forget)
  }
  function readSoon(tenantId: number): void {
    toRead.add(tenantId)
    gathering ??= setTimeout(() => {
      gathering = null
      for (const id of toRead) watchOf(id).reload()
      toRead.clear()
    }, GATHER_MS)
  }

  let tickTimer: NodeJS.Timeout | null = null
  return {
    wants: (tenantId, itemId) => started && (tenants.get(tenantId)?.wants(itemId) ?? false),
    hear(tenantId, heard) {
      if (!started || closed || heard.length === 0 || !tenants.has(tenantId)) return
      const queue = queues.get(tenantId)
      if (queue) for (const one of heard) queue.push(one)
      else queues.set(tenantId, [...heard])
      waiting += heard.length
      if (waiting > MOST_WAITING) {
        const [behind, most] = [...queues].reduce((one, other) => (other[1].length > one[1].length ? other : one))
        sparing.say(
          'warn',
          'watching is behind',
          { waiting, tenantId: behind },
          'more was heard than could be judged; of the tenant that is furthest behind it is read again from what is stored',
        )
        watchOf(behind).reload(true)
        queues.delete(behind)
        waiting -= most.length
      }
      plan()
    },
    async start() {
      started = true
      let wasLost = false
      hearing = await listen({
        pool,
        channel: 'furrow_watch',
        log,
        onNotice: (payload) => readSoon(Number(payload)),
        onHearing(isHearing) {
          if (isHearing && wasLost)
            void readAll(false).catch((cause: Error) =>
              sparing.say('error', 'watching', { cause: cause.message }, 'what is watched could not be read anew'),
            )
          wasLost = !isHearing
        },
      })
      await readAll(true)
      tickTimer = setInterval(() => {
        const now = clock()
        for (const one of tenants.values()) one.tick(now)
      }, TICK_MS)
      tickTimer.unref()
    },
    standing: (kind, tenantId, ruleId) => tenants.get(tenantId)?.standing(kind, ruleId) ?? { watched: 0, unknown: 0 },
    async settled() {
      while (queues.size > 0 || gathering !== null) await new Promise((resolve) => setImmediate(resolve))
      for (const one of tenants.values()) await one.settled()
    },
    async close() {
      closed = true
      if (tickTimer) clearInterval(tickTimer)
      if (gathering) clearTimeout(gathering)
      hearing?.close()
      while (queues.size > 0) turn()
      await Promise.all([...tenants.values()].map((one) => one.close()))
    },
  }
}
