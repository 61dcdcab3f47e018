import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '#src/ui/moment.ts'
import { describeSpan } from '../switches/describeSpan.ts'

/** Times in which something was so: from when, what, and for how long; ms UTC, `until` null where it still is. */
export function SpellTable({
  title,
  rows,
}: {
  title: string
  rows: readonly { readonly key: string; readonly from: number; readonly until: number | null; readonly what: ReactNode }[]
}) {
  const { t } = useTranslation()
  const lasted = (from: number, until: number | null) => {
    if (until === null) return t('devices:changes.now')
    const { unit, ...span } = describeSpan(until - from)
    return t(`devices:changes.span.${unit}`, span)
  }
  return (
    <TableContainer component="section" aria-label={title} tabIndex={0}>
      <Table size="small" sx={{ '& th, & td': { px: { xs: 0.75, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            {(['at', 'state', 'lasted'] as const).map((head) => (
              <TableCell key={head}>{t(`devices:changes.${head}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, from, until, what }) => (
            <TableRow key={key}>
              <TableCell sx={{ whiteSpace: { sm: 'nowrap' } }}>{momentText(from)}</TableCell>
              <TableCell>{what}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{lasted(from, until)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
