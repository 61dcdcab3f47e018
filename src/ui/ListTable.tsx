import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  ColumnsPanelTrigger,
  DataGrid,
  GRID_CHECKBOX_SELECTION_FIELD,
  GridActionsCell,
  GridActionsCellItem,
  type GridColDef,
  type GridRenderCellParams,
  Toolbar,
  ToolbarButton,
} from '@mui/x-data-grid'
import { enUS, zhCN } from '@mui/x-data-grid/locales'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListState, PAGE_SIZES } from './listAddress.ts'
import { Pager } from './Pager.tsx'
import { type BulkAct, useBulk } from './useBulk.tsx'
import { useColumnChoice } from './useColumnChoice.ts'

export interface Column<Row> {
  readonly name: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** The server can order by it, under this same name. */
  readonly sortable?: boolean
  readonly width?: number
  /** Takes the room that is left. */
  readonly grow?: boolean
  /** Keeps its width on a narrow screen: what stands in it cannot be wrapped. */
  readonly whole?: boolean
  /** Amounts stand digit under digit. */
  readonly align?: 'right'
  /** Hidden until chosen: always, on a screen that is not wide, or on a narrow one. */
  readonly hidden?: 'always' | 'middling' | 'narrow'
  /** What its cell opens instead of the row, by a click or Enter. */
  readonly open?: (row: Row) => void
}

/** What can be done with a row, said once for the row and for many that were chosen. */
export interface RowAction<Row> {
  readonly name: string
  readonly label: string
  readonly icon: ReactElement
  readonly color?: 'error'
  /** Whether the reader may do it; it is not offered otherwise. */
  readonly may?: boolean
  readonly run: (row: Row) => void
  readonly shown?: (row: Row) => boolean
  /** How it is done with many, where it can be. */
  readonly many?: Many<Row>
}
type WithoutName<Act> = Act extends unknown ? Omit<Act, 'name' | 'label' | 'icon' | 'color'> : never
/** `may`: whether the reader may do it with many, where that is another right. */
type Many<Row> = WithoutName<BulkAct<Row>> & { readonly may?: boolean }

/** The acts of rows that can be done with many at once. */
const manyOf = <Row,>(actions: readonly RowAction<Row>[]): BulkAct<Row>[] =>
  actions.flatMap(({ name, label, icon, color, may = true, many }) => {
    if (many === undefined || !(many.may ?? may)) return []
    return [{ name, label, icon, ...(color && { color }), ...many } as BulkAct<Row>]
  })

const gridWords = (language: string) => (language === 'zh-CN' ? zhCN : enUS).components.MuiDataGrid.defaultProps.localeText
const ACTION_WIDTH = 38
const DEFAULT_WIDTH = 140
const LEAST_WIDTH = 96
const NO_ACTS: readonly never[] = []

function ColumnsToolbar() {
  const { t } = useTranslation()
  return (
    <Toolbar>
      <ColumnsPanelTrigger render={<ToolbarButton aria-label={t('crud:columns')} />}>
        <ViewColumnIcon fontSize="small" />
        <Typography variant="body2" sx={{ ml: 0.5 }}>
          {t('crud:columns')}
        </Typography>
      </ColumnsPanelTrigger>
    </Toolbar>
  )
}

/** In the hand columns share what there is, as wide as they are to each other; more than fit are scrolled. */
function room({ width = DEFAULT_WIDTH, grow, whole }: Pick<Column<never>, 'width' | 'grow' | 'whole'>, narrow: boolean) {
  if (narrow) return { flex: width, minWidth: whole ? width : Math.min(width, LEAST_WIDTH) }
  return grow ? { flex: 1, minWidth: width } : { width }
}
const asHighAsNeeded = () => 'auto' as const

/** A cell that opens something of its own. The keys are the grid's: Enter on the cell does the same. */
function CellButton<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return (
    <ButtonBase
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        column.open?.(row)
      }}
      sx={{
        font: 'inherit',
        color: 'inherit',
        textAlign: 'inherit',
        borderRadius: 1,
        maxWidth: '100%',
        px: 0.5,
        mx: -0.5,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      {column.cell(row)}
    </ButtonBase>
  )
}

