import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** Names of the two roles of one database, quoted for SQL by being plain identifiers. */
export interface Roles {
  /** Calls of people: sees one tenant a transaction. */
  readonly request: string
  /** Ingest, jobs and sign-in: passes the fence by explicit policies, never by BYPASSRLS. */
  readonly service: string
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
 * Makes both roles where they are missing, and gives them fresh random passwords, so that no password of theirs is kept anywhere.
 * An existing role that is a superuser or may bypass row security is left as it is: the fence check refuses it.
 */
export async function setRoles(client: pg.ClientBase, roles: Roles): Promise<{ requestPassword: string; servicePassword: string }> {
  const made = { requestPassword: randomBytes(24).toString('hex'), servicePassword: randomBytes(24).toString('hex') }
  const wanted = [
    [roles.request, made.requestPassword],
    [roles.service, made.servicePassword],
  ] as const
  const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [Object.values(roles)])
  const there = new Set(rows.map(({ rolname }) => rolname))
  // Sent as one simple statement: ALTER ROLE takes no parameters. Names are plain identifiers, passwords hex.
  await client.query(
    wanted
      .map(([name, password]) => {
        const login = `login password '${password}'`
        return there.has(name)
          ? `alter role ${name} ${login}`
          : `create role ${name} ${login} nosuperuser nobypassrls nocreatedb nocreaterole noinherit noreplication`
      })
      .join(';\n'),
  )
  await client.query('create schema if not exists furrow')
  return made
}
