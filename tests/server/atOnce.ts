import type pg from 'pg'
import { vi } from 'vitest'

/**
 * Runs calls that truly meet: a row that all of them need is held until each waits for a lock, and is then let go. What does not lock it itself
 * waits where it refers to it, and goes on beside the others.
 */
export async function atOnce<T>(
  owner: pg.Pool,
  held: { readonly table: string; readonly id: number },
  calls: readonly (() => Promise<T>)[],
) {
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
        if ((rowCount ?? 0) < calls.length) throw new Error('not all of them wait')
      },
      { timeout: 10_000, interval: 5 },
    )
    await client.query('commit')
    return await Promise.all(running)
  } finally {
    client.release()
  }
}