// The table's own would stand inside the grid, where nothing but rows may: a button there is none to a screen reader.
const NoRows = () => null

/** What a list says where it has no row, over the room of its rows. */
function Nothing({ filtered, onClear, empty }: { filtered: boolean; onClear: () => void; empty: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Stack sx={{ position: 'absolute', inset: '100px 0 0', alignItems: 'center', justifyContent: 'center', gap: 1.5, p: 2 }}>
      <Typography sx={{ color: 'text.secondary' }}>{t(filtered ? 'frame:empty.pageNoSearch' : 'frame:empty.noData')}</Typography>
      {filtered ? (
        <Button variant="outlined" onClick={onClear}>
          {t('crud:clearFilters')}
        </Button>
      ) : (
        empty
      )}
    </Stack>
  )
}

/** Wider than all columns of any list, px. */
const WIDEST = 10_000

/**
 * One page of rows from the server. A click or Enter on a row opens it; its actions stand in the row (in a menu on a narrow screen).
 * `rows` undefined means that they are on their way: skeletons show.
 */
export function ListTable<Row extends object>({
  name,
  label,
  userId,
  rows,
  total,
  rowId,
  columns,
  actions: all,
  bulk = NO_ACTS,
  state,
  onState,
  onOpen,
  onKey,
  empty,
  busy = false,
  growing = false,
}: {
  /** Names the column choice in storage. */
  name: string
  label: string
  userId: number
  rows: readonly Row[] | undefined
  total: number
  rowId: (row: Row) => number
  columns: readonly Column<Row>[]
  actions: readonly RowAction<Row>[]
  /** Acts that are only done with many rows; with any, or with `many` of an action, rows can be chosen. */
  bulk?: readonly BulkAct<Row>[]
  state: ListState
  onState: (change: Partial<ListState>) => void
  onOpen?: (row: Row) => void
  /** A letter was pressed on a row, with the chosen rows beside it. */
  onKey?: (key: string, row: Row, chosen: readonly Row[]) => void
  /** The next step where there is nothing: shown below the sentence of EMPTY-04. */
  empty?: ReactNode
  /** Rows of another page or order are on their way. */
  busy?: boolean
  /** A row is as high as what stands in it, as it always is in the hand; else it is cut at one line or two. */
  growing?: boolean
}) {
  const { t, i18n } = useTranslation()
  const actions = useMemo(() => all.filter(({ may = true }) => may), [all])
  const together = [...manyOf(all), ...bulk]
  const { chosen, choose: pick, bar } = useBulk(together, rows, rowId)
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const middling = useMediaQuery((theme) => theme.breakpoints.down('xl'))
  const initially = useMemo(
    () =>
      Object.fromEntries(
        columns.map(({ name: field, hidden }) => [
          field,
          !(hidden === 'always' || (hidden === 'middling' && middling) || (hidden === 'narrow' && narrow)),
        ]),
      ),
    [columns, narrow, middling],
  )
  // A narrow screen keeps a choice of its own: what fits a desk does not fit a hand.
  const [choice, choose] = useColumnChoice(userId, narrow ? `${name}.narrow` : name, initially)
  const grid = useMemo<GridColDef<Row>[]>(
    () => [
      ...columns.map((column): GridColDef<Row> => ({
        field: column.name,
        headerName: column.label,
        sortable: column.sortable ?? false,
        ...(column.align ? { align: column.align, headerAlign: column.align } : {}),
        filterable: false,
        ...room(column, narrow),
        renderCell: ({ row }) => (column.open ? <CellButton column={column} row={row} /> : column.cell(row)),
      })),
      ...(actions.length === 0
        ? []
        : [
            {
              field: 'actions',
              type: 'actions' as const,
              headerName: t('crud:actions'),
              hideable: false,
              resizable: false,
              align: 'left' as const,
              headerAlign: 'left' as const,
              width: narrow ? 80 : Math.max(96, actions.length * ACTION_WIDTH + 24),
              renderCell: (params: GridRenderCellParams<Row>) => (
                <GridActionsCell {...params}>
                  {actions
                    .filter(({ shown }) => shown?.(params.row) ?? true)
                    .map((action, at) => (
                      <GridActionsCellItem
                        key={action.name}
                        label={action.label}
                        icon={action.icon}
                        onClick={() => action.run(params.row)}
                        {...(narrow && at > 0 ? { showInMenu: true as const } : { title: action.label })}
                      />
                    ))}
                </GridActionsCell>
              ),
            },
          ]),
    ],
    [columns, actions, narrow, t],
  )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 400, flex: 1 }}>
      {bar}
      <Box sx={{ position: 'relative', display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
        <DataGrid<Row>
          aria-label={label}
          rows={rows ?? []}
          getRowId={rowId}
          columns={grid}
          loading={rows === undefined || busy}
          rowCount={total}
          paginationMode="server"
          sortingMode="server"
          pageSizeOptions={[...PAGE_SIZES]}
          paginationModel={{ page: state.page - 1, pageSize: state.size }}
          hideFooter
          {...(growing || narrow ? { getRowHeight: asHighAsNeeded } : {})}
          checkboxSelection={together.length > 0}
          disableRowSelectionExcludeModel
          rowSelectionModel={{ type: 'include', ids: chosen as Set<number> }}
          onRowSelectionModelChange={({ ids }) => pick(ids as ReadonlySet<number>)}
          sortModel={state.sort ? [{ field: state.sort.field, sort: state.sort.descending ? 'desc' : 'asc' }] : []}
          onSortModelChange={([first]) => onState({ sort: first?.sort ? { field: first.field, descending: first.sort === 'desc' } : null })}
          columnVisibilityModel={choice}
          onColumnVisibilityModelChange={choose}
          onRowClick={({ row }) => onOpen?.(row)}
          onCellKeyDown={({ row, field }, event) => {
            if (event.key === 'Enter' && field !== 'actions' && field !== GRID_CHECKBOX_SELECTION_FIELD)
              (columns.find(({ name: column }) => column === field)?.open ?? onOpen)?.(row)
            else if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key.length === 1)
              onKey?.(
                event.key,
                row,
                (rows ?? []).filter((one) => chosen.has(rowId(one))),
              )
          }}
          disableRowSelectionOnClick
          // The acts of a row are drawn wherever the columns stand, so that they can stay in view.
          columnBufferPx={WIDEST}
          disableColumnFilter
          // In the hand the room of its button belongs to the words of the header, which order by a touch.
          disableColumnMenu={narrow}
          showToolbar
          slots={{ toolbar: ColumnsToolbar, noRowsOverlay: NoRows }}
          slotProps={{ loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' } }}
          localeText={{
            ...gridWords(i18n.language),
          }}
          sx={{
            border: 0,
            '& .MuiDataGrid-row': { cursor: onOpen ? 'pointer' : 'default' },
            '& .MuiDataGrid-toolbar': { minHeight: 40, py: 0.25 },
            '& .MuiDataGrid-cell': { alignContent: 'center' },
            // Columns may be wider than the page: the acts of a row stay in view at its end.
            '& [data-field="actions"]': { position: 'sticky', right: 0, zIndex: 2, bgcolor: 'background.paper' },
            '& .MuiDataGrid-row:hover > [data-field="actions"], & .MuiDataGrid-row.Mui-selected > [data-field="actions"]': {
              backgroundImage: ({ palette, vars }) => {
                const tint = (vars ?? { palette }).palette.action.hover
                return `linear-gradient(${tint}, ${tint})`
              },
            },
            // The last one stands out of the list by half of itself.
            ...(narrow ? { '& .MuiDataGrid-columnSeparator': { display: 'none' } } : {}),
            '& .MuiDataGrid-row--dynamicHeight > .MuiDataGrid-cell': {
              minHeight: 52,
              py: 0.5,
              lineHeight: 1.25,
              overflowWrap: 'break-word',
            },
          }}
        />
        {rows?.length === 0 && (
          <Nothing filtered={Object.keys(state.filters).length > 0} onClear={() => onState({ filters: {} })} empty={empty} />
        )}
      </Box>
      <Pager
        total={rows === undefined ? -1 : total}
        paging={state}
        sizes={PAGE_SIZES}
        onPaging={({ page, size }) => onState({ page, size })}
      />
    </Box>
  )
}
