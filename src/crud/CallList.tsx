import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { ComponentProps, ReactNode } from 'react'
import { useSession } from '../session/session.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { type Filter, FilterBar } from '../ui/FilterBar.tsx'
import { ListTable } from '../ui/ListTable.tsx'
import { SecondaryText } from '../ui/SecondaryText.tsx'

type Table<Row extends object> = ComponentProps<typeof ListTable<Row>>
type Shown<Row extends object> = Pick<Table<Row>, 'columns' | 'state' | 'onState'> &
  Partial<Pick<Table<Row>, 'actions' | 'bulk' | 'onOpen'>> &
  (Row extends { readonly id: number } ? Partial<Pick<Table<Row>, 'rowId'>> : Pick<Table<Row>, 'rowId'>)

/** What is said of a list, whatever is in it. */
export interface ListSaid {
  /** Names the column choice in storage. */
  readonly name: string
  readonly label: string
  /** The title of a failure. */
  readonly failed: string
  /** Where there is no row at all; as `pageNoSearch` also where none is left by the filters. */
  readonly none: { readonly title: string; readonly text?: string; readonly variant?: 'pageNoSearch' }
  readonly lead?: string
  /** Its filters take a row of their own or several, and stand where there is nothing, too; a row of it is cut at one line or two. */
  readonly wide?: boolean
}

const NOTHING: readonly never[] = []
const idOf = (row: object) => (row as { readonly id: number }).id

/** A page of rows as a call answers it, with what stands above it, and what is said where it failed or holds nothing. */
export function CallList<Row extends object>({
  query,
  failed,
  none,
  filters = NOTHING,
  lead,
  buttons,
  wide = false,
  state,
  onState,
  rowId = idOf,
  actions = NOTHING,
  ...table
}: Shown<Row> &
  ListSaid & {
    query: {
      readonly data: { readonly content: readonly Row[]; readonly totalElements: number } | undefined
      readonly isError: boolean
      readonly error: ComponentProps<typeof ErrorState>['error']
      readonly isPlaceholderData: boolean
      readonly refetch: () => unknown
    }
    filters?: readonly Filter[]
    /** Beside the filters; where there is no row, below what is said of that. */
    buttons?: ReactNode
  }) {
  const { self } = useSession()
  const { data } = query
  const isEmpty = data?.totalElements === 0 && (none.variant === 'pageNoSearch' || Object.keys(state.filters).length === 0)
  const bar = filters.length > 0 && (wide || !isEmpty) && (
    <FilterBar filters={filters} values={state.filters} onChange={(given) => onState({ filters: given })} rows={wide ? 5 : 1} />
  )
  return (
    <Stack spacing={2} sx={{ minHeight: wide ? 'auto' : 480, height: '100%' }}>
      {wide && bar}
      {!wide && (bar || lead !== undefined || (buttons && !isEmpty)) && (
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center' }}>
          {bar && <Box sx={{ flex: '1 1 320px' }}>{bar}</Box>}
          {lead !== undefined && <SecondaryText>{lead}</SecondaryText>}
          {!isEmpty && buttons}
        </Stack>
      )}
      {query.isError && !data ? (
        <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : isEmpty ? (
        <EmptyState variant="noData" {...none} action={buttons} />
      ) : (
        <ListTable
          {...table}
          userId={self?.id ?? 0}
          rowId={rowId as (row: Row) => number}
          rows={data?.content}
          total={data?.totalElements ?? 0}
          actions={actions}
          state={state}
          onState={onState}
          busy={query.isPlaceholderData}
          growing={!wide}
        />
      )}
    </Stack>
  )
}
