import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'

/** A curve with the table of its figures beside it, in the hand below it: the same figures, exact ones, the newest first. */
export function CurveTable({
  label,
  heads,
  rows,
  height,
  children,
}: {
  label: string
  /** Of the point, then of each line. */
  heads: readonly string[]
  rows: readonly { readonly at: string; readonly cells: readonly ReactNode[] }[]
  /** Of the curve, in px. */
  height: number
  /** The curve. */
  children: ReactNode
}) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(260px, 26%)' } }}>
      <Box sx={{ minWidth: 0 }}>{children}</Box>
      <TableContainer component="section" aria-label={label} tabIndex={0} sx={{ maxHeight: height }}>
        <Table size="small" stickyHeader aria-label={label} sx={{ '& .MuiTableCell-root': { px: 1, py: 0.5 } }}>
          <TableHead>
            <TableRow>
              {heads.map((head, at) => (
                <TableCell key={head} align={at === 0 ? 'left' : 'right'}>
                  {head}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.toReversed().map(({ at, cells }) => (
              <TableRow key={at}>
                {cells.map((cell, nth) => (
                  <TableCell key={heads[nth]} align={nth === 0 ? 'left' : 'right'} sx={{ whiteSpace: 'nowrap' }}>
                    {cell}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Box>
  )
}
