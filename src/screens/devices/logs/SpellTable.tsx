import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '#src/time/moment.ts'
import { SmallTable } from '#src/ui/SmallTable.tsx'
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
    <SmallTable
      label={title}
      heads={(['at', 'state', 'lasted'] as const).map((head) => t(`devices:changes.${head}`))}
      sx={{ '& th, & td': { px: { xs: 0.75, sm: 2 } } }}
    >
      {rows.map(({ key, from, until, what }) => (
        <TableRow key={key}>
          <TableCell sx={{ whiteSpace: { sm: 'nowrap' } }}>{momentText(from)}</TableCell>
          <TableCell>{what}</TableCell>
          <TableCell sx={{ whiteSpace: 'nowrap' }}>{lasted(from, until)}</TableCell>
        </TableRow>
      ))}
    </SmallTable>
  )
}
