import type { SxProps } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'

interface Head {
  readonly words: string
  /** Numbers stand below it. */
  readonly right?: boolean
  readonly sx?: SxProps
}

/** A table of a few columns, which is reached by keyboard and scrolls by itself; with `maxHeight` under its heads. Its rows are its children. */
export function SmallTable({
  label,
  heads,
  maxHeight,
  sx,
  children,
}: {
  label: string
  heads: readonly (string | Head)[]
  maxHeight?: number
  sx?: SxProps
  children: ReactNode
}) {
  return (
    <TableContainer component="section" tabIndex={0} aria-label={label} sx={maxHeight === undefined ? {} : { maxHeight }}>
      <Table size="small" stickyHeader={maxHeight !== undefined} sx={sx}>
        <TableHead>
          <TableRow>
            {heads.map((head, at) => {
              const { words, right = false, sx: cell }: Head = typeof head === 'string' ? { words: head } : head
              return (
                // Two columns may be called alike: they are told apart by their place.
                <TableCell key={at} align={right ? 'right' : 'inherit'} sx={cell}>
                  {words}
                </TableCell>
              )
            })}
          </TableRow>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </TableContainer>
  )
}
