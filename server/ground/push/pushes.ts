import type pg from 'pg'
import type { Logger } from 'pino'
import type { Leash } from '../calling/callOut.ts'
import type { LivePublisher } from '../live/live.ts'
import type { Seal } from '../seal.ts'
import { openPushConnection, type PushConnection } from './connection.ts'
import { pushOldest, pushWaiting } from './counters.ts'
import { TargetGone } from './delivery.ts'
import { forgetPast, forgetUnwanted, newestOf } from './feed.ts'
import { createHorizon } from './horizon.ts'
import { endOverlaps } from './overlap.ts'
import { createPace } from './pace.ts'
import { createWording } from './records.ts'
import { createSteadiness } from './steadiness.ts'
import { type TargetRow, targetOf } from './target.ts'
import { createWorker, type Worker } from './worker.ts'

const LOOK_MS = 250
const TARGETS_MS = 1000
const FORGET_MS = 10_000
const TOLD_MS = 1000
const AGAIN_MS = 1000
const FIRST_PAUSE_MS = 1000

export interface Pushes {
  /** How deliveries of a tenant stand, by receiver; of none where another server has the work. */
  figuresOf(tenantId: number): ReadonlyMap<number, ReturnType<Worker['figures']>>
  /** A receiver was changed, or something is to be sent again. */
  wake(): void
  close(): Promise<void>
}

/**
 * Sends what happens to receivers outside (docs/decisions/0118): each has a worker that reads the feed from where it came to, in order, and
 * what is on its way is written down before it is tried. One server of a database does it, on a connection of its own, in small turns, and
 * gives way to what devices say.
 */
export function createPushes(given: {
  pool: pg.Pool
  seal: Seal
  clock: () => number
  log: Logger
  live: Pick<LivePublisher, 'changed'>
  leash: Leash
  /** Devices say as much as can be stored. */
  isPressed: () => boolean
  random?: () => number
  firstPauseMs?: number
}): Pushes {
  const { pool, clock, log, live } = given
  const stop = new AbortController()
  let workers = new Map<number, Worker>()
  let woken: (() => void) | null = null
  let isWoken = false

  const wake = () => {
    isWoken = true
    woken?.()
  }
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      if (stop.signal.aborted || isWoken) return resolve()
      const end = () => {
        clearTimeout(timer)
        woken = null
        resolve()
      }
      const timer = setTimeout(end, ms)
      woken = end
    })

  /** Until the connection is lost, or the end. */
  async function work(db: PushConnection): Promise<void> {
    const signal = AbortSignal.any([stop.signal, db.lost])
    db.lost.addEventListener('abort', wake, { once: true })
    const horizon = createHorizon()
    const wordsOf = createWording(db, clock)
    const steadiness = createSteadiness({ clock, last: await newestOf(db) })
    const pace = createPace({ isPressed: given.isPressed, signal })
    const running = new Map<number, Promise<void>>()
    const moved = new Set<number>()
    let readAt = -Infinity
    let forgotAt = -Infinity
    let toldAt = -Infinity
    let failure: Error | null = null
    workers = new Map()

    async function readTargets(): Promise<void> {
      const { rows } = await db.query<TargetRow & { cursor: number; part_id: number | null; part_at: number }>(
        'select t.*, p.cursor, p.part_id, p.part_at from push_target t join push_progress p on p.target_id = t.id order by t.id',
        [],
      )
      const there = new Set(rows.map(({ id }) => id))
      const gone = [...workers].filter(([id]) => !there.has(id))
      for (const [id, worker] of gone) {
        worker.close()
        workers.delete(id)
      }
      for (const row of rows) {
        const target = targetOf(row)
        const known = workers.get(target.id)
        known?.retarget(target)
        known?.reread()
        if (known) continue
        const part = row.part_id === null ? null : { id: row.part_id, at: row.part_at }
        workers.set(
          target.id,
          createWorker(
            target,
            { cursor: row.cursor, part },
            {
              db,
              wordsOf,
              seal: given.seal,
              clock,
              random: given.random ?? Math.random,
              firstPauseMs: given.firstPauseMs ?? FIRST_PAUSE_MS,
              leash: given.leash,
              signal,
              pace,
              steadiness,
              safe: () => horizon.safe,
              moved: () => void moved.add(target.tenantId),
            },
          ),
        )
      }
      if (gone.length > 0 || readAt === -Infinity) await forgetUnwanted(db)
    }

    async function forget(): Promise<void> {
      const past = new Map<number, number>()
      for (const { target, progress } of workers.values())
        past.set(target.tenantId, Math.min(past.get(target.tenantId) ?? Infinity, progress().cursor))
      for (const [tenantId, to] of past) await forgetPast(db, tenantId, to)
      if (!steadiness.isSteady()) return
      for (const { id, tenantId } of await endOverlaps(db, clock())) live.changed(tenantId, 'dataPush', id, null)
    }

    function tell(): void {
      for (const tenantId of moved) live.changed(tenantId, 'dataPushFigure', null, null)
      moved.clear()
      const all = [...workers.values()].map((worker) => worker.figures())
      pushWaiting.set(all.reduce((sum, { waiting }) => sum + waiting, 0))
      const oldest = Math.min(...all.map(({ oldestAt }) => oldestAt ?? Infinity))
      pushOldest.set(Number.isFinite(oldest) ? Math.max(0, clock() - oldest) / 1000 : 0)
    }

    function start(id: number, worker: Worker): void {
      const turn = worker
        .turn()
        .catch((cause: Error) => {
          if (cause instanceof TargetGone) return
          failure ??= cause
          wake()
        })
        .finally(() => running.delete(id))
      running.set(id, turn)
    }

    const since = (at: number) => performance.now() - at
    try {
      while (!signal.aborted && failure === null) {
        if (isWoken || since(readAt) >= TARGETS_MS) {
          isWoken = false
          await readTargets()
          readAt = performance.now()
        }
        if (workers.size > 0) {
          await horizon.look(db)
          for (const [id, worker] of workers) if (!running.has(id)) start(id, worker)
          if (since(forgotAt) >= FORGET_MS) {
            await forget()
            forgotAt = performance.now()
          }
        }
        if (since(toldAt) >= TOLD_MS) {
          tell()
          toldAt = performance.now()
        }
        await rest(workers.size > 0 ? LOOK_MS : TARGETS_MS)
      }
    } finally {
      db.close()
      await Promise.all(running.values())
      for (const worker of workers.values()) worker.close()
      workers = new Map()
    }
    if (failure !== null && !stop.signal.aborted) throw failure as Error
  }

  let isAway = false
  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        const db = await openPushConnection(pool)
        if (db !== null) {
          isAway = false
          // Whatever becomes of it, also before the first look.
          await work(db).finally(() => db.close())
        }
      } catch (cause) {
        if (!stop.signal.aborted && !isAway)
          log.error({ cause: (cause as Error).message }, 'nothing is sent to receivers outside until it can be read')
        isAway = true
      }
      isWoken = false
      await rest(AGAIN_MS)
    }
  }
  const ran = run()

  return {
    figuresOf: (tenantId) =>
      new Map(
        [...workers.values()].filter(({ target }) => target.tenantId === tenantId).map((worker) => [worker.target.id, worker.figures()]),
      ),
    wake,
    async close() {
      stop.abort()
      wake()
      await ran
    },
  }
}
