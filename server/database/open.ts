import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { StartFailure } from '../startFailure.ts'
import { checkFence } from './fence.ts'
import { migrate } from './migrate.ts'
import { type Roles, rolesOf, setRoles } from './roles.ts'
import type { Database } from './schema.ts'

const INT8 = 20
const INT8_ARRAY = 1016
const NUMERIC = 1700
const INT4_ARRAY = 1007

/** bigint and numeric arrive as numbers: ids have at most 15 digits, times are milliseconds, sums are doubles. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === INT8 || oid === NUMERIC) return Number
      if (oid === INT8_ARRAY) return pg.types.getTypeParser(INT4_ARRAY as 20)
    }
    return pg.types.getTypeParser(oid as 20, format as 'text')
  },
} as pg.CustomTypesConfig

/** The longest a statement of a request may run, in ms: the console gives up on a call after 30 s. */
const REQUEST_TIMEOUT = 30_000
const CONNECT_TIMEOUT = 5000

export interface Store {
  /** Migrations, seed and partitions. Bypasses the fence: never for a request. */
  readonly owner: pg.Pool
  readonly requestDb: Kysely<Database>
  readonly serviceDb: Kysely<Database>
  readonly servicePool: pg.Pool
  readonly roles: Roles
  readonly close: () => Promise<void>
}

/**
 * Connects as the owner, brings the schema up to date, gives the request and service roles fresh passwords, and refuses to go on
 * where one of them could bypass the tenant fence. Throws StartFailure, in one line, for whatever keeps the database from use.
 */
export async function openStore(given: { databaseUrl: string; log: Logger }): Promise<Store> {
  const { log } = given
  const owner = pool(given.databaseUrl, { max: 4 }, log)
  const opened: pg.Pool[] = [owner]
  const close = async () => {
    await Promise.all(opened.filter((one) => !one.ended).map((one) => one.end()))
  }
  try {
    await refuseUnfit(owner)
    const roles = await rolesOf(owner)
    const login = await setUp(owner, roles, log)
    const request = pool(
      asRole(given.databaseUrl, roles.request, login.requestPassword),
      { max: 12, statement_timeout: REQUEST_TIMEOUT },
      log,
    )
    const service = pool(asRole(given.databaseUrl, roles.service, login.servicePassword), { max: 10 }, log)
    opened.push(request, service)
    await checkFence(request, service)
    const requestDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool: request }) })
    const serviceDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool: service }) })
    return { owner, requestDb, serviceDb, servicePool: service, roles, close }
  } catch (cause) {
    await close()
    throw asStartFailure(cause, given.databaseUrl)
  }
}

async function setUp(owner: pg.Pool, roles: Roles, log: Logger) {
  const client = await owner.connect()
  try {
    // One server at a time: a second one that starts beside us waits here.
    await client.query(`select pg_advisory_lock(hashtext('furrow'), 1)`)
    const login = await setRoles(client, roles)
    await migrate(client, roles, log)
    return login
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('furrow'), 1)`).catch(() => undefined)
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
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    options: '-c search_path=furrow',
    application_name: 'furrow',
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
