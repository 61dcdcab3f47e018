import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { AnyResource } from '#contract/core/resource'
import { Fact } from '#src/ui/Fact.tsx'
import { fieldKinds } from './fieldKinds.tsx'
import { type Row, titlesIn } from './useRecords.ts'
import { useWords } from './useWords.ts'

/** A cell in the place of that of a field's kind, or of what the server says beside the fields. */
export type Cell = (props: { readonly value: unknown; readonly record: Row }) => ReactNode
export type Cells = Readonly<Partial<Record<string, Cell>>>

/** What a record holds under a name, by the field's kind unless `cells` has another; a reference by what it is called. */
export function RecordCell(props: { of: AnyResource; name: string; record: Row; cells?: Cells | undefined; large?: boolean }) {
  const { of, name, record, cells = {}, large = false } = props
  const words = useWords(of)
  const value = record[name]
  const field = of.fields[name] ?? { kind: of.states[name] ? ('choice' as const) : ('text' as const), ...DERIVED }
  const Own = cells[name]
  const { Cell } = fieldKinds[field.kind]
  if (Own) return <Own value={value} record={record} />
  const options = titlesIn(record)[name] ?? words.options(name)
  return <Cell value={value} field={field} options={options} large={large} />
}
const DERIVED = { schema: null as never, answer: null as never, filter: undefined, required: false }

/** What there is to know of a record, each with its label: its fields, and after them what else `names` says. */
export function RecordFacts({ of, record, cells, names = [] }: { of: AnyResource; record: Row; cells?: Cells; names?: readonly string[] }) {
  const words = useWords(of)
  const shown = new Set([...Object.keys(of.fields).filter((name) => !of.fields[name]!.internal), ...names])
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(96px, auto) 1fr', columnGap: 2, rowGap: 1.5 }}>
      {[...shown].map((name) => (
        <Fact key={name} name={words.label(name)} asWritten>
          <RecordCell of={of} name={name} record={record} cells={cells} large />
        </Fact>
      ))}
    </Box>
  )
}
