import type pg from 'pg'
import { vi } from 'vitest'

/**
 * Runs calls that truly meet: a row that all of them need is held until each waits for a lock, and is then let go. What does not lock it itself
 * waits where it refers to it, and goes on beside the others.
 */
export const atOnce = <T>(owner: pg.Pool, held: Held, calls: readonly (() => Promise<T>)[]) => meeting(owner, held, calls, 0)

/** The same where some may be refused before they come that far. */
export async function sideBySide<T>(owner: pg.Pool, held: Held, calls: readonly (() => Promise<T>)[]) {
  let over = 0
  const counted = calls.map((call) => () => call().finally(() => over++))
  return meeting(owner, held, counted, () => over)
}

interface Held {
  readonly table: string
  readonly id: number
}
async function meeting<T>(owner: pg.Pool, held: Held, calls: readonly (() => Promise<T>)[], over: 0 | (() => number)) {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(`select from furrow.${held.table} where id = $1 for update`, [held.id])
    const running = calls.map((call) => call())
    await vi.waitFor(
      async () => {
        const { rowCount } = await owner.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        if ((rowCount ?? 0) + (over === 0 ? 0 : over()) < calls.length) throw new Error('not all of them wait')
      },
      { timeout: 10_000, interval: 5 },
    )
    await client.query('commit')
    return await Promise.all(running)
  } finally {
    client.release()
  }
}
