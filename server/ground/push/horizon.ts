import type { Db } from './records.ts'

/**
 * How far the feed can be read: to the last number below which nothing can appear any more. Numbers are taken within transactions, and one
 * that began first may commit last. Whoever takes a number has a transaction's id before it (`push_next_id`), so all who took one up to the
 * last there is have smaller ids than a transaction that begins then; once all of these have ended, what they wrote is there or never will be.
 */
export function createHorizon() {
  let safe = 0
  let mark: { readonly number: number; readonly begun: bigint } | null = null
  const ask = async (db: Db, text: string): Promise<string> => (await db.query<{ said: string }>(text, [])).rows[0]!.said
  return {
    get safe() {
      return safe
    },
    async look(db: Db): Promise<void> {
      const number = Number(await ask(db, 'select last_value::text as said from push_feed_id'))
      // Its own id, and not the end of a snapshot, which is only one past the last transaction that has ended.
      if (number > safe) mark ??= { number, begun: BigInt(await ask(db, 'select pg_current_xact_id()::text as said')) }
      if (mark === null || BigInt(await ask(db, 'select pg_snapshot_xmin(pg_current_snapshot())::text as said')) < mark.begun) return
      safe = mark.number
      mark = null
    },
  }
}
