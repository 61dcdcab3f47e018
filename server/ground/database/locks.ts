import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** No longer than this is waited for the database to take a lock back, in ms. */
const GIVE_BACK_MS = 500

/** The advisory locks of this process, all on one connection: the database gives them back at the moment in which it ends. */
export interface ProcessLocks {
  /**
   * Takes a lock where nobody has it, by the SQL of its key; answers whether this process has it. `lost` is called once, where the connection is
   * lost that holds it. Throws where the database cannot be asked.
   */
  take(key: string, lost: () => void): Promise<boolean>
  /** Gives it back; the last one takes the connection with it. Never throws: the end of the connection gives it back, too. */
  give(key: string): Promise<void>
}

const known = new WeakMap<pg.Pool, ProcessLocks>()

/** The locks of this process on the database of a pool. */
export function locksOf(pool: pg.Pool): ProcessLocks {
  const locks = known.get(pool) ?? createLocks(pool)
  known.set(pool, locks)
  return locks
}

function createLocks(pool: pg.Pool): ProcessLocks {
  const held = new Map<string, () => void>()
  let client: pg.PoolClient | null = null
  let connecting: Promise<pg.PoolClient> | null = null
  let taking = 0

  async function connect(): Promise<pg.PoolClient> {
    const made = await pool.connect()
    const lose = () => {
      if (client !== made) return
      client = null
      // Its pool waits, when it ends, for every connection that it gave out.
      made.release(true)
      const gone = [...held.values()]
      held.clear()
      for (const lost of gone) lost()
    }
    made.on('error', lose)
    made.on('end', lose)
    client = made
    return made
  }
  /** Nothing is held, and nobody is about to. */
  function release(): void {
    if (held.size > 0 || taking > 0) return
    const idle = client
    client = null
    idle?.release(true)
  }

  return {
    async take(key, lost) {
      if (held.has(key)) return true
      taking += 1
      try {
        const mine = client ?? (await (connecting ??= connect().finally(() => (connecting = null))))
        const { rows } = await mine.query<{ mine: boolean }>(`select pg_try_advisory_lock(${key}) as mine`)
        // Lost between the answer and now, it is held no longer.
        if (rows[0]?.mine !== true || client !== mine) return false
        held.set(key, lost)
        return true
      } finally {
        taking -= 1
        release()
      }
    },
    async give(key) {
      if (!held.delete(key)) return
      // The next one takes it at once; the end of the connection alone would give it back a moment later.
      const given = client?.query(`select pg_advisory_unlock(${key})`).catch(() => undefined)
      await Promise.race([given, wait(GIVE_BACK_MS, undefined, { ref: false })])
      release()
    },
  }
}
