import type { AnyDocument, AnyDocumentFull } from '#contract/core/document'
import type { Field } from '#contract/core/field'
import type { Option } from '#src/crud/fieldKinds.tsx'

const NONE: readonly Option[] = []

/** What the records that a form refers to are called: as the server said, and as they were chosen or pasted since. */
export interface Titles {
  /** What is known of this value of a reference. */
  readonly of: (field: Field, value: unknown) => readonly Option[]
  readonly learn: (field: Field, value: unknown, label: string | undefined) => void
  /** Learns what a document says of its references. */
  readonly hear: (record: AnyDocumentFull | null) => void
}

/** A memory of titles, of one form; it begins with what the document says. */
export function newTitles({ header, line }: AnyDocument, first: AnyDocumentFull | null): Titles {
  const known = new Map<string, readonly Option[]>()
  const keyOf = ({ target }: Field, value: unknown) => `${target} ${String(value)}`
  const learn: Titles['learn'] = (field, value, label) => {
    if (field.kind === 'reference' && typeof value === 'number' && label !== undefined) known.set(keyOf(field, value), [{ value, label }])
  }
  const learnAll = (fields: AnyDocument['line'], of: Readonly<Record<string, unknown>>, labels: Readonly<Record<string, string>> = {}) => {
    for (const [name, field] of Object.entries(fields)) learn(field, of[name], labels[name])
  }
  const hear: Titles['hear'] = (record) => {
    if (record) learnAll(header, record, record.labels)
    for (const one of record?.lines ?? []) learnAll(line, one, one.labels)
  }
  hear(first)
  return { of: (field, value) => known.get(keyOf(field, value)) ?? NONE, learn, hear }
}
