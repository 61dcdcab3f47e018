import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { StartFailure } from '../startFailure.ts'
import { Connection } from './connection.ts'
import { checkFence } from './fence.ts'
import { holdForLife } from './lifeLock.ts'
import { migrate } from './migrate.ts'
import { letIn, type Logins, makeRoles, rolesOf } from './roles.ts'
import type { Database } from './schema.ts'
import { endDeadConnections } from './deadConnections.ts'

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const INT4_ARRAY = 1007

/**
 * bigint arrives as a number: ids have at most 15 digits, times are milliseconds. numeric and date arrive as they are written, so that an
 * amount is exact and a day is of no zone.
 */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === INT8) return Number
      if (oid === DATE) return String
      if (oid === INT8_ARRAY) return pg.types.getTypeParser(INT4_ARRAY as 20)
    }
    return pg.types.getTypeParser(oid as 20, format as 'text')
  },
} as pg.CustomTypesConfig

/** The longest a statement of a request may run, in ms: the console gives up on a call after 30 s. */
const REQUEST_TIMEOUT = 30_000
/** The longest a statement of a job may run, in ms: each is bounded to take much less. */
const SERVICE_TIMEOUT = 60_000
/** How long a transaction may wait for us with its locks, in ms: whoever began it has died or is held up. */
const IDLE_IN_TRANSACTION = 30_000
/**
 * How long a connection of a pool is kept though nobody uses it, in ms. What is done each second takes several at once: given up between two
 * such moments, they would be opened, signed in and warmed up again all the time.
 */
const UNUSED_TIMEOUT = 120_000
/** How long a call waits for a free connection, in ms. */
const FREE_TIMEOUT = 5000

/** The other end too asks after a connection that says nothing, so that locks of a client that vanished do not stay. */
const OPTIONS = '-c search_path=furrow -c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

export interface Store {
  /** Migrations, seed and partitions. Bypasses the fence: never for a request. */
  readonly owner: pg.Pool
  readonly requestDb: Kysely<Database>
  readonly serviceDb: Kysely<Database>
  readonly servicePool: pg.Pool
  readonly logins: Logins
  readonly close: () => Promise<void>
}

/**
 * Connects as the owner, brings the schema up to date, gives the request and service roles fresh passwords, and refuses to go on
 * where one of them could bypass the tenant fence. Throws StartFailure, in one line, for whatever keeps the database from use. The
 * store is this server's alone until it is closed; `onTaken` hears that another server has taken it, after which nothing here works.
 */
export async function openStore(given: {
  databaseUrl: string
  log: Logger
  /** Off, demo accounts are nobody: each connection says so, for whatever asks who may sign in. */
  demo?: boolean
  /** Roles that can sign in already, of a database that was copied from one that has them; its own roles without. */
  logins?: Logins
  onTaken?: (line: string) => void
}): Promise<Store> {
  const { log } = given
  let lock: { release: () => Promise<void> } | null = null
  const owner = pool(given.databaseUrl, { max: 4 }, log)
  const opened: pg.Pool[] = [owner]
  const watches: { close(): void }[] = []
  const close = async () => {
    for (const watch of watches) watch.close()
    await Promise.all(opened.filter((one) => !one.ended).map((one) => one.end()))
    await lock?.release()
  }
  try {
    await refuseUnfit(owner)
    lock = await holdForLife({
      config: { connectionString: given.databaseUrl, options: OPTIONS },
      log,
      onTaken: given.onTaken ?? ((line) => log.fatal(line)),
    })
    const { roles, requestPassword, servicePassword } = await setUp(owner, given.logins, log)
    const watched = (role: string, password: string, options: pg.PoolConfig) => {
      const connectionString = asRole(given.databaseUrl, role, password)
      const made = pool(
        connectionString,
        {
          idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
          options: given.demo === false ? `${OPTIONS} -c furrow.demo=off` : OPTIONS,
          ...options,
        },
        log,
      )
      const watch = endDeadConnections(made, { connectionString }, log)
      opened.push(made)
      watches.push(watch)
      return made
    }
    const request = watched(roles.request, requestPassword, { max: 12, statement_timeout: REQUEST_TIMEOUT })
    const service = watched(roles.service, servicePassword, { max: 13, statement_timeout: SERVICE_TIMEOUT })
    await checkFence(request, service)
    const requestDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool: request }) })
    const serviceDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool: service }) })
    return { owner, requestDb, serviceDb, servicePool: service, logins: { roles, requestPassword, servicePassword }, close }
  } catch (cause) {
    await close()
    throw asStartFailure(cause, given.databaseUrl)
  }
}

async function setUp(owner: pg.Pool, logins: Logins | undefined, log: Logger): Promise<Logins> {
  const roles = logins?.roles ?? (await rolesOf(owner))
  const client = await owner.connect()
  try {
    if (!logins) await makeRoles(client, roles)
    await migrate(client, roles, log)
    return logins ?? { roles, ...(await letIn(client, roles)) }
  } finally {
    client.release()
  }
}

async function refuseUnfit(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
  )
  const { version, encoding } = rows[0]!
  if (version < 150_000)
    throw new StartFailure(`PostgreSQL 15 or later is needed; DATABASE_URL leads to version ${Math.floor(version / 10_000)}`)
  if (encoding !== 'UTF8') throw new StartFailure(`The database must be encoded in UTF8, and this one is in ${encoding}`)
}

/** A pool of this product's kind: int8 as numbers, schema furrow. */
export function pool(connectionString: string, options: pg.PoolConfig, log: Logger): pg.Pool {
  const made = new pg.Pool({
    connectionString,
    // The types leave out that a pool hands its options to each connection that it makes.
    Client: Connection as new () => pg.ClientBase,
    types,
    connectionTimeoutMillis: FREE_TIMEOUT,
    idleTimeoutMillis: UNUSED_TIMEOUT,
    options: OPTIONS,
    ...options,
  })
  // An idle connection that the database closed is no reason to end the process: the pool makes another.
  made.on('error', (cause) => log.warn({ cause: cause.message }, 'an idle database connection was lost'))
  return made
}

function asRole(url: string, role: string, password: string): string {
  const made = new URL(url)
  made.username = encodeURIComponent(role)
  made.password = encodeURIComponent(password)
  return made.href
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'its host is unknown',
  '28P01': 'it refuses the password',
  '28000': 'it refuses the user',
  '3D000': 'it has no such database',
  '42501': 'its user may not make roles, schemas and tables there',
}

function asStartFailure(cause: unknown, url: string): Error {
  if (cause instanceof StartFailure || !(cause instanceof Error)) return cause as Error
  const code = (cause as { code?: string }).code ?? ''
  const timedOut = cause.message.includes('timeout')
  if (REASONS[code] == null && !timedOut) return cause
  const { host, pathname } = new URL(url)
  return new StartFailure(`The database at ${host}${pathname} cannot be used: ${REASONS[code] ?? 'it does not answer'} (${cause.message})`)
}
