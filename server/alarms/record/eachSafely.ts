import { type Kysely, sql } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'
import type { SparingLog } from '../../ground/sparingLog.ts'

/** Does the same for each, in one transaction: what fails for one undoes nothing of the others, and is told in the log. */
export async function eachSafely<Thing extends { readonly tenant_id: number }>(
  work: Kysely<Database>,
  things: readonly Thing[],
  log: SparingLog,
  words: string,
  act: (thing: Thing) => Promise<void>,
): Promise<void> {
  for (const thing of things) {
    await sql`savepoint one`.execute(work)
    try {
      await act(thing)
      await sql`release savepoint one`.execute(work)
    } catch (cause) {
      await sql`rollback to savepoint one`.execute(work)
      log.say('error', 'alarms', { tenant: thing.tenant_id, cause: (cause as Error).message }, words)
    }
  }
}
