import { createHmac, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../ground/database/schema.ts'
import { serverSecret } from '../ground/database/serverSecret.ts'
import { networkOf } from '../ground/http/publicPace.ts'
import { isShownAt } from './shown.ts'

/** Many people of one place may stand behind one address; what calls itself by ever other names is not more of them. */
const VISITORS_MOST = 20

/**
 * Counts who reads: a visitor is a network address with what the browser calls itself, once a day (UTC) and article. Both are kept as sums
 * under a secret of this installation and the day, and for no longer than the next day. Nothing is asked of the browser to be kept.
 */
export function readCounter({ db, clock }: { db: Kysely<Database>; clock: () => number }) {
  let secret: Promise<string> | undefined
  return {
    /** How often the article was read, this visitor with them; undefined where it is not shown. */
    async count(at: { tenantId: number; id: number }, visitor: { address: string; userAgent: string }): Promise<number | undefined> {
      secret ??= serverSecret(db, 'news.reader', () => randomBytes(32).toString('base64'))
      const key = await secret.catch((cause: unknown) => {
        secret = undefined
        throw cause
      })
      const now = clock()
      const day = new Date(now).toISOString().slice(0, 10)
      const sumOf = (...said: string[]) =>
        createHmac('sha256', key)
          .update(JSON.stringify([day, ...said]))
          .digest()
          .subarray(0, 16)
      const network = networkOf(visitor.address)
      // The row is held, so that a place is not counted twice at once, and a count only grows.
      return db.transaction().execute(async (work) => {
        const article = await work
          .selectFrom('consult')
          .innerJoin('tenant_setting', 'tenant_setting.tenant_id', 'consult.tenant_id')
          .select('consult.read_time')
          .where('consult.tenant_id', '=', at.tenantId)
          .where('consult.id', '=', at.id)
          .where('tenant_setting.consult_flag', '=', 1)
          .where(isShownAt(now))
          .forUpdate('consult')
          .executeTakeFirst()
        if (!article) return undefined
        const { rows } = await sql`insert into consult_read (tenant_id, day, consult_id, network, visitor)
          select ${at.tenantId}, ${day}::date, ${at.id}, ${sumOf(network)}, ${sumOf(network, visitor.userAgent)}
          where (select count(*) from consult_read where consult_id = ${at.id} and day = ${day}::date and network = ${sumOf(network)}) < ${VISITORS_MOST}
          on conflict do nothing returning consult_id`.execute(work)
        if (rows.length === 0) return article.read_time
        await work
          .updateTable('consult')
          .set((eb) => ({ read_time: eb('read_time', '+', 1) }))
          .where('id', '=', at.id)
          .execute()
        return article.read_time + 1
      })
    },
  }
}
