import { randomBytes } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { openStore, pool, type Store } from '#server/ground/database/open'
import { roleNames } from '#server/ground/database/roles'

export const silentLog = pino({ level: process.env['TEST_LOG'] ?? 'silent' })

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

/** A fresh empty database; `drop` removes it with its two roles. */
export async function emptyDatabase(): Promise<{ name: string; url: string; drop: () => Promise<void> }> {
  const name = `furrow_test_${randomBytes(6).toString('hex')}`
  await onCluster(`create database ${name} encoding 'UTF8' template template0`)
  const url = new URL(clusterUrl())
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    async drop() {
      await onCluster(`drop database if exists ${name} with (force)`)
      const roles = roleNames(name)
      await onCluster(`drop role if exists ${roles.request}; drop role if exists ${roles.service}`)
    },
  }
}

/** A fresh migrated database. `owner` bypasses the fence: for arranging and checking. */
export async function startTestDatabase(): Promise<{ url: string; owner: pg.Pool; store: Store; close: () => Promise<void> }> {
  const database = await emptyDatabase()
  const store = await openStore({ databaseUrl: database.url, log: silentLog })
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
