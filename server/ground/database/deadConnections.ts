import pg from 'pg'
import type { Logger } from 'pino'
import { type Connection, isAway } from './connection.ts'

const LOOK_MS = 1000
/** A statement of which nothing was heard for this long is asked after, in ms. */
const QUIET_MS = 3000
/** How long the database may take to say what its connections do, in ms. */
const ANSWER_MS = 3000

/**
 * Watches a pool for connections that went dead without a word: no packet comes back, and neither side is told. A statement that says
 * nothing for a while is either long or lost, and only the database knows which: it is asked, on a connection made for that, which
 * of the pool's connections are at work. One that is not, at two looks, or a database that does not answer at all, ends the connection
 * here, so that its call fails and the pool makes another; what is left of it over there is ended too, with the locks that it holds.
 */
export function endDeadConnections(pool: pg.Pool, config: pg.ClientConfig, log: Logger): { close(): void } {
  const open = new Set<Connection>()
  /** Found without work at the last look. */
  let suspects = new Set<Connection>()
  /** Ended here, and perhaps not over there. */
  const lost = new Set<string>()
  let looking = false

  pool.on('connect', (client) => void open.add(client as unknown as Connection))
  pool.on('remove', (client) => void open.delete(client as unknown as Connection))

  const cut = (which: Iterable<Connection>, reason: string) => {
    for (const connection of which) {
      lost.add(connection.title)
      open.delete(connection)
      connection.cut(reason)
    }
  }
  const quiet = () => [...open].filter((connection) => connection.quietFor(performance.now()) >= QUIET_MS)

  async function look(): Promise<void> {
    if (quiet().length === 0 && lost.size === 0) {
      suspects.clear()
      return
    }
    const working = await atWork(config, lost)
    // Asked again: what came meanwhile, or while this process itself was held up, is heard by now.
    const still = quiet()
    if (working === 'unknown') return
    if (working === 'away') {
      if (still.length === 0) return
      log.warn({ connections: open.size }, 'the database does not answer: its connections are given up')
      cut(open, 'The database does not answer')
      return
    }
    const idle = still.filter(({ title }) => !working.has(title))
    const dead = idle.filter((connection) => suspects.has(connection))
    suspects = new Set(idle)
    if (dead.length === 0) return
    log.warn({ connections: dead.length }, 'database connections had gone dead and are given up')
    cut(dead, 'The database connection went dead')
  }

  const every = setInterval(() => {
    if (looking) return
    looking = true
    look()
      .catch((cause: Error) => log.error({ cause: cause.message }, 'the database connections could not be watched'))
      .finally(() => (looking = false))
  }, LOOK_MS)
  every.unref()
  return { close: () => clearInterval(every) }
}

/** The connections of this role that are at work; ends those of `lost` that are still there. */
async function atWork(config: pg.ClientConfig, lost: Set<string>): Promise<Set<string> | 'away' | 'unknown'> {
  const asked = [...lost]
  const client = new pg.Client({ ...config, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ title: string; state: string; ended: boolean | null }>(
      `select application_name as title, state, case when application_name = any($1::text[]) then pg_terminate_backend(pid) end as ended
       from pg_stat_activity where datname = current_database() and usename = current_user`,
      [asked],
    )
    for (const title of asked) lost.delete(title)
    return new Set(rows.filter(({ state, ended }) => state === 'active' && ended == null).map(({ title }) => title))
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string }
    // Full of connections, it is there, and what it does is not known.
    if (code?.startsWith('53')) return 'unknown'
    return isAway(cause) || message.includes('timeout') ? 'away' : 'unknown'
  } finally {
    void client.end().catch(() => undefined)
  }
}
