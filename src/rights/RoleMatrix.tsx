import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import SearchIcon from '@mui/icons-material/Search'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holds } from '#contract/core/alike'
import { type MatrixRow, ROLE_COLUMNS } from '#contract/organization/role'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { codesOfRow, grouped, type MatrixGroup } from './matrix.ts'
import { useRoleWords } from './useRoleWords.ts'

export interface CellAt {
  readonly row: MatrixRow
  readonly code: string
  /** `<page>: <button>`, for who cannot see in which column it stands. */
  readonly called: string
  /** What the button is called, where no head of a column says it. */
  readonly label: string | null
}
type Cell = (at: CellAt) => ReactNode

/** Pages down, what can be done on them across; in the hand, each page with its buttons by name. */
export function RoleMatrix({ rows, cell, label }: { rows: readonly MatrixRow[]; cell: Cell; label: string }) {
  const { t } = useTranslation()
  const words = useRoleWords()
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'))
  const [search, setSearch] = useState('')
  const found = rows.filter((row) => holds(search, words.page(row)))
  const groups = grouped(found)
  return (
    <Stack sx={{ gap: 1.5, minWidth: 0 }}>
      <TextField
        size="small"
        placeholder={t('organization:role.search')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        sx={{ maxWidth: { sm: 320 } }}
        slotProps={{
          htmlInput: { 'aria-label': t('organization:role.search') },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {found.length === 0 ? (
        <EmptyState variant="pageNoSearch" title={t('organization:role.noPage')} />
      ) : narrow ? (
        <NamedCells groups={groups} cell={cell} label={label} />
      ) : (
        <CellTable groups={groups} cell={cell} label={label} />
      )}
    </Stack>
  )
}

interface GroupedProps {
  readonly groups: readonly MatrixGroup[]
  readonly cell: Cell
  readonly label: string
}
const keyOf = ({ module, group }: MatrixGroup) => `${module} ${group}`

function useCellAt(cell: Cell) {
  const { t } = useTranslation()
  const words = useRoleWords()
  return (row: MatrixRow, code: string, labelled: boolean) => {
    const act = words.act(row, code)
    return cell({ row, code, called: t('organization:role.cell', { page: words.page(row), act }), label: labelled ? act : null })
  }
}

function CellTable({ groups, cell, label }: GroupedProps) {
  const { t } = useTranslation()
  const words = useRoleWords()
  const at = useCellAt(cell)
  const narrowCell = { px: 0.5, py: 0, width: 72, textAlign: 'center' } as const
  return (
    <Table size="small" aria-label={label} sx={{ '& thead th': { position: 'sticky', top: 0, zIndex: 2, bgcolor: 'background.paper' } }}>
      <TableHead>
        <TableRow>
          <TableCell>{t('organization:role.page')}</TableCell>
          <TableCell sx={narrowCell}>{t('organization:role.view')}</TableCell>
          {ROLE_COLUMNS.map((column) => (
            <TableCell key={column} sx={narrowCell}>
              {t(`organization:role.column.${column}`)}
            </TableCell>
          ))}
          <TableCell>{t('organization:role.others')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {groups.map((group) => (
          <Fragment key={keyOf(group)}>
            <TableRow>
              <TableCell component="th" scope="rowgroup" colSpan={8} sx={{ bgcolor: 'action.hover', py: 0.5, fontWeight: 600 }}>
                {words.group(group)}
              </TableCell>
            </TableRow>
            {group.rows.map((row) => (
              <TableRow key={row.code} hover>
                <TableCell component="th" scope="row" sx={{ py: 0 }}>
                  {words.page(row)}
                </TableCell>
                <TableCell sx={narrowCell}>{row.view !== null && at(row, row.view, false)}</TableCell>
                {ROLE_COLUMNS.map((column) => (
                  <TableCell key={column} sx={narrowCell}>
                    {row.buttons[column] !== undefined && at(row, row.buttons[column], false)}
                  </TableCell>
                ))}
                <TableCell sx={{ py: 0 }}>
                  <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1 }}>
                    {row.others.map((code) => (
                      <Fragment key={code}>{at(row, code, true)}</Fragment>
                    ))}
                  </Stack>
                </TableCell>
              </TableRow>
            ))}
          </Fragment>
        ))}
      </TableBody>
    </Table>
  )
}

function NamedCells({ groups, cell, label }: GroupedProps) {
  const words = useRoleWords()
  const at = useCellAt(cell)
  return (
    <Stack component="section" aria-label={label} sx={{ gap: 2 }}>
      {groups.map((group) => (
        <Box key={keyOf(group)} component="section" aria-label={words.group(group)}>
          <Typography
            variant="subtitle2"
            component="h3"
            sx={{ position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.paper', py: 0.5, color: 'text.secondary' }}
          >
            {words.group(group)}
          </Typography>
          {group.rows.map((row) => (
            <Box key={row.code} sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {words.page(row)}
              </Typography>
              <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1 }}>
                {codesOfRow(row).map((code) => (
                  <Fragment key={code}>{at(row, code, true)}</Fragment>
                ))}
              </Stack>
            </Box>
          ))}
        </Box>
      ))}
    </Stack>
  )
}
