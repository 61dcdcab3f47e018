import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

export interface Cell {
  readonly label: string
  /** Figures stand digit under digit. */
  readonly right?: boolean
  readonly content: (at: number) => ReactNode
}

/** Rows below their heads, close enough that four columns fit a phone; `none` says why there are no rows. */
export function RowsTable({ label, count, cells, none }: { label: string; count: number; cells: readonly Cell[]; none: string }) {
  if (count === 0) return <Typography sx={{ color: 'text.secondary', py: 2 }}>{none}</Typography>
  return (
    <TableContainer>
      <Table size="small" aria-label={label} sx={{ '& .MuiTableCell-root': { px: { xs: 0.75, sm: 1.5 }, verticalAlign: 'top' } }}>
        <TableHead>
          <TableRow>
            {cells.map((cell) => (
              <TableCell key={cell.label} align={cell.right ? 'right' : 'left'}>
                {cell.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {Array.from({ length: count }, (_, at) => (
            <TableRow key={at}>
              {cells.map((cell) => (
                <TableCell key={cell.label} align={cell.right ? 'right' : 'left'}>
                  {cell.content(at)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

/** What is said smaller below a cell's own words. */
export const Below = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ typography: 'caption', color: 'text.secondary', display: 'block', overflowWrap: 'anywhere' }}>
    {children}
  </Box>
)
