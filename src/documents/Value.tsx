import { useTranslation } from 'react-i18next'
import type { Field } from '#contract/core/field'
import { fieldKinds } from '#src/crud/fieldKinds.tsx'
import { moneyText } from '#src/ui/money.ts'
import type { DocumentKind, ValueCell } from './arrangement.ts'
import { useDocumentWords } from './useDocumentWords.ts'

interface Holder extends Readonly<Record<string, unknown>> {
  readonly labels?: Readonly<Record<string, string>> | undefined
}

/** What a document, or one of its lines, holds under a name: by the kind of the field, a reference by what it is called, money as money. */
export function Value(props: {
  kind: DocumentKind
  name: string
  field: Field
  holder: Holder
  cell: ValueCell<object> | undefined
  large?: boolean
}) {
  const { kind, name, field, holder, cell: Own, large = false } = props
  const { i18n } = useTranslation()
  const { options } = useDocumentWords(kind.document)
  const value = holder[name]
  const title = holder.labels?.[name]
  const { Cell } = fieldKinds[field.kind]
  if (Own) return <Own value={value} of={holder} />
  if (field.unit === 'CNY' && typeof value === 'string' && value !== '') return moneyText(value, i18n.language)
  const known = title === undefined ? options(name, field) : [{ value: value as number, label: title }]
  return <Cell value={value} field={field} options={known} large={large} />
}
