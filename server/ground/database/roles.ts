import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** Names of the two roles of one database, quoted for SQL by being plain identifiers. */
export interface Roles {
  /** Calls of people: sees one tenant a transaction. */
  readonly request: string
  /** Ingest, jobs and sign-in: passes the fence by explicit policies, never by BYPASSRLS. */
  readonly service: string
}

/** The roles as they are signed in as. */
export interface Logins {
  readonly roles: Roles
  readonly requestPassword: string
  readonly servicePassword: string
}

const MAX_IDENTIFIER = 63
const SUFFIX = '_service'.length

/** Roles belong to a whole cluster, so their names carry the database's: two databases of one cluster do not share them. */
export async function rolesOf(owner: pg.Pool): Promise<Roles> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  return roleNames(rows[0]!.name)
}

export function roleNames(database: string): Roles {
  const plain = /^[a-z_][a-z0-9_]*$/.test(database) && database.length + SUFFIX <= MAX_IDENTIFIER
  const digest = createHash('sha256').update(database).digest('hex').slice(0, 8)
  const stem = plain
    ? database
    : `${database
        .toLowerCase()
        .replaceAll(/[^a-z0-9_]/g, '_')
        .replace(/^(?=[0-9])/, '_')
        .slice(0, 40)}_${digest}`
  return { request: `${stem}_request`, service: `${stem}_service` }
}

/**
 * Makes both roles where they are missing, without a way in. An existing role that is a superuser or may bypass row security is left as it
 * is: the fence check refuses it. Names are plain identifiers: such statements take no parameters.
 */
export async function makeRoles(client: pg.ClientBase, roles: Roles): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [Object.values(roles)])
  const there = new Set(rows.map(({ rolname }) => rolname))
  for (const name of Object.values(roles) as string[])
    if (!there.has(name))
      await client.query(`create role ${name} nologin nosuperuser nobypassrls nocreatedb nocreaterole noinherit noreplication`)
  await client.query('create schema if not exists furrow')
}

/**
 * Lets both roles in and answers their passwords. They are derived from a secret of the database, so that every server on it has the same
 * ones, and set at each start, since a restored database may stand in a cluster that does not know them.
 */
export async function letIn(client: pg.ClientBase, roles: Roles): Promise<Omit<Logins, 'roles'>> {
  await client.query(`insert into furrow.server_secret (name, value) values ('roles.key', $1) on conflict do nothing`, [
    randomBytes(32).toString('base64'),
  ])
  const { rows } = await client.query<{ value: string }>(`select value from furrow.server_secret where name = 'roles.key'`)
  const root = Buffer.from(rows[0]!.value, 'base64')
  // Hexadecimal, and so safe within a statement without parameters.
  const passwordOf = (role: string) => Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), `furrow role ${role}`, 24)).toString('hex')
  for (const name of [roles.request, roles.service]) await client.query(`alter role ${name} login password '${passwordOf(name)}'`)
  return { requestPassword: passwordOf(roles.request), servicePassword: passwordOf(roles.service) }
}
