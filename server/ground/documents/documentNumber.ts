import { sql } from 'kysely'
import type { Scope } from '../database/scope.ts'

/**
 * The next number of a kind of document in the tenant, e.g. `PA202608010001`: its prefix, the day of `now` in the tenant's zone, and a
 * count of that day. Unique, not gapless: the count of a transaction that fails is lost.
 */
export async function nextDocumentNumber(scope: Scope, given: { prefix: string; now: number; zone: string }): Promise<string> {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: given.zone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .format(given.now)
    .replaceAll('-', '')
  const { last } = await scope
    .insert('document_number', [{ prefix: given.prefix, day, last: 1 }])
    .onConflict((conflict) => conflict.columns(['tenant_id', 'prefix', 'day']).doUpdateSet({ last: sql<number>`document_number.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return `${given.prefix}${day}${String(last).padStart(4, '0')}`
}
