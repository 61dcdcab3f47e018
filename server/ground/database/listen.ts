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

  const lose = (lost: pg.PoolClient) => {
    if (client !== lost) return
    client = null
    lost.release(true)
    if (closed) return
    given.onHearing(false)
    log.warn({ channel }, 'the database connection that hears notices was lost')
    retry = setTimeout(() => void connect(), RETRY_MS)
  }

  async function connect(): Promise<void> {
    try {
      const made = await pool.connect()
      if (closed) return made.release(true)
      client = made
      made.on('error', () => lose(made))
      made.on('end', () => lose(made))
      made.on('notification', ({ payload }) => given.onNotice(payload ?? ''))
      await made.query(`listen ${channel}`)
      given.onHearing(true)
    } catch (cause) {
      log.warn({ channel, cause: (cause as Error).message }, 'notices of the database cannot be heard yet')
      if (client) lose(client)
      else if (!closed) retry = setTimeout(() => void connect(), RETRY_MS)
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
