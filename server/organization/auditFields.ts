import type { Field } from '#contract/core/field'
import type { AuditKind } from '#contract/core/trail'
import { documents } from '#contract/inventory/documents'
import type { Context } from '../ground/contents.ts'
import { type Language, say } from '../ground/words.ts'

/** What the columns of a kind are called, and where the words of a choice stand: by column. */
type Columns = ReadonlyMap<string, { readonly label: string; readonly choices: string | undefined }>
export type DeclaredFields = ReadonlyMap<AuditKind, Columns>

const snake = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function columnsOf(
  words: string,
  fields: Readonly<Record<string, Field>>,
  columns: Readonly<Partial<Record<string, string>>> = {},
): Columns {
  return new Map(
    Object.entries(fields).map(([field, { kind }]) => [
      columns[field] ?? snake(field),
      { label: `${words}.fields.${field}`, choices: kind === 'choice' ? `${words}.choices.${field}` : undefined },
    ]),
  )
}

/** What resources and documents say of their fields, by their kind in the audit trail: its words are those of the screen. */
export function declaredFields(registry: Context['registry']): DeclaredFields {
  const resources = Object.values(registry).map(({ of, columns }): [AuditKind, Columns] => [
    [of.trail].flat()[0]!,
    columnsOf(`${of.area}:${of.name}`, of.fields, columns),
  ])
  const forms = Object.values(documents).map(({ area, name, header, line }): [AuditKind, Columns] => [
    name,
    columnsOf(`${area}:${name}`, { ...line, ...header }),
  ])
  return new Map([...resources, ...forms])
}

/** What a column is called to a person: as its declaration says, else as the audit trail does; the column itself where neither does. */
export function columnLabel(declared: DeclaredFields, kind: AuditKind, column: string, language: Language): string {
  for (const key of [declared.get(kind)?.get(column)?.label, `organization:audit.field.${column}`]) {
    const word = key === undefined ? key : say(language, key)
    if (word !== key) return word!
  }
  return column
}
