import PrintIcon from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { SheetExport } from '#src/files/SheetExport.tsx'
import { useSession } from '#src/session/session.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { type Filter, FilterBar } from '#src/ui/FilterBar.tsx'
import type { ListState } from '#src/ui/listAddress.ts'
import { type Column, ListTable, type RowAction } from '#src/ui/ListTable.tsx'
import { type Listed, ListPaper, type PaperOf, usePaper } from './ListPaper.tsx'

export interface GoodsListProps<Row extends object, Answer extends Listed<Row>> {
  /** Names the choice of columns in storage. */
  readonly name: string
  readonly label: string
  /** Where its spreadsheet and its print stand: in the head of the page. */
  readonly slot: HTMLElement | null
  readonly query: Pick<UseQueryResult<Answer>, 'data' | 'isError' | 'error' | 'isPlaceholderData' | 'refetch'>
  readonly state: ListState
  readonly change: (change: Partial<ListState>) => void
  readonly filters: readonly Filter[]
  /** What the filters show, where it is more than the address says; and what a change of them is. */
  readonly values?: Readonly<Record<string, string>>
  readonly onFilters?: (given: Record<string, string>) => void
  readonly columns: readonly Column<Row>[]
  readonly actions: readonly RowAction<Row>[]
  readonly onOpen: (row: Row) => void
  readonly empty: string
  /** The next step where nothing is there yet. */
  readonly begin?: ReactNode
  /** The call that makes its spreadsheet, and what it is asked. */
  readonly sheet: { readonly path: string; readonly query: Readonly<Record<string, unknown>>; readonly title: string }
  readonly paper: PaperOf<Row, Answer>
  /** What stands above the filters, between them and the rows, and beside the list. */
  readonly above?: ReactNode
  readonly between?: ReactNode
  readonly children?: ReactNode
  readonly growing?: boolean
}

/**
 * A list of goods: filters in the address, rows page by page, each opening what its figures are made of, and all of them as a spreadsheet and on
 * paper.
 */
export function GoodsList<Row extends object, Answer extends Listed<Row>>({
  name,
  label,
  slot,
  query,
  state,
  change,
  filters,
  values = state.filters,
  onFilters = (given) => change({ filters: given }),
  columns,
  actions,
  onOpen,
  empty,
  begin,
  sheet,
  paper,
  above,
  between,
  children,
  growing = false,
}: GoodsListProps<Row, Answer>) {
  const { t } = useTranslation()
  const { self } = useSession()
  const { data } = query
  const printing = usePaper(paper)
  // A product in a store has no number of its own.
  const rows = useMemo(() => data?.content.map((row, at) => ({ ...row, at })), [data])
  return (
    <>
      {slot !== null &&
        data &&
        createPortal(
          <>
            <Button startIcon={<PrintIcon />} loading={printing.busy} onClick={() => void printing.print()}>
              {t('documents:print.act')}
            </Button>
            <SheetExport {...sheet} rows={data.totalElements} />
          </>,
          slot,
        )}
      <Stack spacing={2} sx={growing ? {} : { height: '100%' }}>
        {above}
        <FilterBar filters={filters} values={values} onChange={onFilters} rows={1} />
        {query.isError && !data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <>
            {between}
            <ListTable
              name={name}
              label={label}
              userId={self?.id ?? 0}
              rows={rows}
              total={data?.totalElements ?? 0}
              rowId={({ at }) => at}
              columns={columns}
              actions={actions}
              state={state}
              onState={change}
              onOpen={onOpen}
              busy={query.isPlaceholderData}
              growing={growing}
              empty={
                <>
                  <Typography variant="body2" sx={{ maxWidth: '52ch', textAlign: 'center', textWrap: 'balance' }}>
                    {empty}
                  </Typography>
                  {begin}
                </>
              }
            />
          </>
        )}
      </Stack>
      {children}
      {printing.at !== null && (printing.all ?? data) && (
        <ListPaper
          paper={paper}
          at={printing.at}
          answer={(printing.all ?? data)!}
          isPage={printing.all === null}
          state={state}
          filters={filters}
          columns={columns}
        />
      )}
    </>
  )
}
