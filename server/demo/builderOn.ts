import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Database } from '../ground/database/schema.ts'

/** A connection that is in a transaction already, as the query builder's. */
export function builderOn(client: pg.ClientBase): Transaction<Database> {
  const lent = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => lent, end: async () => undefined }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool as never }) }) as unknown as Transaction<Database>
}
