import { type ComponentProps, useMemo } from 'react'
import type { AnyResource } from '#contract/core/resource'
import { useSession } from '../session/session.ts'
import { type Column, ListTable } from '../ui/ListTable.tsx'
import { fieldKinds } from './fieldKinds.tsx'
import { type Cells, RecordCell } from './RecordFacts.tsx'
import type { Row } from './useRecords.ts'
import { useWords } from './useWords.ts'

/** A wide list shows every column, a desk the first few, a phone the first. */
const DESK_COLUMNS = 6

/** Records of a resource as a list. `columns` and `cells` must keep their identity. */
export function ResourceTable({
  of,
  columns,
  cells,
  ...list
}: { of: AnyResource; columns: readonly string[]; cells: Cells } & Omit<
  ComponentProps<typeof ListTable<Row>>,
  'name' | 'label' | 'userId' | 'rowId' | 'columns'
>) {
  const words = useWords(of)
  const { self } = useSession()
  const shown = useMemo(
    () =>
      columns.map((name, at): Column<Row> => ({
        name,
        label: words.label(name),
        cell: (record) => <RecordCell of={of} name={name} record={record} cells={cells} />,
        sortable: of.sortable.includes(name),
        width: fieldKinds[at === 0 ? 'text' : (of.fields[name]?.kind ?? 'text')].width,
        grow: at === 0,
        ...(at === 0 ? {} : { hidden: at < DESK_COLUMNS ? 'narrow' : 'middling' }),
      })),
    [of, columns, cells, words],
  )
  return (
    <ListTable
      {...list}
      name={of.name}
      label={words.title}
      userId={self?.id ?? 0}
      rowId={(row) => row[of.idName] as number}
      columns={shown}
    />
  )
}
