import { type ComponentProps, useMemo } from 'react'
import type { FieldKind } from '#contract/core/field'
import type { AnyResource } from '#contract/core/resource'
import { useSession } from '../session/session.ts'
import { type Column, ListTable } from '../ui/ListTable.tsx'
import { fieldKinds } from './fieldKinds.tsx'
import { type Cells, RecordCell } from './RecordFacts.tsx'
import type { Row } from './useRecords.ts'
import { useWords } from './useWords.ts'

/** A wide list shows every column, a desk the first few, a phone its first two where the second is narrow. */
const DESK_COLUMNS = 7
const NAME_WIDTH = 120
const SECOND_WIDTH = 140
const GROWING: readonly FieldKind[] = ['text', 'longText', 'reference']

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
      columns.map((name, at): Column<Row> => {
        const kind = of.fields[name]?.kind ?? (of.states[name] ? 'choice' : 'number')
        const width = at === 0 ? NAME_WIDTH : fieldKinds[kind].width
        return {
          name,
          label: words.label(name),
          cell: (record) => <RecordCell of={of} name={name} record={record} cells={cells} />,
          sortable: of.sortable.includes(name),
          width,
          grow: at === 0 || GROWING.includes(kind),
          ...(at === 0 || (at === 1 && width <= SECOND_WIDTH) ? {} : { hidden: at < DESK_COLUMNS ? 'narrow' : 'middling' }),
        }
      }),
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
