import { sql } from 'kysely'
import type { Scope } from '../database/scope.ts'

interface Kind {
  readonly prefix: string
  readonly now: number
  readonly zone: string
}

/**
 * The next numbers of a kind of document in the tenant, e.g. `PA202608010001`: its prefix, the day of `now` in the tenant's zone, and a
 * count of that day. Unique, not gapless: the count of a transaction that fails is lost.
 */
export async function nextDocumentNumbers(scope: Scope, { prefix, now, zone }: Kind, count: number): Promise<string[]> {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .format(now)
    .replaceAll('-', '')
  const { last } = await scope
    .insert('document_number', [{ prefix, day, last: count }])
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'prefix', 'day']).doUpdateSet({ last: sql<number>`document_number.last + ${count}::int` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return Array.from({ length: count }, (_, at) => `${prefix}${day}${String(last - count + 1 + at).padStart(4, '0')}`)
}

export const nextDocumentNumber = async (scope: Scope, kind: Kind): Promise<string> => (await nextDocumentNumbers(scope, kind, 1))[0]!
