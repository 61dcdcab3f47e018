import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'

/** How a field of rows is written as JSON: `text` is quoted, of a `word` (one of the product's own, never null) too, without a look for escapes; `number` is not. */
export interface WrittenField {
  readonly as: 'text' | 'word' | 'number'
  readonly of: Expression<unknown>
}

/** A column as the text of a JSON array, in the order of the rows. */
const WRITERS = {
  text: (name: string) => sql<string>`coalesce(json_agg(${sql.ref(name)})::text, '[]')`,
  word: (name: string) => sql<string>`coalesce('["' || string_agg(${sql.ref(name)}, '","') || '"]', '[]')`,
  number: (name: string) => sql<string>`coalesce('[' || string_agg(coalesce(${sql.ref(name)}::text, 'null'), ',') || ']', '[]')`,
}

/**
 * Rows as the columns that `columnsOf` declares (contract/core/columns.ts), as JSON that the database writes, with how many rows there are.
 * To take thousands of rows over one by one, or to write each as an object, costs several times as much.
 */
export async function columnsText<Joined, Tables extends keyof Joined>(
  database: Kysely<Database>,
  rows: SelectQueryBuilder<Joined, Tables, object>,
  fields: Readonly<Record<string, WrittenField>>,
): Promise<{ text: string; count: number }> {
  const names = Object.keys(fields)
  const ordered = rows.select(Object.entries(fields).map(([name, { of }]) => sql`${of}`.as(name)))
  const columns = names.map((name) => sql`${WRITERS[fields[name]!.as](name)} as ${sql.ref(name)}`)
  const { rows: found } = await sql<Record<string, string> & { _count: number }>`
    select count(*)::int as _count, ${sql.join(columns)} from (${ordered}) as ordered`.execute(database)
  const { _count: count, ...written } = found[0]!
  return { text: `{${names.map((name) => `"${name}":${written[name]}`).join(',')}}`, count }
}
