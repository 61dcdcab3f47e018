import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'

const STATEMENT_TIMEOUT_MS = 20_000
/** A row of a process that is gone is kept this long. */
const WRITER_KEPT_MS = 7 * 86_400_000

/** The one connection on which the ingest of this process writes. */
export interface WriterConnection {
  /** Names this process in `ingest_writer`. */
  readonly writer: string
  /**
   * The connection; a new one where the last was lost. When it is there nothing that was sent on the last one is still under way:
   * what it did stands in `ingest_writer`.
   */
  open(): Promise<pg.PoolClient>
  /** Ends the connection: its settings are its own, and after a failure its state is not known. */
  drop(): void
}

export function createWriterConnection({ pool, log, clock }: { pool: pg.Pool; log: Logger; clock: () => number }): WriterConnection {
  const writer = randomUUID()
  let client: pg.PoolClient | null = null
  let backend: { pid: number; started: string } | null = null

  function drop(): void {
    const lost = client
    client = null
    lost?.release(true)
  }

  async function prepare(fresh: pg.PoolClient): Promise<void> {
    await fresh.query(
      `set synchronous_commit to on; set jit to off; set plan_cache_mode to force_generic_plan; set statement_timeout to ${STATEMENT_TIMEOUT_MS}`,
    )
    // A session whose client is gone ends its statement first, or never where the network swallowed the end.
    if (backend)
      await fresh.query('select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start::text = $2', [
        backend.pid,
        backend.started,
      ])
    await fresh.query('select pg_advisory_lock(hashtextextended($1, 0))', [writer])
    const { rows } = await fresh.query<{ pid: number; started: string }>(
      'select pid, backend_start::text as started from pg_stat_activity where pid = pg_backend_pid()',
    )
    backend = rows[0] ?? null
    await fresh.query('insert into ingest_writer (writer, batch, at) values ($1, 0, $2) on conflict do nothing', [writer, clock()])
    await fresh.query('delete from ingest_writer where at < $1', [clock() - WRITER_KEPT_MS])
  }

  return {
    writer,
    async open() {
      if (client) return client
      const fresh = await pool.connect()
      fresh.on('error', (cause: Error) => {
        log.warn({ cause: cause.message }, 'the connection of the ingest was lost')
        if (client === fresh) drop()
      })
      try {
        await prepare(fresh)
      } catch (cause) {
        fresh.release(true)
        throw cause
      }
      client = fresh
      return fresh
    },
    drop,
  }
}
