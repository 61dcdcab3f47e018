import { type Expression, type RawBuilder, sql } from 'kysely'

/** How a field of a row is written as JSON: `text` is quoted, of a `word` (one of the product's own, which needs no escape) too; `number` is not. */
export interface WrittenField {
  readonly as: 'text' | 'word' | 'number'
  readonly of: Expression<unknown>
}

/** A row as the text of a JSON object of these fields, written by the database; what is null is null. */
export function jsonText(fields: Readonly<Record<string, WrittenField>>): RawBuilder<string> {
  const value = ({ as, of }: WrittenField) => {
    if (as === 'number') return sql`coalesce((${of})::text, 'null')`
    return as === 'word' ? sql`coalesce('"' || (${of}) || '"', 'null')` : sql`coalesce(to_json((${of})::text)::text, 'null')`
  }
  const parts = Object.entries(fields).map(([name, field], nth) => sql`${sql.lit(`${nth === 0 ? '{' : ','}"${name}":`)} || ${value(field)}`)
  return sql`${sql.join(parts, sql` || `)} || '}'`
}
