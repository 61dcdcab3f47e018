import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'

/** How long it may take to open a connection, in ms. Waiting for a free one of the pool has a limit of its own. */
const OPEN_TIMEOUT = 3000
/** A connection that says nothing is asked by the kernel whether it is still there after this long, in ms. */
const KEEP_ALIVE = 10_000

/** What the driver knows of a connection and its types leave out. */
interface Inside {
  /** False while a statement is under way. */
  readonly readyForQuery?: boolean
  readonly connection: { readonly stream: Socket }
}

/**
 * A connection of a pool. While it is idle the pool listens to it; while somebody holds it nobody would, and an `error` that nobody
 * hears ends the process. Here it is always heard: the statement that was under way fails with the same error, and whoever holds the
 * connection learns it from that.
 */
export class Connection extends pg.Client {
  /** Its name on the server, and no other connection's. */
  readonly title: string
  private heard = 0
  private quietSince = 0

  constructor(config: pg.ClientConfig = {}) {
    const title = `furrow ${randomBytes(6).toString('hex')}`
    super({
      ...config,
      application_name: title,
      connectionTimeoutMillis: OPEN_TIMEOUT,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
    })
    this.title = title
    this.on('error', () => undefined)
  }

  /** For how long a statement has been under way of which nothing was heard, as far as looks at it can tell, in ms; 0 while there is none. */
  quietFor(now: number): number {
    const inside = this as unknown as Inside
    const { bytesRead } = inside.connection.stream
    if (inside.readyForQuery !== false || bytesRead !== this.heard) this.quietSince = now
    this.heard = bytesRead
    return now - this.quietSince
  }

  /** Ends it here and now: what is under way fails, and its pool makes another. */
  cut(reason: string): void {
    ;(this as unknown as Inside).connection.stream.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }))
  }
}

const CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'])
// What the driver says without a code.
const WORDS =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|connection error and is not queryable|was closed and is not queryable/

/** Whether a failure means that the database, or the connection to it, was not there: another try may succeed. */
export function isAway(cause: unknown): boolean {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && CODES.has(code)) return true
  // Lost connections, a lack of resources (a full disk too), a shutdown or a start.
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return /^(08|53|57P)/.test(code)
  return typeof message === 'string' && WORDS.test(message)
}
