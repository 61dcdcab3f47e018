import { randomBytes } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { openStore, pool, type Store } from '#server/ground/database/open'
import { type Logins, roleNames } from '#server/ground/database/roles'

export const silentLog = pino({ level: process.env['TEST_LOG'] ?? 'silent' })

/** A migrated database that nobody is connected to, and the roles that every copy of it is entered with. */
interface Template {
  readonly name: string
  readonly logins: Logins
}
const COPY = 'furrow_copy_'

/** The cluster of this run; tests/server/cluster.ts starts it. */
export function clusterUrl(): string {
  const url = process.env['FURROW_TEST_DATABASE_URL'] ?? process.env['DATABASE_URL']
  if (!url) throw new Error('FURROW_TEST_DATABASE_URL is not set: run with tests/server/cluster.ts as globalSetup')
  return url
}

async function onCluster(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

interface TestDatabase {
  readonly name: string
  readonly url: string
  readonly drop: () => Promise<void>
}
function databaseAt(name: string, dropMore = async () => undefined as void): TestDatabase {
  const url = new URL(clusterUrl())
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    async drop() {
      await onCluster(`drop database if exists ${name} with (force)`)
      await dropMore()
    },
  }
}

/** A fresh empty database, for roles of its own; `drop` removes it with them. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = `furrow_test_${randomBytes(6).toString('hex')}`
  await onCluster(`create database ${name} encoding 'UTF8' template template0`)
  const roles = roleNames(name)
  return databaseAt(name, () => onCluster(`drop role if exists ${roles.request}; drop role if exists ${roles.service}`))
}

/** Makes the template of this run, which its tests find in FURROW_TEST_TEMPLATE; answers how to remove it. */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const database = await emptyDatabase()
  const store = await openStore({ databaseUrl: database.url, log: silentLog })
  await store.close()
  process.env['FURROW_TEST_TEMPLATE'] = JSON.stringify({ name: database.name, logins: store.logins } satisfies Template)
  return database.drop
}
const template = () => JSON.parse(process.env['FURROW_TEST_TEMPLATE']!) as Template

/** A fresh migrated database: a copy of the template, entered with the roles that all copies share (`loginsOf`). */
export async function migratedDatabase(): Promise<TestDatabase> {
  const name = `${COPY}${randomBytes(6).toString('hex')}`
  await onCluster(`create database ${name} template ${template().name} strategy file_copy`)
  return databaseAt(name)
}

/** The roles with which a copy of the template is entered; undefined for a database that has its own. */
export const loginsOf = (databaseUrl: string): { logins?: Logins } =>
  new URL(databaseUrl).pathname.startsWith(`/${COPY}`) ? { logins: template().logins } : {}

/** A fresh migrated database, open. `owner` bypasses the fence: for arranging and checking. A test that changes its roles has `ownRoles`. */
export async function startTestDatabase({ ownRoles = false } = {}): Promise<{
  url: string
  owner: pg.Pool
  store: Store
  close: () => Promise<void>
}> {
  const database = await (ownRoles ? emptyDatabase() : migratedDatabase())
  const store = await openStore({ databaseUrl: database.url, log: silentLog, ...loginsOf(database.url) })
  const owner = pool(database.url, { max: 4 }, silentLog)
  return {
    url: database.url,
    owner,
    store,
    async close() {
      await owner.end()
      await store.close()
      await database.drop()
    },
  }
}
