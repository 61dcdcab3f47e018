import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../database/schema.ts'
import { type FileStorage, keyOf } from './storage.ts'

/** How long a file waits for the form that it was uploaded in to be saved. */
export const UNNAMED_MS = 24 * 3_600_000
/** Files locked and looked for a second time together. */
const AT_ONCE = 1000

interface Given {
  /** Of the service role: the sweep is over all tenants. */
  readonly db: Kysely<Database>
  readonly storage: FileStorage
  readonly clock: () => number
  readonly log: Logger
}

/**
 * Removes files that are older than a day and that no column of any table names (migration 0011 knows how), then what lies loose in the
 * store. A row that names a file holds it against this, so none that is named is removed, whoever saves what meanwhile.
 */
export function fileSweep({ db, storage, clock, log }: Given): () => Promise<void> {
  const unnamed = async (on: Kysely<Database>, ids: readonly string[]) =>
    (await sql<{ id: string }>`select id from unnamed_files(${ids}::uuid[]) as id`.execute(on)).rows.map(({ id }) => id)

  /** Looks again under a lock, which whoever names one of them waits for, and takes those out that are still not named. */
  const takeOut = (ids: readonly string[]) =>
    db.transaction().execute(async (transaction) => {
      const locked = await transaction.selectFrom('file').select('id').where('id', 'in', ids).forUpdate().skipLocked().execute()
      const gone = await unnamed(
        transaction,
        locked.map(({ id }) => id),
      )
      if (gone.length === 0) return 0
      const removed = await transaction.deleteFrom('file').where('id', 'in', gone).returning(['tenant_id', 'id']).execute()
      await transaction
        .insertInto('loose_file')
        .values(removed.map((file) => ({ ...file, due: clock() })))
        .execute()
      return removed.length
    })

  async function emptyStore(): Promise<void> {
    const loose = await db.selectFrom('loose_file').select(['tenant_id', 'id']).where('due', '<=', clock()).execute()
    for (const { tenant_id, id } of loose) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: nobody waits for this
      await storage.remove(keyOf(tenant_id, id))
      // oxlint-disable-next-line no-await-in-loop
      await db.deleteFrom('loose_file').where('tenant_id', '=', tenant_id).where('id', '=', id).execute()
    }
  }

  return async () => {
    const old = await db
      .selectFrom('file')
      .select('id')
      .where('created_at', '<', clock() - UNNAMED_MS)
      .execute()
    const candidates = await unnamed(
      db,
      old.map(({ id }) => id),
    )
    let removed = 0
    for (let from = 0; from < candidates.length; from += AT_ONCE) {
      // oxlint-disable-next-line no-await-in-loop -- each is a look through the whole database
      removed += await takeOut(candidates.slice(from, from + AT_ONCE))
    }
    if (removed > 0) log.info({ files: removed }, 'files that nothing names were removed')
    await emptyStore()
  }
}
