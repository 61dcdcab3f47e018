import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'

/** How a field of rows is written as JSON: `text` quoted, `number` as it is, one of a few words as its place among these. */
export type WrittenField =
  | { readonly as: 'text' | 'number'; readonly of: Expression<unknown> }
  | { readonly as: readonly string[]; readonly of: Expression<unknown> }

/** A column as the text of a JSON array, in the order of the rows. */
const textColumn = (name: string) => sql<string>`coalesce(json_agg(${sql.ref(name)})::text, '[]')`
const numberColumn = (name: string) => sql<string>`coalesce('[' || string_agg(coalesce(${sql.ref(name)}::text, 'null'), ',') || ']', '[]')`
function codedColumn(name: string, words: readonly string[]) {
  const places = words.map((word, place) => sql`when ${sql.lit(word)} then ${sql.lit(String(place))}`)
  const place = sql`case ${sql.ref(name)} ${sql.join(places, sql` `)} end`
  return sql<string>`${sql.lit(`{"of":${JSON.stringify(words)},"at":[`)} || coalesce(string_agg(${place}, ','), '') || ']}'`
}
const columnOf = (name: string, { as }: WrittenField) =>
  as === 'text' ? textColumn(name) : as === 'number' ? numberColumn(name) : codedColumn(name, as)

/**
 * Rows as the columns that `columnsOf` declares (contract/core/columns.ts), as JSON that the database writes, with how many rows there are.
 * To take thousands of rows over one by one, or to write each as an object, costs several times as much.
 */
export async function columnsText<Joined, Tables extends keyof Joined>(
  database: Kysely<Database>,
  rows: SelectQueryBuilder<Joined, Tables, object>,
  fields: Readonly<Record<string, WrittenField>>,
): Promise<{ text: string; count: number }> {
  const ordered = rows.select(Object.entries(fields).map(([name, { of }]) => sql`${of}`.as(name)))
  const columns = Object.entries(fields).map(([name, field]) => sql`${columnOf(name, field)} as ${sql.ref(name)}`)
  const { rows: found } = await sql<Record<string, string> & { _count: number }>`
    select count(*)::int as _count, ${sql.join(columns)} from (${ordered}) as ordered`.execute(database)
  const { _count: count, ...written } = found[0]!
  return {
    text: `{${Object.keys(fields)
      .map((name) => `"${name}":${written[name]}`)
      .join(',')}}`,
    count,
  }
}
