import pg from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '#server/ground/database/schema'
import { createOutbox, type Door } from '#server/ground/outbox/outbox'
import { silentLog } from '../database/testDatabase.ts'

/**
 * Child-process entry: an outbox on the database of argv[2] whose door writes what it tells to `furrow.told`, says the parcel's body to
 * its parent, and then never ends: to be killed there.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], options: '-c search_path=furrow' })
const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
const door: Door<'message'> = {
  async deliver({ body }, work) {
    await work
      .insertInto('told' as never)
      .values({ word: body.subject } as never)
      .execute()
    process.send?.(body.subject)
    await new Promise(() => setInterval(() => undefined, 1000))
  },
}
await createOutbox({ db, pool, doors: { message: door } as never, clock: Date.now, log: silentLog, deadlineMs: 600_000 })
