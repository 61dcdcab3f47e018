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
 * Removes files that are older than a day and that no row uses (`sayUses` says which do), then what lies loose in the store. Whoever
 * begins to use a file holds it against this, so none that is used is removed, whoever saves what meanwhile. Ends between two files once
 * the signal is given.
 */
export function fileSweep({ db, storage, clock, log }: Given): (signal?: AbortSignal) => Promise<void> {
  const unused = (on: Kysely<Database>) => {
    const uses = on.selectFrom('file_use').select('file_use.holder').whereRef('file_use.tenant_id', '=', sql.ref('file.tenant_id'))
    return on
      .selectFrom('file')
      .select('file.id')
      .where((file) => file.not(file.exists(uses.whereRef('file_use.file_id', '=', sql.ref('file.id')))))
      .where((file) => file.not(file.exists(uses.whereRef('file_use.attachment_id', '=', sql.ref('file.attachment_id')))))
  }

  /** Looks again under a lock, which whoever begins to use one of them waits for, and takes those out that are still not used. */
  const takeOut = (candidates: readonly string[]) =>
    db.transaction().execute(async (transaction) => {
      const locked = await transaction.selectFrom('file').select('id').where('id', 'in', candidates).forUpdate().skipLocked().execute()
      if (locked.length === 0) return 0
      const ids = locked.map(({ id }) => id)
      const removed = await transaction
        .deleteFrom('file')
        .where('id', 'in', unused(transaction).where('file.id', 'in', ids))
        .returning(['tenant_id', 'id'])
        .execute()
      if (removed.length === 0) return 0
      await transaction
        .insertInto('loose_file')
        .values(removed.map((file) => ({ ...file, due: clock() })))
        .execute()
      return removed.length
    })

  async function emptyStore(signal?: AbortSignal): Promise<void> {
    const loose = await db.selectFrom('loose_file').select(['tenant_id', 'id']).where('due', '<=', clock()).execute()
    for (const { tenant_id, id } of loose) {
      if (signal?.aborted === true) return
      await storage.remove(keyOf(tenant_id, id))
      await db.deleteFrom('loose_file').where('tenant_id', '=', tenant_id).where('id', '=', id).execute()
    }
  }

  return async (signal) => {
    const old = await unused(db)
      .where('file.created_at', '<', clock() - UNNAMED_MS)
      .execute()
    const candidates = old.map(({ id }) => id)
    let removed = 0
    for (let from = 0; from < candidates.length && signal?.aborted !== true; from += AT_ONCE) {
      removed += await takeOut(candidates.slice(from, from + AT_ONCE))
    }
    if (removed > 0) log.info({ files: removed }, 'files that nothing uses were removed')
    await emptyStore(signal)
  }
}
