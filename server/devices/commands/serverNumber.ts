import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'

const AGAIN_MS = 500
/** A server that stops waits no longer than this to give its number back, ms. */
const GIVE_BACK_MS = 500
const KIND = `hashtext('furrow commands')`

/** The numbers of the servers that live, as a condition on a column: what stands under another number is in nobody's hand. */
export const isHeld = (column: string) => `exists (
  select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.objid::bigint = ${column}
    and l.classid::bigint = (${KIND}::bigint & 4294967295) and l.database = (select oid from pg_database where datname = current_database()))`

export interface ServerNumber {
  /** Under it stands what this server has in hand. */
  readonly number: number
  hold(): Promise<void>
  close(): Promise<void>
}

/**
 * A number that the database knows to be this server's for as long as it lives: an advisory lock on a connection of its own. The end of
 * the server, or of the connection, gives it back at once, and nobody has to guess from a lease whether a server is dead.
 */
export function createServerNumber({ pool, log }: { pool: pg.Pool; log: Logger }): ServerNumber {
  const number = randomInt(1, 2 ** 31)
  let held: pg.PoolClient | null = null
  let closed = false
  let again: NodeJS.Timeout | undefined

  async function hold(): Promise<void> {
    const client = await pool.connect()
    const lose = () => {
      if (held !== client) return
      held = null
      client.release(true)
      if (!closed) retake()
    }
    try {
      await client.query(`select pg_advisory_lock(${KIND}, $1)`, [number])
    } catch (cause) {
      client.release(true)
      throw cause
    }
    held = client
    client.once('end', lose)
    client.once('error', lose)
    if (closed) lose()
  }
  function retake(): void {
    again = setTimeout(() => {
      hold().catch((cause: Error) => {
        log.debug({ cause: cause.message }, 'the number of this server cannot be held yet')
        if (!closed) retake()
      })
    }, AGAIN_MS)
    again.unref()
  }

  return {
    number,
    hold,
    async close() {
      closed = true
      clearTimeout(again)
      const client = held
      held = null
      if (!client) return
      // The next server takes up at once what was left; its end alone would do so a moment later.
      const given = client.query('select pg_advisory_unlock_all()').catch(() => undefined)
      await Promise.race([given, new Promise((resolve) => setTimeout(resolve, GIVE_BACK_MS).unref())])
      client.release(true)
    },
  }
}
