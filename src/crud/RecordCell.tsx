import type { ReactNode } from 'react'
import type { AnyResource } from '#contract/core/resource'
import { fieldKinds } from './fieldKinds.tsx'
import type { Row } from './useRecords.ts'
import type { useWords } from './useWords.ts'

/** A cell in the place of that of a field's kind, or of what the server says beside the fields. */
export type Cell = (props: { readonly value: unknown; readonly record: Row }) => ReactNode

/** What a record holds in a field, by the field's kind unless `cells` has another; a reference by what it is called. */
export function RecordCell({
  of,
  name,
  record,
  words,
  cells,
}: {
  of: AnyResource
  name: string
  record: Row
  words: ReturnType<typeof useWords>
  cells: Readonly<Partial<Record<string, Cell>>>
}) {
  const value = record[name]
  const Own = cells[name]
  if (Own) return <Own value={value} record={record} />
  const field = of.fields[name]
  if (!field) return <>{words.said(name, value)}</>
  const title = record.labels?.[name]
  const { Cell } = fieldKinds[field.kind]
  return (
    <Cell value={value} field={field} options={title === undefined ? words.options(name) : [{ value: value as number, label: title }]} />
  )
}
