import type pg from 'pg'
import type { Db } from './records.ts'

const STATEMENT_TIMEOUT_MS = 20_000
const LOCK = `hashtextextended('furrow push', 0)`

/** The one connection on which deliveries are read and written, one statement or transaction after the other. */
export interface PushConnection extends Db {
  /** Commits what `work` does, or nothing of it. Within it only what it is given may be asked. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /** Aborted once it is lost: another server may have the work then. */
  readonly lost: AbortSignal
  /** Gives it back to its pool, which does not end before that; closing it again changes nothing. */
  close(): void
}

/** Opens it, and with it takes the work of all servers on the database; null where another has it. */
export async function openPushConnection(pool: pg.Pool): Promise<PushConnection | null> {
  const client = await pool.connect()
  const gone = new AbortController()
  const lose = () => gone.abort()
  client.on('error', lose)
  client.on('end', lose)
  let last: Promise<unknown> = Promise.resolve()
  let isHeld = true
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(() => {
      gone.signal.throwIfAborted()
      return work()
    })
    last = mine.catch(() => undefined)
    return mine
  }
  const direct: Db = { query: (text, values) => client.query(text, values) }
  const connection: PushConnection = {
    query: (text, values) => inTurn(() => direct.query(text, values)),
    transaction: (work) =>
      inTurn(async () => {
        await direct.query('begin', [])
        try {
          const result = await work(direct)
          await direct.query('commit', [])
          return result
        } catch (cause) {
          await direct.query('rollback', []).catch(lose)
          throw cause
        }
      }),
    lost: gone.signal,
    close() {
      gone.abort()
      if (isHeld) client.release(true)
      isHeld = false
    },
  }
  try {
    await direct.query(`set statement_timeout to ${STATEMENT_TIMEOUT_MS}`, [])
    const { rows } = await direct.query<{ mine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as mine`, [])
    if (rows[0]!.mine) return connection
    connection.close()
    return null
  } catch (cause) {
    connection.close()
    throw cause
  }
}
