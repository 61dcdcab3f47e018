import type pg from 'pg'
import type { Logger } from 'pino'

const RETRY_MS = 1000
/** It only listens, so that it went dead shows when it is asked something. */
const ASK_MS = 2000

/**
 * Hears the database's notices on one channel, on a connection of its own that is made again when it is lost. `onHearing` says
 * whether notices can be heard now: while they cannot, nothing that depends on them may be remembered for long.
 */
export async function listen(given: {
  pool: pg.Pool
  channel: string
  log: Logger
  onNotice: (payload: string) => void
  onHearing: (hearing: boolean) => void
}): Promise<{ close: () => Promise<void> }> {
  const { pool, channel, log } = given
  let client: pg.PoolClient | null = null
  let retry: NodeJS.Timeout | undefined
  let closed = false
  let asking = false
  const asks = setInterval(() => {
    if (!client || asking) return
    asking = true
    // Saying it again changes nothing. A failure ends the connection, which is heard as its error.
    client
      .query(`listen ${channel}`)
      .catch(() => undefined)
      .finally(() => (asking = false))
  }, ASK_MS)
  asks.unref()

  const again = () => {
    retry = setTimeout(() => void connect(), RETRY_MS)
  }
  const lose = (lost: pg.PoolClient) => {
    if (client !== lost) return
    client = null
    lost.release(true)
    given.onHearing(false)
    log.warn({ channel }, 'the database connection that hears notices was lost')
    again()
  }

  /** Each try ends in one connection that is held, or in one more try: two at once would leave a connection that nobody gives back. */
  async function connect(): Promise<void> {
    let made: pg.PoolClient | null = null
    try {
      made = await pool.connect()
      if (closed) return made.release(true)
      const mine = made
      client = mine
      mine.on('error', () => lose(mine))
      mine.on('end', () => lose(mine))
      mine.on('notification', ({ payload }) => given.onNotice(payload ?? ''))
      await mine.query(`listen ${channel}`)
      if (client === mine) given.onHearing(true)
    } catch (cause) {
      if (closed) return
      log.warn({ channel, cause: (cause as Error).message }, 'notices of the database cannot be heard yet')
      // One whose error was heard before its statement failed is lost already, and the next try is on its way.
      if (made) lose(made)
      else again()
    }
  }

  await connect()
  return {
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(asks)
      const held = client
      client = null
      held?.release(true)
    },
  }
}
