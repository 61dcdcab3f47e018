import type pg from 'pg'
import { HOUR } from './resolution.ts'

/** An hour of an item whose roll-up is marked incomplete, named by its start, ms UTC. */
export interface DirtyHour {
  readonly itemId: number
  readonly hour: number
}

/** Which marks may be remembered: those of hours after `hour` (ms UTC), for as long as the version stands. */
export interface Horizon {
  readonly version: number
  readonly hour: number
}

const LOCK = `hashtext('furrow.rollup_dirty horizon')`
/** By the function `trust_marks`: what a writer remembers is of an older version. */
const OLDER_VERSION = 'FW001'

/**
 * Says to every process that stores readings that hours up to `hour` may be settled from now on, so that none trusts to have marked them;
 * resolves when no batch that did is still under way. The marks are deleted after it, and the readings read after that: a batch
 * that finds the mark locks its row until it commits, so the deletion passes it by; one that comes later sets it anew.
 */
export async function moveHorizon(pool: pg.Pool, hour: number): Promise<void> {
  const said = await pool.query<{ hour: number }>('select hour from rollup_horizon')
  if (said.rows[0]!.hour === hour) return
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${LOCK})`)
    await client.query('update rollup_horizon set version = version + 1, hour = $1', [hour])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw cause
  } finally {
    client.release()
  }
}

/** Which hours of which items a writer has marked and may trust to find marked. */
export interface Marks {
  /** For `trust_marks`, in the transaction that stores. */
  readonly version: number
  readonly has: (itemId: number, hour: number) => boolean
  /** What a commit marked. */
  add(pairs: readonly DirtyHour[]): void
  /** Forgets everything: marks were deleted with their month. */
  clear(): void
  /** Whether a statement failed since the horizon has moved: then `learn`, and try again. */
  areOld(cause: unknown): boolean
  learn(db: pg.ClientBase): Promise<void>
}

export function createMarks(): Marks {
  const hoursOf = new Map<number, Set<number>>()
  let horizon: Horizon = { version: -1, hour: Infinity }
  return {
    get version() {
      return horizon.version
    },
    has: (itemId, hour) => hoursOf.get(itemId)?.has(hour) === true,
    add(pairs) {
      for (const { itemId, hour } of pairs) {
        if (hour <= horizon.hour) continue
        const hours = hoursOf.get(itemId)
        if (hours) hours.add(hour)
        else hoursOf.set(itemId, new Set([hour]))
      }
    },
    clear: () => hoursOf.clear(),
    areOld: (cause) => (cause as { code?: string }).code === OLDER_VERSION,
    async learn(db) {
      const { rows } = await db.query<Horizon>('select version, hour from rollup_horizon')
      const { version, hour } = rows[0]!
      // It went up once, as it does every hour: later hours were never settled. After anything else nobody knows.
      if (version !== horizon.version + 1 || hour < horizon.hour) hoursOf.clear()
      horizon = { version, hour }
      for (const [itemId, hours] of hoursOf) {
        for (const one of hours) if (one <= hour) hours.delete(one)
        if (hours.size === 0) hoursOf.delete(itemId)
      }
    },
  }
}

/** The start of the hour that a moment falls in, ms UTC. */
export const hourOf = (ts: number): number => ts - (ts % HOUR)
