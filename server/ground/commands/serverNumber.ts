import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { locksOf } from '../database/locks.ts'

const AGAIN_MS = 500
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
 * A number that the database knows to be this server's for as long as it lives, by an advisory lock: the end of the server, or of the connection
 * of its locks, gives it back at once, and nobody has to guess from a lease whether a server is dead.
 */
export function createServerNumber({ pool, log }: { pool: pg.Pool; log: Logger }): ServerNumber {
  const number = randomInt(1, 2 ** 31)
  const locks = locksOf(pool)
  const key = `${KIND}, ${number}`
  let closed = false
  let again: NodeJS.Timeout | undefined

  async function hold(): Promise<void> {
    const isMine = await locks.take(key, retake)
    if (closed) await locks.give(key)
    else if (!isMine) throw new Error('its connection was lost as it was taken')
  }
  function retake(): void {
    if (closed) return
    again = setTimeout(() => {
      hold().catch((cause: Error) => {
        log.debug({ cause: cause.message }, 'the number of this server cannot be held yet')
        retake()
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
      await locks.give(key)
    },
  }
}
